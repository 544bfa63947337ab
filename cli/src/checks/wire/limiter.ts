import { setTimeout as sleep } from 'node:timers/promises';

/** Lets requests pass at a steady pace. @param perSecond no limit when left out */
export function rateLimiter(perSecond: number | undefined, signal: AbortSignal) {
  let next = 0;
  return async (): Promise<void> => {
    if (perSecond === undefined) return;
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1000 / perSecond;
    if (at > now) await sleep(at - now, undefined, { signal });
  };
}
