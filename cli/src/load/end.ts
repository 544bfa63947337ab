/** How a run ends for a script. */
import { operations } from '@one-planet/contract';
import { worstFirst } from '../applicant/journey/pool.ts';
import { type ExitCode, exitCodes } from '../process/exit.ts';
import { plural } from '../report/text.ts';
import type { LoadResult } from './result.ts';
import type { Verdict } from './thresholds.ts';

/**
 * Cut short, interrupted, or nothing reached, or nobody came through: that says more than any figure. Then the thresholds
 * decide; where there are none, the worst end of a journey does, as it does for `journey --count`.
 */
export function exitCodeOfLoad(result: LoadResult, verdicts: readonly Verdict[]): ExitCode {
  const { measured, interrupted, cutShort } = result;
  if (cutShort) return cutShort.exitCode;
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

export function verdictOf(
  result: LoadResult,
  verdicts: readonly Verdict[],
): { text: string; tone: 'good' | 'bad' | 'unsure' } {
  if (result.cutShort) return { text: result.cutShort.told, tone: 'bad' };
  const { failed, through } = result.measured.counts;
  const missed = verdicts.filter(({ met }) => !met).length;
  const exitCode = exitCodeOfLoad(result, verdicts);
  if (exitCode === exitCodes.interrupted) return { text: 'interrupted', tone: 'unsure' };
  if (exitCode === exitCodes.notReached && through === 0)
    return { text: 'the backend was not reached', tone: 'bad' };
  if (through === 0) return { text: 'no journey finished', tone: 'bad' };
  if (missed > 0) return { text: `${plural(missed, 'threshold')} missed`, tone: 'bad' };
  const held = verdicts.length > 0 ? `${plural(verdicts.length, 'threshold')} held` : 'measured';
  if (failed === 0) return { text: held, tone: 'good' };
  return {
    text: `${held}, ${plural(failed, 'journey')} failed`,
    tone: verdicts.length > 0 ? 'unsure' : 'bad',
  };
}
