/** Awaits calls of the API for forms, without throwing: the outcome is a response, or the reason why there is none. */

import type { errorStatusMeanings } from '@one-planet/contract';
import { AdmissionsError, OffContractError, TimeoutError, UnavailableError } from '@one-planet/sdk';
import { formTexts as texts } from '../texts/form-words.ts';
import { logFailure } from './client.ts';
import { type Message, readServerMessage } from './messages.ts';

export interface AnyResponse {
  status: number;
  body: unknown;
  headers?: Headers;
}

type RefusalStatus = keyof typeof errorStatusMeanings;

/**
 * The backend was not reached (0), or its response has a status that the contract does not declare, or is a refusal
 * whose body can't be read.
 */
interface NoResponse {
  status: 0 | 'undeclared' | RefusalStatus;
  /** The status of the response, if there was one. */
  undeclaredStatus?: number | undefined;
  /** The call ended at its time limit. */
  isTimedOut?: boolean;
  body: undefined;
  message: Message | undefined;
}

/** A response of the contract, or why there is none. `message`: what the server says to people, if anything. */
export type ResponseOrFailure<A extends AnyResponse = AnyResponse> =
  | (A & { message: Message | undefined })
  | NoResponse;

/** Awaits a call; never throws for what a backend or a network does. */
export async function awaitResponse<A extends AnyResponse>(
  callPromise: Promise<A>,
): Promise<ResponseOrFailure<A>> {
  try {
    const response = await callPromise;
    const { status, body, headers } = response;
    return { ...response, message: makeMessage(status, body, headers?.get('content-language')) };
  } catch (error) {
    if (!(error instanceof AdmissionsError)) throw error;
    logFailure(error.operation, error);
    // A success that is not of the contract, e.g. an HTML page: something else responded, such as a captive portal.
    if (error instanceof OffContractError && error.status < 400) return makeFailure(0, undefined);
    const status = isRefusal(error) ? error.status : error.status ? 'undeclared' : 0;
    return {
      ...makeFailure(status, makeMessage(error.status, error.text, error.language, error)),
      undeclaredStatus: error.status,
      isTimedOut: error instanceof TimeoutError,
    };
  }
}

/** @returns whether the server refused because there were too many requests; the message says when to try again */
export function isRateLimited(response: ResponseOrFailure): boolean {
  return 'undeclaredStatus' in response && response.undeclaredStatus === 429;
}

/** The SDK throws this error for declared statuses only. */
function isRefusal(error: AdmissionsError): error is OffContractError & { status: RefusalStatus } {
  return error instanceof OffContractError;
}

function makeFailure(status: NoResponse['status'], message: Message | undefined): NoResponse {
  return { status, body: undefined, message };
}

/** @returns what the server says, or what the status means if the server says nothing that a person can read */
function makeMessage(
  status: number | undefined,
  body: unknown,
  languageHeader: string | null | undefined,
  error?: AdmissionsError,
): Message | undefined {
  const serverMessage = readServerMessage(body, languageHeader);
  if (serverMessage) return serverMessage;
  if (status === 429) {
    const waitMs = error instanceof UnavailableError ? error.retryAfterMs : undefined;
    const waitMinutes = waitMs === undefined ? undefined : Math.ceil(waitMs / 60_000);
    return { text: waitMinutes === undefined ? texts.tooMany : texts.tooManyUntil(waitMinutes) };
  }
  const meaningsByStatus: Readonly<Record<number, string>> = texts.refusals;
  const text = meaningsByStatus[status ?? 0];
  return text === undefined ? undefined : { text };
}
