/** Calls the API from a form and always returns: an answer, or the reason why there is none. */
import type { errorStatuses } from '@one-planet/contract';
import { AdmissionsError, OffContractError } from '@one-planet/sdk';
import { inLanguage } from './message-language.ts';
import { logFailure } from './queries.ts';
import { serverWords } from './server-words.ts';
import { endSession } from './session.ts';
import type { Site } from './site.ts';

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
export async function ask<A extends AnyAnswer>(site: Site, call: Promise<A>): Promise<Answered<A>> {
  const session = site.session.get();
  const answered = await answerOf(call);
  if (answered.status === 401 && session === site.session.get()) endSession(site, { told: true });
  return answered;
}

/** The SDK throws this error for declared statuses only. */
function isRefusal(error: AdmissionsError): error is OffContractError & { status: RefusalStatus } {
  return error instanceof OffContractError;
}

function noAnswer(status: NoAnswer['status'], message: string): NoAnswer {
  return { status, body: undefined, message };
}
