/**
 * "Remember me" remembers the e-mail address and nothing else (decisions, section 3). Personal data never goes into
 * local storage, so it has a small database of its own, and only while the box is ticked.
 */
const name = 'remembered';
const key = 'email';

/** @returns an empty string when there is none, or the browser forbids it */
export function rememberedEmail(): Promise<string> {
  return inStore('readonly', (store) => store.get(key)).then(
    (value) => (typeof value === 'string' ? value : ''),
    () => '',
  );
}

/** @param email empty: forget it */
export function rememberEmail(email: string): Promise<void> {
  const write = (store: IDBObjectStore) => (email ? store.put(email, key) : store.delete(key));
  return inStore('readwrite', write).then(
    () => {},
    () => {},
  );
}

function inStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.result.createObjectStore(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(name, mode);
      const request = work(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      database.close();
    };
  });
}
