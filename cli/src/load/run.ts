/** A load run in this process: from the first applicant to what was measured of all of them. */
import type { OpenJourneys } from '../applicant/journey/open.ts';
import { version } from '../process/version.ts';
import { watchClient } from './client-health.ts';
import { until, walkAll } from './engine.ts';
import { Measured } from './measured.ts';
import { type Plan, sampleOf } from './plan.ts';
import { roadsOf, walkMeasured } from './record.ts';
import type { LoadResult } from './result.ts';
import { busiest } from './timeline.ts';

/** @param onProgress called for what was measured so far, four times a second, and of the seconds since the start */
export interface LoadWatcher {
  onProgress: (measured: Measured, seconds: number) => void;
}

/**
 * Walks the applicants of a shard.
 * @param shard which part of the plan, from 1
 * @returns what was measured, also when Ctrl-C ended it; and the first bug of ours, which ends it too
 */
export async function runLoad(
  plan: Plan,
  shard: number,
  open: Pick<OpenJourneys, 'signal' | 'context'>,
  { onProgress }: LoadWatcher,
): Promise<{ result: LoadResult; bug?: { error: unknown } | undefined }> {
  const measured = new Measured();
  let bug: { error: unknown } | undefined;
  const stopped = new AbortController();
  const signal = AbortSignal.any([open.signal, stopped.signal]);
  const ahead = plan.startAt === undefined ? 0 : Date.parse(plan.startAt) - Date.now();
  const origin = performance.now() + ahead;
  const startedAt = Date.now() + ahead;
  const roadOf = roadsOf(plan);
  let walked = 0;
  const context = () =>
    open.context({ checked: plan.checkAnswers === 'all' || walked++ % sampleOf === 0 });
  const told = () => onProgress(measured, (performance.now() - origin) / 1000);
  const progress = setInterval(told, 250);
  try {
    await until(origin, signal);
    const endWatch = watchClient((load) => {
      const slice = measured.timeline.at(Date.now());
      slice.client = busiest(slice.client, load);
    });
    await walkAll(plan, {
      shard,
      origin,
      signal,
      walk: async (due, index) => {
        await walkMeasured(context(), due, roadOf(index), measured).catch((error) => {
          bug ??= { error };
          stopped.abort();
        });
      },
      onHeldBack: () => {
        measured.counts.heldBack += 1;
      },
    });
    const result: LoadResult = {
      version,
      plan,
      shards: [shard],
      startedAt: Math.min(startedAt, Date.now()),
      endedAt: Date.now(),
      interrupted: open.signal.aborted,
      measured,
      clients: [{ shard, ...endWatch() }],
      oddities: [],
    };
    return { result, bug };
  } finally {
    clearInterval(progress);
  }
}
