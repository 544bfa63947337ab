/** A load run in a few words. */

import { exitCodes } from '../../process/exit.ts';
import { plural } from '../../report/text.ts';
import { exitCodeOfLoad } from '../end.ts';
import type { LoadResult } from '../result.ts';
import type { Verdict } from '../thresholds.ts';

export function verdictOf(
  result: LoadResult,
  verdicts: readonly Verdict[],
): { text: string; tone: 'good' | 'bad' | 'unsure' } {
  const { failed, through } = result.measured.counts;
  const missed = verdicts.filter(({ met }) => !met).length;
  const exitCode = exitCodeOfLoad(result, verdicts);
  if (exitCode === exitCodes.interrupted) return { text: 'interrupted', tone: 'unsure' };
  if (exitCode === exitCodes.notReached && through === 0)
    return { text: 'the backend was not reached', tone: 'bad' };
  if (through === 0) return { text: 'no journey came through', tone: 'bad' };
  if (missed > 0) return { text: `${plural(missed, 'threshold')} missed`, tone: 'bad' };
  const held = verdicts.length > 0 ? `${plural(verdicts.length, 'threshold')} held` : 'measured';
  if (failed === 0) return { text: held, tone: 'good' };
  return {
    text: `${held}, ${plural(failed, 'journey')} failed`,
    tone: verdicts.length > 0 ? 'unsure' : 'bad',
  };
}
