/** Lets the applicants of a plan set out when they are due, and waits until all are back. */
import { setTimeout as sleep } from 'node:timers/promises';
import { dueAt } from './arrivals.ts';
import { type Plan, scheduleOf, shareOf } from './plan.ts';

/** What a plan is walked with. */
export interface Engine {
  /** Which part of the plan, from 1. */
  shard: number;
  /** The start of the run, on the clock of `performance.now()`. */
  origin: number;
  /** Once it is aborted nobody sets out. */
  signal: AbortSignal;
  /**
   * Walks one applicant; never rejects.
   * @param due when she was to set out, on the clock of `performance.now()`
   * @param index which of the whole run's applicants she is, from 0
   */
  walk: (due: number, index: number) => Promise<void>;
  /** Called for each applicant who was due while as many as allowed were walking. */
  onHeldBack: () => void;
}

/** Walks a shard's applicants. @returns when all who set out are back */
export async function walkAll(plan: Plan, engine: Engine): Promise<void> {
  const { model } = plan;
  if (model.kind === 'open') await walkOpen(plan, model, engine);
  else await walkClosed(plan, model.concurrency, engine);
}

async function walkOpen(
  plan: Plan,
  model: Extract<Plan['model'], { kind: 'open' }>,
  { shard, origin, signal, walk, onHeldBack }: Engine,
): Promise<void> {
  const { applicants = 0, shards } = plan;
  const schedule = scheduleOf(model, plan);
  const onTheWay = new Set<Promise<void>>();
  let wake = () => {};
  for (let index = shard - 1; index < applicants; index += shards) {
    const due = origin + dueAt(index, schedule);
    await until(due, signal);
    if (signal.aborted) break;
    if (onTheWay.size >= model.maxInFlight) {
      onHeldBack();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (signal.aborted) break;
    }
    const journey = walk(due, index).finally(() => {
      onTheWay.delete(journey);
      wake();
    });
    onTheWay.add(journey);
  }
  await Promise.all(onTheWay);
}

async function walkClosed(
  { applicants = Number.POSITIVE_INFINITY, durationSeconds, rampSeconds, shards }: Plan,
  concurrency: number,
  { shard, origin, signal, walk }: Engine,
): Promise<void> {
  const share = shareOf(shard, shards, applicants);
  const closes = origin + (durationSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  let count = 0;
  const lane = async (number: number) => {
    await until(origin + (rampSeconds * 1000 * number) / concurrency, signal);
    while (count < share && !signal.aborted && performance.now() < closes) {
      const index = shard - 1 + count * shards;
      count += 1;
      await walk(performance.now(), index);
    }
  };
  const lanes = shareOf(shard, shards, concurrency);
  await Promise.all(Array.from({ length: lanes }, (_, at) => lane(shard - 1 + at * shards)));
}

/** Waits for a time on the clock of `performance.now()`, or until the signal is aborted. */
export async function until(time: number, signal: AbortSignal): Promise<void> {
  // No timer waits longer than 2^31 ms; and one may end a moment early.
  for (let left = time - performance.now(); left > 0; left = time - performance.now()) {
    if (signal.aborted) return;
    await sleep(Math.min(Math.ceil(left), 2 ** 31 - 1), undefined, { signal }).catch(() => {});
  }
}
