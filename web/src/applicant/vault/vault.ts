/**
 * What is kept on this device for one applicant, encrypted with a key that the browser does not hand out and that goes
 * when she logs out (decisions, section 3): what is left after that, nobody can read. Where the browser keeps nothing
 * (a private window, plain http), nothing is kept, and nothing fails.
 */
import { isRecord } from '../../site/unchecked.ts';

const algorithm = 'AES-GCM';

/** The name of an applicant's key; no other name begins with a dot. */
const keyName = '.key';

/** Makes her key, if she has none yet. @param owner see `ownerOf` @returns false where the browser can't keep one */
export async function openVault(owner: string): Promise<boolean> {
  try {
    if (await keyOf(owner)) return true;
    const uses: KeyUsage[] = ['encrypt', 'decrypt'];
    const key = await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, uses);
    await inStore('readwrite', (store) => store.add(key, address(owner, keyName)));
    return true;
  } catch {
    return false;
  }
}

/** Keeps bytes under a name. @returns false where they can't be kept, or she has logged out meanwhile: no key */
export async function seal(owner: string, name: string, bytes: BufferSource): Promise<boolean> {
  try {
    const key = await keyOf(owner);
    if (!key) return false;
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt({ name: algorithm, iv }, key, bytes);
    await inStore('readwrite', (store) => store.put({ iv, sealed }, address(owner, name)));
    return true;
  } catch {
    return false;
  }
}

/** @returns what is kept under a name; nothing for what is not there, or can't be read any more */
export async function unseal(owner: string, name: string): Promise<ArrayBuffer | undefined> {
  try {
    const [key, kept] = [await keyOf(owner), await read(address(owner, name))];
    if (!key || !isRecord(kept)) return undefined;
    const { iv, sealed } = kept;
    if (!(iv instanceof Uint8Array && sealed instanceof ArrayBuffer)) return undefined;
    return await crypto.subtle.decrypt({ name: algorithm, iv: iv.slice() }, key, sealed);
  } catch {
    return undefined;
  }
}

/** Keeps a value that JSON can write. */
export function sealJson(owner: string, name: string, value: unknown): Promise<boolean> {
  return seal(owner, name, new TextEncoder().encode(JSON.stringify(value)));
}

/** @returns the value, unchecked */
export async function unsealJson(owner: string, name: string): Promise<unknown> {
  const bytes = await unseal(owner, name);
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Drops a value, and all whose names go on from its own: `draft` also drops `draft/biography`. */
export async function dropSealed(owner: string, name: string): Promise<void> {
  await dropFrom(address(owner, name));
}

/** Drops everything of hers, with the key. */
export async function dropVault(owner: string): Promise<void> {
  await dropFrom(address(owner, ''));
}

async function dropFrom(start: string): Promise<void> {
  // All that begins so: a slash, the last sign, comes right before a nought.
  const end = `${start.replace(/\/$/, '')}0`;
  const range = () => IDBKeyRange.bound(start, end, false, true);
  await inStore('readwrite', (store) => store.delete(range())).catch(() => {});
}

function address(owner: string, name: string): string {
  return `${owner}/${name}`;
}

async function keyOf(owner: string): Promise<CryptoKey | undefined> {
  const key = await read(address(owner, keyName));
  return key instanceof CryptoKey ? key : undefined;
}

function read(key: string): Promise<unknown> {
  return inStore('readonly', (store) => store.get(key));
}

const name = 'vault';

/** Does one thing with the values of this device. @throws {Error} where the browser keeps none */
async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(name);
  const database = await done(opening);
  try {
    return await done(act(database.transaction(name, mode).objectStore(name)));
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
