/** How far a load run is, where somebody watches. */
import { progressLine } from '../process/terminal.ts';
import type { Measured } from './measured.ts';
import { type Plan, shareOf } from './plan.ts';
import { perSecond, whole } from './rows.ts';
import type { LoadWatcher } from './run.ts';

export function progressOf(plan: Plan, shard: number): LoadWatcher & { clear: () => void } {
  const line = progressLine();
  const { applicants, shards } = plan;
  const all = applicants === undefined ? '' : ` of ${whole(shareOf(shard, shards, applicants))}`;
  return {
    onProgress: ({ counts }: Measured, seconds: number) => {
      if (seconds < 0) return line.show(`starts in ${Math.ceil(-seconds)} s`);
      const { started, through, failed, brokenOff } = counts;
      const onTheWay = started - through - failed - brokenOff;
      line.show(
        `${whole(through)}${all} through, ${failed > 0 ? `${whole(failed)} failed, ` : ''}${whole(onTheWay)} on the way, ${perSecond(through, Math.max(1, seconds))} per second`,
      );
    },
    clear: line.clear,
  };
}
