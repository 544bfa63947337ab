import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../routes.ts';
import { endSession, useSession } from '../site/session.ts';
import { useSite } from '../site/site.ts';
import { watchClock } from '../site/watch-clock.ts';
import { texts } from '../words/login.ts';
import { DearApplicant } from './dear-applicant.tsx';
import { LogInAgain } from './log-in-again.tsx';
import { sessionPhase } from './session-clock.ts';

/** Ends the session on time, and warns before it does (decisions, section 3). */
function SessionWatch() {
  const site = useSite();
  const session = useSession();
  const [, navigate] = useLocation();
  const [warning, setWarning] = useState<number>();
  const [dismissed, setDismissed] = useState('');
  const endsAt = session?.endsAt;

  useEffect(() => {
    if (endsAt === undefined) return;
    return watchClock(() => {
      const { minutesLeft, changesIn } = sessionPhase(endsAt, Date.now());
      setWarning(minutesLeft);
      if (changesIn === undefined) {
        endSession(site, { told: true });
        navigate(paths.home);
      }
      return changesIn;
    });
  }, [endsAt, site, navigate]);

  // A new login brings new warnings.
  const due = `${endsAt} ${warning}`;
  if (!session || !warning || due === dismissed) return null;
  return (
    <LogInAgain
      key={due}
      email={session.email}
      reason={texts.again.warning(warning)}
      onClose={() => setDismissed(due)}
    />
  );
}

/** What is on every page while somebody is logged in. */
export default function SessionParts() {
  return (
    <>
      <SessionWatch />
      <DearApplicant />
    </>
  );
}
