/** Timers stop while a device sleeps and run late in a hidden tab, so clocks are also checked when somebody returns. */

const returns = ['visibilitychange', 'focus', 'pageshow'];

/**
 * Calls `look` at once, whenever somebody returns to the page, and as often as it asks for.
 * @param look returns the milliseconds until the next call; `undefined`: only when somebody returns
 * @returns a function that stops it
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
