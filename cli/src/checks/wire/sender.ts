/** Sends the requests of all checks: at a steady pace, patient with proxies, and sure to come back. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect, OperationName } from '@one-planet/contract';
import { toUpload } from '../../applicant/sample-files.ts';
import { NoAnswer, type RawResponse, type Transport } from '../../backend/transport.ts';
import { Patience } from '../../process/patience.ts';
import { systemCode } from '../../process/system-code.ts';
import { Blocked, Ended } from '../outcome.ts';
import type { FailureLog } from './failure-log.ts';
import type { Reply } from './reply.ts';
import { exchangeOf, type Sent, toReply } from './reply.ts';
import { type Call, toRequest, type WireRequest } from './request.ts';

export interface SenderOptions {
  /** With `/api`. */
  base: string;
  dialect: Dialect;
  request: Transport['request'];
  /** Makes the headers that one more request has beside its own. */
  headers: () => Record<string, string>;
  signal: AbortSignal;
  /** For one whole answer, in milliseconds. */
  timeoutMs: number;
  /** The same for what takes long to send. */
  uploadTimeoutMs: number;
  /** Waits for its turn. */
  pace: () => Promise<void>;
  failureLog: FailureLog;
  /** Called for every answer. */
  onReply: (reply: Reply) => void;
}

/** Proxies and limits answer so: the same request may pass a moment later. */
const passing: readonly number[] = [429, 502, 503, 504];
export function isPassing(status: number): boolean {
  return passing.includes(status);
}
const attempts = 4;
const longestWaitMs = 10_000;
/** In characters. */
const largeBody = 100_000;

export type Send = (operation: OperationName, call?: Call) => Promise<Reply>;

/**
 * Makes what sends an operation's request.
 * @returns a function that answers with what came, whatever its status below 500
 * @throws {Blocked} (from that function) for a 5xx, silence and a broken connection, of which checks of their own tell;
 * {Ended} when the backend is gone or the run is interrupted
 */
export function createSender(options: SenderOptions): Send {
  const { base, dialect, failureLog } = options;
  const send: Send = async (operation, call = {}) => {
    failureLog.refuseSilent(operation);
    const accounts = async () => {
      const { json } = await send('bankAccounts.list', { token: call.token });
      return Array.isArray(json) ? json : [];
    };
    for (let attempt = 1; ; attempt++) {
      const own = options.headers();
      const request = await toRequest(base, dialect, operation, call, accounts, own);
      const sent: Sent = { operation, call, attempt, startedAt: Date.now() };
      const reply = await once(options, request, sent);
      options.onReply(reply);
      if (reply.status < 500 && reply.status !== 429) return reply;
      if (!isPassing(reply.status)) throw failureLog.failed(reply);
      if (attempt === attempts) throw failureLog.closed(reply);
      failureLog.passing(reply);
      await sleep(waitMs(reply, attempt), undefined, { signal: options.signal }).catch(() => {
        throw new Ended(130, 'interrupted');
      });
    }
  };
  return send;
}

/** How long to wait for such an answer to pass, in milliseconds. @param attempt 1 for the first */
export function waitMs({ headers }: Pick<Reply, 'headers'>, attempt: number): number {
  const asked = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
  return Math.min(Number.isFinite(asked) ? asked : 50 * 2 ** attempt, longestWaitMs);
}

async function once(options: SenderOptions, request: WireRequest, sent: Sent): Promise<Reply> {
  const { signal, pace, failureLog } = options;
  const isLarge = request.file !== undefined || (request.body?.length ?? 0) > largeBody;
  const timeoutMs = isLarge ? options.uploadTimeoutMs : options.timeoutMs;
  await pace().catch(() => {});
  const patience = new Patience(timeoutMs, signal);
  const started = performance.now();
  try {
    const raw = await ask(options, request, sent.call, patience.signal);
    return toReply(raw, request, sent, performance.now() - started);
  } catch (cause) {
    if (signal.aborted) throw new Ended(130, 'interrupted');
    const exchange = exchangeOf(request, sent, performance.now() - started);
    if (patience.isOver) throw failureLog.silent(sent.operation, exchange, timeoutMs);
    if (sent.call.mayBreak) throw new Blocked(`${sent.operation}/always-answers`, 'it hung up');
    const code = systemCode(cause) ?? '';
    if (unreachable.test(code)) throw new Ended(3, `${options.base} is not reached (${code})`);
    throw failureLog.broke(sent.operation, exchange);
  } finally {
    patience.end();
  }
}

/** A connection that ends before the first byte of the answer proves nothing, unless a fresh one ends so too. */
async function ask(
  options: SenderOptions,
  { url, method, headers, file, body }: WireRequest,
  { mayBreak = false }: Call,
  signal: AbortSignal,
): Promise<RawResponse> {
  const blob = file && toUpload(file);
  const send = (fresh: boolean) => {
    return options.request(url, { method, headers, body, file: blob, signal, fresh });
  };
  try {
    return await send(false);
  } catch (cause) {
    if (mayBreak || !(cause instanceof NoAnswer)) throw cause;
    return await send(true);
  }
}

/** Nothing listens there, or nobody finds the way: that says nothing of an operation. */
const unreachable =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS\w*|ERR_SSL\w*|\w*CERT\w*)$/;

/** Lets requests pass at a steady pace. @param perSecond default: no limit */
export function rateLimiter(perSecond: number | undefined, signal: AbortSignal) {
  let next = 0;
  return async (): Promise<void> => {
    if (perSecond === undefined) return;
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1000 / perSecond;
    if (at > now) await sleep(at - now, undefined, { signal });
  };
}
