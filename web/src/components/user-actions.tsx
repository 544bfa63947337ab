import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../paths.ts';
import { logOut } from '../state/log-out.ts';
import { noticeAtom } from '../state/notice.ts';
import { useSession } from '../state/session.ts';
import { useSite } from '../state/site.ts';
import { texts } from '../texts/session.ts';

/** What a logged-in user finds in the header (website specification, section 2). */
export default function UserActions() {
  const session = useSession();
  const site = useSite();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const proceed = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { nextStep } = await import('../state/proceed.ts');
      const step = await nextStep(site, session?.email ?? '');
      if (step) navigate(step);
    } catch {
      site.store.set(noticeAtom, texts.proceedFailed);
    }
    setBusy(false);
  };
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
      <button type="button" className="button accent" aria-busy={busy} onClick={proceed}>
        {texts.proceed}
      </button>
    </>
  );
}
