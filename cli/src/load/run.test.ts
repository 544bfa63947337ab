import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { makePlanWith } from '../testing/load-result.ts';
import { signal } from '../testing/support.ts';
import type { Plan } from './plan.ts';
import { runLoad, type WalkAllOptions, walkAll } from './run.ts';

const plan = makePlanWith({ applicants: 12, model: { kind: 'closed', concurrency: 3 } });
const makeOpenPlan = (maxInFlight: number): Plan => ({
  ...plan,
  model: { kind: 'open', rate: 2000, maxInFlight },
});

/** The due times of 12 applicants who start at 2000 per second, in tenths of a millisecond. */
const dueTimesInTenths = Array.from({ length: 12 }, (_, index) => index * 5);

/**
 * Walkers who stay until all are let go: when `maxInFlight` are there, when all have come, or when one had to wait.
 */
function makeCrowd(maxInFlight: number) {
  const observed = { due: [] as number[], most: 0, heldBack: 0 };
  let walkersInProgress: (() => void)[] = [];
  const letAllGo = () => {
    const walkers = walkersInProgress;
    walkersInProgress = [];
    for (const leave of walkers) leave();
  };
  const walkOptions: WalkAllOptions = {
    runStartedAt: performance.now(),
    signal,
    onHeldBack: () => {
      observed.heldBack += 1;
      setImmediate(letAllGo);
    },
    walkApplicant: (dueTime) =>
      new Promise((leave) => {
        observed.due.push(dueTime);
        walkersInProgress.push(leave);
        observed.most = Math.max(observed.most, walkersInProgress.length);
        if (walkersInProgress.length === maxInFlight || observed.due.length === plan.applicants)
          setImmediate(letAllGo);
      }),
  };
  return { engine: walkOptions, seen: observed };
}

test('with a rate nobody waits for those who are on the way', async () => {
  const { engine, seen: observed } = makeCrowd(12);
  await walkAll(makeOpenPlan(500), engine);
  expect(observed).toMatchObject({ most: 12, heldBack: 0 });
  expect(observed.due.map((due) => Math.round((due - engine.runStartedAt) * 10))).toEqual(
    dueTimesInTenths,
  );
});

test('who is due when as many as allowed are on the way sets out later, and is counted, not left out', async () => {
  const { engine, seen: observed } = makeCrowd(Number.POSITIVE_INFINITY);
  await walkAll(makeOpenPlan(4), engine);
  expect(observed).toMatchObject({ most: 4, heldBack: 2 });
  expect(observed.due.map((due) => Math.round((due - engine.runStartedAt) * 10))).toEqual(
    dueTimesInTenths,
  );
});

test('with a concurrency as many are on the way, and never more', async () => {
  const { engine, seen: observed } = makeCrowd(3);
  await walkAll(plan, engine);
  expect(observed).toMatchObject({ most: 3, heldBack: 0 });
  expect(observed.due).toHaveLength(12);
});

for (const planModel of [
  { kind: 'open', rate: 0.01, maxInFlight: 5 },
  { kind: 'closed', concurrency: 2 },
] as const) {
  test(`nobody sets out after an interrupt (${planModel.kind} model)`, async () => {
    const controller = new AbortController();
    let walkedCount = 0;
    const walkOptions = {
      ...makeCrowd(1).engine,
      signal: controller.signal,
      walkApplicant: async () => {
        walkedCount += 1;
        controller.abort();
      },
    };
    await walkAll({ ...plan, model: planModel }, walkOptions);
    expect(walkedCount).toBe(1);
  });
}

test('a bug of ours ends the run, and leaves no timer that keeps the process alive', async () => {
  const timersBefore = countTimers();
  const controller = new AbortController();
  const { bug, interrupted } = await runLoad(
    makePlanWith(),
    {
      signal: controller.signal,
      interrupt: () => controller.abort(),
      createContext: () => {
        throw new Error('no context');
      },
    },
    () => {},
  );
  expect(bug?.error).toEqual(new Error('no context'));
  expect(interrupted).toBe(true);
  expect(controller.signal.aborted).toBe(true);
  expect(countTimers()).toBe(timersBefore);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
});

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((resourceKind) => resourceKind === 'Timeout')
    .length;
}
