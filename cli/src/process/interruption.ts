import { exitCodes } from './exit.ts';

/**
 * Turns the first Ctrl-C (or SIGTERM) into an aborted signal, so that a run can end in order; the second one
 * ends the process.
 */
export function interruption(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    stop: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
