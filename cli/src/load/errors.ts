/** Errors of a load run: counted by kind, with one example of each kind. */
import {
  AbortedError,
  ConnectionError,
  type Exchange,
  OffContractError,
  RedirectError,
  TimeoutError,
  UnavailableError,
} from '@one-planet/sdk';
import type { StepResult } from '../applicant/journey.ts';
import { exitCodes, unwrapError } from '../core/exit.ts';
import { runSecrets } from '../core/secrets.ts';
import { toOneLine } from '../core/text.ts';
import { makeCurl } from '../report/evidence.ts';

/** The errors of one kind, without secrets. */
export interface ErrorKind {
  /** The operation, or `step …` where no operation is to blame. */
  where: string;
  kind: string;
  attempts: number;
  /** How many journeys ended because of the error. */
  journeys: number;
  /** The message of the first error. */
  example: string;
  /** Repeats the first error. */
  curl?: string;
}

/** A run has more kinds of errors only if the server returns nonsense; further kinds are counted together. */
const maxErrorKinds = 200;
const restOfKinds = {
  where: 'others',
  kind: `beyond the first ${maxErrorKinds} kinds`,
  example: '',
};
const maxMessageLength = 500;

export class ErrorCounts {
  readonly #kindsByKey = new Map<string, ErrorKind>();

  /** The most frequent kinds first. */
  get byFrequency(): ErrorKind[] {
    const countFrequency = ({ attempts, journeys }: ErrorKind) => Math.max(attempts, journeys);
    return [...this.#kindsByKey.values()].sort((a, b) => countFrequency(b) - countFrequency(a));
  }

  /**
   * Counts an attempt, if it failed.
   * @returns whether it failed
   */
  addAttempt(exchange: Exchange): boolean {
    const errorKind = findErrorKindOfAttempt(exchange);
    if (errorKind === undefined) return false;
    this.#kindOf(exchange.operation, errorKind, () => ({
      example: shortenMessage(messageOf(exchange), exchange.operation),
      curl: makeCurl(exchange),
    })).attempts += 1;
    return true;
  }

  addJourney(step: StepResult): void {
    const journeyEnd = endOfJourney(step);
    const { failure } = step;
    if (!journeyEnd || !failure) return;
    const { expected, got, message, exchange } = failure;
    const text = expected && got ? `expected ${expected}, got ${got}` : message;
    this.#kindOf(journeyEnd.where, journeyEnd.kind, () => ({
      example: shortenMessage(text, journeyEnd.where),
      curl: exchange && makeCurl(exchange),
    })).journeys += 1;
  }

  #kindOf(
    where: string,
    kind: string,
    makeExample: () => Pick<ErrorKind, 'example' | 'curl'>,
  ): ErrorKind {
    const errorKind = this.#kindsByKey.get(`${where} ${kind}`);
    if (errorKind) return errorKind;
    const hasTooManyKinds = this.#kindsByKey.size >= maxErrorKinds && where !== restOfKinds.where;
    if (hasTooManyKinds)
      return this.#kindOf(restOfKinds.where, restOfKinds.kind, () => ({
        example: restOfKinds.example,
      }));
    const newErrorKind = { where, kind, attempts: 0, journeys: 0, ...makeExample() };
    this.#kindsByKey.set(`${where} ${kind}`, newErrorKind);
    return newErrorKind;
  }
}

/**
 * Shortens a message for a report.
 * @param where the place, which the report shows beside it and the text need not repeat
 */
function shortenMessage(text: string, where: string): string {
  const textWithoutPlace = text.startsWith(`${where}: `) ? text.slice(where.length + 2) : text;
  const line = toOneLine(runSecrets.hideIn(textWithoutPlace));
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line;
}

function messageOf({ error, status, answerText }: Exchange): string {
  if (error instanceof Error) return unwrapError(error).message;
  return `status ${status}${answerText ? ` with ${answerText}` : ''}`;
}

/** @returns the kind of error of an attempt; `undefined` when it did not fail, or was aborted by Ctrl-C */
export function findErrorKindOfAttempt({ error, status }: Exchange): string | undefined {
  if (error instanceof AbortedError) return undefined;
  if (error instanceof ConnectionError) {
    const connectionFailure = error.reason === 'unknown' ? 'failed' : error.reason;
    return `connection ${connectionFailure}${error.phase === 'answer' ? ' in the answer' : ''}`;
  }
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof UnavailableError) return `unavailable ${error.status}`;
  if (error instanceof RedirectError) return `redirect ${error.status}`;
  if (error instanceof OffContractError) return `off contract: ${error.reason}`;
  if (error !== undefined) return `undeclared status ${status ?? ''}`.trim();
  return status !== undefined && status >= 400 ? `refused ${status}` : undefined;
}

/** Where a journey ended, and why. */
export interface JourneyEnd {
  /** The operation, or the step where no operation is to blame. */
  where: string;
  kind: string;
}

/** Whom a step waits for, if it is not the API. */
const awaitedParties: Record<string, string> = {
  activate: 'mail',
  verify: 'staff',
  pay: 'provider',
};

/** @returns how the step ended its journey; `undefined` when it did not, or was interrupted */
export function endOfJourney({ id, outcome, failure }: StepResult): JourneyEnd | undefined {
  if (!failure || outcome === 'interrupted') return undefined;
  const { operation, exchange, exitCode } = failure;
  if (operation) {
    const kind = exchange && findErrorKindOfAttempt(exchange);
    // The response keeps the contract's schema, but its content is not what the journey expects: another state, or
    // other bytes.
    return { where: operation, kind: kind ?? 'broken promise' };
  }
  const awaitedParty = awaitedParties[id] ?? 'adapter';
  const where = `step ${id}`;
  if (exitCode === exitCodes.wrongUsage) return { where, kind: `${awaitedParty}: configuration` };
  if (exitCode === exitCodes.notReached) return { where, kind: `${awaitedParty}: not reached` };
  if (exitCode === exitCodes.noMail) return { where, kind: `${awaitedParty}: did not come` };
  if (exitCode === exitCodes.waiting) return { where, kind: `waiting for ${awaitedParty}` };
  return { where, kind: `${awaitedParty}: failed` };
}
