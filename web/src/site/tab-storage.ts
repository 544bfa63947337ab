/** This tab's session storage; if it is forbidden or full, values last until the page is left. */
const memory = new Map<string, string>();

export function readFromTab(key: string): string | null {
  try {
    // A value in memory did not fit into the storage, so it is newer.
    return memory.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepInTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

export function dropFromTab(key: string): void {
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing is there.
  }
}

export function keysInTab(): string[] {
  try {
    return [...Object.keys(sessionStorage), ...memory.keys()];
  } catch {
    return [...memory.keys()];
  }
}
