/** Stores the running test of each applicant on this device; every tab sees the same one. */
import { useSyncExternalStore } from 'react';
import {
  dropFromDevice,
  keepOnDevice,
  outlivesThePage,
  readFromDevice,
  watchDevice,
} from '../../site/device-storage.ts';
import { examKey } from '../../site/exam-storage.ts';
import { isRecord } from '../../site/unchecked.ts';
import type { Attempt } from './attempt.ts';
import { examOf } from './exam-of.ts';

/** The last text read, by owner, so that the same text gives the same object. */
const parsed = new Map<string, { raw: string | null; attempt: Attempt | null }>();

export function readAttempt(owner: string): Attempt | null {
  const raw = readFromDevice(examKey(owner));
  const known = parsed.get(owner);
  if (known?.raw === raw) return known.attempt;
  const attempt = parse(raw);
  parsed.set(owner, { raw, attempt });
  return attempt;
}

export function keepAttempt(attempt: Attempt): void {
  keepOnDevice(examKey(attempt.owner), JSON.stringify(attempt));
}

export function dropAttempt(owner: string): void {
  dropFromDevice(examKey(owner));
}

/** @returns false if the answers are lost when the page is left, because the browser forbids or lacks storage */
export function isSafe(owner: string): boolean {
  return outlivesThePage(examKey(owner));
}

/** The applicant's running test; follows changes made in other tabs. */
export function useAttempt(owner: string): Attempt | null {
  return useSyncExternalStore(
    watchDevice,
    () => readAttempt(owner),
    () => null,
  );
}

function parse(text: string | null): Attempt | null {
  try {
    const attempt: Attempt | null = JSON.parse(text ?? 'null');
    const exam = examOf(attempt?.exam);
    const isOne = attempt !== null && attempt.deadline > 0 && isRecord(attempt.answers);
    return isOne && exam ? { ...attempt, exam } : null;
  } catch {
    return null;
  }
}
