import { once, setMaxListeners } from 'node:events';
import { exitCodes } from './exit.ts';

/**
 * Turns the first Ctrl-C (or SIGTERM) into an aborted signal, so that a run can end in order; the second one
 * ends the process.
 * @returns the signal, what ends the run as Ctrl-C does, and what stops listening
 */
export function interruption(): { signal: AbortSignal; interrupt: () => void; stop: () => void } {
  const controller = new AbortController();
  // Every request that is under way listens: that many are no leak.
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
    stop: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

/**
 * Keeps servers running until Ctrl-C or SIGTERM, which is a server's normal end.
 * @param start starts them, tells where they are, and answers how to close them
 */
export async function serveUntilInterrupted(
  start: () => Promise<() => Promise<unknown>>,
): Promise<void> {
  // Before anything listens: a signal that comes with the first answer must not be lost.
  const { signal, stop } = interruption();
  try {
    const close = await start();
    if (!signal.aborted) await once(signal, 'abort');
    await close();
  } finally {
    stop();
  }
}
