/** The pages that a test opened are free for the next one, and the applicants of a file for the next file. */
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { forgetApplicants } from './site/applicants.ts';
import { pools } from './site/demo.ts';

beforeAll(forgetApplicants);

let shared = new Map<unknown, ReadonlySet<object>>();
beforeEach(() => {
  shared = new Map([...pools].map((pool) => [pool, pool.inUse()]));
});
afterEach(async ({ task }) => {
  // Those that run side by side end their own.
  if (task.concurrent) return;
  await Promise.all([...pools].map((pool) => pool.giveBack(shared.get(pool) ?? new Set())));
});
