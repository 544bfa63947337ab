/** When a clock is looked at again: timers stand still while a device sleeps, and a hidden tab's come late. */

const returns = ['visibilitychange', 'focus', 'pageshow'];

/**
 * Looks at once, whenever somebody is back, and as often as asked to.
 * @param look returns the milliseconds until it is called again; `undefined`: when somebody is back
 * @returns what ends it
 */
export function watchClock(look: () => number | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    clearTimeout(timer);
    const wait = look();
    timer = wait === undefined ? undefined : setTimeout(again, wait);
  };
  again();
  for (const event of returns) addEventListener(event, again, true);
  return () => {
    clearTimeout(timer);
    for (const event of returns) removeEventListener(event, again, true);
  };
}
