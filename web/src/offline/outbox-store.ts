/** The outbox, in this tab and on the device. Every change reads it first, and waits its turn. */

import { applicantStates } from '@one-planet/contract/lifecycle';
import type { Store } from '../site/atoms.ts';
import { now } from '../site/clock.ts';
import { fieldsOf, isRecord, keysOf, textOf } from '../site/unchecked.ts';
import { readStoredFile, type StoredFile } from './drafts.ts';
import { dropEntries, entryNames, keepEntry, readEntry } from './kept-entries.ts';
import { inTurn } from './turns.ts';
import {
  formOf,
  type Given,
  logOuts,
  markWaiting,
  outboxAtom,
  rowOf,
  type Waiting,
} from './waiting.ts';

const isSameStep = (one: Waiting, other: Waiting) =>
  one.email === other.email && one.step === other.step;
export const isSame = (one: Waiting, other: Waiting) =>
  isSameStep(one, other) && one.givenAt === other.givenAt;

/** The steps in the order in which they are taken. */
const placeOf = ({ step }: Waiting) => applicantStates.indexOf(rowOf(step).to);
const show = (store: Store, items: readonly Waiting[]) =>
  store.set(
    outboxAtom,
    [...items].sort((a, b) => placeOf(a) - placeOf(b)),
  );

/**
 * Puts something among what waits, in the place of what was given for the same step before.
 * @returns false where a file can't be read, or she has logged out meanwhile
 */
export async function letWait(store: Store, given: Given): Promise<boolean> {
  const before = logOuts.count;
  const item = await pack(given).catch(() => undefined);
  if (!item) return false;
  const { email } = item;
  return inTurn(async () => {
    const isReadable = await refresh(store, email);
    if (before !== logOuts.count) return false;
    const others = store.get(outboxAtom).filter((one) => !isSameStep(one, item));
    const kept = { ...item, isKept: true };
    const isKept = isReadable && (await keepItem(kept));
    // What she had kept goes in its turn, after this.
    if (before !== logOuts.count) return false;
    show(store, [...others, isKept ? kept : item]);
    markWaiting(email, true);
    if (!isKept) await dropEntries(email, nameOf(item));
    return true;
  });
}

/** Puts a changed one in the place of what it was. @returns false where that does not wait any more */
export function change(store: Store, item: Waiting): Promise<boolean> {
  return replace(store, item, [item]);
}

/** Takes one away: it was sent, or she took it back. */
export async function remove(store: Store, item: Waiting): Promise<void> {
  await replace(store, item, []);
}

function replace(store: Store, item: Waiting, by: readonly Waiting[]): Promise<boolean> {
  const { email } = item;
  return inTurn(async () => {
    const isReadable = await refresh(store, email);
    if (!isListed(store, item)) return false;
    const items = store.get(outboxAtom).flatMap((one) => (isSame(one, item) ? by : one));
    show(store, items);
    markWaiting(
      email,
      items.some((one) => one.email === email),
    );
    if (by.length === 0) await dropEntries(email, nameOf(item));
    else if (isReadable && item.isKept) await keepItem(item);
    return true;
  });
}

/** @returns whether this one waits still, as this tab knows */
export function isListed(store: Store, item: Waiting): boolean {
  return store.get(outboxAtom).some((one) => isSame(one, item));
}

/** Reads again what waits of somebody: another tab may have changed it, or this one was just opened. */
export async function load(store: Store, email: string): Promise<void> {
  await inTurn(() => refresh(store, email.toLowerCase()));
}

/** @returns false where the device does not say: then this tab knows best, and must not write */
async function refresh(store: Store, email: string): Promise<boolean> {
  const kept = await keptItems(email).catch(() => undefined);
  if (!kept) return false;
  const others = store.get(outboxAtom).filter((item) => item.email !== email || !item.isKept);
  const isNew = (item: Waiting) => !others.some((other) => isSameStep(item, other));
  show(store, [...others, ...kept.filter(isNew)]);
  return true;
}

// How the device keeps what waits: an entry a step, with its files.

const start = 'waiting/';

const nameOf = ({ step }: Waiting) => start + step;

/** @returns false where it can't be kept */
async function keepItem(item: Waiting): Promise<boolean> {
  const files = Object.entries(item.files).map(async ([field, { as, file }]) => {
    const { name, type, lastModified } = file;
    // WebKit loses files in IndexedDB, or refuses them.
    return { field, as, name, type, lastModified, bytes: await file.arrayBuffer() };
  });
  const value = { ...item, files: await Promise.all(files) };
  return keepEntry(item.email, nameOf(item), value);
}

/** @returns what is kept @throws {Error} where the browser keeps nothing, or does not say */
async function keptItems(email: string): Promise<Waiting[]> {
  const names = await entryNames(email, start);
  const items = await Promise.all(names.map((name) => readEntry(email, name)));
  return items.flatMap((item) => itemOf(email, item) ?? []);
}

function itemOf(email: string, item: unknown): Waiting | undefined {
  if (!isWaiting(item)) return undefined;
  const files = (Array.isArray(item.files) ? item.files : []).map((file: unknown) => {
    const { field, as, name, type, lastModified, bytes } = fieldsOf(file);
    const facts = { type: textOf(type), lastModified: Number(lastModified) };
    const content = bytes instanceof ArrayBuffer ? [bytes] : [];
    return [textOf(field), { as: textOf(as), file: new File(content, textOf(name), facts) }];
  });
  return { ...item, email, files: Object.fromEntries(files) };
}

/** Kept by this site itself, but perhaps by an older build, in another form. */
function isWaiting(item: unknown): item is Omit<Waiting, 'files'> & { files: unknown } {
  const { step, body, draft, typed, profile, stored, givenAt } = fieldsOf(item);
  const isStep = keysOf(formOf).some((one) => one === step);
  const isDated = typeof givenAt === 'number';
  return isStep && isDated && Boolean(draft) && [body, typed, profile, stored].every(isRecord);
}

/**
 * Reads the files that are not on the server yet, as small as they would be sent: what is behind a name may be gone when
 * it is sent, because a phone's camera cleans up behind itself.
 * @throws {DOMException} if one is gone already
 */
async function pack({ files: given, ...rest }: Given): Promise<Waiting> {
  const files: Record<string, Waiting['files'][string]> = {};
  const stored: Record<string, StoredFile> = {};
  for (const [field, { as, chosen }] of Object.entries(given)) {
    const known = readStoredFile(rest.draft, as);
    if (fieldsOf(rest.body)[field]) {
      if (known) stored[as] = known;
    } else if (chosen?.file) {
      const { name = chosen.file.name, data = chosen.file } = chosen;
      const { lastModified } = chosen.file;
      const file = new File([await data.arrayBuffer()], name, { type: data.type, lastModified });
      files[field] = { as, file };
    }
  }
  return { ...rest, email: rest.email.toLowerCase(), files, stored, givenAt: now() };
}
