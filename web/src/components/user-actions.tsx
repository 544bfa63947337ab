import { Link, useLocation } from 'wouter';
import { paths, stepPaths } from '../paths.ts';
import { logOut } from '../state/log-out.ts';
import { useSession } from '../state/session.ts';
import { useSite } from '../state/site.ts';
import { texts } from '../texts/session.ts';
import { useProceed } from './use-proceed.ts';

/** What a logged-in user finds in the header (website specification, section 2). */
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
      <Link className="welcome" to={stepPaths.editProfile}>
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
