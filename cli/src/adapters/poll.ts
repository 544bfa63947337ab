/** Waits for what can only be looked for again and again: a mail, a decision. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, exitCodes } from '../process/exit.ts';

export interface Patience {
  /** How long it may take to come, in milliseconds. */
  waitMs: number;
  /** The pause between two attempts, in milliseconds. */
  everyMs: number;
  /** Called with a line about how the waiting goes, for whoever watches. */
  tell?: ((line: string) => void) | undefined;
}

/**
 * Looks until something is found.
 * @param wanted for the person who watches, e.g. `the activation mail to a@example.com`
 * @param look answers what was found, or `undefined`
 * @returns what was found; `undefined` when the time is over
 * @throws {CliError} (exit 130) when it is interrupted
 */
export async function poll<T>(
  wanted: string,
  look: () => Promise<T | undefined>,
  { waitMs, everyMs, tell }: Patience,
  signal: AbortSignal,
): Promise<T | undefined> {
  const started = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    const waited = performance.now() - started;
    if (waited >= waitMs) return undefined;
    const [past, whole] = [Math.round(waited / 1000), Math.ceil(waitMs / 1000)];
    tell?.(`waiting, ${past} of ${whole} s, for ${wanted}`);
    const pause = Math.min(everyMs, waitMs - waited);
    await sleep(pause, undefined, { signal }).catch(() => {
      throw new CliError('interrupted', exitCodes.interrupted);
    });
  }
}
