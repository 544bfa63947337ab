/** When a call is made again, and the waits between. */
import { ConnectionError, UnavailableError } from './errors.ts';
import type { RetryOptions } from './options.ts';

interface Waiting {
  acts: Set<() => void>;
  listener: () => void;
}

/** Many calls may hang on one signal, which platforms take for a leak and warn of: it gets one listener for all. */
const waiting = new WeakMap<AbortSignal, Waiting>();

/**
 * Runs `act` once any of the signals is aborted; an abort before this call is not reported.
 * @returns ends the waiting; to be called in any case
 */
export function onAbort(signals: readonly AbortSignal[], act: () => void): () => void {
  const ends = signals.map((signal) => waitFor(signal, () => act()));
  return () => {
    for (const end of ends) end();
  };
}

function waitFor(signal: AbortSignal, act: () => void): () => void {
  const { acts, listener } = waiting.get(signal) ?? startWaiting(signal);
  acts.add(act);
  return () => {
    if (!acts.delete(act) || acts.size > 0) return;
    signal.removeEventListener('abort', listener);
    waiting.delete(signal);
  };
}

function startWaiting(signal: AbortSignal): Waiting {
  const acts = new Set<() => void>();
  const listener = () => {
    for (const act of [...acts]) act();
  };
  const entry = { acts, listener };
  waiting.set(signal, entry);
  signal.addEventListener('abort', listener, { once: true });
  return entry;
}

/** The statuses that say "later", of the backend or of a proxy before it. */
export function isTemporaryStatus(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

/** @returns what Retry-After asks for, in milliseconds from now; `undefined` without a readable one */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // A device's clock may be hours off; the answer's own `Date` is of the same server.
  const answeredAt = Date.parse(headers.get('date') ?? '') || now;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - answeredAt);
}

/**
 * How long to wait before the next attempt.
 * @param attempt the one that failed, from 1
 * @returns milliseconds, or `undefined` when the failure is final
 */
export function retryDelay(
  error: unknown,
  attempt: number,
  options: RetryOptions = {},
): number | undefined {
  const { attempts = 3, baseMs = 300, maxMs = 10_000 } = options;
  const passing =
    error instanceof UnavailableError ||
    // A wrong certificate, or another protocol, is there the next time too.
    (error instanceof ConnectionError && error.reason !== 'tls' && error.reason !== 'protocol');
  if (!passing || attempt >= attempts) return undefined;
  const retryAfter = error instanceof UnavailableError ? error.retryAfterMs : undefined;
  if (retryAfter !== undefined) return retryAfter <= maxMs ? retryAfter : undefined;
  const ceiling = Math.min(maxMs, baseMs * 2 ** (attempt - 1));
  return ceiling / 2 + Math.random() * (ceiling / 2);
}

/** Waits, unless a signal ends it first. */
export function pause(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some(({ aborted }) => aborted)) return resolve();
    const finish = () => {
      clearTimeout(timer);
      unfollow();
      resolve();
    };
    const timer = setTimeout(finish, ms);
    const unfollow = onAbort(signals, finish);
  });
}
