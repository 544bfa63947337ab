import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtom, useAtomValue } from 'jotai';
import { RESET } from 'jotai/utils';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'wouter';
import { dropAllDrafts } from '../offline/drafts.ts';
import { dropExams, hasExam } from '../offline/exam-storage.ts';
import { dropAllEntries, dropFormInput, stopKeeping } from '../offline/kept-input.ts';
import { markWaiting, outboxAtom, outboxMarkKeyOf } from '../offline/outbox-items.ts';
import { bankDraftNameOf, updatePaymentByStatus, useSentPayment } from '../offline/sent-payment.ts';
import { findProceedPath } from '../offline/steps.ts';
import { readStatus, useApplicant } from '../site/applicant-queries.ts';
import {
  isJustLoggedInAtom,
  type Notice,
  noticeAtom,
  sessionAtom,
  useStoredValue,
} from '../site/atoms.ts';
import { endSession, type Site, useSite } from '../site/client.ts';
import { isOwnedBy, ownerHashOf } from '../site/owner.ts';
import { paths } from '../site/routes.ts';
import {
  announceLogOut,
  findOwnerOfLaterLogOut,
  logOutKey,
  warningsBeforeEndMs,
} from '../site/stored-session.ts';
import { dialogTexts, applicantTexts as texts } from '../texts/applicant-words.ts';
import { formTexts as shared } from '../texts/form-words.ts';
import { formatPersonName } from '../texts/formats.ts';
import { frameTexts } from '../texts/frame-words.ts';
import { Dialog } from '../ui/form/dialog.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { Outbox } from './outbox.tsx';
import { isPendingPayment, type Payment, toPayment } from './payment.ts';

/**
 * Ends the session when its time is over, with warnings before, or after a logout in another tab
 * (specification/decisions §3).
 */
function SessionWatch() {
  const site = useSite();
  const session = useAtomValue(sessionAtom);
  const [, navigate] = useLocation();
  const [warningMinutes, setWarningMinutes] = useState<number>();
  const [dismissedWarning, setDismissedWarning] = useState('');
  const endsAt = session?.endsAt;
  const lastLogOut = useStoredValue(logOutKey);

  useEffect(() => {
    if (lastLogOut !== null && followLogOut(site)) navigate(paths.home);
  }, [lastLogOut, site, navigate]);

  useEffect(() => {
    if (endsAt === undefined) return;
    const { isPast, now, watch } = site.clock;
    return watch(() => {
      if (followLogOut(site)) {
        navigate(paths.home);
        return undefined;
      }
      const { warningMinutes, changesInMs } = findSessionPhase(endsAt, now());
      setWarningMinutes(warningMinutes);
      if (changesInMs === undefined) {
        if (!isPast(endsAt)) return undefined;
        endSession(site, { withNotice: true });
        // Without a connection a test on screen stays there: its page could not be opened again.
        const { exam } = document.documentElement.dataset;
        if (navigator.onLine || !exam) navigate(paths.home);
      }
      return changesInMs;
    });
  }, [endsAt, site, navigate]);

  // A dismissed warning stays hidden only for this session: a new login has another `endsAt`.
  const warningKey = `${endsAt} ${warningMinutes}`;
  if (!session || !warningMinutes || warningKey === dismissedWarning) return null;
  return (
    <LoginDialog
      key={warningKey}
      email={session.email}
      reasonText={texts.sessionEnds(warningMinutes)}
      onClose={() => setDismissedWarning(warningKey)}
    />
  );
}

/**
 * Deletes what the device no longer needs once the applicant's status has moved on: what was typed for a payment that
 * staff have verified, and all stored input of an applicant who has applied (specification/decisions §3).
 */
function useCleanUpByStatus(): void {
  const site = useSite();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const status = useApplicant({ isEnabled: false }).data?.status;
  // Runs again when a sent payment is stored or marked as seen, which can happen after the status was read.
  const isPaymentSeen = useSentPayment(email)?.isSeen;
  const cleanUp = useEffectEvent((_isPaymentSeen?: boolean) => {
    if (updatePaymentByStatus(email, status))
      void dropFormInput(site, email, bankDraftNameOf(email));
    if (hasApplied(status)) void stopKeeping(site, email);
  });
  useEffect(() => {
    if (status && email) cleanUp(isPaymentSeen);
  }, [status, email, isPaymentSeen]);
}

/** What every page contains while an applicant is logged in: the session's dialogs, and the outbox. */
export function SessionParts() {
  const isJustLoggedIn = useAtomValue(isJustLoggedInAtom);
  useCleanUpByStatus();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const isMarkedWaiting = useStoredValue(outboxMarkKeyOf(email)) !== null;
  // The outbox stays once a step has waited, because it also announces that the step was sent.
  const [hasWaited, setHasWaited] = useState(false);
  if (isMarkedWaiting && !hasWaited) setHasWaited(true);
  const showsOutbox = isMarkedWaiting || hasWaited;
  return (
    <>
      <SessionWatch />
      {isJustLoggedIn && <ApplicationSubmittedDialog />}
      {showsOutbox && <Outbox />}
    </>
  );
}

/** Which warning a session is due, and when that changes. */
export interface SessionPhase {
  /** `0`: the session is over. Another number: the warning for that many minutes is due. `undefined`: neither. */
  warningMinutes: number | undefined;
  /** Milliseconds until the next phase; `undefined` after the end. */
  changesInMs: number | undefined;
}

/**
 * Warnings come 5 minutes and 1 minute before the end (specification/decisions §3).
 * @param endsAt in milliseconds since 1970
 * @param nowMs in milliseconds since 1970
 */
export function findSessionPhase(endsAt: number, nowMs: number): SessionPhase {
  const leftMs = endsAt - nowMs;
  if (leftMs <= 0) return { warningMinutes: 0, changesInMs: undefined };
  const [dueWarningMs] = warningsBeforeEndMs
    .filter((warningMs) => leftMs <= warningMs)
    .sort((a, b) => a - b);
  const nextWarningMs = Math.max(
    0,
    ...warningsBeforeEndMs.filter((warningMs) => warningMs < leftMs),
  );
  return {
    warningMinutes: dueWarningMs && dueWarningMs / 60_000,
    changesInMs: leftMs - nextWarningMs,
  };
}

/** A logged-in user's part of the header (specification/website §2). */
export function UserActions() {
  const session = useAtomValue(sessionAtom);
  const site = useSite();
  const [, navigate] = useLocation();
  const [isBusy, proceed] = useProceed();
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const logOutAndGoHome = () => {
    logOut(site);
    navigate(paths.home);
  };
  return (
    <>
      <Link className="welcome" to={paths.editProfile}>
        {texts.welcome(formatPersonName(session?.firstName ?? ''))}
      </Link>
      <button
        type="button"
        className="link"
        onClick={() => (hasExam(session?.email ?? '') ? setIsConfirmOpen(true) : logOutAndGoHome())}
      >
        {texts.logout}
      </button>
      <button
        type="button"
        className="button primary"
        aria-busy={isBusy}
        onClick={() => void proceed()}
      >
        {texts.proceed}
      </button>
      {isConfirmOpen && (
        <ConfirmLogOutDuringExam
          onClose={() => setIsConfirmOpen(false)}
          onLeave={logOutAndGoHome}
        />
      )}
    </>
  );
}

/**
 * Ends the session in all tabs of the browser, and deletes what was typed, the steps that wait to be sent, and a test
 * that is not submitted.
 */
export function logOut(site: Site): void {
  const session = site.store.get(sessionAtom);
  const email = session?.email ?? '';
  dropAllDrafts();
  dropExams(email);
  forgetWaitingSteps(site, email);
  // The mark goes last: its removal makes other tabs read again what waits.
  void dropAllEntries(site, email).then(() => markWaiting(email, false));
  endSession(site);
  if (session) announceLogOut(ownerHashOf(session.email));
}

/**
 * Ends the session if a logout happened in another tab since it began. If the same applicant logged out, this tab's
 * drafts and waiting steps are deleted; the device's are not, because the other tab has deleted them, and she may have
 * logged in there again. If it was another applicant, the drafts stay.
 * @returns true if the session was ended
 */
function followLogOut(site: Site): boolean {
  const session = site.store.get(sessionAtom);
  const loggedOutOwner = session ? findOwnerOfLaterLogOut(session) : undefined;
  if (!session || loggedOutOwner === undefined) return false;
  if (!isOwnedBy(loggedOutOwner, session.email)) {
    endSession(site, { withNotice: true });
    return true;
  }
  dropAllDrafts();
  forgetWaitingSteps(site, session.email);
  endSession(site);
  site.store.set(noticeAtom, { text: frameTexts.loggedOut });
  return true;
}

function forgetWaitingSteps(site: Site, email: string): void {
  site.logOutCount += 1;
  site.store.set(outboxAtom, (items) => items.filter((item) => item.email !== email.toLowerCase()));
}

// Where `Proceed with Application` leads (specification/journey §4).

/** The page to open with the history state to pass to it, or a notice that says why there is none. */
type NextPage = { path: string; state?: Payment & { owner: string } } | { problem: Notice };

/** Reads the status, and after the exam also the pending payment. An unknown status leads to no page. */
async function findNextPage(site: Site, email: string): Promise<NextPage> {
  const status = await readStatus(site, email);
  if (status === undefined)
    return { problem: { text: texts.proceedFailed, blamesConnection: true } };
  const nextPath = findProceedPath(status);
  if (!nextPath) return { problem: { text: texts.nothingToDo } };
  if (status !== lifecycle['payments.getPending'].from) return { path: nextPath };
  const query = site.queries.payments.getPending({ isUsable: isPendingPayment });
  return site.queryClient.fetchQuery({ ...query, staleTime: 0 }).then(
    (payment) => ({ path: nextPath, state: { ...toPayment(payment), owner: ownerHashOf(email) } }),
    () => ({ problem: { text: texts.paymentFailed } }),
  );
}

/** @returns whether the next page is being looked up, and the handler of the button `Proceed with Application` */
export function useProceed(): [isBusy: boolean, proceed: () => Promise<void>] {
  const site = useSite();
  const session = useAtomValue(sessionAtom);
  const [, navigate] = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  const proceed = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const nextPage = await findNextPage(site, session?.email ?? '');
    if ('path' in nextPage) await site.prepare(nextPage.path);
    setIsBusy(false);
    // If the session ended meanwhile, a notice already says so.
    if (!site.store.get(sessionAtom)) return;
    site.store.set(noticeAtom, 'problem' in nextPage ? nextPage.problem : null);
    if ('path' in nextPage) navigate(nextPage.path, { state: nextPage.state });
  };
  return [isBusy, proceed];
}

const { from: appliedState, to: admittedState } = lifecycle['staff.admit'];

const hasApplied = (status?: string) => status === appliedState || status === admittedState;

/**
 * The dialog after login for an applicant whose application has been submitted. It does not open on the confirmation
 * page, which says the same (specification/journey §2; specification/decisions §3).
 */
function ApplicationSubmittedDialog() {
  const site = useSite();
  const [path, navigate] = useLocation();
  const [isJustLoggedIn, setIsJustLoggedIn] = useAtom(isJustLoggedInAtom);
  const { data } = useApplicant({ isEnabled: isJustLoggedIn });
  const hasSubmitted = hasApplied(data?.status);
  const isOnConfirmationPage = path.toLowerCase() === paths.applyProgramConfirmation;
  const needsNoDialog = data !== undefined && (!hasSubmitted || isOnConfirmationPage);

  useEffect(() => {
    if (!needsNoDialog) return;
    setIsJustLoggedIn(RESET);
  }, [needsNoDialog, setIsJustLoggedIn]);

  if (!isJustLoggedIn || !hasSubmitted || isOnConfirmationPage) return null;
  const close = () => {
    setIsJustLoggedIn(RESET);
    navigate(paths.login);
    logOut(site);
  };
  const see = () => {
    setIsJustLoggedIn(RESET);
    navigate(data.status === appliedState ? paths.applyProgramConfirmation : paths.home);
  };
  return (
    <Dialog
      title={dialogTexts.dear.title}
      // Escape keeps her logged in; the button says what it does.
      onClose={see}
      actions={
        <div className="actions">
          <button type="button" className="button primary" onClick={see}>
            {dialogTexts.dear.see}
          </button>
          <button type="button" className="button" onClick={close}>
            {shared.close}
          </button>
        </div>
      }
    >
      {dialogTexts.dear.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Dialog>
  );
}

/** Asks for confirmation before a logout that would delete the answers of a test. */
function ConfirmLogOutDuringExam({ onClose, onLeave }: Record<'onClose' | 'onLeave', () => void>) {
  const { title, text, goBack, leave } = dialogTexts.examRuns;
  // Rendered in the body: the menu, where the button is, folds and has styles that would break a dialog.
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
