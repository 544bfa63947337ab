/** Tests on this device. The exam's own pages write them; a logout deletes them. */
import { lifecycle } from '@one-planet/contract/lifecycle';
import { isPast, isPastByHost } from '../site/clock.ts';
import {
  dropFromDevice,
  dropFromTab,
  examKeyPrefix,
  keysInTab,
  keysOnDevice,
  readFromDevice,
} from '../site/storages.ts';
import { ownerHashOf } from '../site/stored-session.ts';
import { fieldsOf, numberOf } from '../site/unchecked.ts';

const dayMs = 24 * 60 * 60_000;

/** The key of an applicant's running test on this device, and of her last test's size in this tab. */
export function examKey(ownerHash: string): string {
  return examKeyPrefix + ownerHash;
}

/** @returns true if she has a test on this device whose answers the server does not have yet */
export function hasExam(email: string): boolean {
  return readFromDevice(examKey(ownerHashOf(email))) !== null;
}

/** What pages outside the exam need to know about a test on this device. */
export interface StoredTest {
  /** By the site's clock, in milliseconds since 1970. */
  deadline: number;
  /** The length of the test. */
  minutes: number;
  hasAnswers: boolean;
  /** She has submitted it, but the server may not have received it yet. */
  isSubmitted: boolean;
}

/** @param json a test as the device keeps it @returns `undefined` if there is none, or it can't be read */
export function readStoredTest(json: string | null): StoredTest | undefined {
  try {
    const { deadline, exam, answers, results } = fieldsOf(JSON.parse(json ?? 'null'));
    const deadlineMs = numberOf(deadline);
    const minutes = numberOf(fieldsOf(fieldsOf(exam).examDto).duration) ?? 0;
    const hasAnswers = Object.keys(fieldsOf(answers)).length > 0;
    return deadlineMs
      ? { deadline: deadlineMs, minutes, hasAnswers, isSubmitted: results !== undefined }
      : undefined;
  } catch {
    return undefined;
  }
}

/** @param status the applicant's, if known @returns whether it shows that she has passed the test */
export function hasPassedTest(status: string | undefined): boolean {
  return status !== undefined && status !== lifecycle['exams.submit'].from;
}

/**
 * @returns the owner of the only test on this device that has not expired; `undefined` if there are several, because
 *   only logging in shows whose is whose
 */
export function findOnlyTestOwner(): string | undefined {
  const testKeys = keysOnDevice().filter(
    (key) => key.startsWith(examKeyPrefix) && !isPast(expiryOf(readFromDevice(key))),
  );
  return testKeys.length === 1 ? testKeys[0]?.slice(examKeyPrefix.length) : undefined;
}

/** Drops an applicant's test at logout. A test of another applicant whose session has ended stays on the device. */
export function dropExams(email: string): void {
  for (const key of keysInTab()) if (key.startsWith(examKeyPrefix)) dropFromTab(key);
  dropFromDevice(examKey(ownerHashOf(email)));
}

/** Called when the site starts: drops tests whose deadline passed more than a day ago by the host's clock. */
export async function dropExpiredExams(): Promise<void> {
  for (const key of keysOnDevice()) {
    const isExam = key.startsWith(examKeyPrefix);
    if (isExam && (await isPastByHost(expiryOf(readFromDevice(key))))) dropFromDevice(key);
  }
}

/** @returns when a test expires, in milliseconds since 1970; 0 if it can't be read */
function expiryOf(json: string | null): number {
  const test = readStoredTest(json);
  return test ? test.deadline + dayMs : 0;
}
