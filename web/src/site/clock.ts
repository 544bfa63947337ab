/**
 * The site's one clock (decisions, section 3). The clock of a phone may be hours off, and somebody may put it right at any
 * moment: that must log nobody out, make no test longer or shorter, and delete nothing. While a page is open, time runs
 * on `performance.now()`, which no correction moves. How far the device is off is learnt from the `Date` header of the
 * site's own host, and kept for the next page.
 */

import { askHost } from './host.ts';
import { keepOnDevice, readFromDevice } from './storages.ts';

/** How far the host's clock is ahead of the device's, in milliseconds. */
const offsetKey = 'clock-offset';

/** A `Date` header has whole seconds. Less than this is no difference, in milliseconds. */
const toleranceMs = 2_000;

/** How soon a host that could not be asked is asked again, in milliseconds. */
const askAgainMs = 15_000;

/** The device's time when `performance.now()` was 0. It changes when the clock is put right, and while a device sleeps. */
let deviceStart: number;
/** The host's time when `performance.now()` was 0, as far as it is known. */
let hostStart: number;
/** The host has been asked since the page was opened, the device's clock was put right, or the device slept. */
let isChecked: boolean;
let runningCheck: Promise<boolean> | undefined;
const watchers = new Set<() => void>();
const corrections = new Set<(errorMs: number) => void>();

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
  runningCheck ??= learnTime().finally(() => {
    runningCheck = undefined;
  });
  return runningCheck;
}

/**
 * For a deadline that had to be reckoned before the host could be asked.
 * @param correct is called once the host has been asked, with by how many milliseconds the time was wrong; never, if it
 *   is known already
 */
export function onceChecked(correct: (errorMs: number) => void): void {
  if (!isChecked) corrections.add(correct);
}

async function learnTime(): Promise<boolean> {
  const askedAt = performance.now();
  const response = await askHost();
  const answeredAt = performance.now();
  const deviceMoved = Math.abs(deviceStartNow() - deviceStart) > toleranceMs;
  if (!response || deviceMoved) return false;
  const { headers } = response;
  // A cache on the way says how old its answer is, in seconds.
  const date = Date.parse(headers.get('date') ?? '') + 1_000 * Number(headers.get('age') ?? 0);
  const error = hostStart + (askedAt + answeredAt) / 2 - (date + 500);
  // A host without a `Date` leaves the device's clock as it is.
  const isWrong = Math.abs(error) > toleranceMs + (answeredAt - askedAt) / 2;
  if (isWrong) hostStart -= error;
  isChecked = true;
  const offset = Math.round(hostStart - deviceStart);
  if (offset !== (Number(readFromDevice(offsetKey)) || 0)) keepOnDevice(offsetKey, `${offset}`);
  for (const correct of isWrong ? corrections : []) correct(error);
  corrections.clear();
  for (const lookAgain of watchers) lookAgain();
  return true;
}

function deviceStartNow(): number {
  return Date.now() - performance.now();
}

/**
 * Notices that the device's clock was put right, or that the device has slept: `performance.now()` may stand still while a
 * device sleeps. Only the host can tell one from the other.
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

/** A timer takes no more than 24 days, and the clock of a device may be years off. */
const longestWaitMs = 60_000;

/**
 * Calls `look` at once, whenever somebody returns to the page or the host has told its time, and as often as it asks for.
 * As long as nobody knows the time, the host is asked again and again.
 * @param look returns the milliseconds until the next call; `undefined`: only when somebody returns
 * @returns a function that stops it
 */
export function watchClock(look: () => number | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookAgain = () => {
    clearTimeout(timer);
    noticeJump();
    const waitMs = look();
    if (!isChecked) void checkClock();
    const nextMs = Math.min(waitMs ?? longestWaitMs, isChecked ? longestWaitMs : askAgainMs);
    timer = waitMs === undefined && isChecked ? undefined : setTimeout(lookAgain, nextMs);
  };
  lookAgain();
  watchers.add(lookAgain);
  for (const event of returns) addEventListener(event, lookAgain, true);
  return () => {
    clearTimeout(timer);
    watchers.delete(lookAgain);
    for (const event of returns) removeEventListener(event, lookAgain, true);
  };
}
