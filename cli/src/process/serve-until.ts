import { once } from 'node:events';
import { interruption } from './interruption.ts';

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
