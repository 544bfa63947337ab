/** A run, or one shard of it, in this process. */
import type { OpenJourneys } from '../applicant/journey/open.ts';
import { Lookout, samplerOf } from './abort-on.ts';
import type { CutShort } from './result.ts';
import { type LoadWatcher, type Part, type Ran, runLoad } from './run.ts';
import type { Threshold } from './thresholds.ts';

/** Walks the applicants of a shard, until one of the conditions is met. */
export async function walkHere(
  part: Part,
  conditions: readonly Threshold[],
  open: OpenJourneys,
  { onProgress }: Pick<LoadWatcher, 'onProgress'>,
): Promise<Ran> {
  const { plan, shard } = part;
  const lookout = new Lookout(conditions, plan, [shard]);
  let sample: ReturnType<typeof samplerOf> | undefined;
  let cutShort: CutShort | undefined;
  const ran = await runLoad(part, open, {
    onProgress,
    onSecond: (measured, seconds) => {
      if (conditions.length === 0 || open.signal.aborted) return;
      sample ??= samplerOf(conditions, measured);
      lookout.add(sample());
      cutShort = lookout.look(seconds, measured.counts.started);
      if (cutShort) open.interrupt();
    },
  });
  if (!cutShort) return ran;
  return { ...ran, result: { ...ran.result, interrupted: false, cutShort } };
}
