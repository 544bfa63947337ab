/** A load run in this process: from the first applicant to what was measured of all of them. */
import type { OpenJourneys } from '../applicant/journey/open.ts';
import { exitCodes } from '../process/exit.ts';
import { version } from '../process/version.ts';
import { watchClient } from './client-health.ts';
import { until, walkAll } from './engine.ts';
import { Measured } from './measured.ts';
import { type Plan, sampleOf } from './plan.ts';
import { roadsOf, walkMeasured } from './record.ts';
import type { CutShort, LoadResult } from './result.ts';
import { busiest } from './timeline.ts';

/** Who looks on while a run goes. */
export interface LoadWatcher {
  /** Called four times a second; `seconds` count from the start and are negative before it. */
  onProgress: (counts: Measured['counts'], seconds: number) => void;
  /** Called once a second from the start on. */
  onSecond?: (measured: Measured, seconds: number) => void;
}

/** The part of a run that this process walks. */
export interface Part {
  plan: Plan;
  /** Which part of the plan, from 1. */
  shard: number;
  /** When the first is due, in milliseconds since 1970; default: at once. */
  startsAt?: number | undefined;
}

/** What was measured, and the first bug of ours, which ended it. */
export interface Ran {
  result: LoadResult;
  bug?: { error: unknown } | undefined;
}

const ourBug: CutShort = {
  told: 'cut short: this command has a bug',
  exitCode: exitCodes.brokenContract,
};

/**
 * Walks the applicants of a shard.
 * @returns what was measured, also when Ctrl-C or a bug of ours ended it
 */
export async function runLoad(
  { plan, shard, startsAt = Date.now() }: Part,
  open: Pick<OpenJourneys, 'signal' | 'interrupt' | 'context'>,
  { onProgress, onSecond = () => {} }: LoadWatcher,
): Promise<Ran> {
  const measured = new Measured();
  let bug: Ran['bug'];
  const { signal } = open;
  const ahead = startsAt - Date.now();
  const origin = performance.now() + ahead;
  const roadOf = roadsOf(plan);
  let walked = 0;
  const context = () =>
    open.context({ checked: plan.checkAnswers === 'all' || walked++ % sampleOf === 0 });
  const seconds = () => (performance.now() - origin) / 1000;
  const timers = [setInterval(() => onProgress(measured.counts, seconds()), 250)];
  const walk = async (due: number, index: number) => {
    try {
      await walkMeasured(context(), due, roadOf(index), measured);
    } catch (error) {
      bug ??= { error };
      open.interrupt();
    }
  };
  const onHeldBack = () => {
    measured.counts.heldBack += 1;
  };
  await until(origin, signal);
  timers.push(setInterval(() => onSecond(measured, seconds()), 1000));
  const endWatch = watchClient((load) => {
    const slice = measured.timeline.at(Date.now());
    slice.client = busiest(slice.client, load);
  });
  let health: ReturnType<typeof endWatch>;
  try {
    await walkAll(plan, { shard, origin, signal, walk, onHeldBack });
  } finally {
    // A timer that is left would keep the process alive.
    for (const timer of timers) clearInterval(timer);
    health = endWatch();
  }
  const result: LoadResult = {
    version,
    plan,
    shards: [shard],
    startedAt: Math.min(startsAt, Date.now()),
    endedAt: Date.now(),
    interrupted: signal.aborted && !bug,
    ...(bug ? { cutShort: ourBug } : {}),
    measured,
    clients: [{ shard, ...health }],
    oddities: [],
  };
  return { result, bug };
}
