/** Runs tasks one after the other, or only one at a time, in all tabs of the site. */

import type { Site } from '../site/client.ts';

/**
 * Runs a task on what the device keeps for applicants after all tasks that were started before, in this tab or another,
 * so that nothing else writes between a task's reads and its writes.
 */
export function runInOrder<T>(site: Pick<Site, 'lastTask'>, task: () => Promise<T>): Promise<T> {
  const taskPromise = site.lastTask.then(() => withLock('kept', {}, task));
  site.lastTask = taskPromise.catch(() => {});
  return taskPromise;
}

/**
 * Runs a task while it holds a lock of the browser. Where there are no locks (plain http), it runs without.
 * @param task called with false if `options` ask for a free lock only and another tab holds it
 */
export async function withLock<T>(
  lockName: string,
  options: LockOptions,
  task: (isHeld: boolean) => Promise<T>,
): Promise<T> {
  const { locks }: Partial<Navigator> = navigator;
  let hasTaskBegun = false;
  try {
    if (locks)
      return await locks.request(lockName, options, (lock) => {
        hasTaskBegun = true;
        return task(lock !== null);
      });
  } catch (error) {
    // Locks are refused where storage is forbidden: the task has not run yet, so it runs without a lock.
    if (hasTaskBegun) throw error;
  }
  return task(true);
}
