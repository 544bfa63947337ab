/** Tests on this device. The exam's own pages write them; a logout deletes them. */
import { lifecycle } from '@one-planet/contract/lifecycle';
import type { Clock } from '../site/clock.ts';
import { ownerHashOf } from '../site/owner.ts';
import {
  dropFromDevice,
  dropFromTab,
  examKeyPrefix,
  keysInTab,
  keysOnDevice,
  readFromDevice,
} from '../site/storages.ts';
import { fieldsOf, numberOf } from '../site/unchecked.ts';

const dayMs = 24 * 60 * 60_000;

/** The key of an applicant's running test on this device, and of her last test's size in this tab. */
export function examKeyOf(ownerHash: string): string {
  return examKeyPrefix + ownerHash;
}

/** @returns true if she has a test on this device whose answers the server does not have yet */
export function hasExam(email: string): boolean {
  return readFromDevice(examKeyOf(ownerHashOf(email))) !== null;
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
export function findOnlyExamOwnerHash({ isPast }: Clock): string | undefined {
  const examKeys = keysOnDevice().filter(
    (key) => key.startsWith(examKeyPrefix) && !isPast(expiryOf(readFromDevice(key))),
  );
  return examKeys.length === 1 ? examKeys[0]?.slice(examKeyPrefix.length) : undefined;
}

/** Drops an applicant's test at logout. A test of another applicant whose session has ended stays on the device. */
export function dropExams(email: string): void {
  for (const key of keysInTab()) if (key.startsWith(examKeyPrefix)) dropFromTab(key);
  dropFromDevice(examKeyOf(ownerHashOf(email)));
}

/** Called when the site starts: drops tests whose deadline passed more than a day ago by the host's clock. */
export async function dropExpiredExams({ isPastByHost }: Clock): Promise<void> {
  for (const key of keysOnDevice()) {
    const isExamKey = key.startsWith(examKeyPrefix);
    if (isExamKey && (await isPastByHost(expiryOf(readFromDevice(key))))) dropFromDevice(key);
  }
}

/** @returns when a test expires, in milliseconds since 1970; 0 if it can't be read */
function expiryOf(json: string | null): number {
  const storedTest = readStoredTest(json);
  return storedTest ? storedTest.deadline + dayMs : 0;
}
