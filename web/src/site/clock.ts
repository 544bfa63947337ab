/**
 * The site's only clock (specification/decisions §3). A phone's clock may be hours off, and may be set right at any
 * moment: that must neither log an applicant out, nor make a test longer or shorter, nor delete anything. While a page
 * is open, time runs on `performance.now()`, which does not change when the clock is set. The difference between the
 * device's and the host's clock is learnt from the `Date` header of the site's own host, and kept for the next page.
 */

import { askHost } from './host.ts';
import { keepOnDevice, readFromDevice } from './storages.ts';

/** The key of how far the host's clock is ahead of the device's, in milliseconds. */
const offsetKey = 'clock-offset';

/** A `Date` header has whole seconds, so a smaller difference than this is ignored. */
const toleranceMs = 2_000;

/** How soon a host that did not respond is asked again. */
const retryDelayMs = 15_000;

/** Timers stop while a device sleeps and run late in a hidden tab, so watchers also run at these events. */
const returnEvents = ['visibilitychange', 'focus', 'pageshow', 'online'];

/** A timer can't wait longer than 24 days, and the clock of a device may be years off. */
const longestWaitMs = 60_000;

/** The time by the host's clock. All moments are in milliseconds since 1970. */
export interface Clock {
  /** @returns the time, by the latest estimate */
  now(): number;
  /**
   * Nothing may be ended or deleted because of its age before this is true.
   * @returns true if the moment is past by the host's clock; false also while that is unknown, see `check`
   */
  isPast(momentMs: number): boolean;
  /** The same, but asks the host first if that is unknown. */
  isPastByHost(momentMs: number): Promise<boolean>;
  /** Asks the host for its time, unless that is known. @returns false if the host did not respond */
  check(): Promise<boolean>;
  /**
   * For a deadline that had to be calculated before the host could be asked.
   * @param listener is called once the host has been asked, with by how many milliseconds the time was wrong; never, if
   *   it is known already
   */
  onCorrection(listener: (errorMs: number) => void): void;
  /**
   * Calls `onTick` at once, when the user returns to the page, when the host has responded, and after each delay that
   * `onTick` returns. Until the host has responded, it is asked again and again.
   * @param onTick returns the milliseconds until the next call; `undefined` to be called only when the user returns
   * @returns a function that stops it
   */
  watch(onTick: () => number | undefined): () => void;
}

/** Starts a clock with the difference that the page before has learnt. */
export function createClock(): Clock {
  /** The device's time when `performance.now()` was 0. It changes when the clock is set, and while a device sleeps. */
  let pageStartByDevice = pageStartByDeviceNow();
  /** The host's time when `performance.now()` was 0, by the latest estimate. */
  let pageStartByHost = pageStartByDevice + (Number(readFromDevice(offsetKey)) || 0);
  /** Whether the host has been asked since the page was opened, the device's clock was set, or the device slept. */
  let isChecked = false;
  let runningCheck: Promise<boolean> | undefined;
  const watcherUpdates = new Set<() => void>();
  const correctionListeners = new Set<(errorMs: number) => void>();

  const now = () => {
    detectJump();
    return pageStartByHost + performance.now();
  };
  const isPast = (momentMs: number) => now() >= momentMs && isChecked;
  const isPastByHost = async (momentMs: number) => {
    if (now() >= momentMs && !isChecked) await check();
    return isPast(momentMs);
  };
  const check = async () => {
    detectJump();
    if (isChecked) return true;
    runningCheck ??= learnHostTime().finally(() => {
      runningCheck = undefined;
    });
    return runningCheck;
  };
  const onCorrection = (listener: (errorMs: number) => void) => {
    if (!isChecked) correctionListeners.add(listener);
  };

  async function learnHostTime(): Promise<boolean> {
    const requestedAtMs = performance.now();
    const response = await askHost();
    const respondedAtMs = performance.now();
    const hasDeviceJumped = Math.abs(pageStartByDeviceNow() - pageStartByDevice) > toleranceMs;
    if (!response || hasDeviceJumped) return false;
    const { headers } = response;
    // A cache says in `Age` how old its response is, in seconds.
    const hostTimeMs =
      Date.parse(headers.get('date') ?? '') + 1_000 * Number(headers.get('age') ?? 0);
    const errorMs = pageStartByHost + (requestedAtMs + respondedAtMs) / 2 - (hostTimeMs + 500);
    // Without a `Date` header, `errorMs` is NaN, and the device's clock is believed.
    const isWrong = Math.abs(errorMs) > toleranceMs + (respondedAtMs - requestedAtMs) / 2;
    if (isWrong) pageStartByHost -= errorMs;
    isChecked = true;
    const offsetMs = Math.round(pageStartByHost - pageStartByDevice);
    if (offsetMs !== (Number(readFromDevice(offsetKey)) || 0))
      keepOnDevice(offsetKey, `${offsetMs}`);
    for (const correctionListener of isWrong ? correctionListeners : [])
      correctionListener(errorMs);
    correctionListeners.clear();
    for (const update of watcherUpdates) update();
    return true;
  }

  /**
   * Detects that the device's clock was set or that the device has slept, because `performance.now()` may stand still
   * then. Only the host's time tells which of the two it was.
   */
  function detectJump(): void {
    const latestPageStart = pageStartByDeviceNow();
    if (Math.abs(latestPageStart - pageStartByDevice) <= toleranceMs) return;
    pageStartByDevice = latestPageStart;
    isChecked = false;
    void check();
  }

  function watch(onTick: () => number | undefined): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      detectJump();
      const waitMs = onTick();
      if (!isChecked) void check();
      const nextDelayMs = Math.min(
        waitMs ?? longestWaitMs,
        isChecked ? longestWaitMs : retryDelayMs,
      );
      timer = waitMs === undefined && isChecked ? undefined : setTimeout(update, nextDelayMs);
    };
    update();
    watcherUpdates.add(update);
    for (const eventName of returnEvents) addEventListener(eventName, update, true);
    return () => {
      clearTimeout(timer);
      watcherUpdates.delete(update);
      for (const eventName of returnEvents) removeEventListener(eventName, update, true);
    };
  }

  return { now, isPast, isPastByHost, check, onCorrection, watch };
}

function pageStartByDeviceNow(): number {
  return Date.now() - performance.now();
}
