/** Ctrl-C, and time limits. */
import { once, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, exitCodes } from './exit.ts';

/**
 * Turns the first Ctrl-C (or SIGTERM) into an aborted signal, so that a run can end in order; the second one ends the
 * process.
 * @returns the signal, a function that ends the run as Ctrl-C does, and one that stops listening
 */
export function listenForInterrupt(): {
  signal: AbortSignal;
  interrupt: () => void;
  stopListening: () => void;
} {
  const controller = new AbortController();
  // Every request in progress adds a listener, so the warning about a leak would be wrong.
  setMaxListeners(0, controller.signal);
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    interrupt: () => controller.abort(),
    stopListening: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

/** @returns the error of a run that Ctrl-C ended */
export function makeInterruptedError(): CliError {
  return new CliError('interrupted', exitCodes.interrupted);
}

/**
 * Waits this many milliseconds.
 * @throws {CliError} (exit 130) on Ctrl-C
 */
export async function sleepUntilInterrupted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw makeInterruptedError();
  });
}

/**
 * Keeps servers running until Ctrl-C or SIGTERM, which is how a server normally ends.
 * @param startServers starts them and returns their addresses and how to close them
 */
export async function serveUntilInterrupted(
  startServers: () => Promise<() => Promise<unknown>>,
): Promise<void> {
  // The handler is set before the server starts, so that no early signal is lost.
  const { signal, stopListening } = listenForInterrupt();
  try {
    const closeServers = await startServers();
    if (!signal.aborted) await once(signal, 'abort');
    await closeServers();
  } finally {
    stopListening();
  }
}

const partsOfTimeLimit = 10;

/**
 * A time limit for one request that also ends with the run. It costs less than AbortSignal.any, of which there would be
 * many. The time is counted in parts, because a busy or suspended process comes late to a response that has long
 * arrived: however long it was held up, that counts as one part, and the response is read in the next.
 */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #runSignal: AbortSignal;
  readonly #giveUp = () => this.#controller.abort();
  /** Whether the time is over. */
  isOver = false;

  /** @param runSignal the signal of the whole run */
  constructor(timeoutMs: number, runSignal: AbortSignal) {
    this.#runSignal = runSignal;
    let remainingParts = partsOfTimeLimit;
    this.#timer = setInterval(() => {
      remainingParts -= 1;
      if (remainingParts > 0) return;
      clearInterval(this.#timer);
      this.isOver = true;
      this.#giveUp();
    }, timeoutMs / partsOfTimeLimit);
    runSignal.addEventListener('abort', this.#giveUp);
    if (runSignal.aborted) this.#giveUp();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  endTimeLimit(): void {
    clearInterval(this.#timer);
    this.#runSignal.removeEventListener('abort', this.#giveUp);
  }
}
