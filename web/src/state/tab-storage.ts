/** The session storage of this tab; where the browser forbids it, what is kept lasts until the page is left. */
const memory = new Map<string, string>();

export function readFromTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function keepInTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

export function dropFromTab(key: string): void {
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // It was never there.
  }
}

export function keysInTab(): string[] {
  try {
    return [...Object.keys(sessionStorage), ...memory.keys()];
  } catch {
    return [...memory.keys()];
  }
}
