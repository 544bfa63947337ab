/** Submits a test: sends the same answers again and again until the server has them (specification/decisions §3). */

import type { ExamResult } from '@one-planet/contract';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { hasPassedTest } from '../../offline/exam-storage.ts';
import { withLock } from '../../offline/locks.ts';
import { dropProfile, readStatus } from '../../site/applicant-queries.ts';
import { type Site, useSite } from '../../site/client.ts';
import type { Message } from '../../site/messages.ts';
import { awaitResponse } from '../../site/responses.ts';
import { paths } from '../../site/routes.ts';
import { fieldsOf } from '../../site/unchecked.ts';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { type Attempt, dropAttempt, keepAttempt, readAttempt } from './attempt.ts';
import { examTexts, runningTexts as texts } from './exam-words.ts';

/**
 * How submitting a test ended. `result`: the server returned a result. `passed`: the server already had answers, and the
 * status shows a pass. `failed`: it already had them, and the status has not changed. `refused`: the server refused the
 * answers, with its message. `gone`: another tab was first, or the session ended.
 */
export type SubmitOutcome =
  | { outcome: 'result'; result: ExamResult }
  | { outcome: 'passed'; answersFrom: AnswersFrom }
  | { outcome: 'failed' }
  | { outcome: 'gone' }
  | { outcome: 'refused'; message: Message | undefined };

/** Who sent the answers that the server already had: `elsewhere`, not this device; `unsure`, possibly this device. */
type AnswersFrom = 'unsure' | 'elsewhere';

interface SubmitOptions {
  email: string;
  signal: AbortSignal;
  /** Called after every attempt that got no response, or one after which sending again can help. */
  onUnanswered: (message: string) => void;
  /** Waits before the next attempt. @param sendCount attempts so far */
  waitBeforeRetry: (sendCount: number) => Promise<void>;
  /** Called with the outcome, before another tab gets its turn. */
  finish: (outcome: SubmitOutcome) => void;
}

/** Sends the answers of a test until the server has them or refuses them, in one tab at a time. */
export async function submitExam(
  site: Site,
  attempt: Attempt,
  options: SubmitOptions,
): Promise<void> {
  // Browsers on older phones, and all over plain http, have no locks; the server accepts a test only once in any case.
  await withLock(`exam:${attempt.owner}`, { signal: options.signal }, async () =>
    options.finish(await sendUntilAnswered(site, attempt, options)),
  );
}

async function sendUntilAnswered(
  site: Site,
  { owner, exam, results = '' }: Attempt,
  { email, signal, onUnanswered, waitBeforeRetry }: SubmitOptions,
): Promise<SubmitOutcome> {
  for (let sendCount = 1; ; sendCount += 1) {
    const storedAttempt = readAttempt(owner);
    if (signal.aborted || storedAttempt?.results !== results) return { outcome: 'gone' };
    const mayHaveArrived = storedAttempt.sent === true;
    if (mayHaveArrived && sendCount === 1) {
      // Another tab may have submitted and deleted the attempt, and this tab may still see it in local storage.
      if (hasPassedTest(await readStatus(site, email)))
        return { outcome: 'passed', answersFrom: 'unsure' };
    }
    keepAttempt({ ...storedAttempt, sent: true });
    const response = await awaitResponse(
      site.api.exams.submit({ body: { id: exam.examDto.id, results } }),
    );
    const { status, body, message } = response;
    if (status === 202 && isResult(body)) return { outcome: 'result', result: body };
    if (status === 401) return { outcome: 'gone' };
    // A refusal that the contract declares: sending again can't help. It can after "too busy" or "too slow" (429, 408),
    // which are not declared.
    const isRefused = status !== 'undeclared' && status >= 400;
    if (status === 202 || isRefused) {
      const applicantStatus = await readStatus(site, email);
      const answersFrom = mayHaveArrived || status === 202 ? 'unsure' : 'elsewhere';
      if (hasPassedTest(applicantStatus)) return { outcome: 'passed', answersFrom };
      if (applicantStatus && mayHaveArrived) return { outcome: 'failed' };
      return { outcome: 'refused', message };
    }
    onUnanswered(status === 0 ? '' : (message?.text ?? ''));
    await waitBeforeRetry(sendCount);
  }
}

function isResult(body: unknown): body is ExamResult {
  return typeof fieldsOf(body).resultDesc === 'string';
}

const retryPauses = { firstMs: 1_000, longestMs: 15_000, forOtherTabMs: 5_000 };

/** How far submitting a test has come. */
export interface SubmitProgress {
  /** How many attempts got no response, or none that settles it. */
  unansweredCount: number;
  /** When the last one ended, in milliseconds since 1970. */
  lastTriedAt: number;
  /** The server's last message, if any. */
  serverMessage: string;
}

interface UseSubmitExamOptions {
  /** `undefined`: nobody is logged in, and nothing is sent. */
  email: string | undefined;
  /** How many questions are answered, as text; the result page shows it if the time was over. */
  answeredText: string;
  /** False: another tab has just submitted the test; this tab waits, because that one shows the result. */
  isThisTabSubmitting: boolean;
}

/**
 * Sends a test that has `results`, then opens the result page.
 * @returns how far that is, a function that sends again without waiting, and the dialog of a refusal, if there is one
 */
export function useSubmitExam(
  attempt: Attempt,
  { email, answeredText, isThisTabSubmitting }: UseSubmitExamOptions,
): [progress: SubmitProgress, retryNow: () => void, dialog: ReactNode] {
  const site = useSite();
  const [, navigate] = useLocation();
  const [dialog, showMessage] = useMessageDialog();
  const [progress, setProgress] = useState<SubmitProgress>({
    unansweredCount: 0,
    lastTriedAt: 0,
    serverMessage: '',
  });
  const resumeRef = useRef(() => {});
  const isSubmitted = attempt.results !== undefined;
  const isLoggedIn = email !== undefined;

  const dropThisAttempt = () => dropAttempt(attempt.owner);
  const finish = (submitOutcome: SubmitOutcome) => {
    if (submitOutcome.outcome === 'gone') return;
    if (submitOutcome.outcome === 'refused') {
      const { message } = submitOutcome;
      showMessage(message ?? texts.lost, {
        title: examTexts.oops,
        ...(message && { secondMessage: { text: texts.submittedElsewhere } }),
        onClose: dropThisAttempt,
      });
      return;
    }
    dropProfile(site, email ?? '');
    const resultState = {
      owner: attempt.owner,
      ...makeResultPageState(submitOutcome, site.clock.now()),
      countedAfterTimeUp: attempt.timeUp ? answeredText : undefined,
    };
    navigate(paths.examResult, { state: resultState, replace: true });
    dropThisAttempt();
  };

  const startSubmitting = useEffectEvent((signal: AbortSignal) =>
    submitExam(site, attempt, {
      email: email ?? '',
      signal,
      onUnanswered: (serverMessage) =>
        setProgress(({ unansweredCount }) => ({
          unansweredCount: unansweredCount + 1,
          lastTriedAt: site.clock.now(),
          serverMessage,
        })),
      waitBeforeRetry: (sendCount) =>
        new Promise((resolve) => {
          resumeRef.current = resolve;
          const { firstMs, longestMs } = retryPauses;
          const timer = setTimeout(resolve, Math.min(longestMs, firstMs * 2 ** (sendCount - 1)));
          const endWait = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', endWait, { once: true });
          addEventListener('online', endWait, { once: true, signal });
        }),
      finish: (submitOutcome) => {
        if (!signal.aborted) finish(submitOutcome);
      },
    }),
  );
  useEffect(() => {
    if (!isSubmitted || !isLoggedIn) return;
    const abortController = new AbortController();
    const delayMs = isThisTabSubmitting ? 0 : retryPauses.forOtherTabMs;
    const timer = setTimeout(() => void startSubmitting(abortController.signal), delayMs);
    return () => {
      clearTimeout(timer);
      abortController.abort();
    };
  }, [isSubmitted, isLoggedIn, isThisTabSubmitting]);

  return [progress, () => resumeRef.current(), dialog];
}

/** @returns the history state with which the result page is opened */
function makeResultPageState(
  submitOutcome: Exclude<SubmitOutcome, { outcome: 'refused' | 'gone' }>,
  arrivedAt: number,
) {
  switch (submitOutcome.outcome) {
    case 'result':
      return { ...makeResultPageFields(submitOutcome.result), arrivedAt };
    case 'failed':
      return { result: 'Fail', resultDesc: 'Fail', answersFrom: 'unsure' };
    case 'passed':
      return { answersFrom: submitOutcome.answersFrom };
  }
}

/** @returns the fields of a result that the result page gets (specification/journey §2) */
function makeResultPageFields({ result, resultDesc, paymentDto, bankAccountList }: ExamResult) {
  return {
    result,
    resultDesc,
    paymentDescription: paymentDto?.description,
    paymentCode: paymentDto?.paymentCode,
    paymentAmount: paymentDto?.paymentAmount,
    isOffline: paymentDto?.isOffline,
    bankAccountList,
  };
}
