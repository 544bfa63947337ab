/** The errors of a call. Each has the operation, and the status and the raw text if there are any. */
import { readMessage } from '@one-planet/contract/messages';

export interface CallFacts {
  /** The operation's name, e.g. `auth.login`. */
  operation: string;
  status?: number;
  /** The body as received, decoded with its charset and cut off at the size limit. */
  text?: string;
  /** The Content-Language of the response. */
  language?: string | undefined;
  cause?: unknown;
}

/** The base class of all errors of a call. `message` is for developers and operators, not for applicants. */
export class AdmissionsError extends Error {
  override name = 'AdmissionsError';
  readonly operation: string;
  readonly status: number | undefined;
  readonly text: string | undefined;
  /** The language of `text`, from the Content-Language header of the response. */
  readonly language: string | undefined;

  constructor(description: string, facts: CallFacts) {
    super(`${facts.operation}: ${description}`, { cause: facts.cause });
    this.operation = facts.operation;
    this.status = facts.status;
    this.text = facts.text;
    this.language = facts.language;
  }
}

/**
 * The call cannot be sent: a path parameter is missing, or a value is not valid in a URL or a header. Nothing was sent.
 */
export class UsageError extends AdmissionsError {
  override name = 'UsageError';
}

export type ConnectionReason =
  | 'refused'
  | 'reset'
  | 'dns'
  | 'tls'
  | 'protocol'
  | 'unreachable'
  | 'unknown';

/** The server was not reached, or the connection broke. `phase` says whether a response had begun. */
export class ConnectionError extends AdmissionsError {
  override name = 'ConnectionError';
  readonly reason: ConnectionReason;
  readonly phase: 'request' | 'answer';

  /** @param code the platform's code, if it says more than the reason, e.g. `CERT_HAS_EXPIRED` */
  constructor(
    reason: ConnectionReason,
    phase: 'request' | 'answer',
    facts: CallFacts,
    code?: string,
  ) {
    const whenText = phase === 'answer' ? ', in the middle of the answer' : '';
    super(`${connectionTexts[reason]}${code ? `: ${code}` : ''}${whenText}`, facts);
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
  /** The limit, in milliseconds. */
  readonly timeoutMs: number;

  constructor(timeoutMs: number, facts: CallFacts) {
    super(`no whole answer within ${timeoutMs} ms`, facts);
    this.timeoutMs = timeoutMs;
  }
}

/** The caller's AbortSignal ended the call. */
export class AbortedError extends AdmissionsError {
  override name = 'AbortedError';
  constructor(facts: CallFacts) {
    super('aborted', facts);
  }
}

/** A status that the contract does not declare for this operation. */
export class UndeclaredStatusError extends AdmissionsError {
  override name = 'UndeclaredStatusError';
  declare readonly status: number;

  constructor(
    facts: CallFacts & { status: number },
    description = `status ${facts.status}, which the contract does not declare here`,
  ) {
    const serverMessage = readMessage(facts.text);
    super(`${description}${serverMessage ? ` (${shortenText(serverMessage)})` : ''}`, facts);
  }
}

/** 429, 502, 503 or 504: the server, or a proxy in front of it, cannot respond now. */
export class UnavailableError extends UndeclaredStatusError {
  override name = 'UnavailableError';
  /** The wait that Retry-After demands, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(facts: CallFacts & { status: number; retryAfterMs?: number | undefined }) {
    super(facts, `not available now (status ${facts.status})`);
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** A redirect. The API is expected at its own address, so redirects are not followed. */
export class RedirectError extends UndeclaredStatusError {
  override name = 'RedirectError';
  /** Where the redirect leads, if the platform shows it. */
  readonly location: string | undefined;

  constructor(facts: CallFacts & { status: number; location?: string | undefined }) {
    super(
      facts,
      `a redirect${facts.location ? ` to ${facts.location}` : ''}, which an API call does not follow`,
    );
    this.location = facts.location;
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
  declare readonly status: number;
  readonly reason: BodyReason;
  /** The first hundred differences from the schema, with the reason `schema`. */
  readonly issues: readonly BodyIssue[];

  constructor(
    reason: BodyReason,
    detail: string,
    facts: CallFacts & { status: number; issues?: readonly BodyIssue[] },
  ) {
    super(`status ${facts.status} with a body that breaks the contract: ${detail}`, facts);
    this.reason = reason;
    this.issues = facts.issues ?? [];
  }
}

/** Thrown by `unwrap` for a refusal that the contract declares; `message` ends with the server's message. */
export class RefusedError extends AdmissionsError {
  override name = 'RefusedError';
  declare readonly status: number;
  /** The server's message for a person; empty when there was none. */
  readonly serverMessage: string;
  readonly body: unknown;

  constructor(body: unknown, facts: CallFacts & { status: number }) {
    const serverMessage = readMessage(body);
    super(
      `refused with status ${facts.status}${serverMessage ? `: ${shortenText(serverMessage)}` : ''}`,
      facts,
    );
    this.serverMessage = serverMessage;
    this.body = body;
  }
}

function shortenText(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
