import { Link, useLocation } from 'wouter';
import { paths } from '../routes.ts';
import { useSession } from '../site/session.ts';
import { useSite } from '../site/site.ts';
import { texts } from '../words/applicant.ts';
import { logOut } from './log-out.ts';
import { useProceed } from './proceed.ts';

/** A logged-in user's part of the header (website specification, section 2). */
export default function UserActions() {
  const session = useSession();
  const site = useSite();
  const [, navigate] = useLocation();
  const [busy, proceed] = useProceed();
  const leave = () => {
    logOut(site);
    navigate(paths.home);
  };
  return (
    <>
      <Link className="welcome" to={paths.editProfile}>
        {texts.welcome(session?.firstName ?? '')}
      </Link>
      <button type="button" className="link" onClick={leave}>
        {texts.logout}
      </button>
      <button
        type="button"
        className="button accent"
        aria-busy={busy}
        onClick={() => void proceed()}
      >
        {texts.proceed}
      </button>
    </>
  );
}
