import { vi } from 'vitest';
import { type Clock, createClock } from '../site/clock.ts';

/**
 * A host whose clock is right, and a device whose clock may be wrong. Needs `vi.useFakeTimers`; `vi.advanceTimersByTime`
 * advances both.
 */
export class HostClock {
  /** False if there is no connection to the host. */
  isReached = true;
  requestCount = 0;
  status = 200;
  /** Headers of the host's responses, beside `Date` or in its place. */
  headers: Record<string, string> = {};
  readonly #start: number;

  /** @param time the host's time, in milliseconds since 1970 */
  constructor(time: number) {
    this.#start = time - performance.now();
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      if (address !== '/config.json' || init?.method !== 'HEAD') throw new TypeError(address);
      this.requestCount += 1;
      if (!this.isReached) throw new TypeError('Failed to fetch');
      const date = new Date(this.time()).toUTCString();
      return new Response(null, { status: this.status, headers: { date, ...this.headers } });
    });
  }

  /** @returns the host's time, in milliseconds since 1970 */
  time(): number {
    return this.#start + performance.now();
  }

  /** Sets the device's clock. @param aheadMs how far it is ahead of the host's, in milliseconds */
  setDevice(aheadMs: number): void {
    vi.setSystemTime(this.time() + aheadMs);
  }

  /** Opens a page of the site, or reloads it. @returns the page's clock */
  openPage(): Clock {
    return createClock();
  }
}
