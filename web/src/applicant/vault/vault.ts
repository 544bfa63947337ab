/**
 * What is kept on this device for one applicant, encrypted with a key that the browser does not hand out and that goes
 * when she logs out (decisions, section 3): what is left after that, nobody can read. Where the browser keeps nothing
 * (a private window, plain http), nothing is kept, and nothing fails.
 */
import { isRecord } from '../../site/unchecked.ts';
import { inStore, read } from './database.ts';

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
