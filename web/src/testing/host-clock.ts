import { vi } from 'vitest';
import { startClock } from '../site/clock.ts';

/**
 * The site's host, whose clock is right, and a device whose clock is not. Needs `vi.useFakeTimers`: time passes by
 * `vi.advanceTimersByTime`, for both.
 */
export class HostClock {
  /** The host answers; false: there is no connection to it. */
  isReached = true;
  requestCount = 0;
  status = 200;
  /** These headers stand beside the `Date` of its answers, or in its place. */
  headers: Record<string, string> = {};
  readonly #start: number;

  /** @param time the host's, in milliseconds since 1970 */
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

  /** Somebody sets the device's clock. @param ms ahead of the host's */
  setDevice(ms: number): void {
    vi.setSystemTime(this.time() + ms);
  }

  /** Another page of the site is opened, or this one again. */
  openPage(): void {
    startClock();
  }
}
