import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { hasExam } from '../../site/exam-storage.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { texts } from '../../words/applicant.ts';
import { ExamRuns, loadDialog } from '../dialogs.tsx';
import { logOut, prepareLogOut } from '../log-out.ts';
import { useProceed } from '../proceed.ts';

/** A logged-in user's part of the header (website specification, section 2). */
export default function UserActions() {
  const session = useSession();
  const site = useSite();
  const [, navigate] = useLocation();
  const [busy, proceed] = useProceed();
  const [asks, setAsks] = useState(false);
  useEffect(() => void prepareLogOut(), []);
  const leave = () => {
    logOut(site);
    navigate(paths.home);
  };
  const ask = () =>
    loadDialog.examRuns().then(
      () => setAsks(true),
      // Without a connection the browser asks: a logout must not be out of reach.
      () => confirm(texts.losesTest) && leave(),
    );
  return (
    <>
      <Link className="welcome" to={paths.editProfile}>
        {texts.welcome(session?.firstName ?? '')}
      </Link>
      <button
        type="button"
        className="link"
        onClick={() => (hasExam(session?.email ?? '') ? void ask() : leave())}
      >
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
      {asks && <ExamRuns onClose={() => setAsks(false)} onLeave={leave} />}
    </>
  );
}
