/** How far a load run is, where somebody watches. */
import { progressLine } from '../process/terminal.ts';
import { applicantsOf, type Plan } from './plan.ts';
import { perSecond, whole } from './rows.ts';
import type { LoadWatcher } from './run.ts';

/** @param walkedHere the shards that this command walks */
export function progressOf(
  plan: Plan,
  walkedHere: readonly number[],
): Pick<LoadWatcher, 'onProgress'> & { clear: () => void } {
  const line = progressLine();
  const applicants = applicantsOf(plan, walkedHere);
  const all = applicants === undefined ? '' : ` of ${whole(applicants)}`;
  return {
    onProgress: (counts, seconds) => {
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
