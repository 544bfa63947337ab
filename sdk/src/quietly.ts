/** Tells an observer: what it throws, or rejects with, must not change the call it looks at. */
export function quietly(tell: () => unknown): void {
  try {
    Promise.resolve(tell()).catch(() => {});
  } catch {
    // The observer's own affair.
  }
}
