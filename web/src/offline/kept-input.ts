/** Form input that outlives the tab on this device, only if the applicant asked for it (specification/decisions §3). */
import type { Site } from '../site/client.ts';
import { fieldsOf, isObject } from '../site/unchecked.ts';
import { type Draft, keepDraft, readDraft } from './drafts.ts';
import { dropEntries, keepEntry, readEntry } from './kept-entries.ts';
import { runInOrder } from './locks.ts';

/** The name of the entry that says that she asked for it. */
const wishEntryName = 'keeps-typing';

/** The name of the entry with a form's input. Entries are already separated by applicant, so her address is left out. */
function entryNameOf(draftName: string): string {
  return `draft/${draftName.split(':')[0]}`;
}

export async function isTypingKept(site: Site, email: string): Promise<boolean> {
  return (await readEntry(site.clock, email, wishEntryName).catch(() => undefined)) === true;
}

/** Notes that she asked for it, and keeps what a form has now. @returns false if the browser can't keep anything */
export async function startKeeping(site: Site, email: string, draftName: string): Promise<boolean> {
  return (
    (await runInOrder(site, () => keepEntry(site.clock, email, wishEntryName, true))) &&
    keepFormInput(site, email, draftName)
  );
}

/** Deletes her wish and the kept input of every form. The drafts in this tab stay. */
export async function stopKeeping(site: Site, email: string): Promise<void> {
  await runInOrder(site, async () => {
    await dropEntries(email, wishEntryName);
    await dropEntries(email, 'draft');
  });
}

/** Keeps this tab's draft of a form on the device, if there is one and she asked for that. @returns false if that failed */
export function keepFormInput(site: Site, email: string, draftName: string): Promise<boolean> {
  return runInOrder(site, async () => {
    const draft = readDraft(draftName);
    if (Object.keys(draft).length === 0 || !(await isTypingKept(site, email))) return true;
    return keepEntry(site.clock, email, entryNameOf(draftName), draft);
  });
}

/** Restores a form's draft from the device if this tab has none. @returns the restored draft, for the form to show */
export async function restoreFormInput(
  site: Site,
  email: string,
  draftName: string,
): Promise<Draft | undefined> {
  if (Object.keys(readDraft(draftName)).length > 0) return undefined;
  const storedDraft = await readEntry(site.clock, email, entryNameOf(draftName)).catch(
    () => undefined,
  );
  if (!isObject(storedDraft)) return undefined;
  const draftEntries = Object.entries(storedDraft).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, value] as const] : [],
  );
  const draft = Object.fromEntries(draftEntries);
  keepDraft(draftName, draft);
  return draft;
}

/** Drops what the device keeps of a form, once that was sent. @param draftName see `draftNameOf` */
export function dropFormInput(site: Site, email: string, draftName: string): Promise<void> {
  return runInOrder(site, () => dropEntries(email, entryNameOf(draftName)));
}

/** Drops all entries of an applicant, after every write that was started before has finished. */
export function dropAllEntries(site: Site, email: string): Promise<void> {
  return runInOrder(site, () => dropEntries(email, ''));
}

// The chosen files of a form are kept like its input.

/** A file with further properties, e.g. how a page is turned. */
export interface FormFile {
  data: Blob;
  facts: object;
}

/** @param partName the part of the form that has the files @param formFiles an empty list deletes what was kept */
export function keepFiles(
  site: Site,
  email: string,
  draftName: string,
  partName: string,
  formFiles: readonly FormFile[],
): Promise<void> {
  const entryName = `${entryNameOf(draftName)}/${partName}`;
  return runInOrder(site, async () => {
    if (formFiles.length === 0) return dropEntries(email, entryName);
    if (!(await isTypingKept(site, email))) return;
    // As bytes: WebKit loses blobs in IndexedDB, or refuses them.
    const serializedFiles = formFiles.map(async ({ data, facts }) => ({
      type: data.type,
      bytes: await data.arrayBuffer(),
      facts,
    }));
    await keepEntry(site.clock, email, entryName, await Promise.all(serializedFiles));
  });
}

/** @returns the files that were kept, in their order, with the same facts, unchecked */
export async function readKeptFiles(
  site: Site,
  email: string,
  draftName: string,
  partName: string,
): Promise<{ data: Blob; facts: Record<string, unknown> }[]> {
  const storedFiles = await readEntry(
    site.clock,
    email,
    `${entryNameOf(draftName)}/${partName}`,
  ).catch(() => undefined);
  return (Array.isArray(storedFiles) ? storedFiles : []).flatMap((storedFile: unknown) => {
    const { type, bytes, facts } = fieldsOf(storedFile);
    if (!(bytes instanceof ArrayBuffer)) return [];
    return [{ data: new Blob([bytes], { type: String(type) }), facts: fieldsOf(facts) }];
  });
}
