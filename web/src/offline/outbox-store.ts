/** The outbox, in this tab and on the device. Each change waits for the one before, and reads the device first. */

import { applicantStates, lifecycle } from '@one-planet/contract/lifecycle';
import type { Store } from '../site/atoms.ts';
import type { Site } from '../site/client.ts';
import { fieldsOf, isObject, keysOf, textOf } from '../site/unchecked.ts';
import { dropEntries, keepEntry, readEntry, readEntryNames } from './kept-entries.ts';
import { runInOrder } from './locks.ts';
import { formNameOfStep, markWaiting, type OutboxItem, outboxAtom } from './outbox-items.ts';

const isSameStep = (item: OutboxItem, otherItem: OutboxItem) =>
  item.email === otherItem.email && item.step === otherItem.step;
const isSameItem = (item: OutboxItem, otherItem: OutboxItem) =>
  isSameStep(item, otherItem) && item.givenAt === otherItem.givenAt;

/** The position of an item's step in the order in which steps are taken. */
const stepIndexOf = ({ step }: OutboxItem) => applicantStates.indexOf(lifecycle[step].to);
const setOutbox = (store: Store, items: readonly OutboxItem[]) =>
  store.set(
    outboxAtom,
    [...items].sort((a, b) => stepIndexOf(a) - stepIndexOf(b)),
  );

/**
 * Adds an item to the outbox; it replaces an earlier submission of the same step.
 * @returns false if one of its files can't be read, or she has logged out meanwhile
 */
export async function addToOutbox(site: Site, submittedItem: OutboxItem): Promise<boolean> {
  const { store, logOutCount } = site;
  const item = await withFilesInMemory(submittedItem).catch(() => undefined);
  if (!item) return false;
  const { email } = item;
  return runInOrder(site, async () => {
    const isReadable = await readOutboxFromDevice(site, email);
    if (logOutCount !== site.logOutCount) return false;
    const otherItems = store.get(outboxAtom).filter((queuedItem) => !isSameStep(queuedItem, item));
    const keptItem = { ...item, isKept: true };
    const isKept = isReadable && (await writeItem(site, keptItem));
    // She has logged out while it was written: the logout's own deletion runs after this and removes it.
    if (logOutCount !== site.logOutCount) return false;
    setOutbox(store, [...otherItems, isKept ? keptItem : item]);
    markWaiting(email, true);
    if (!isKept) await dropEntries(email, entryNameOf(item));
    return true;
  });
}

/**
 * Reads the files of an item into memory, because a phone may lose one before it is sent.
 * @throws {DOMException} if a file can no longer be read
 */
async function withFilesInMemory(item: OutboxItem): Promise<OutboxItem> {
  const fileEntries = Object.entries(item.files).map(async ([field, fileOfItem]) => {
    const { name, type, lastModified } = fileOfItem.file;
    const bytes = await fileOfItem.file.arrayBuffer();
    return [field, { ...fileOfItem, file: new File([bytes], name, { type, lastModified }) }];
  });
  return { ...item, files: Object.fromEntries(await Promise.all(fileEntries)) };
}

/** Replaces an item by its changed version. @returns false if it is no longer in the outbox */
export function updateItem(site: Site, item: OutboxItem): Promise<boolean> {
  return replaceItem(site, item, [item]);
}

/** Removes an item that was sent or that she took back. */
export async function removeItem(site: Site, item: OutboxItem): Promise<void> {
  await replaceItem(site, item, []);
}

function replaceItem(
  site: Site,
  item: OutboxItem,
  replacements: readonly OutboxItem[],
): Promise<boolean> {
  const { store } = site;
  const { email } = item;
  return runInOrder(site, async () => {
    const isReadable = await readOutboxFromDevice(site, email);
    if (!isInOutbox(store, item)) return false;
    const items = store
      .get(outboxAtom)
      .flatMap((queuedItem) => (isSameItem(queuedItem, item) ? replacements : queuedItem));
    setOutbox(store, items);
    markWaiting(
      email,
      items.some((queuedItem) => queuedItem.email === email),
    );
    if (replacements.length === 0) await dropEntries(email, entryNameOf(item));
    else if (isReadable && item.isKept) await writeItem(site, item);
    return true;
  });
}

/** @returns whether the item is still in this tab's outbox */
export function isInOutbox(store: Store, item: OutboxItem): boolean {
  return store.get(outboxAtom).some((queuedItem) => isSameItem(queuedItem, item));
}

/** Reads an applicant's outbox from the device, because another tab may have changed it or this one was just opened. */
export async function reloadOutbox(site: Site, email: string): Promise<void> {
  await runInOrder(site, () => readOutboxFromDevice(site, email.toLowerCase()));
}

/** @returns false if the device can't be read: this tab then keeps its own list, and must not write to the device */
async function readOutboxFromDevice(site: Site, email: string): Promise<boolean> {
  const { store } = site;
  const deviceItems = await readItems(site, email).catch(() => undefined);
  if (!deviceItems) return false;
  const otherItems = store.get(outboxAtom).filter((item) => item.email !== email || !item.isKept);
  const isNewItem = (item: OutboxItem) =>
    !otherItems.some((otherItem) => isSameStep(item, otherItem));
  setOutbox(store, [...otherItems, ...deviceItems.filter(isNewItem)]);
  return true;
}

// On the device each step is one entry, with its files.

const entryPrefix = 'waiting/';

const entryNameOf = ({ step }: OutboxItem) => entryPrefix + step;

/** @returns false if it can't be kept */
async function writeItem({ clock }: Site, item: OutboxItem): Promise<boolean> {
  const filePromises = Object.entries(item.files).map(async ([field, { as, file, chosen }]) => {
    const { name, type, lastModified } = file;
    // As bytes: WebKit loses files in IndexedDB, or refuses them.
    return { field, as, chosen, name, type, lastModified, bytes: await file.arrayBuffer() };
  });
  const storedItem = { ...item, files: await Promise.all(filePromises) };
  return keepEntry(clock, item.email, entryNameOf(item), storedItem);
}

/** @returns the items on the device @throws {Error} if the browser's storage can't be read */
async function readItems({ clock }: Site, email: string): Promise<OutboxItem[]> {
  const entryNames = await readEntryNames(email, entryPrefix);
  const storedItems = await Promise.all(entryNames.map((name) => readEntry(clock, email, name)));
  return storedItems.flatMap((storedItem) => parseItem(email, storedItem) ?? []);
}

function parseItem(email: string, storedItem: unknown): OutboxItem | undefined {
  if (!isStoredItem(storedItem)) return undefined;
  const fileEntries = (Array.isArray(storedItem.files) ? storedItem.files : []).map(
    (file: unknown) => {
      const { field, as, chosen, name, type, lastModified, bytes } = fieldsOf(file);
      const fileProperties = { type: textOf(type), lastModified: Number(lastModified) };
      const fileParts = bytes instanceof ArrayBuffer ? [bytes] : [];
      const { name: chosenName, size: chosenSize } = fieldsOf(chosen);
      return [
        textOf(field),
        {
          as: textOf(as),
          file: new File(fileParts, textOf(name), fileProperties),
          ...(isObject(chosen) && {
            chosen: { name: textOf(chosenName), size: Number(chosenSize) },
          }),
        },
      ];
    },
  );
  return { ...storedItem, email, files: Object.fromEntries(fileEntries) };
}

/** Checks what is stored, because an older build of the site may have written it in another shape. */
function isStoredItem(value: unknown): value is Omit<OutboxItem, 'files'> & { files: unknown } {
  const { step, body, draft, typed, profile, stored, givenAt } = fieldsOf(value);
  const isKnownStep = keysOf(formNameOfStep).some((stepName) => stepName === step);
  const hasSubmissionTime = typeof givenAt === 'number';
  return (
    isKnownStep &&
    hasSubmissionTime &&
    Boolean(draft) &&
    [body, typed, profile, stored].every(isObject)
  );
}
