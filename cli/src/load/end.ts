/** How a run ends for a script. */
import { operations } from '@one-planet/contract';
import { worstFirst } from '../applicant/journey/pool.ts';
import { type ExitCode, exitCodes } from '../process/exit.ts';
import type { LoadResult } from './result.ts';
import type { Verdict } from './thresholds.ts';

/**
 * Interrupted, or nothing reached, or nobody came through: that says more than any figure. Then the thresholds
 * decide; where there are none, the worst end of a journey does, as it does for `journey --count`.
 */
export function exitCodeOfLoad(result: LoadResult, verdicts: readonly Verdict[]): ExitCode {
  const { measured, interrupted } = result;
  if (interrupted) return exitCodes.interrupted;
  const worst = worstFirst.find((code) => measured.ends.has(code)) ?? exitCodes.done;
  if (nothingReached(result)) return exitCodes.notReached;
  if (measured.counts.through === 0) return worst;
  if (verdicts.some(({ met }) => !met)) return exitCodes.tooSlow;
  return verdicts.length > 0 ? exitCodes.done : worst;
}

/** Whether no attempt of any operation was answered, in whatever way. */
function nothingReached({ measured }: LoadResult): boolean {
  const { answers, errors, counts } = measured;
  if (counts.started === 0 || answers.answered.count > 0) return false;
  const isAway = (kind: string) => /^(connection|timeout|unavailable)\b/.test(kind);
  const names = new Set<string>(operations.map(({ name }) => name));
  const ofCalls = errors.all.filter(({ where }) => names.has(where));
  return ofCalls.length > 0 && ofCalls.every(({ kind }) => isAway(kind));
}
