import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtom, useAtomValue } from 'jotai';
import { RESET } from 'jotai/utils';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'wouter';
import { dropAllDrafts } from '../offline/drafts.ts';
import { dropExams, hasExam } from '../offline/exam-storage.ts';
import { dropAllEntries, dropFormInput, stopKeeping } from '../offline/kept-input.ts';
import { logOutCounter, markWaiting, outboxAtom, outboxMarkKey } from '../offline/outbox-items.ts';
import { bankDraftOf, followPayment, useSentPayment } from '../offline/sent-payment.ts';
import { proceedPath } from '../offline/steps.ts';
import { readStatus, useApplicant } from '../site/applicant-queries.ts';
import { justLoggedInAtom, noticeAtom, sessionAtom, useOnDevice } from '../site/atoms.ts';
import { applicantQueryKey, endSession, type Site, useSite } from '../site/client.ts';
import { isPast, now, watchClock } from '../site/clock.ts';
import { paths } from '../site/routes.ts';
import {
  announceLogOut,
  findLogOutAfter,
  logOutKey,
  ownerOf,
  warningsMs,
} from '../site/stored-session.ts';
import { dialogTexts, applicantTexts as texts } from '../texts/applicant-words.ts';
import { formTexts as shared } from '../texts/form-words.ts';
import { frameTexts } from '../texts/frame-words.ts';
import { Dialog } from '../ui/form/dialog.tsx';
import { LogInAgain } from './log-in-again.tsx';
import { Outbox } from './outbox.tsx';
import { isPendingPayment, type Payment, toPayment } from './payment.ts';

/** Ends the session on time, and warns before it does; and with a logout in another tab (decisions, section 3). */
function SessionWatch() {
  const site = useSite();
  const session = useAtomValue(sessionAtom);
  const [, navigate] = useLocation();
  const [warning, setWarning] = useState<number>();
  const [dismissed, setDismissed] = useState('');
  const endsAt = session?.endsAt;
  const loggedOut = useOnDevice(logOutKey);

  useEffect(() => {
    if (loggedOut !== null && followLogOut(site)) navigate(paths.home);
  }, [loggedOut, site, navigate]);

  useEffect(() => {
    if (endsAt === undefined) return;
    return watchClock(() => {
      if (followLogOut(site)) {
        navigate(paths.home);
        return undefined;
      }
      const { minutesLeft, changesIn } = sessionPhase(endsAt, now());
      setWarning(minutesLeft);
      if (changesIn === undefined) {
        if (!isPast(endsAt)) return undefined;
        endSession(site, { withNotice: true });
        // Without a connection she could not come back to a test that is on screen.
        const { exam } = document.documentElement.dataset;
        if (navigator.onLine || !exam) navigate(paths.home);
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
      reason={texts.sessionEnds(warning)}
      onClose={() => setDismissed(due)}
    />
  );
}

/**
 * A payment that any page has seen arrive is not on its way any more: staff verify it, or reject it. And of whoever has
 * applied the device keeps nothing that was typed (decisions, section 3).
 */
function useFollowedStatus(): void {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const status = useApplicant({ isEnabled: false }).data?.status;
  // A payment may be noted as sent after the status that shows it has come.
  const isSeen = useSentPayment(email)?.isSeen;
  const follow = useEffectEvent((_isSeen?: boolean) => {
    if (followPayment(email, status)) void dropFormInput(email, bankDraftOf(email));
    if (hasApplied(status)) void stopKeeping(email);
  });
  useEffect(() => {
    if (status && email) follow(isSeen);
  }, [status, email, isSeen]);
}

/** The parts of every page while somebody is logged in. */
export function SessionParts() {
  const isNew = useAtomValue(justLoggedInAtom);
  useFollowedStatus();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const isLeft = useOnDevice(outboxMarkKey(email)) !== null;
  // Once there was something, the page also says when it has been sent.
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

/** How far a session is, and when that changes. */
export interface SessionPhase {
  /** `0`: the session is over. Another number: the warning for that many minutes is due. `undefined`: neither. */
  minutesLeft: number | undefined;
  /** Milliseconds until the next phase; `undefined` after the end. */
  changesIn: number | undefined;
}

/**
 * Warnings come 5 minutes and 1 minute before the end (decisions, section 3).
 * @param endsAt and @param now in milliseconds since 1970
 */
export function sessionPhase(endsAt: number, now: number): SessionPhase {
  const left = endsAt - now;
  if (left <= 0) return { minutesLeft: 0, changesIn: undefined };
  const [due] = warningsMs.filter((warning) => left <= warning).sort((a, b) => a - b);
  const next = Math.max(0, ...warningsMs.filter((warning) => warning < left));
  return { minutesLeft: due && due / 60_000, changesIn: left - next };
}

/** A logged-in user's part of the header (website specification, section 2). */
export function UserActions() {
  const session = useAtomValue(sessionAtom);
  const site = useSite();
  const [, navigate] = useLocation();
  const [busy, proceed] = useProceed();
  const [asks, setAsks] = useState(false);
  const leave = () => {
    logOut(site);
    navigate(paths.home);
  };
  return (
    <>
      <Link className="welcome" to={paths.editProfile}>
        {texts.welcome(session?.firstName ?? '')}
      </Link>
      <button
        type="button"
        className="link"
        onClick={() => (hasExam(session?.email ?? '') ? setAsks(true) : leave())}
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

/**
 * Ends the session, in the browser's other tabs, too, and forgets what was typed, what waits to be sent, and a test that
 * is not submitted.
 */
export function logOut(site: Site): void {
  const session = site.store.get(sessionAtom);
  const email = session?.email ?? '';
  dropAllDrafts();
  dropExams(email);
  forgetWaiting(site, email);
  // Last: other tabs look again then.
  void dropAllEntries(email).then(() => markWaiting(email, false));
  endSession(site);
  if (session) announceLogOut(session);
}

/**
 * Ends the session if somebody has logged out in another tab since it began, and forgets what this tab holds of hers:
 * what the device held, the other one has forgotten, and she may have logged in there again. Of anybody else nothing is
 * lost that was typed.
 * @returns whether it did
 */
function followLogOut(site: Site): boolean {
  const session = site.store.get(sessionAtom);
  const loggedOut = session ? findLogOutAfter(session) : undefined;
  if (!session || loggedOut === undefined) return false;
  if (loggedOut !== ownerOf(session.email)) {
    endSession(site, { withNotice: true });
    return true;
  }
  dropAllDrafts();
  forgetWaiting(site, session.email);
  endSession(site);
  site.store.set(noticeAtom, { text: frameTexts.loggedOut });
  return true;
}

function forgetWaiting({ store }: Site, email: string): void {
  logOutCounter.count += 1;
  store.set(outboxAtom, (items) => items.filter((item) => item.email !== email.toLowerCase()));
}

// Where `Proceed with Application` leads (journey specification, section 4).

/** Where to go, and what to pass on; or why there is nowhere to go, in words for the notice. */
type Proceeding = { to: string; state?: Payment & { owner: string } } | { problem: string };

/** After the exam the pending payment is fetched first. An unknown status leads nowhere. */
async function nextPage(site: Site, email: string): Promise<Proceeding> {
  const status = await readStatus(site, email);
  if (status === undefined) return { problem: texts.proceedFailed };
  const to = proceedPath(status);
  if (!to) return { problem: texts.nothingToDo };
  if (status !== lifecycle['payments.getPending'].from) return { to };
  const pending = site.queries.payments.getPending.fetchQuery({
    queryKey: applicantQueryKey('payments.getPending', email),
    queryData: { isUsable: isPendingPayment },
    staleTime: 0,
  });
  return pending.then(
    ({ body }) => ({ to, state: { ...toPayment(body), owner: ownerOf(email) } }),
    () => ({ problem: texts.paymentFailed }),
  );
}

/** @returns whether it is busy, and the button's handler */
export function useProceed(): [busy: boolean, proceed: () => Promise<void>] {
  const site = useSite();
  const session = useAtomValue(sessionAtom);
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const proceed = async () => {
    if (busy) return;
    setBusy(true);
    const next = await nextPage(site, session?.email ?? '');
    if ('to' in next) await site.prepare(next.to);
    setBusy(false);
    // The session ended meanwhile, and the notice says so already.
    if (!site.store.get(sessionAtom)) return;
    site.store.set(noticeAtom, 'problem' in next ? { text: next.problem } : null);
    if ('to' in next) navigate(next.to, { state: next.state });
  };
  return [busy, proceed];
}

const { from: applied, to: admitted } = lifecycle['staff.admit'];

const hasApplied = (status?: string) => status === applied || status === admitted;

/**
 * Opens after login if the application has been submitted, but never on top of the page that says the same
 * (journey specification, section 2; decisions, section 3).
 */
function DearApplicant() {
  const site = useSite();
  const [path, navigate] = useLocation();
  const [isNew, setIsNew] = useAtom(justLoggedInAtom);
  const { data } = useApplicant({ isEnabled: isNew });
  const isSubmitted = hasApplied(data?.status);
  const isSaid = path.toLowerCase() === paths.applyProgramConfirmation;
  const isSettled = data !== undefined && (!isSubmitted || isSaid);

  useEffect(() => {
    if (!isSettled) return;
    setIsNew(RESET);
  }, [isSettled, setIsNew]);

  if (!isNew || !isSubmitted || isSaid) return null;
  const close = () => {
    setIsNew(RESET);
    navigate(paths.login);
    logOut(site);
  };
  return (
    <Dialog
      title={dialogTexts.dear.title}
      onClose={close}
      actions={
        <div className="actions">
          <button type="button" className="button primary" onClick={close}>
            {shared.close}
          </button>
          {data.status === applied && (
            <button
              type="button"
              className="link"
              onClick={() => navigate(paths.applyProgramConfirmation)}
            >
              {dialogTexts.dear.see}
            </button>
          )}
        </div>
      }
    >
      {dialogTexts.dear.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Dialog>
  );
}

/** Asks before a logout that would lose the answers of a test. */
function ExamRuns({ onClose, onLeave }: Record<'onClose' | 'onLeave', () => void>) {
  const { title, text, goBack, leave } = dialogTexts.examRuns;
  // Not inside the menu, whose styles and folding are not for dialogs.
  return createPortal(
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <div className="actions">
          <Link className="button primary" to={paths.takeExam} onClick={onClose}>
            {goBack}
          </Link>
          <button type="button" className="button" onClick={onLeave}>
            {leave}
          </button>
        </div>
      }
    >
      <p>{text}</p>
    </Dialog>,
    document.body,
  );
}
