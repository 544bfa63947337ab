/** Hands in a test: sends the same answers until the server has them (decisions, section 3). */

import type { ExamResult } from '@one-planet/contract';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { hasPassedTest } from '../../offline/exam-storage.ts';
import { withLock } from '../../offline/locks.ts';
import { readStatus } from '../../site/applicant-queries.ts';
import { profileKey, type Site, useSite } from '../../site/client.ts';
import { now } from '../../site/clock.ts';
import { askAsApplicant } from '../../site/responses.ts';
import { paths } from '../../site/routes.ts';
import { fieldsOf } from '../../site/unchecked.ts';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { type Attempt, dropAttempt, keepAttempt, readAttempt } from './attempt.ts';
import { examTexts as shared, runningTexts as texts } from './exam-words.ts';

/**
 * `result`: the server's answer. `passed`: the server already had answers to this test, and the status has moved on.
 * `failed`: it already had them, and the status has not moved. `refused`: with the server's words. `gone`: another
 * tab was first, or the session ended.
 */
export type HandedIn =
  | { outcome: 'result'; result: ExamResult }
  | { outcome: 'passed'; from: AnswersFrom }
  | { outcome: 'failed' }
  | { outcome: 'gone' }
  | { outcome: 'refused'; message: string };

/** From where the server already had answers. `unsure`: this device had tried to send its own before, perhaps in vain. */
type AnswersFrom = 'unsure' | 'elsewhere';

interface HandInOptions {
  email: string;
  signal: AbortSignal;
  /** Called after every attempt that got no answer. */
  onUnanswered: (message: string) => void;
  /** Waits before the next attempt. @param sendings attempts so far */
  pause: (sendings: number) => Promise<void>;
  /** Called with the outcome, before another tab gets its turn. */
  finish: (handedIn: HandedIn) => void;
}

/** Sends until there is an answer, in one tab at a time. */
export async function handIn(site: Site, attempt: Attempt, options: HandInOptions): Promise<void> {
  // Older phones and plain http have no locks; the server accepts a test only once anyway.
  await withLock(`exam:${attempt.owner}`, { signal: options.signal }, async () =>
    options.finish(await sendUntilAnswered(site, attempt, options)),
  );
}

async function sendUntilAnswered(
  site: Site,
  { owner, exam, results = '' }: Attempt,
  { email, signal, onUnanswered, pause }: HandInOptions,
): Promise<HandedIn> {
  for (let sendings = 1; ; sendings += 1) {
    const kept = readAttempt(owner);
    if (signal.aborted || kept?.results !== results) return { outcome: 'gone' };
    const mayHaveArrived = kept.sent === true;
    if (mayHaveArrived && sendings === 1) {
      // Another tab may have handed it in: what it took away can still seem to be there.
      if (hasPassedTest(await readStatus(site, email)))
        return { outcome: 'passed', from: 'unsure' };
    }
    keepAttempt({ ...kept, sent: true });
    const answer = await askAsApplicant(
      site,
      site.api.exams.submit({ body: { id: exam.examDto.id, results } }),
    );
    const { status, body, message } = answer;
    if (status === 202 && isResult(body)) return { outcome: 'result', result: body };
    if (status === 401) return { outcome: 'gone' };
    // Sending again can't help. "Too busy" and "too slow" (429, 408) are not in the contract and don't count.
    const isRefused = status !== 'undeclared' && status >= 400;
    if (status === 202 || isRefused) {
      const state = await readStatus(site, email);
      const from = mayHaveArrived || status === 202 ? 'unsure' : 'elsewhere';
      if (hasPassedTest(state)) return { outcome: 'passed', from };
      if (state && mayHaveArrived) return { outcome: 'failed' };
      return { outcome: 'refused', message };
    }
    onUnanswered(status === 0 ? '' : message);
    await pause(sendings);
  }
}

function isResult(body: unknown): body is ExamResult {
  return typeof fieldsOf(body).resultDesc === 'string';
}

const pauses = { firstMs: 1_000, longestMs: 15_000, forOtherTabMs: 5_000 };

/** How far a handing in is. */
export interface Sending {
  /** The attempts that got no answer. */
  tries: number;
  /** When the last one ended, in milliseconds since 1970. */
  triedAt: number;
  /** The server's last message, if any. */
  said: string;
}

interface UseHandInOptions {
  /** Nobody is logged in without one, and nothing is sent. */
  email: string | undefined;
  /** False: another tab has just started to hand it in; it goes first and shows the result. */
  isOurs: boolean;
}

/**
 * Hands in a test that has its `results`, then opens the result page.
 * @returns how far it is, the function that tries again at once, and the dialog of a refusal, if there is one
 */
export function useHandIn(
  attempt: Attempt,
  { email, isOurs }: UseHandInOptions,
): [sending: Sending, tryNow: () => void, dialog: ReactNode] {
  const site = useSite();
  const [, navigate] = useLocation();
  const [dialog, showMessage] = useMessageDialog();
  const [sending, setSending] = useState<Sending>({ tries: 0, triedAt: 0, said: '' });
  const goOn = useRef(() => {});
  const isHandedIn = attempt.results !== undefined;
  const isLoggedIn = email !== undefined;

  const drop = () => dropAttempt(attempt.owner);
  const finish = (handedIn: HandedIn) => {
    if (handedIn.outcome === 'gone') return;
    if (handedIn.outcome === 'refused') {
      const secondText = handedIn.message ? texts.submittedElsewhere : '';
      showMessage(handedIn.message || texts.lost, {
        title: shared.oops,
        secondText,
        onClose: drop,
      });
      return;
    }
    site.queries.removeQueries({ queryKey: profileKey(email ?? '') });
    const state = { owner: attempt.owner, ...passedOn(handedIn) };
    navigate(paths.examResult, { state, replace: true });
    drop();
  };

  const begin = useEffectEvent((signal: AbortSignal) =>
    handIn(site, attempt, {
      email: email ?? '',
      signal,
      onUnanswered: (said) =>
        setSending(({ tries }) => ({ tries: tries + 1, triedAt: now(), said })),
      pause: (sendings) =>
        new Promise((resolve) => {
          goOn.current = resolve;
          const { firstMs, longestMs } = pauses;
          const timer = setTimeout(resolve, Math.min(longestMs, firstMs * 2 ** (sendings - 1)));
          const resume = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', resume, { once: true });
          addEventListener('online', resume, { once: true, signal });
        }),
      finish: (handedIn) => {
        if (!signal.aborted) finish(handedIn);
      },
    }),
  );
  useEffect(() => {
    if (!isHandedIn || !isLoggedIn) return;
    const control = new AbortController();
    const wait = isOurs ? 0 : pauses.forOtherTabMs;
    const timer = setTimeout(() => void begin(control.signal), wait);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [isHandedIn, isLoggedIn, isOurs]);

  return [sending, () => goOn.current(), dialog];
}

/** What the result page gets to show. */
function passedOn(handedIn: Exclude<HandedIn, { outcome: 'refused' | 'gone' }>) {
  switch (handedIn.outcome) {
    case 'result':
      return { ...resultState(handedIn.result), arrivedAt: now() };
    case 'failed':
      return { result: 'Fail', resultDesc: 'Fail', answersFrom: 'unsure' };
    case 'passed':
      return { answersFrom: handedIn.from };
  }
}

/** Passed to the result page (journey specification, section 2). */
function resultState({ result, resultDesc, paymentDto, bankAccountList }: ExamResult) {
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
