/** The outbox, in this tab and on the device. Every change reads it first, and waits its turn. */

import { applicantStates } from '@one-planet/contract/lifecycle';
import { outboxAtom, type Store } from '../app/atoms.ts';
import { now } from '../app/clock.ts';
import { fieldsOf, isRecord, keysOf, textOf } from '../app/unchecked.ts';
import { readStoredFile, type StoredFile } from './drafts.ts';
import { dropSealed, inTurn, openVault, seal, sealJson, unseal, unsealJson } from './vault.ts';
import { formOf, type Given, logOuts, markWaiting, rowOf, type Waiting } from './waiting.ts';

const isSameStep = (one: Waiting, other: Waiting) =>
  one.owner === other.owner && one.step === other.step;
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
  const { owner } = item;
  return inTurn(owner, async () => {
    const isReadable = await refresh(store, owner);
    if (before !== logOuts.count) return false;
    const others = store.get(outboxAtom).filter((one) => !isSameStep(one, item));
    const replaced = store.get(outboxAtom).filter((one) => isSameStep(one, item));
    const kept = { ...item, isKept: true };
    const isKept =
      isReadable && (await sealFiles(item)) && (await write(store, owner, [...others, kept]));
    // The key goes in its turn, after this.
    if (before !== logOuts.count) return false;
    show(store, [...others, isKept ? kept : item]);
    markWaiting(owner, true);
    if (isReadable && !isKept) await write(store, owner);
    for (const one of isKept ? replaced : [item]) await dropSealed(owner, filesOf(one));
    return true;
  });
}

async function sealFiles(item: Waiting): Promise<boolean> {
  let isSealed = await openVault(item.owner);
  for (const [field, { file }] of Object.entries(item.files))
    isSealed &&= await seal(item.owner, fileName(item, field), await file.arrayBuffer());
  return isSealed;
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
  const { owner } = item;
  return inTurn(owner, async () => {
    const isReadable = await refresh(store, owner);
    if (!isListed(store, item)) return false;
    show(
      store,
      store.get(outboxAtom).flatMap((one) => (isSame(one, item) ? by : one)),
    );
    markWaiting(owner, ownOf(owner, store.get(outboxAtom)).length > 0);
    if (isReadable) await write(store, owner);
    if (by.length === 0) await dropSealed(owner, filesOf(item));
    return true;
  });
}

/** @returns whether this one waits still, as this tab knows */
export function isListed(store: Store, item: Waiting): boolean {
  return store.get(outboxAtom).some((one) => isSame(one, item));
}

/** Reads again what waits of somebody: another tab may have changed it, or this one was just opened. */
export async function load(store: Store, owner: string): Promise<void> {
  await inTurn(owner, () => refresh(store, owner));
}

/** @returns false where the device does not say: then this tab knows best, and must not write */
async function refresh(store: Store, owner: string): Promise<boolean> {
  const kept = await readList(owner).catch(() => undefined);
  if (!kept) return false;
  const others = store.get(outboxAtom).filter((item) => item.owner !== owner || !item.isKept);
  const isNew = (item: Waiting) => !others.some((other) => isSameStep(item, other));
  show(store, [...others, ...kept.filter(isNew)]);
  return true;
}

function write(store: Store, owner: string, items = store.get(outboxAtom)): Promise<boolean> {
  return writeList(owner, ownOf(owner, items));
}

function ownOf(owner: string, items: readonly Waiting[]): readonly Waiting[] {
  return items.filter((item) => item.owner === owner);
}

// How the device keeps what waits: one sealed list, and each file sealed beside it.

const list = 'waiting';

/** @returns what the names of its files begin with */
function filesOf({ step, givenAt }: Waiting): string {
  return `${list}/${step}/${givenAt}/`;
}

/** @returns the name of the file of a field */
function fileName(item: Waiting, field: string): string {
  return filesOf(item) + field;
}

/** @returns false where it can't be kept */
async function writeList(owner: string, items: readonly Waiting[]): Promise<boolean> {
  const metas = items
    .filter(({ isKept }) => isKept)
    .map(({ files, ...item }) => ({
      ...item,
      files: Object.entries(files).map(([field, { as, file }]) => {
        const { name, type, lastModified } = file;
        return { field, as, name, type, lastModified };
      }),
    }));
  if (metas.length > 0) return sealJson(owner, list, metas);
  await dropSealed(owner, list);
  return true;
}

/** @returns what is kept @throws {Error} where the browser keeps nothing, or does not say */
async function readList(owner: string): Promise<Waiting[]> {
  const kept = await unsealJson(owner, list);
  const metas = Array.isArray(kept) ? kept : [];
  const items = await Promise.all(metas.map((meta) => itemOf(owner, meta)));
  return items.flatMap((item) => item ?? []);
}

async function itemOf(owner: string, meta: unknown): Promise<Waiting | undefined> {
  if (!isWaiting(meta)) return undefined;
  const item: Waiting = { ...meta, owner, files: {} };
  const files: Record<string, { as: string; file: File }> = {};
  for (const one of Array.isArray(meta.files) ? meta.files : []) {
    const { field, as, name, type, lastModified } = fieldsOf(one);
    const bytes = await unseal(owner, fileName(item, textOf(field)));
    // Without its file it can't be sent; the form is there to be filled in again.
    if (!bytes) return undefined;
    const facts = { type: textOf(type), lastModified: Number(lastModified) };
    files[textOf(field)] = { as: textOf(as), file: new File([bytes], textOf(name), facts) };
  }
  return { ...item, files };
}

/** Sealed by this site itself, but perhaps by an older build, in another form. */
function isWaiting(meta: unknown): meta is Omit<Waiting, 'files'> & { files: unknown } {
  const { step, body, draft, typed, profile, stored, givenAt } = fieldsOf(meta);
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
  return { ...rest, files, stored, givenAt: now() };
}
