/** Decides whether and when a call is repeated. */
import { ConnectionError, UnavailableError } from './errors.ts';
import type { RetryOptions } from './options.ts';

interface SharedListener {
  callbacks: Set<() => void>;
  listener: () => void;
}

/** Calls that wait for the same signal share one listener, because platforms report many listeners as a leak. */
const sharedListeners = new WeakMap<AbortSignal, SharedListener>();

/**
 * Runs `act` when any of the signals is aborted; a signal that is already aborted is ignored.
 * @returns a function that stops waiting, which always has to be called
 */
export function onAbort(signals: readonly AbortSignal[], act: () => void): () => void {
  const removeFunctions = signals.map((signal) => addListener(signal, () => act()));
  return () => {
    for (const removeListener of removeFunctions) removeListener();
  };
}

function addListener(signal: AbortSignal, act: () => void): () => void {
  const { callbacks, listener } = sharedListeners.get(signal) ?? shareListener(signal);
  callbacks.add(act);
  return () => {
    if (!callbacks.delete(act) || callbacks.size > 0) return;
    signal.removeEventListener('abort', listener);
    sharedListeners.delete(signal);
  };
}

function shareListener(signal: AbortSignal): SharedListener {
  const callbacks = new Set<() => void>();
  const listener = () => {
    for (const act of [...callbacks]) act();
  };
  const sharedListener = { callbacks, listener };
  sharedListeners.set(signal, sharedListener);
  signal.addEventListener('abort', listener, { once: true });
  return sharedListener;
}

/**
 * The wait before the next attempt.
 * @param attempt the number of the attempt that failed, from 1
 * @returns milliseconds, or `undefined` when the call is not repeated
 */
export function computeRetryDelayMs(
  error: unknown,
  attempt: number,
  options: RetryOptions = {},
): number | undefined {
  const { attempts = 3, baseMs = 300, maxMs = 10_000 } = options;
  const isTemporary =
    error instanceof UnavailableError ||
    // A wrong certificate, or another protocol, does not change until the next attempt.
    (error instanceof ConnectionError && error.reason !== 'tls' && error.reason !== 'protocol');
  if (!isTemporary || attempt >= attempts) return undefined;
  const demandedWaitMs = error instanceof UnavailableError ? error.retryAfterMs : undefined;
  if (demandedWaitMs !== undefined) return demandedWaitMs <= maxMs ? demandedWaitMs : undefined;
  const maxDelayMs = Math.min(maxMs, baseMs * 2 ** (attempt - 1));
  return maxDelayMs / 2 + Math.random() * (maxDelayMs / 2);
}

/** Waits, unless a signal is aborted. */
export function pause(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some(({ aborted }) => aborted)) return resolve();
    const finish = () => {
      clearTimeout(timer);
      removeAbortListener();
      resolve();
    };
    const timer = setTimeout(finish, ms);
    const removeAbortListener = onAbort(signals, finish);
  });
}
