/** Where tests are kept on this device: the exam keeps them, a logout wipes them. */
import { fieldsOf } from '../app/unchecked.ts';
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

/**
 * @returns the owner of the one test that is left on this device; nothing where there are several, because only logging
 *   in shows whose each is
 */
export function ownerOfOnlyExam(now = Date.now()): string | undefined {
  const left = keysOnDevice().filter(
    (key) => key.startsWith(prefix) && !isForgotten(readFromDevice(key), now),
  );
  return left.length === 1 ? left[0]?.slice(prefix.length) : undefined;
}

/** At logout: drops her test. Another applicant's on the same device, whose session has ended, waits for her. */
export function dropExams(email: string): void {
  for (const key of keysInTab()) if (key.startsWith(prefix)) dropFromTab(key);
  dropFromDevice(examKey(ownerOf(email)));
}

/** When the site starts: drops the tests that nobody has come back for in a day. */
export function dropForgottenExams(now = Date.now()): void {
  for (const key of keysOnDevice())
    if (key.startsWith(prefix) && isForgotten(readFromDevice(key), now)) dropFromDevice(key);
}

function isForgotten(kept: string | null, now: number): boolean {
  try {
    const { deadline } = fieldsOf(JSON.parse(kept ?? 'null'));
    return typeof deadline !== 'number' || deadline + dayMs < now;
  } catch {
    return true;
  }
}
