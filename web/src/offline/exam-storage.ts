/** Where tests are kept on this device: the exam keeps them, a logout wipes them. */
import { lifecycle } from '@one-planet/contract/lifecycle';
import { isPast, isPastByHost } from '../site/clock.ts';
import {
  dropFromDevice,
  dropFromTab,
  examPrefix,
  keysInTab,
  keysOnDevice,
  readFromDevice,
} from '../site/storages.ts';
import { ownerOf } from '../site/stored-session.ts';
import { fieldsOf, numberOf } from '../site/unchecked.ts';

const dayMs = 24 * 60 * 60_000;

/** The key of an applicant's running test on this device, and of her last test's size in this tab. */
export function examKey(owner: string): string {
  return examPrefix + owner;
}

/** @returns true if she has a test on this device whose answers the server does not have yet */
export function hasExam(email: string): boolean {
  return readFromDevice(examKey(ownerOf(email))) !== null;
}

/** What other pages than the test's own have to know of it. */
export interface KeptTest {
  /** By the site's clock, in milliseconds since 1970. */
  deadline: number;
  /** How long the test is. */
  minutes: number;
  hasAnswers: boolean;
  /** She has submitted it, and the server may not have it yet. */
  isSubmitted: boolean;
}

/** @param json what the device keeps of a test @returns nothing where it keeps none, or none that can be read */
export function readKeptTest(json: string | null): KeptTest | undefined {
  try {
    const { deadline, exam, answers, results } = fieldsOf(JSON.parse(json ?? 'null'));
    const time = numberOf(deadline);
    const minutes = numberOf(fieldsOf(fieldsOf(exam).examDto).duration) ?? 0;
    const hasAnswers = Object.keys(fieldsOf(answers)).length > 0;
    return time
      ? { deadline: time, minutes, hasAnswers, isSubmitted: results !== undefined }
      : undefined;
  } catch {
    return undefined;
  }
}

/** @param status of an applicant, as far as it is known @returns whether the college has answers that have passed */
export function isPassed(status: string | undefined): boolean {
  return status !== undefined && status !== lifecycle['exams.submit'].from;
}

/**
 * @returns the owner of the one test that is left on this device; nothing where there are several, because only logging
 *   in shows whose each is
 */
export function ownerOfOnlyExam(): string | undefined {
  const left = keysOnDevice().filter(
    (key) => key.startsWith(examPrefix) && !isPast(forgottenAt(readFromDevice(key))),
  );
  return left.length === 1 ? left[0]?.slice(examPrefix.length) : undefined;
}

/** At logout: drops her test. Another applicant's on the same device, whose session has ended, waits for her. */
export function dropExams(email: string): void {
  for (const key of keysInTab()) if (key.startsWith(examPrefix)) dropFromTab(key);
  dropFromDevice(examKey(ownerOf(email)));
}

/** When the site starts: drops the tests that nobody has come back for in a day, by the host's clock. */
export async function dropForgottenExams(): Promise<void> {
  for (const key of keysOnDevice()) {
    const isExam = key.startsWith(examPrefix);
    if (isExam && (await isPastByHost(forgottenAt(readFromDevice(key))))) dropFromDevice(key);
  }
}

/** @returns when a test is dropped, in milliseconds since 1970; 0 for what can't be read */
function forgottenAt(json: string | null): number {
  const test = readKeptTest(json);
  return test ? test.deadline + dayMs : 0;
}
