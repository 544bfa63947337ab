/** Gives back the pages a test opened. */
import { afterEach, beforeEach } from 'vitest';
import { pools } from './site/shared.ts';

let shared = new Map<unknown, ReadonlySet<object>>();
beforeEach(() => {
  shared = new Map([...pools].map((pool) => [pool, pool.inUse()]));
});
afterEach(async ({ task }) => {
  // Concurrent tests give back their own.
  if (task.concurrent) return;
  await Promise.all([...pools].map((pool) => pool.giveBack(shared.get(pool) ?? new Set())));
});
