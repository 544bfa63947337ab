/** The outbox, in this tab and on the device. Each change waits for the one before, and reads the device first. */

import { applicantStates } from '@one-planet/contract/lifecycle';
import type { Store } from '../site/atoms.ts';
import { now } from '../site/clock.ts';
import { fieldsOf, isObject, keysOf, textOf } from '../site/unchecked.ts';
import { readStoredFile, type UploadedFile } from './drafts.ts';
import { dropEntries, keepEntry, readEntry, readEntryNames } from './kept-entries.ts';
import { runInOrder } from './locks.ts';
import {
  formNameOfStep,
  lifecycleRowOf,
  logOutCounter,
  markWaiting,
  type OutboxItem,
  outboxAtom,
  type QueuedSubmission,
} from './outbox-items.ts';

const isSameStep = (item: OutboxItem, otherItem: OutboxItem) =>
  item.email === otherItem.email && item.step === otherItem.step;
export const isSameItem = (item: OutboxItem, otherItem: OutboxItem) =>
  isSameStep(item, otherItem) && item.givenAt === otherItem.givenAt;

/** The position of an item's step in the order in which steps are taken. */
const stepIndexOf = ({ step }: OutboxItem) => applicantStates.indexOf(lifecycleRowOf(step).to);
const setOutbox = (store: Store, items: readonly OutboxItem[]) =>
  store.set(
    outboxAtom,
    [...items].sort((a, b) => stepIndexOf(a) - stepIndexOf(b)),
  );

/**
 * Adds a step to the outbox; it replaces an earlier submission of the same step.
 * @returns false if one of its files can't be read, or she has logged out meanwhile
 */
export async function addToOutbox(store: Store, submission: QueuedSubmission): Promise<boolean> {
  const logOutCount = logOutCounter.count;
  const item = await toOutboxItem(submission).catch(() => undefined);
  if (!item) return false;
  const { email } = item;
  return runInOrder(async () => {
    const isReadable = await readOutboxFromDevice(store, email);
    if (logOutCount !== logOutCounter.count) return false;
    const otherItems = store.get(outboxAtom).filter((queuedItem) => !isSameStep(queuedItem, item));
    const keptItem = { ...item, isKept: true };
    const isKept = isReadable && (await writeItem(keptItem));
    // She has logged out while it was written: the logout's own deletion runs after this and removes it.
    if (logOutCount !== logOutCounter.count) return false;
    setOutbox(store, [...otherItems, isKept ? keptItem : item]);
    markWaiting(email, true);
    if (!isKept) await dropEntries(email, entryNameOf(item));
    return true;
  });
}

/** Replaces an item by its changed version. @returns false if it is no longer in the outbox */
export function updateItem(store: Store, item: OutboxItem): Promise<boolean> {
  return replaceItem(store, item, [item]);
}

/** Removes an item that was sent or that she took back. */
export async function removeItem(store: Store, item: OutboxItem): Promise<void> {
  await replaceItem(store, item, []);
}

function replaceItem(
  store: Store,
  item: OutboxItem,
  replacements: readonly OutboxItem[],
): Promise<boolean> {
  const { email } = item;
  return runInOrder(async () => {
    const isReadable = await readOutboxFromDevice(store, email);
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
    else if (isReadable && item.isKept) await writeItem(item);
    return true;
  });
}

/** @returns whether the item is still in this tab's outbox */
export function isInOutbox(store: Store, item: OutboxItem): boolean {
  return store.get(outboxAtom).some((queuedItem) => isSameItem(queuedItem, item));
}

/** Reads an applicant's outbox from the device, because another tab may have changed it or this one was just opened. */
export async function reloadOutbox(store: Store, email: string): Promise<void> {
  await runInOrder(() => readOutboxFromDevice(store, email.toLowerCase()));
}

/** @returns false if the device can't be read: this tab then keeps its own list, and must not write to the device */
async function readOutboxFromDevice(store: Store, email: string): Promise<boolean> {
  const deviceItems = await readItems(email).catch(() => undefined);
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
async function writeItem(item: OutboxItem): Promise<boolean> {
  const filePromises = Object.entries(item.files).map(async ([field, { as, file }]) => {
    const { name, type, lastModified } = file;
    // As bytes: WebKit loses files in IndexedDB, or refuses them.
    return { field, as, name, type, lastModified, bytes: await file.arrayBuffer() };
  });
  const storedItem = { ...item, files: await Promise.all(filePromises) };
  return keepEntry(item.email, entryNameOf(item), storedItem);
}

/** @returns the items on the device @throws {Error} if the browser's storage can't be read */
async function readItems(email: string): Promise<OutboxItem[]> {
  const entryNames = await readEntryNames(email, entryPrefix);
  const storedItems = await Promise.all(entryNames.map((name) => readEntry(email, name)));
  return storedItems.flatMap((storedItem) => parseItem(email, storedItem) ?? []);
}

function parseItem(email: string, storedItem: unknown): OutboxItem | undefined {
  if (!isStoredItem(storedItem)) return undefined;
  const fileEntries = (Array.isArray(storedItem.files) ? storedItem.files : []).map(
    (file: unknown) => {
      const { field, as, name, type, lastModified, bytes } = fieldsOf(file);
      const fileProperties = { type: textOf(type), lastModified: Number(lastModified) };
      const fileParts = bytes instanceof ArrayBuffer ? [bytes] : [];
      return [
        textOf(field),
        { as: textOf(as), file: new File(fileParts, textOf(name), fileProperties) },
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

/**
 * Reads the files that are not on the server yet into memory, as small as they would be sent, because a phone's camera
 * app may delete a chosen file before it is sent.
 * @throws {DOMException} if a file can no longer be read
 */
async function toOutboxItem({
  files: chosenFiles,
  ...rest
}: QueuedSubmission): Promise<OutboxItem> {
  const unsentFiles: Record<string, OutboxItem['files'][string]> = {};
  const storedFiles: Record<string, UploadedFile> = {};
  for (const [field, { as, chosen }] of Object.entries(chosenFiles)) {
    const storedFile = readStoredFile(rest.draft, as);
    if (fieldsOf(rest.body)[field]) {
      if (storedFile) storedFiles[as] = storedFile;
    } else if (chosen?.file) {
      const { name = chosen.file.name, data = chosen.file } = chosen;
      const { lastModified } = chosen.file;
      const file = new File([await data.arrayBuffer()], name, { type: data.type, lastModified });
      unsentFiles[field] = { as, file };
    }
  }
  return {
    ...rest,
    email: rest.email.toLowerCase(),
    files: unsentFiles,
    stored: storedFiles,
    givenAt: now(),
  };
}
