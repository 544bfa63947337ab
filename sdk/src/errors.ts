/**
 * The errors of a call. They are safe to log: a message repeats no secret that the call sent or the response named. What
 * was received (`text`, `body`, `location`, `serverMessage`) can be read, but is neither printed nor written as JSON.
 */
import { readMessage } from '@one-planet/contract/messages';
import { makeLoggableCause } from '#error-codes';
import type { OtherStatus } from './answers.ts';
import type { ConnectionReason } from './error-codes.ts';
import type { OperationName, Operations, Refusal } from './generated/operations.ts';
import { retryAfterMs } from './response-headers.ts';
import { hideInMessage } from './secrets.ts';

export interface CallFacts {
  /** The operation's name, e.g. `auth.login`. */
  operation: string;
  /** How often the request was sent so far. */
  attempts?: number;
  status?: number | undefined;
  headers?: Headers | undefined;
  /** The body as received, decoded with its charset and cut off at the size limit. */
  text?: string | undefined;
  /** The values that the call sent and that no message may repeat: its token, a password. */
  secrets?: Iterable<string>;
  cause?: unknown;
}

const brand = Symbol.for('@one-planet/sdk/error');

/** The base class of all errors of a call. `message` is for developers and operators, not for applicants. */
export class AdmissionsError extends Error {
  override name = 'AdmissionsError';
  /** What kind of error it is; one value for each class. */
  readonly code: ErrorCode = 'failed';
  readonly operation: string;
  readonly attempts: number;
  // Only what is there becomes a property, so that no log has a line for what is not.
  declare readonly status: number | undefined;
  /** The server's name for the request, from its header X-Request-Id; a secret in it is hidden. */
  declare readonly requestId: string | undefined;
  /** The wait that Retry-After demands, in milliseconds. */
  declare readonly retryAfterMs: number | undefined;
  readonly #text: string | undefined;
  readonly #language: string | undefined;

  constructor(description: string, facts: CallFacts) {
    const { operation, attempts = 0, status, headers, text, secrets = [] } = facts;
    const cause = makeLoggableCause(facts.cause, (text) => hideInMessage(text, secrets));
    super(
      hideInMessage(`${operation}: ${description}`, secrets),
      cause === undefined ? undefined : { cause },
    );
    this.operation = operation;
    this.attempts = attempts;
    const requestId = makeSafeText(headers?.get('x-request-id') ?? undefined, secrets);
    const waitMs = headers && retryAfterMs(headers);
    if (status !== undefined) this.status = status;
    if (requestId !== undefined) this.requestId = requestId;
    if (waitMs !== undefined) this.retryAfterMs = waitMs;
    this.#text = text;
    this.#language = makeSafeText(headers?.get('content-language') ?? undefined, secrets);
  }

  /** The body as received, if there was one. It may hold secrets. */
  get text(): string | undefined {
    return this.#text;
  }

  /** The language of `text`, from the Content-Language header of the response. */
  get language(): string | undefined {
    return this.#language;
  }

  /** Everything that is safe to store. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}
Object.defineProperty(AdmissionsError.prototype, brand, { value: true });

export type ErrorCode =
  | 'failed'
  | 'usage'
  | 'connection'
  | 'timeout'
  | 'aborted'
  | 'undeclared-status'
  | 'unavailable'
  | 'redirect'
  | 'off-contract'
  | 'refused';

/** Every error of a call; `code` says which it is. */
export type AnyAdmissionsError =
  | UsageError
  | ConnectionError
  | TimeoutError
  | AbortedError
  | UndeclaredStatusError
  | UnavailableError
  | RedirectError
  | OffContractError
  | RefusedError;

/** True for an error of this package, also of another copy of it, of which `instanceof` knows nothing. */
export function isAdmissionsError(error: unknown): error is AnyAdmissionsError {
  return typeof error === 'object' && error !== null && brand in error;
}

/**
 * The call cannot be sent: an option is wrong, a path parameter is missing, or a value is not valid in a URL or a header.
 * Nothing was sent.
 */
export class UsageError extends AdmissionsError {
  override name = 'UsageError';
  override readonly code = 'usage';
}

/** The server was not reached, or the connection broke. `phase` says whether a response had begun. */
export class ConnectionError extends AdmissionsError {
  override name = 'ConnectionError';
  override readonly code = 'connection';
  readonly reason: ConnectionReason;
  readonly phase: 'request' | 'answer';

  /** @param platformCode the platform's code, if it says more than the reason, e.g. `CERT_HAS_EXPIRED` */
  constructor(
    reason: ConnectionReason,
    phase: 'request' | 'answer',
    facts: CallFacts,
    platformCode?: string,
  ) {
    const whenText = phase === 'answer' ? ', in the middle of the answer' : '';
    super(`${connectionTexts[reason]}${platformCode ? `: ${platformCode}` : ''}${whenText}`, facts);
    this.reason = reason;
    this.phase = phase;
  }
}

const connectionTexts: Record<ConnectionReason, string> = {
  refused: 'the server refused the connection (nothing listens there)',
  reset: 'the connection broke',
  dns: "the server's name could not be resolved",
  tls: 'the secure connection failed (certificate or protocol)',
  protocol: 'what answered there does not speak HTTP',
  unreachable: 'the server is out of reach',
  unknown: 'the server could not be reached',
};

/** No complete response within the time limit. */
export class TimeoutError extends AdmissionsError {
  override name = 'TimeoutError';
  override readonly code = 'timeout';
  /** The limit, in milliseconds. */
  readonly timeoutMs: number;

  /** @param isOfStandstill the limit was one of an upload in which nothing moved, not of the whole answer */
  constructor(timeoutMs: number, facts: CallFacts, isOfStandstill = false) {
    const missingText = isOfStandstill ? 'nothing was sent' : 'no whole answer';
    super(`${missingText} within ${timeoutMs} ms`, facts);
    this.timeoutMs = timeoutMs;
  }
}

/** The caller's AbortSignal ended the call; `cause` is the reason that was given to it. */
export class AbortedError extends AdmissionsError {
  override name = 'AbortedError';
  override readonly code = 'aborted';

  constructor(facts: CallFacts) {
    super('aborted', facts);
  }
}

type StatusFacts = CallFacts & { status: number };

/** A status that the contract does not declare for this operation. */
export class UndeclaredStatusError extends AdmissionsError {
  override name = 'UndeclaredStatusError';
  override readonly code: 'undeclared-status' | 'unavailable' | 'redirect' = 'undeclared-status';
  declare readonly status: number;

  constructor(
    facts: StatusFacts,
    description = `status ${facts.status}, which the contract does not declare here`,
  ) {
    const serverMessage = readMessage(facts.text);
    super(
      `${description}${serverMessage && ` (${makeSafeText(serverMessage, facts.secrets)})`}`,
      facts,
    );
  }
}

/** 429, 502, 503 or 504: the server, or a proxy in front of it, cannot respond now. */
export class UnavailableError extends UndeclaredStatusError {
  override name = 'UnavailableError';
  override readonly code = 'unavailable';

  constructor(facts: StatusFacts) {
    super(facts, `not available now (status ${facts.status})`);
  }
}

/** A redirect. The API is expected at its own address, so redirects are not followed. */
export class RedirectError extends UndeclaredStatusError {
  override name = 'RedirectError';
  override readonly code = 'redirect';
  readonly #location: string | undefined;

  constructor(facts: StatusFacts) {
    const location = facts.headers?.get('location') ?? undefined;
    super(
      facts,
      `a redirect${location ? ` to ${makeSafeText(location, facts.secrets)}` : ''}, which an API call does not follow`,
    );
    this.#location = location;
  }

  /** Where the redirect leads, if the platform shows it. It may hold a token. */
  get location(): string | undefined {
    return this.#location;
  }
}

export type BodyReason =
  | 'html'
  | 'empty'
  | 'encoding'
  | 'invalid-json'
  | 'content-type'
  | 'too-large'
  | 'schema';

export interface BodyIssue {
  /** The path within the body, e.g. `roles.0.name`. */
  path: string;
  message: string;
}

/** A declared status with a body that breaks the contract. */
export class OffContractError extends AdmissionsError {
  override name = 'OffContractError';
  override readonly code = 'off-contract';
  declare readonly status: number;
  readonly reason: BodyReason;
  /** The first hundred differences from the schema, with the reason `schema`. */
  readonly issues: readonly BodyIssue[];

  constructor(
    reason: BodyReason,
    detail: string,
    facts: StatusFacts & { issues?: readonly BodyIssue[] },
  ) {
    const safeDetail = makeSafeText(detail, facts.secrets);
    super(`status ${facts.status} with a body that breaks the contract: ${safeDetail}`, facts);
    this.reason = reason;
    this.issues = (facts.issues ?? []).map(({ path, message }) => ({
      path: makeSafeText(path, facts.secrets),
      message: makeSafeText(message, facts.secrets),
    }));
  }
}

/**
 * Thrown by `unwrap`, queries and hooks for a refusal that the contract declares. `message` ends with the server's
 * message.
 */
export class RefusedError<Name extends OperationName = OperationName> extends AdmissionsError {
  override name = 'RefusedError';
  override readonly code = 'refused';
  declare readonly status: RefusalStatus<Name>;
  readonly #body: Refusal;

  constructor(body: Refusal, facts: StatusFacts) {
    const serverMessage = readMessage(body);
    super(
      `refused with status ${facts.status}${serverMessage && `: ${makeSafeText(serverMessage, facts.secrets)}`}`,
      facts,
    );
    this.#body = body;
  }

  /** The body as received: read it with `readMessage`. */
  get body(): Refusal {
    return this.#body;
  }

  /** The server's message for a person; empty when there was none. */
  get serverMessage(): string {
    return readMessage(this.#body);
  }
}

type RefusalStatus<Name extends OperationName> = Operations[Name]['refusals'] | OtherStatus;

const maxTextLength = 200;

/** A text of the server as an error may repeat it. Secrets are hidden before it is cut, which may leave half of one. */
function makeSafeText<T extends string | undefined>(text: T, secrets: Iterable<string> = []): T {
  if (text === undefined) return text;
  const safeText = hideInMessage(text, secrets);
  const isShort = safeText.length <= maxTextLength;
  return (isShort ? safeText : `${safeText.slice(0, maxTextLength)}…`) as T;
}
