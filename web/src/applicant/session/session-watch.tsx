import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { watchDevice } from '../../site/device-storage.ts';
import { hasJustLoggedIn } from '../../site/just-logged-in.ts';
import { ownerOf } from '../../site/owner.ts';
import { endSession, useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { watchClock } from '../../site/watch-clock.ts';
import { texts } from '../../words/applicant.ts';
import { DearApplicant, LogInAgain } from '../dialogs.tsx';
import { followLogOut } from '../log-out.ts';
import { Outbox } from '../outbox.tsx';
import { useApplicant } from '../reads.ts';
import { bankDraftOf, followPayment } from '../sent-payment.ts';
import { vault } from '../vault.ts';
import { mayWait } from '../waiting.ts';
import { sessionPhase } from './session-clock.ts';

/** Ends the session on time, and warns before it does; and with a logout in another tab (decisions, section 3). */
function SessionWatch() {
  const site = useSite();
  const session = useSession();
  const [, navigate] = useLocation();
  const [warning, setWarning] = useState<number>();
  const [dismissed, setDismissed] = useState('');
  const endsAt = session?.endsAt;

  useEffect(() => {
    if (endsAt === undefined) return;
    const leave = () => {
      const isOver = followLogOut(site);
      if (isOver) navigate(paths.home);
      return isOver;
    };
    const stop = watchDevice(leave);
    const stopClock = watchClock(() => {
      if (leave()) return undefined;
      const { minutesLeft, changesIn } = sessionPhase(endsAt, Date.now());
      setWarning(minutesLeft);
      if (changesIn === undefined) {
        endSession(site, { told: true });
        // Without a connection she could not come back to a test that is on screen.
        const { exam } = document.documentElement.dataset;
        if (navigator.onLine || !exam) navigate(paths.home);
      }
      return changesIn;
    });
    return () => {
      stop();
      stopClock();
    };
  }, [endsAt, site, navigate]);

  // A new login brings new warnings.
  const due = `${endsAt} ${warning}`;
  if (!session || !warning || due === dismissed) return null;
  return (
    <LogInAgain
      key={due}
      email={session.email}
      reason={texts.sessionEnds(warning)}
      onClose={() => setDismissed(due)}
    />
  );
}

/** A payment that any page has seen arrive is not on its way any more: staff verify it, or reject it. */
function useFollowedPayment(): void {
  const email = useSession()?.email ?? '';
  const status = useApplicant({ wanted: false }).data?.status;
  useEffect(() => {
    if (!followPayment(email, status)) return;
    vault.load().then(
      ({ dropTyped }) => dropTyped(ownerOf(email), bankDraftOf(email)),
      () => {}, // It goes when she logs out.
    );
  }, [status, email]);
}

/** What is on every page while somebody is logged in. */
export default function SessionParts() {
  const [isNew] = useState(hasJustLoggedIn);
  useFollowedPayment();
  const owner = ownerOf(useSession()?.email ?? '');
  const isLeft = useSyncExternalStore(watchDevice, () => mayWait(owner));
  // Once there was something, it is also told that it has been sent.
  const [hasWaited, setHasWaited] = useState(false);
  if (isLeft && !hasWaited) setHasWaited(true);
  const waits = isLeft || hasWaited;
  return (
    <>
      <SessionWatch />
      {isNew && <DearApplicant />}
      {waits && <Outbox />}
    </>
  );
}
