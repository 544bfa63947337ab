/** What waits, in this tab and on the device. Whatever changes it reads it first, and does so in turn. */
import { applicantStates } from '@one-planet/contract/lifecycle';
import { inTurn } from '../vault/turns.ts';
import { dropSealed, openVault, seal } from '../vault/vault.ts';
import { type Given, logOuts, markWaiting, rowOf, type Waiting, waiting } from '../waiting.ts';
import { pack } from './pack.ts';
import { fileName, filesOf, readList, writeList } from './sealed.ts';

const isSameStep = (one: Waiting, other: Waiting) =>
  one.owner === other.owner && one.step === other.step;
export const isSame = (one: Waiting, other: Waiting) =>
  isSameStep(one, other) && one.givenAt === other.givenAt;

/** The steps in the order in which they are taken. */
const placeOf = ({ step }: Waiting) => applicantStates.indexOf(rowOf(step).to);
const show = (items: readonly Waiting[]) =>
  waiting.set([...items].sort((a, b) => placeOf(a) - placeOf(b)));

/**
 * Puts something among what waits, in the place of what was given for the same step before.
 * @returns false where she has logged out meanwhile
 * @throws {DOMException} if a file can't be read
 */
export async function give(given: Given): Promise<boolean> {
  const before = logOuts.count;
  const item = await pack(given);
  const { owner } = item;
  return inTurn(owner, async () => {
    const isReadable = await refresh(owner);
    if (before !== logOuts.count) return false;
    const others = waiting.get().filter((one) => !isSameStep(one, item));
    const replaced = waiting.get().filter((one) => isSameStep(one, item));
    const kept = { ...item, isKept: true };
    const isKept = isReadable && (await sealFiles(item)) && (await write(owner, [...others, kept]));
    // The key goes in its turn, after this.
    if (before !== logOuts.count) return false;
    show([...others, isKept ? kept : item]);
    markWaiting(owner, true);
    if (isReadable && !isKept) await write(owner);
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
export function change(item: Waiting): Promise<boolean> {
  return replace(item, [item]);
}

/** Takes one away: it was sent, or she took it back. */
export async function remove(item: Waiting): Promise<void> {
  await replace(item, []);
}

function replace(item: Waiting, by: readonly Waiting[]): Promise<boolean> {
  const { owner } = item;
  return inTurn(owner, async () => {
    const isReadable = await refresh(owner);
    if (!isListed(item)) return false;
    show(waiting.get().flatMap((one) => (isSame(one, item) ? by : one)));
    markWaiting(owner, ownOf(owner).length > 0);
    if (isReadable) await write(owner);
    if (by.length === 0) await dropSealed(owner, filesOf(item));
    return true;
  });
}

/** @returns whether this one waits still, as this tab knows */
export function isListed(item: Waiting): boolean {
  return waiting.get().some((one) => isSame(one, item));
}

/** Reads again what waits of somebody: another tab may have changed it, or this one was just opened. */
export async function load(owner: string): Promise<void> {
  await inTurn(owner, () => refresh(owner));
}

/** @returns false where the device does not say: then this tab knows best, and must not write */
async function refresh(owner: string): Promise<boolean> {
  const kept = await readList(owner).catch(() => undefined);
  if (!kept) return false;
  const others = waiting.get().filter((item) => item.owner !== owner || !item.isKept);
  const isNew = (item: Waiting) => !others.some((other) => isSameStep(item, other));
  show([...others, ...kept.filter(isNew)]);
  return true;
}

function write(owner: string, items = waiting.get()): Promise<boolean> {
  return writeList(owner, ownOf(owner, items));
}

function ownOf(owner: string, items = waiting.get()): readonly Waiting[] {
  return items.filter((item) => item.owner === owner);
}
