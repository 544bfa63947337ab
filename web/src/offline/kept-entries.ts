/**
 * What an applicant has asked this device to keep (decisions, section 3): entries in IndexedDB under the SHA-256 of her
 * address, which stands inside, too. They go when she logs out, when she has applied, and 14 days after they were
 * written. Where the browser keeps nothing (a private window, plain http), nothing is kept, and nothing fails.
 */
import { delMany, get, keys, set } from 'idb-keyval';
import { isPast, isPastByHost, now } from '../site/clock.ts';
import { dropFromDevice, entriesMark, keepOnDevice } from '../site/storages.ts';
import { fieldsOf, numberOf } from '../site/unchecked.ts';

const lifetimeMs = 14 * 24 * 60 * 60_000;

/** Keeps a value that can be cloned under a name. @returns false where it can't be kept */
export async function keepEntry(email: string, name: string, value: unknown): Promise<boolean> {
  try {
    const entry = { email: email.toLowerCase(), keptAt: now(), value };
    await set(await keyOf(email, name), entry);
    keepOnDevice(entriesMark, 'yes');
    return true;
  } catch {
    return false;
  }
}

/**
 * @returns the value, unchecked; nothing for what is not there, is another's, or too old
 * @throws {Error} where the browser keeps nothing, or does not say
 */
export async function readEntry(email: string, name: string): Promise<unknown> {
  const entry = await get(await keyOf(email, name));
  const { email: address, value } = fieldsOf(entry);
  return address === email.toLowerCase() && !isPast(endOf(entry)) ? value : undefined;
}

/**
 * @param start of names
 * @returns the names that begin so @throws {Error} as above
 */
export async function entryNames(email: string, start: string): Promise<string[]> {
  const beginning = await keyOf(email, '');
  const names = (await textKeys()).filter((key) => key.startsWith(beginning + start));
  return names.map((key) => key.slice(beginning.length));
}

/** Drops an entry, and all whose names go on from its own: `draft` also drops `draft/biography`, and '' all of hers. */
export async function dropEntries(email: string, name: string): Promise<void> {
  try {
    const address = await keyOf(email, name);
    const isBelow = (key: string) => key.startsWith(name ? `${address}/` : address);
    const entryKeys = await textKeys();
    const dropped = entryKeys.filter((key) => key === address || isBelow(key));
    await delMany(dropped);
    if (dropped.length === entryKeys.length) dropFromDevice(entriesMark);
  } catch {
    // Nothing is there.
  }
}

/** When the site starts: drops what is too old by the host's clock, whoever kept it. */
export async function dropOldEntries(): Promise<void> {
  const entryKeys = await textKeys();
  const old = await Promise.all(entryKeys.map(async (key) => isPastByHost(endOf(await get(key)))));
  await delMany(entryKeys.filter((_key, index) => old[index]));
  if (!old.includes(false)) dropFromDevice(entriesMark);
}

/** @returns when an entry is dropped, in milliseconds since 1970; 0 for what can't be read */
function endOf(entry: unknown): number {
  const keptAt = numberOf(fieldsOf(entry).keptAt);
  return keptAt === undefined ? 0 : keptAt + lifetimeMs;
}

async function keyOf(email: string, name: string): Promise<string> {
  const address = new TextEncoder().encode(email.toLowerCase());
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', address));
  return `${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}/${name}`;
}

/** "Remember me" has an entry of its own there, under a name without a slash (features/account/login.tsx). */
async function textKeys(): Promise<string[]> {
  return (await keys()).map(String).filter((key) => key.includes('/'));
}
