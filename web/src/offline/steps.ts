/** Sends the steps that move an applicant to the next state: each only once, even if a response is lost. */

import {
  isApplicantState,
  type LifecycleRow,
  lifecycle,
  type MovingOperation,
  proceedTo,
} from '@one-planet/contract/lifecycle';
import { readStatus } from '../site/applicant-queries.ts';
import { sessionAtom } from '../site/atoms.ts';
import type { Site } from '../site/client.ts';
import type { Message } from '../site/messages.ts';
import { type AnyResponse, awaitResponse, type ResponseOrFailure } from '../site/responses.ts';
import { paths } from '../site/routes.ts';
import { formTexts as texts } from '../texts/form-words.ts';

/** @returns the path of the page that `Proceed with Application` opens in a state, if any */
export function findProceedPath(status: string): string | undefined {
  const pageByStatus: Readonly<Partial<Record<string, keyof typeof paths>>> = proceedTo;
  const name = pageByStatus[status];
  return name && paths[name];
}

/** The path of the page after a step: the specified one, unless the applicant's status is further along. */
export function findPathAfterStep(operation: MovingOperation, status = ''): string {
  const { from, to } = lifecycle[operation];
  return !isApplicantState(status) || status === from || status === to
    ? findSpecifiedPathAfter(operation)
    : (findProceedPath(status) ?? findSpecifiedPathAfter(operation));
}

/** The path of the page that the specification opens after a step (specification/journey §4). */
export function findSpecifiedPathAfter(operation: MovingOperation): string {
  const { nextPageName, to }: LifecycleRow & { nextPageName?: keyof typeof paths } =
    lifecycle[operation];
  return (nextPageName ? paths[nextPageName] : findProceedPath(to)) ?? paths.home;
}

/**
 * The path of the page after a step that was taken before. Where the status leads comes first, because the specified page
 * may say that what was typed here was sent.
 */
export function findPathAfterEarlierStep(operation: MovingOperation, status: string): string {
  return findProceedPath(status) ?? findSpecifiedPathAfter(operation);
}

/** A step that the server has. */
export interface TakenStep {
  /** The page to open. */
  nextPath: string;
  /** It was taken earlier, not by this request. */
  wasTakenBefore?: boolean;
  /** The status does not show it, or can't be read. */
  isUnconfirmed?: boolean;
}

/** `failure`: it was not taken; the last response. */
export type StepOutcome = TakenStep | { failure: ResponseOrFailure };

const maxAttempts = 3;

/**
 * Takes a step. A request without a response may have had its effect, so the status is read before it is sent again. A
 * refusal may only mean that the step was taken before (its response was lost, or another tab sent it).
 */
export async function takeStep(
  site: Site,
  operation: MovingOperation,
  email: string,
  send: () => Promise<AnyResponse>,
): Promise<StepOutcome> {
  const { from } = lifecycle[operation];
  for (let attempt = 1; ; attempt += 1) {
    const response = await awaitResponse(send());
    // She may have logged out meanwhile, and another applicant logged in: that one's status says nothing.
    const isSameSession = site.store.get(sessionAtom)?.email === email;
    const applicantStatus = isSameSession ? await readStatus(site, email) : undefined;
    const { status: responseStatus } = response;
    const isAccepted =
      responseStatus !== 'undeclared' && responseStatus >= 200 && responseStatus < 300;
    const isShown = applicantStatus !== undefined && applicantStatus !== from;
    // The first request was refused, so none of what is sent here had an effect.
    if (isShown && !isAccepted && attempt === 1 && Number(responseStatus) >= 400)
      return {
        nextPath: findPathAfterEarlierStep(operation, applicantStatus),
        wasTakenBefore: true,
      };
    if (isAccepted || isShown) {
      return {
        nextPath: findPathAfterStep(operation, applicantStatus),
        ...(!isShown && { isUnconfirmed: true }),
      };
    }
    const isUnanswered = responseStatus === 0 && applicantStatus !== undefined;
    if (!isUnanswered || attempt === maxAttempts) return { failure: response };
  }
}

/** @returns the server's message, or one of ours if it sent none or was not reached */
export function makeRefusalMessage({
  status,
  message,
}: Pick<ResponseOrFailure, 'status' | 'message'>): Message {
  return message ?? { text: status === 0 ? texts.checkConnection : texts.tryLater };
}
