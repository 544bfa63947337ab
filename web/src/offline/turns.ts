/** One thing after the other, or only one at a time, in all tabs of the site. */

let last: Promise<unknown> = Promise.resolve();

/**
 * Does something with what is kept for an applicant once all is done that was begun before, here or in another tab: what
 * reads and then writes is one thing.
 */
export function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const turn = last.then(() => locked('kept', {}, act));
  last = turn.catch(() => {});
  return turn;
}

/**
 * Holds a lock meanwhile; where the browser has none (plain http), only this tab's own order counts.
 * @param act given false where the lock is taken, and was only to be had if nobody has it
 */
export async function locked<T>(
  name: string,
  options: LockOptions,
  act: (isOurs: boolean) => Promise<T>,
): Promise<T> {
  const { locks }: Partial<Navigator> = navigator;
  let began = false;
  try {
    if (locks)
      return await locks.request(name, options, (lock) => {
        began = true;
        return act(lock !== null);
      });
  } catch (error) {
    // Refused, as where storage is forbidden, before anything was done.
    if (began) throw error;
  }
  return act(true);
}
