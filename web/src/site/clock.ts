/**
 * The site's only clock (decisions, section 3). A phone's clock may be hours off, and may be set right at any moment:
 * that must neither log an applicant out, nor make a test longer or shorter, nor delete anything. While a page is open,
 * time runs on `performance.now()`, which does not change when the clock is set. The difference between the device's
 * and the host's clock is learnt from the `Date` header of the site's own host, and kept for the next page.
 */

import { askHost } from './host.ts';
import { keepOnDevice, readFromDevice } from './storages.ts';

/** The key of how far the host's clock is ahead of the device's, in milliseconds. */
const offsetKey = 'clock-offset';

/** A `Date` header has whole seconds, so a smaller difference than this is ignored. */
const toleranceMs = 2_000;

/** How soon a host that did not respond is asked again. */
const retryDelayMs = 15_000;

/** The device's time when `performance.now()` was 0. It changes when the clock is set, and while a device sleeps. */
let pageStartByDevice: number;
/** The host's time when `performance.now()` was 0, by the latest estimate. */
let pageStartByHost: number;
/** Whether the host has been asked since the page was opened, the device's clock was set, or the device slept. */
let isClockChecked: boolean;
let runningCheck: Promise<boolean> | undefined;
const watcherUpdates = new Set<() => void>();
const correctionListeners = new Set<(errorMs: number) => void>();

/** Starts with the difference that the page before has learnt. */
export function startClock(): void {
  pageStartByDevice = pageStartByDeviceNow();
  pageStartByHost = pageStartByDevice + (Number(readFromDevice(offsetKey)) || 0);
  isClockChecked = false;
}
startClock();

/** @returns the time by the host's clock, by the latest estimate, in milliseconds since 1970 */
export function now(): number {
  detectJump();
  return pageStartByHost + performance.now();
}

/**
 * Nothing may be ended or deleted because of its age before this is true.
 * @param momentMs in milliseconds since 1970
 * @returns true if it is past by the host's clock; false also while that is unknown, see `checkClock`
 */
export function isPast(momentMs: number): boolean {
  return now() >= momentMs && isClockChecked;
}

/** The same, but asks the host first if that is unknown. */
export async function isPastByHost(momentMs: number): Promise<boolean> {
  if (now() >= momentMs && !isClockChecked) await checkClock();
  return isPast(momentMs);
}

/** Asks the host for its time, unless that is known. @returns false if the host did not respond */
export async function checkClock(): Promise<boolean> {
  detectJump();
  if (isClockChecked) return true;
  runningCheck ??= learnHostTime().finally(() => {
    runningCheck = undefined;
  });
  return runningCheck;
}

/**
 * For a deadline that had to be calculated before the host could be asked.
 * @param listener is called once the host has been asked, with by how many milliseconds the time was wrong; never, if it
 *   is known already
 */
export function onCorrection(listener: (errorMs: number) => void): void {
  if (!isClockChecked) correctionListeners.add(listener);
}

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
  const isClockWrong = Math.abs(errorMs) > toleranceMs + (respondedAtMs - requestedAtMs) / 2;
  if (isClockWrong) pageStartByHost -= errorMs;
  isClockChecked = true;
  const offsetMs = Math.round(pageStartByHost - pageStartByDevice);
  if (offsetMs !== (Number(readFromDevice(offsetKey)) || 0)) keepOnDevice(offsetKey, `${offsetMs}`);
  for (const correctionListener of isClockWrong ? correctionListeners : [])
    correctionListener(errorMs);
  correctionListeners.clear();
  for (const update of watcherUpdates) update();
  return true;
}

function pageStartByDeviceNow(): number {
  return Date.now() - performance.now();
}

/**
 * Detects that the device's clock was set or that the device has slept, because `performance.now()` may stand still
 * then. Only the host's time tells which of the two it was.
 */
function detectJump(): void {
  const latestPageStart = pageStartByDeviceNow();
  if (Math.abs(latestPageStart - pageStartByDevice) <= toleranceMs) return;
  pageStartByDevice = latestPageStart;
  isClockChecked = false;
  void checkClock();
}

/** Timers stop while a device sleeps and run late in a hidden tab, so watchers also run at these events. */
const returnEvents = ['visibilitychange', 'focus', 'pageshow', 'online'];

/** A timer can't wait longer than 24 days, and the clock of a device may be years off. */
const longestWaitMs = 60_000;

/**
 * Calls `onTick` at once, when the user returns to the page, when the host has responded, and after each delay that
 * `onTick` returns. Until the host has responded, it is asked again and again.
 * @param onTick returns the milliseconds until the next call; `undefined` to be called only when the user returns
 * @returns a function that stops it
 */
export function watchClock(onTick: () => number | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    detectJump();
    const waitMs = onTick();
    if (!isClockChecked) void checkClock();
    const nextDelayMs = Math.min(
      waitMs ?? longestWaitMs,
      isClockChecked ? longestWaitMs : retryDelayMs,
    );
    timer = waitMs === undefined && isClockChecked ? undefined : setTimeout(update, nextDelayMs);
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
