/** The values of this device, by their names. */

const name = 'vault';

/**
 * Does one thing with the values of this device, for good: a full device refuses what was written only at the end.
 * @throws {Error} where the browser keeps nothing, or has no room
 */
export async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(name);
  const database = await done(opening);
  try {
    const transaction = database.transaction(name, mode);
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const [value] = await Promise.all([done(act(transaction.objectStore(name))), ended]);
    return value;
  } finally {
    database.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns a value, unchecked @throws {Error} as above */
export function read(key: string): Promise<unknown> {
  return inStore('readonly', (store) => store.get(key));
}
