/** Where tests are kept on this device: the exam keeps them, a logout wipes them. */
import { isPast, isPastByHost } from '../app/clock.ts';
import { fieldsOf, numberOf } from '../app/unchecked.ts';
import {
  dropFromDevice,
  dropFromTab,
  keysInTab,
  keysOnDevice,
  readFromDevice,
} from './storages.ts';
import { ownerOf } from './stored-session.ts';

const prefix = 'exam:';
const dayMs = 24 * 60 * 60_000;

/** The key of an applicant's running test on this device, and of her last test's size in this tab. */
export function examKey(owner: string): string {
  return prefix + owner;
}

/** @returns true if she has a test on this device whose answers the server does not have yet */
export function hasExam(email: string): boolean {
  return readFromDevice(examKey(ownerOf(email))) !== null;
}

/** What other pages than the test's own have to know of it. */
export interface KeptTest {
  /** By the site's clock, in milliseconds since 1970. */
  deadline: number;
  /** She has submitted it, and the server may not have it yet. */
  isSubmitted: boolean;
}

/** @param json what the device keeps of a test @returns nothing where it keeps none, or none that can be read */
export function readKeptTest(json: string | null): KeptTest | undefined {
  try {
    const { deadline, results } = fieldsOf(JSON.parse(json ?? 'null'));
    const time = numberOf(deadline);
    return time ? { deadline: time, isSubmitted: results !== undefined } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @returns the owner of the one test that is left on this device; nothing where there are several, because only logging
 *   in shows whose each is
 */
export function ownerOfOnlyExam(): string | undefined {
  const left = keysOnDevice().filter(
    (key) => key.startsWith(prefix) && !isPast(forgottenAt(readFromDevice(key))),
  );
  return left.length === 1 ? left[0]?.slice(prefix.length) : undefined;
}

/** At logout: drops her test. Another applicant's on the same device, whose session has ended, waits for her. */
export function dropExams(email: string): void {
  for (const key of keysInTab()) if (key.startsWith(prefix)) dropFromTab(key);
  dropFromDevice(examKey(ownerOf(email)));
}

/** When the site starts: drops the tests that nobody has come back for in a day, by the host's clock. */
export async function dropForgottenExams(): Promise<void> {
  for (const key of keysOnDevice()) {
    const isExam = key.startsWith(prefix);
    if (isExam && (await isPastByHost(forgottenAt(readFromDevice(key))))) dropFromDevice(key);
  }
}

/** @returns when a test is dropped, in milliseconds since 1970; 0 for what can't be read */
function forgottenAt(json: string | null): number {
  const test = readKeptTest(json);
  return test ? test.deadline + dayMs : 0;
}
