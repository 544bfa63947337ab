/** Hands in a test: sends the same answers until the server has them (decisions, section 3). */
import type { ExamResult } from '@one-planet/contract';
import { lifecycle } from '@one-planet/contract/lifecycle';
import { readStatus } from '../../../applicant/reads.ts';
import { type Answered, ask } from '../../../site/answers.ts';
import type { Site } from '../../../site/site.ts';
import { fieldsOf } from '../../../site/unchecked.ts';
import type { Attempt } from '../attempt.ts';
import { keepAttempt, readAttempt } from '../attempt-store.ts';

/**
 * `result`: the server's answer. `passed`: the server already had the answers, and the status has moved on.
 * `failed`: it already had them, and the status has not moved. `refused`: with the server's words. `gone`: another
 * tab was first, or the session ended.
 */
export type HandedIn =
  | { outcome: 'result'; result: ExamResult }
  | { outcome: 'passed' | 'failed' | 'gone' }
  | { outcome: 'refused'; message: string };

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
  const send = async () => options.finish(await sendUntilAnswered(site, attempt, options));
  // Older phones and plain http have no locks; the server accepts a test only once anyway.
  const { locks }: Partial<Navigator> = navigator;
  if (!locks) return send();
  try {
    await locks.request(`exam:${attempt.owner}`, { signal: options.signal }, send);
  } catch (error) {
    if (!options.signal.aborted) throw error;
  }
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
    keepAttempt({ ...kept, sent: true });
    const answer = await ask(
      site,
      site.api.exams.submit({ body: { id: exam.examDto.id, results } }),
    );
    const { status, body, message } = answer;
    if (status === 202 && isResult(body)) return { outcome: 'result', result: body };
    if (status === 401) return { outcome: 'gone' };
    if (status === 202 || isRefusal(status)) {
      const now = await readStatus(site, email);
      if (now !== undefined && now !== lifecycle['exams.submit'].from) return { outcome: 'passed' };
      if (now && mayHaveArrived) return { outcome: 'failed' };
      return { outcome: 'refused', message };
    }
    onUnanswered(status === 0 ? '' : message);
    await pause(sendings);
  }
}

/** True if sending again can't help. "Too busy" and "too slow" (429, 408) are not in the contract and don't count. */
function isRefusal(status: Answered['status']): boolean {
  return status !== 'undeclared' && status >= 400;
}

function isResult(body: unknown): body is ExamResult {
  return typeof fieldsOf(body).resultDesc === 'string';
}
