/**
 * What this device keeps of an applicant (specification/decisions §3): what she has asked it to keep, and the steps that
 * wait to be sent. These are entries in IndexedDB under the SHA-256 of her email address, which each entry also contains.
 * They are deleted when she logs out, and 14 days after they were written; when she has applied, only what she asked for
 * is deleted. Where IndexedDB is missing (a private window), nothing is kept and nothing fails.
 */
import { delMany, get, keys, set } from 'idb-keyval';
import type { Clock } from '../site/clock.ts';
import { ownerHashOf } from '../site/owner.ts';
import { dropFromDevice, keepOnDevice, keptInputMarkKey } from '../site/storages.ts';
import { fieldsOf, numberOf } from '../site/unchecked.ts';

const entryLifetimeMs = 14 * 24 * 60 * 60_000;

/** Keeps a value under a name. @param value anything that IndexedDB can clone @returns false if it can't be kept */
export async function keepEntry(
  { now }: Clock,
  email: string,
  entryName: string,
  value: unknown,
): Promise<boolean> {
  try {
    const entry = { email: email.toLowerCase(), keptAt: now(), value };
    await set(makeEntryKey(email, entryName), entry);
    keepOnDevice(keptInputMarkKey, 'yes');
    return true;
  } catch {
    return false;
  }
}

/**
 * @returns the value, unchecked; `undefined` if there is none, it is another applicant's, or it is too old
 * @throws {Error} if the browser's storage can't be read
 */
export async function readEntry(
  { isPast }: Clock,
  email: string,
  entryName: string,
): Promise<unknown> {
  const entry = await get(makeEntryKey(email, entryName));
  const { email: storedEmail, value } = fieldsOf(entry);
  return storedEmail === email.toLowerCase() && !isPast(expiryOf(entry)) ? value : undefined;
}

/**
 * @returns the names of her entries that begin with the prefix
 * @throws {Error} if the browser's storage can't be read
 */
export async function readEntryNames(email: string, namePrefix: string): Promise<string[]> {
  const ownerKeyPrefix = makeEntryKey(email, '');
  const matchingKeys = (await readTextKeys()).filter((key) =>
    key.startsWith(ownerKeyPrefix + namePrefix),
  );
  return matchingKeys.map((key) => key.slice(ownerKeyPrefix.length));
}

/** Drops an entry and those below its name: `draft` also drops `draft/biography`, and '' drops all of hers. */
export async function dropEntries(email: string, entryName: string): Promise<void> {
  try {
    const entryKey = makeEntryKey(email, entryName);
    const isBelowEntry = (key: string) => key.startsWith(entryName ? `${entryKey}/` : entryKey);
    const entryKeys = await readTextKeys();
    const keysToDrop = entryKeys.filter((key) => key === entryKey || isBelowEntry(key));
    await delMany(keysToDrop);
    if (keysToDrop.length === entryKeys.length) dropFromDevice(keptInputMarkKey);
  } catch {
    // Without storage there is nothing to drop.
  }
}

/** Called when the site starts: drops all applicants' entries that are too old by the host's clock. */
export async function dropOldEntries({ isPastByHost }: Clock): Promise<void> {
  const entryKeys = await readTextKeys();
  const expiredFlags = await Promise.all(
    entryKeys.map(async (key) => isPastByHost(expiryOf(await get(key)))),
  );
  await delMany(entryKeys.filter((_key, index) => expiredFlags[index]));
  if (!expiredFlags.includes(false)) dropFromDevice(keptInputMarkKey);
}

/** @returns when an entry expires, in milliseconds since 1970; 0 if it can't be read */
function expiryOf(entry: unknown): number {
  const keptAt = numberOf(fieldsOf(entry).keptAt);
  return keptAt === undefined ? 0 : keptAt + entryLifetimeMs;
}

const makeEntryKey = (email: string, entryName: string) => `${ownerHashOf(email)}/${entryName}`;

/** The keys of all entries. "Remember me" of the login page is stored beside them, under a name without a slash. */
async function readTextKeys(): Promise<string[]> {
  return (await keys()).map(String).filter((key) => key.includes('/'));
}
