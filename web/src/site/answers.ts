/** Calls the API from a form and always returns: an answer, or the reason why there is none. */

import type { errorStatuses } from '@one-planet/contract';
import { readMessage } from '@one-planet/contract/messages';
import { AdmissionsError, OffContractError } from '@one-planet/sdk';
import { sessionAtom } from './atoms.ts';
import { endSession, logFailure, type Site } from './client.ts';

export interface AnyAnswer {
  status: number;
  body: unknown;
  headers?: Headers;
}

type RefusalStatus = keyof typeof errorStatuses;

/**
 * The backend was not reached (0), or answered a status that the contract does not declare, or a refusal whose body
 * can't be read.
 */
interface NoAnswer {
  status: 0 | 'undeclared' | RefusalStatus;
  /** The undeclared status. */
  code?: number | undefined;
  body: undefined;
  message: string;
}

/** One of the contract's answers, or none. `message` is what the server said to people, if anything. */
export type Answered<A extends AnyAnswer = AnyAnswer> = (A & { message: string }) | NoAnswer;

/** Waits for a call; never throws for what a backend or a network does. */
export async function answerOf<A extends AnyAnswer>(call: Promise<A>): Promise<Answered<A>> {
  try {
    const answer = await call;
    const said = answer.headers?.get('content-language');
    return { ...answer, message: inLanguage(serverWords(answer.body), said) };
  } catch (error) {
    if (!(error instanceof AdmissionsError)) throw error;
    logFailure(error.operation, error);
    // A success with an HTML page: something other than the backend answered, e.g. a captive portal.
    if (error instanceof OffContractError && error.status < 400) return noAnswer(0, '');
    const status = isRefusal(error) ? error.status : error.status ? 'undeclared' : 0;
    return {
      ...noAnswer(status, inLanguage(serverWords(error.text), error.language)),
      code: error.status,
    };
  }
}

/** Like `answerOf`, for a call with the applicant's token: a 401 ends her session, and no other that began meanwhile. */
export async function askAsApplicant<A extends AnyAnswer>(
  site: Site,
  call: Promise<A>,
): Promise<Answered<A>> {
  const session = site.store.get(sessionAtom);
  const answered = await answerOf(call);
  if (answered.status === 401 && session === site.store.get(sessionAtom))
    endSession(site, { withNotice: true });
  return answered;
}

/** The SDK throws this error for declared statuses only. */
function isRefusal(error: AdmissionsError): error is OffContractError & { status: RefusalStatus } {
  return error instanceof OffContractError;
}

function noAnswer(status: NoAnswer['status'], message: string): NoAnswer {
  return { status, body: undefined, message };
}

/** Signs of a text that only programmers can read: a stack trace, an exception, a query, markup, or the wreck of JSON. */
const technical = [
  /(^|\n)\s*at (?=\S*[.(:/\\])\S+/,
  /\b[A-Za-z_]\w*(Exception|Error)\b/,
  /Traceback|SQLSTATE|\b(java|javax|org|com|System)\.\w+\.\w+/,
  /\bviolates\b|\bconstraint\b|\bduplicate (key|entry)\b|\bcould not (execute|extract)\b/i,
  /\bE(CONN|TIMEDOUT|PIPE)\w*|\bof (undefined|null)\b|\bselect\b.+\bfrom\b.+\bwhere\b/i,
  /^\s*(Internal Server Error|Bad Request|Not Found|Unauthorized|Forbidden|Conflict)\s*$/i,
  /<\/?[a-z][a-z0-9]*(\s[^>]*)?\/?>/i,
  /^\s*[[{]/,
  /\[object \w+\]/,
  /^\s*(undefined|null|NaN)\s*$/,
];

/** More than this, in characters, is no sentence for a person. */
const longest = 500;

/**
 * The message for a person out of what a server said with a refusal.
 * @param body the body as received, parsed or not
 * @returns an empty text where there is none, or none that an applicant could read
 */
export function serverWords(body: unknown): string {
  const said = readMessage(body);
  return said.length > longest || technical.some((sign) => sign.test(said)) ? '' : said;
}

/**
 * The languages of what servers said: a message travels through the site as a text, and what shows it asks here. A text
 * that was said in two languages has the last one.
 */
const languages = new Map<string, string>();

/** A language tag as HTML takes it: `am`, `om-ET`. Several, or anything else, name no language. */
const tag = /^\s*([a-z]{2,3}(?:-[a-z\d]{2,8})*)\s*$/i;

/** @param header what the answer's Content-Language says @returns the message */
export function inLanguage(message: string, header: string | null | undefined): string {
  const [, language] = tag.exec(header ?? '') ?? [];
  if (language) languages.set(message, language);
  else languages.delete(message);
  return message;
}

/** @returns the language of a server's message, for `lang`; nothing where it did not say so, and for the site's own texts */
export function languageOf(message: string): string | undefined {
  return languages.get(message);
}
