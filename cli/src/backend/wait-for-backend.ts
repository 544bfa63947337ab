/** Patience with a backend that is starting. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, exitCodes } from '../process/exit.ts';
import { talk } from '../process/terminal.ts';
import type { Transport } from './transport.ts';

/** What a proxy answers while nothing is behind it. */
const starting: readonly number[] = [502, 503, 504];
const everyMs = 500;
/** Of one attempt. */
const patienceMs = 5000;

/**
 * Returns as soon as the backend answers anything of its own, a refusal too.
 * @throws {CliError} (exit 3) when it has not within the time, (exit 130) on Ctrl-C
 */
export async function waitForBackend(
  origin: string,
  { request, seconds, signal }: Pick<Transport, 'request'> & WaitOptions,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let why = await silence();
  if (why && !signal.aborted) talk(`Waiting up to ${seconds} s for ${origin} (${why}) …`);
  while (why) {
    if (signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
    if (performance.now() + everyMs > end) {
      throw new CliError(
        `${origin} did not answer within ${seconds} s: ${why}`,
        exitCodes.notReached,
      );
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
    why = await silence();
  }

  /** @returns why it counts as not there; `undefined` where it is */
  async function silence(): Promise<string | undefined> {
    const late = AbortSignal.timeout(patienceMs);
    try {
      const { status } = await request(`${origin}/api/`, {
        method: 'GET',
        headers: {},
        signal: AbortSignal.any([signal, late]),
        fresh: true,
        maxBytes: 0,
      });
      return starting.includes(status) ? `status ${status}` : undefined;
    } catch (error) {
      if (late.aborted) return 'no answer';
      return (error as { code?: string }).code ?? 'no connection';
    }
  }
}

interface WaitOptions {
  /** How long it may take. */
  seconds: number;
  signal: AbortSignal;
}
