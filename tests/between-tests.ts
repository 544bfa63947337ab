/** Gives back the pages a test opened. */
import { afterEach, beforeEach } from 'vitest';
import { engine } from './engines.ts';
import { notInFirefox } from './not-in-firefox.ts';
import { pools } from './site/shared.ts';

let shared = new Map<unknown, ReadonlySet<object>>();
beforeEach(({ task, skip }) => {
  const lacking = engine === 'firefox' && notInFirefox[task.name];
  if (lacking) skip(lacking);
  shared = new Map([...pools].map((pool) => [pool, pool.inUse()]));
});
afterEach(async ({ task }) => {
  // Concurrent tests give back their own.
  if (task.concurrent) return;
  await Promise.all([...pools].map((pool) => pool.giveBack(shared.get(pool) ?? new Set())));
});
