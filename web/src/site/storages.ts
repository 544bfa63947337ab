/** The browser's storages. If one is forbidden or full, its values are kept in memory until the page is left. */

interface SafeStorage {
  read(key: string): string | null;
  keep(key: string, value: string): void;
  drop(key: string): void;
  keys(): string[];
  /** False for a value that is lost when the page is left. */
  outlivesThePage(key: string): boolean;
}

/** Wraps one of the browser's storages, so that it never throws. */
export function createSafeStorage(storage: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  return {
    read(key) {
      try {
        // A value is in memory because it did not fit into the storage, so it is newer than the stored one.
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
        // Storage is forbidden, so there is nothing to remove.
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

/** The start of the key of every test on this device. */
export const examKeyPrefix = 'exam:';

/** The key under which local storage notes that IndexedDB holds entries of applicants (kept-entries.ts). */
export const keptInputMarkKey = 'kept';

export const hasKeptInput = () => readFromDevice(keptInputMarkKey) !== null;

/** @returns whether there is a test of anybody on this device whose answers the server does not have yet */
export function hasAnyExam(): boolean {
  return keysOnDevice().some((key) => key.startsWith(examKeyPrefix));
}

/** This tab's session storage. */
export const {
  read: readFromTab,
  keep: keepInTab,
  drop: dropFromTab,
  keys: keysInTab,
} = createSafeStorage(() => sessionStorage);

/** This device's local storage, the same in every tab. */
const deviceStorage = createSafeStorage(() => localStorage);
const changeListeners = new Set<() => void>();

export const { read: readFromDevice, keys: keysOnDevice, outlivesThePage } = deviceStorage;

export function keepOnDevice(key: string, value: string): void {
  deviceStorage.keep(key, value);
  for (const onChange of changeListeners) onChange();
}

export function dropFromDevice(key: string): void {
  deviceStorage.drop(key);
  for (const onChange of changeListeners) onChange();
}

/** Calls a listener after each change, also in other tabs. @returns a function that removes the listener */
export function watchDevice(onChange: () => void): () => void {
  changeListeners.add(onChange);
  addEventListener('storage', onChange);
  return () => {
    changeListeners.delete(onChange);
    removeEventListener('storage', onChange);
  };
}
