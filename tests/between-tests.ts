/** The pages that a test opened are free for the next one. */
import { afterEach, beforeEach } from 'vitest';
import { pools } from './site/shared.ts';

let shared = new Map<unknown, ReadonlySet<object>>();
beforeEach(() => {
  shared = new Map([...pools].map((pool) => [pool, pool.inUse()]));
});
afterEach(async ({ task }) => {
  // Those that run side by side end their own.
  if (task.concurrent) return;
  await Promise.all([...pools].map((pool) => pool.giveBack(shared.get(pool) ?? new Set())));
});
