/**
 * Keeps an applicant's data on this device, encrypted with a key that the browser does not hand out and that goes
 * when she logs out (decisions, section 3): what is left after that, nobody can read. Where the browser keeps nothing
 * (a private window, plain http), nothing is kept, and nothing fails.
 */
import { isRecord } from '../app/unchecked.ts';
import { type Draft, keepDraft, readDraft } from './drafts.ts';

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
    // Perhaps another tab was first.
    return (await keyOf(owner).catch(() => undefined)) !== undefined;
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

/**
 * @returns what is kept under a name; nothing for what is not there, or was sealed with another key
 * @throws {Error} where the browser keeps nothing, or does not say
 */
export async function unseal(owner: string, name: string): Promise<ArrayBuffer | undefined> {
  const [key, kept] = [await keyOf(owner), await read(address(owner, name))];
  if (!key || !isRecord(kept)) return undefined;
  const { iv, sealed } = kept;
  if (!(iv instanceof Uint8Array && sealed instanceof ArrayBuffer)) return undefined;
  try {
    return await crypto.subtle.decrypt({ name: algorithm, iv: iv.slice() }, key, sealed);
  } catch {
    return undefined;
  }
}

/** Keeps a value that JSON can write. */
export function sealJson(owner: string, name: string, value: unknown): Promise<boolean> {
  return seal(owner, name, new TextEncoder().encode(JSON.stringify(value)));
}

/** @returns the value, unchecked @throws {Error} as above */
export async function unsealJson(owner: string, name: string): Promise<unknown> {
  const bytes = await unseal(owner, name);
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Drops a value, and all whose names go on from its own: `draft` also drops `draft/biography`, and an empty name all of
 * hers, with the key.
 */
export async function dropSealed(owner: string, name: string): Promise<void> {
  const start = address(owner, name);
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

/** The values of this device, by their names. */

const name = 'vault';

/**
 * Does one thing with the values of this device, for good: a full device refuses what was written only at the end.
 * @throws {Error} where the browser keeps nothing, or has no room
 */
async function inStore<T>(
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
function read(key: string): Promise<unknown> {
  return inStore('readonly', (store) => store.get(key));
}

/** One thing after the other, or only one at a time, in all tabs of the site. */

let last: Promise<unknown> = Promise.resolve();

/**
 * Does something with what is kept for an applicant once all is done that was begun before, here or in another tab: what
 * reads and then writes is one thing.
 * @param owner see `ownerOf`
 */
export function inTurn<T>(owner: string, act: () => Promise<T>): Promise<T> {
  const turn = last.then(() => locked(`vault:${owner}`, {}, act));
  last = turn.catch(() => {});
  return turn;
}

/**
 * Holds a lock meanwhile; where the browser has none (plain http), only this tab's own order counts.
 * @param act given false where the lock is taken, and was only to be had if nobody has it
 */
export async function locked<T>(
  name: string,
  options: LockOptions,
  act: (isOurs: boolean) => Promise<T>,
): Promise<T> {
  const { locks }: Partial<Navigator> = navigator;
  let began = false;
  try {
    if (locks)
      return await locks.request(name, options, (lock) => {
        began = true;
        return act(lock !== null);
      });
  } catch (error) {
    // Refused, as where storage is forbidden, before anything was done.
    if (began) throw error;
  }
  return act(true);
}

/** The name under which what is typed in a form is kept: without the address, which is not to stand here in clear. */
function typedName(form: string): string {
  return `draft/${form.split(':')[0]}`;
}

/** Drops what is kept of a form, once that was sent. @param form see `ownDraft` */
export function dropTyped(owner: string, form: string): Promise<void> {
  return inTurn(owner, () => dropSealed(owner, typedName(form)));
}

/** Drops everything of hers, with the key, and after all that was to be kept before. */
export function dropVault(owner: string): Promise<void> {
  return inTurn(owner, () => dropSealed(owner, ''));
}

// Form input on this device, encrypted, beyond the tab; only where the applicant asked for it (decisions, section 3).

/** The name of her wish. */
const wish = 'keeps-typing';

export async function keepsTyping(owner: string): Promise<boolean> {
  return (await unsealJson(owner, wish).catch(() => undefined)) === true;
}

/** @returns false where the browser can't keep anything */
export async function startKeeping(owner: string, form: string): Promise<boolean> {
  const wishes = async () => (await openVault(owner)) && sealJson(owner, wish, true);
  return (await inTurn(owner, wishes)) && keepTyped(owner, form);
}

/** Forgets the wish, and what is kept of every form; this tab goes on holding what it holds. */
export async function stopKeeping(owner: string): Promise<void> {
  await inTurn(owner, async () => {
    await dropSealed(owner, wish);
    await dropSealed(owner, 'draft');
  });
}

/** Keeps what this tab holds of a form, if it holds something and she still wishes it. @returns false if it can't */
export function keepTyped(owner: string, form: string): Promise<boolean> {
  return inTurn(owner, async () => {
    const typed = readDraft(form);
    if (Object.keys(typed).length === 0 || !(await keepsTyping(owner))) return true;
    return sealJson(owner, typedName(form), typed);
  });
}

/** Gives a tab that holds nothing of a form what the device keeps. @returns what the form is to show */
export async function restoreTyped(owner: string, form: string): Promise<Draft | undefined> {
  if (Object.keys(readDraft(form)).length > 0) return undefined;
  const kept = await unsealJson(owner, typedName(form)).catch(() => undefined);
  if (!isRecord(kept)) return undefined;
  const entries = Object.entries(kept).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, value] as const] : [],
  );
  const draft = Object.fromEntries(entries);
  keepDraft(form, draft);
  return draft;
}

/**
 * Keeps a part of a form that is no text, while she wishes what she types to be kept.
 * @param read makes its bytes; none: it is gone
 */
export function keepPart(
  owner: string,
  form: string,
  part: string,
  read?: () => Promise<BufferSource>,
): Promise<void> {
  const name = `${typedName(form)}/${part}`;
  return inTurn(owner, async () => {
    if (!read) await dropSealed(owner, name);
    else if (await keepsTyping(owner)) await seal(owner, name, await read());
  });
}

/** @returns what `keepPart` kept; nothing where nothing is kept */
export function restorePart(owner: string, form: string, part: string) {
  return unseal(owner, `${typedName(form)}/${part}`).catch(() => undefined);
}
