/** Sending and taking back: one at a time, in all tabs. */
import { createValue } from '../../site/value.ts';
import { locked } from '../vault/turns.ts';

/** Whether this tab is sending. */
export const sending = createValue(false);

/** Stops what this tab is sending; missing while a step itself is on its way, which can't be taken back. */
export const underway: { stop?: (() => void) | undefined } = {};

let running: Promise<boolean> | undefined;

/** @returns false where it was not done, because something else is at it */
export async function alone(owner: string, act: () => Promise<unknown>): Promise<boolean> {
  // Also without locks nothing is sent twice from one tab.
  if (running) return false;
  running = locked(`waiting:${owner}`, { ifAvailable: true }, async (isOurs) => {
    if (isOurs) await act();
    return isOurs;
  });
  try {
    return await running;
  } finally {
    running = undefined;
  }
}

/** The same, for what is more urgent than what this tab is sending: that goes on later. */
export async function aloneNow(owner: string, act: () => Promise<unknown>): Promise<boolean> {
  underway.stop?.();
  if (underway.stop) await running?.catch(() => {});
  return alone(owner, act);
}
