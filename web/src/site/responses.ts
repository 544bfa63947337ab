/** Awaits calls of the API for forms, without throwing: the outcome is a response, or the reason why there is none. */

import type { errorStatusMeanings } from '@one-planet/contract';
import { readMessage } from '@one-planet/contract/messages';
import { AdmissionsError, OffContractError, TimeoutError, UnavailableError } from '@one-planet/sdk';
import { formTexts as texts } from '../texts/form-words.ts';
import { logFailure } from './client.ts';

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
  message: string;
}

/** A response of the contract, or why there is none. `message`: the server's text for people, empty if there is none. */
export type ResponseOrFailure<A extends AnyResponse = AnyResponse> =
  | (A & { message: string })
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
    if (error instanceof OffContractError && error.status < 400) return makeFailure(0, '');
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

function makeFailure(status: NoResponse['status'], message: string): NoResponse {
  return { status, body: undefined, message };
}

/** @returns what the server says, or what the status means if the server says nothing that a person can read */
function makeMessage(
  status: number | undefined,
  body: unknown,
  languageHeader: string | null | undefined,
  error?: AdmissionsError,
): string {
  const serverMessage = rememberLanguage(extractReadableMessage(body), languageHeader);
  if (serverMessage) return serverMessage;
  if (status === 429) {
    const waitMs = error instanceof UnavailableError ? error.retryAfterMs : undefined;
    return waitMs === undefined ? texts.tooMany : texts.tooManyUntil(Math.ceil(waitMs / 60_000));
  }
  const meaningsByStatus: Readonly<Record<number, string>> = texts.refusals;
  return meaningsByStatus[status ?? 0] ?? '';
}

/** What only programmers can read: a stack trace, an exception, a query, markup, or cut JSON. */
const technicalPatterns = [
  /(^|\n)\s*at (?=\S*[.(:/\\])\S+/,
  /\b[A-Za-z_]\w*(Exception|Error)\b/,
  /Traceback|SQLSTATE|\b(java|javax|org|com|System)\.\w+\.\w+/,
  /\bviolates\b|\bconstraint\b|\bduplicate (key|entry)\b|\bcould not (execute|extract)\b/i,
  /\bE(CONN|TIMEDOUT|PIPE)\w*|\bof (undefined|null)\b|\bselect\b.+\bfrom\b.+\bwhere\b/i,
  /^\s*(Internal Server Error|Bad Request|Not Found|Unauthorized|Forbidden|Conflict|Too Many Requests)\s*$/i,
  /^\s*(\d{3} )?(Payload|Content|Request Entity) Too Large\s*$|^\s*Unsupported Media Type\s*$/i,
  /<\/?[a-z][a-z0-9]*(\s[^>]*)?\/?>/i,
  /^\s*[[{]/,
  /\[object \w+\]/,
  /^\s*(undefined|null|NaN)\s*$/,
];

/** A longer text is not a message for a person. */
const maxMessageLength = 500;

/**
 * Finds the message for a person in the body of a refusal.
 * @param body the body as received, parsed or not
 * @returns an empty text if there is none, or none that an applicant could understand
 */
export function extractReadableMessage(body: unknown): string {
  const message = readMessage(body);
  return message.length > maxMessageLength ||
    technicalPatterns.some((pattern) => pattern.test(message))
    ? ''
    : message;
}

/**
 * The language of each server message by its text: a message is passed through the site as a plain text, and the
 * component that shows it looks its language up here. If the same text came in two languages, the last one counts.
 */
const messageLanguages = new Map<string, string>();

/** A single language tag that HTML accepts, e.g. `am` or `om-ET`. A list of tags, or anything else, names no language. */
const languageTagPattern = /^\s*([a-z]{2,3}(?:-[a-z\d]{2,8})*)\s*$/i;

/** Notes a message's language. @param languageHeader the response's Content-Language @returns the message */
export function rememberLanguage(
  message: string,
  languageHeader: string | null | undefined,
): string {
  const [, language] = languageTagPattern.exec(languageHeader ?? '') ?? [];
  if (language) messageLanguages.set(message, language);
  else messageLanguages.delete(message);
  return message;
}

/** @returns the language of a server's message, for `lang`; `undefined` if it is unknown, and for the site's own texts */
export function languageOf(message: string): string | undefined {
  return messageLanguages.get(message);
}
