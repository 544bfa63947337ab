/** Stores the running test of each applicant on this device; every tab sees the same one. */
import { useSyncExternalStore } from 'react';
import { type Attempt, isExam } from './attempt.ts';

const keyOf = (owner: string) => `exam:${owner}`;
const listeners = new Set<() => void>();

/** The last text read, by owner, so that the same text gives the same object. */
const parsed = new Map<string, { raw: string | null; attempt: Attempt | null }>();
/** If storage is forbidden or full, the attempt lasts until the page is left. */
const inMemory = new Map<string, string>();

export function readAttempt(owner: string): Attempt | null {
  const raw = readRaw(owner);
  const known = parsed.get(owner);
  if (known?.raw === raw) return known.attempt;
  const attempt = parse(raw);
  parsed.set(owner, { raw, attempt });
  return attempt;
}

export function keepAttempt(attempt: Attempt): void {
  const { owner } = attempt;
  const text = JSON.stringify(attempt);
  try {
    localStorage.setItem(keyOf(owner), text);
    inMemory.delete(owner);
  } catch {
    inMemory.set(owner, text);
  }
  for (const tell of listeners) tell();
}

export function dropAttempt(owner: string): void {
  inMemory.delete(owner);
  try {
    localStorage.removeItem(keyOf(owner));
  } catch {
    // Storage is forbidden: nothing is there.
  }
  for (const tell of listeners) tell();
}

/** The applicant's running test; follows changes made in other tabs. */
export function useAttempt(owner: string): Attempt | null {
  return useSyncExternalStore(
    subscribe,
    () => readAttempt(owner),
    () => null,
  );
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  addEventListener('storage', tell);
  return () => {
    listeners.delete(tell);
    removeEventListener('storage', tell);
  };
}

function readRaw(owner: string): string | null {
  const kept = inMemory.get(owner) ?? null;
  try {
    return kept ?? localStorage.getItem(keyOf(owner));
  } catch {
    return kept;
  }
}

function parse(text: string | null): Attempt | null {
  try {
    const attempt: Attempt | null = JSON.parse(text ?? 'null');
    const isOne = attempt !== null && isExam(attempt.exam) && attempt.deadline > 0;
    return isOne && typeof attempt.answers === 'object' ? attempt : null;
  } catch {
    return null;
  }
}
