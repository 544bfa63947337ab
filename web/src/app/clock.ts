/**
 * The site's one clock (decisions, section 3). The clock of a phone may be hours off, and somebody may put it right at any
 * moment: that must log nobody out, make no test longer or shorter, and delete nothing. While a page is open, time runs
 * on `performance.now()`, which no correction moves. How far the device is off is learnt from the `Date` header of the
 * site's own host, and kept for the next page.
 */
import { keepOnDevice, readFromDevice } from '../offline/storages.ts';

/** How far the host's clock is ahead of the device's, in milliseconds. */
const offsetKey = 'clock-offset';

/** A `Date` header has whole seconds. Less than this is no difference, in milliseconds. */
const toleranceMs = 2_000;

/** How long the host may take to answer, in milliseconds. */
const patienceMs = 4_000;

/** How soon a host that could not be asked is asked again, in milliseconds. */
export const askAgainMs = 15_000;

/** The device's time when `performance.now()` was 0. It changes when the clock is put right, and while a device sleeps. */
let deviceStart: number;
/** The host's time when `performance.now()` was 0, as far as it is known. */
let hostStart: number;
/** The host has been asked since the page was opened, the device's clock was put right, or the device slept. */
let isChecked: boolean;
let checking: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

/** Begins with what the page before has learnt. */
export function startClock(): void {
  deviceStart = deviceStartNow();
  hostStart = deviceStart + (Number(readFromDevice(offsetKey)) || 0);
  isChecked = false;
}
startClock();

/** @returns the time by the host's clock, as far as it is known, in milliseconds since 1970 */
export function now(): number {
  noticeJump();
  return hostStart + performance.now();
}

/**
 * Nothing may be ended or deleted for its time before this is true.
 * @param moment in milliseconds since 1970
 * @returns true when it is over by the host's clock; false also while nobody knows, see `checkClock`
 */
export function isPast(moment: number): boolean {
  return now() >= moment && isChecked;
}

/** @returns the same, after the host has been asked where nobody knows */
export async function isPastByHost(moment: number): Promise<boolean> {
  if (now() >= moment && !isChecked) await checkClock();
  return isPast(moment);
}

/** Asks the host for its time, unless that is known. @returns false where the host could not be asked */
export async function checkClock(): Promise<boolean> {
  noticeJump();
  if (isChecked) return true;
  checking ??= askHost().finally(() => {
    checking = undefined;
  });
  return checking;
}

async function askHost(): Promise<boolean> {
  const askedAt = performance.now();
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), patienceMs);
  try {
    // The worker passes this on, and no cache may answer: its time would be an old one.
    const request = { method: 'HEAD', cache: 'no-store', signal: control.signal } as const;
    const { ok, headers } = await fetch('/config.json', request);
    const deviceMoved = Math.abs(deviceStartNow() - deviceStart) > toleranceMs;
    if (!ok || deviceMoved) return false;
    const answeredAt = performance.now();
    // A cache on the way says how old its answer is, in seconds.
    const date = Date.parse(headers.get('date') ?? '') + 1_000 * Number(headers.get('age') ?? 0);
    const measuredStart = date + 500 - (askedAt + answeredAt) / 2;
    // A host without a `Date` leaves the device's clock as it is.
    if (Math.abs(measuredStart - hostStart) > toleranceMs + (answeredAt - askedAt) / 2)
      hostStart = measuredStart;
    isChecked = true;
    const offset = Math.round(hostStart - deviceStart);
    if (offset !== (Number(readFromDevice(offsetKey)) || 0)) keepOnDevice(offsetKey, `${offset}`);
    for (const changed of listeners) changed();
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function deviceStartNow(): number {
  return Date.now() - performance.now();
}

/**
 * The device's clock was put right, or the device has slept, and `performance.now()` with it in most browsers. Only the
 * host knows which.
 */
function noticeJump(): void {
  const latestStart = deviceStartNow();
  if (Math.abs(latestStart - deviceStart) <= toleranceMs) return;
  deviceStart = latestStart;
  isChecked = false;
  void checkClock();
}

/** Timers stop while a device sleeps and run late in a hidden tab, so clocks are also looked at when somebody returns. */
const returns = ['visibilitychange', 'focus', 'pageshow', 'online'];

/**
 * Calls `look` at once, whenever somebody returns to the page or the host has told its time, and as often as it asks for.
 * @param look returns the milliseconds until the next call; `undefined`: only when somebody returns
 * @returns a function that stops it
 */
export function watchClock(look: () => number | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookAgain = () => {
    clearTimeout(timer);
    const wait = look();
    timer = wait === undefined ? undefined : setTimeout(lookAgain, wait);
  };
  lookAgain();
  listeners.add(lookAgain);
  for (const event of returns) addEventListener(event, lookAgain, true);
  return () => {
    clearTimeout(timer);
    listeners.delete(lookAgain);
    for (const event of returns) removeEventListener(event, lookAgain, true);
  };
}
