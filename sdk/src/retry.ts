import { ConnectionError, UnavailableError } from './errors.ts';
import type { RetryOptions } from './options.ts';
import { onAbort } from './signals.ts';

/** The statuses that say "later", of the backend or of a proxy before it. */
export function waitsAndComesBack(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

/** @returns what Retry-After asks for, in milliseconds from now; `undefined` without a readable one */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
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
  const asked = error instanceof UnavailableError ? error.retryAfterMs : undefined;
  if (asked !== undefined) return asked <= maxMs ? asked : undefined;
  const ceiling = Math.min(maxMs, baseMs * 2 ** (attempt - 1));
  return ceiling / 2 + Math.random() * (ceiling / 2);
}

/** Waits, unless a signal ends it first. */
export function pause(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some(({ aborted }) => aborted)) return resolve();
    const done = () => {
      clearTimeout(timer);
      unfollow();
      resolve();
    };
    const timer = setTimeout(done, ms);
    const unfollow = onAbort(signals, done);
  });
}
