/** Where the running test is kept; every tab of the site sees the same. */
import { useSyncExternalStore } from 'react';
import { type Attempt, isExam } from './attempt.ts';

const key = 'exam';
const listeners = new Set<() => void>();

let raw: string | null = null;
let parsed: Attempt | null = null;
/** Where the storage is forbidden or full, it lasts until the page is left. */
let inMemory: string | null = null;

export function readAttempt(): Attempt | null {
  const now = readRaw();
  if (now !== raw) {
    raw = now;
    parsed = parse(now);
  }
  return parsed;
}

export function keepAttempt(attempt: Attempt): void {
  const text = JSON.stringify(attempt);
  try {
    localStorage.setItem(key, text);
    inMemory = null;
  } catch {
    inMemory = text;
  }
  for (const tell of listeners) tell();
}

export function dropAttempt(): void {
  inMemory = null;
  try {
    localStorage.removeItem(key);
  } catch {
    // It was never there.
  }
  for (const tell of listeners) tell();
}

/** The running test of an applicant, also when another tab changes it. */
export function useAttempt(owner: string): Attempt | null {
  const attempt = useSyncExternalStore(subscribe, readAttempt, () => null);
  return attempt?.owner === owner ? attempt : null;
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  addEventListener('storage', tell);
  return () => {
    listeners.delete(tell);
    removeEventListener('storage', tell);
  };
}

function readRaw(): string | null {
  try {
    return inMemory ?? localStorage.getItem(key);
  } catch {
    return inMemory;
  }
}

function parse(text: string | null): Attempt | null {
  try {
    const attempt = JSON.parse(text ?? 'null') as Attempt | null;
    const isOne = attempt !== null && isExam(attempt.exam) && attempt.deadline > 0;
    return isOne && typeof attempt.answers === 'object' ? attempt : null;
  } catch {
    return null;
  }
}
