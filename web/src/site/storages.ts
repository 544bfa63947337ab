/** The browser's storages. If one is forbidden or full, what is kept in it lasts until the page is left. */

interface Kept {
  read(key: string): string | null;
  keep(key: string, value: string): void;
  drop(key: string): void;
  keys(): string[];
  /** False for a value that is lost when the page is left. */
  outlivesThePage(key: string): boolean;
}

/** The values in one of the browser's storages. */
export function keptIn(storage: () => Storage): Kept {
  const memory = new Map<string, string>();
  return {
    read(key) {
      try {
        // A value in memory did not fit into the storage, so it is newer.
        return memory.get(key) ?? storage().getItem(key);
      } catch {
        return null;
      }
    },
    keep(key, value) {
      try {
        storage().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    drop(key) {
      memory.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // Storage is forbidden: nothing is there.
      }
    },
    keys() {
      try {
        return [...Object.keys(storage()), ...memory.keys()];
      } catch {
        return [...memory.keys()];
      }
    },
    outlivesThePage: (key) => !memory.has(key),
  };
}

/** What the key of every test begins with; pages that know nothing else of tests look for it. */
export const examPrefix = 'exam:';

/** The key under which the device notes that entries are kept in it (kept-entries.ts). */
export const entriesMark = 'kept';

export const hasEntries = () => readFromDevice(entriesMark) !== null;

/** @returns whether anybody has a test on this device whose answers the server does not have yet */
export function hasAnyExam(): boolean {
  return keysOnDevice().some((key) => key.startsWith(examPrefix));
}

/** This tab's session storage. */
export const {
  read: readFromTab,
  keep: keepInTab,
  drop: dropFromTab,
  keys: keysInTab,
} = keptIn(() => sessionStorage);

/** This device's local storage, the same in every tab. */
const device = keptIn(() => localStorage);
const listeners = new Set<() => void>();

export const { read: readFromDevice, keys: keysOnDevice, outlivesThePage } = device;

export function keepOnDevice(key: string, value: string): void {
  device.keep(key, value);
  for (const changed of listeners) changed();
}

export function dropFromDevice(key: string): void {
  device.drop(key);
  for (const changed of listeners) changed();
}

/** Follows changes, also those made in other tabs. @returns a function that stops it */
export function watchDevice(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener('storage', changed);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', changed);
  };
}
