/** The values in one of the browser's storages; if it is forbidden or full, they last until the page is left. */
export function keptIn(storage: () => Storage) {
  const memory = new Map<string, string>();
  return {
    read(key: string): string | null {
      try {
        // A value in memory did not fit into the storage, so it is newer.
        return memory.get(key) ?? storage().getItem(key);
      } catch {
        return null;
      }
    },
    keep(key: string, value: string): void {
      try {
        storage().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    drop(key: string): void {
      memory.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // Storage is forbidden: nothing is there.
      }
    },
    keys(): string[] {
      try {
        return [...Object.keys(storage()), ...memory.keys()];
      } catch {
        return [...memory.keys()];
      }
    },
    /** False for a value that is lost when the page is left. */
    outlivesThePage: (key: string): boolean => !memory.has(key),
  };
}
