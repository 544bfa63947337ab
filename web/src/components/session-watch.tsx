import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../paths.ts';
import { expire } from '../state/log-out.ts';
import { noticeAtom } from '../state/notice.ts';
import { useSession } from '../state/session.ts';
import { sessionPhase } from '../state/session-clock.ts';
import { useSite } from '../state/site.ts';
import { watchClock } from '../state/watch-clock.ts';
import { texts as login } from '../texts/login.ts';
import { texts } from '../texts/session.ts';
import { LogInAgain } from './log-in-again.tsx';

/** Ends the session by the clock, and warns before (decisions, section 3). */
export function SessionWatch() {
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
        expire(site);
        site.store.set(noticeAtom, texts.ended);
        navigate(paths.home);
      }
      return changesIn;
    });
  }, [endsAt, site, navigate]);

  // The session of a new log-in has warnings of its own.
  const due = `${endsAt} ${warning}`;
  if (!session || !warning || due === dismissed) return null;
  return (
    <LogInAgain
      key={due}
      email={session.email}
      reason={login.again.warning(warning)}
      onClose={() => setDismissed(due)}
    />
  );
}
