/** Form input that outlives the tab on this device, only if the applicant asked for it (decisions, section 3). */
import { fieldsOf, isObject } from '../site/unchecked.ts';
import { type Draft, keepDraft, readDraft } from './drafts.ts';
import { dropEntries, keepEntry, readEntry } from './kept-entries.ts';
import { runInOrder } from './locks.ts';

/** The name of the entry that says that she asked for it. */
const wishEntry = 'keeps-typing';

/** The name of the entry with a form's input. Entries are already separated by applicant, so her address is left out. */
function entryNameOf(form: string): string {
  return `draft/${form.split(':')[0]}`;
}

export async function isTypingKept(email: string): Promise<boolean> {
  return (await readEntry(email, wishEntry).catch(() => undefined)) === true;
}

/** Notes that she asked for it, and keeps what a form has now. @returns false if the browser can't keep anything */
export async function startKeeping(email: string, form: string): Promise<boolean> {
  return (await runInOrder(() => keepEntry(email, wishEntry, true))) && keepFormInput(email, form);
}

/** Deletes her wish and the kept input of every form. The drafts in this tab stay. */
export async function stopKeeping(email: string): Promise<void> {
  await runInOrder(async () => {
    await dropEntries(email, wishEntry);
    await dropEntries(email, 'draft');
  });
}

/** Keeps this tab's draft of a form on the device, if there is one and she asked for that. @returns false if that failed */
export function keepFormInput(email: string, form: string): Promise<boolean> {
  return runInOrder(async () => {
    const draft = readDraft(form);
    if (Object.keys(draft).length === 0 || !(await isTypingKept(email))) return true;
    return keepEntry(email, entryNameOf(form), draft);
  });
}

/** Restores a form's draft from the device if this tab has none. @returns the restored draft, for the form to show */
export async function restoreFormInput(email: string, form: string): Promise<Draft | undefined> {
  if (Object.keys(readDraft(form)).length > 0) return undefined;
  const storedDraft = await readEntry(email, entryNameOf(form)).catch(() => undefined);
  if (!isObject(storedDraft)) return undefined;
  const fields = Object.entries(storedDraft).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, value] as const] : [],
  );
  const draft = Object.fromEntries(fields);
  keepDraft(form, draft);
  return draft;
}

/** Drops what the device keeps of a form, once that was sent. @param form see `draftNameOf` */
export function dropFormInput(email: string, form: string): Promise<void> {
  return runInOrder(() => dropEntries(email, entryNameOf(form)));
}

/** Drops all entries of an applicant, after every write that was started before has finished. */
export function dropAllEntries(email: string): Promise<void> {
  return runInOrder(() => dropEntries(email, ''));
}

// The chosen files of a form are kept like its input.

/** A file with further properties, e.g. how a page is turned. */
export interface FormFile {
  data: Blob;
  facts: object;
}

/** @param part the part of the form that has the files @param files an empty list deletes what was kept */
export function keepFiles(
  email: string,
  form: string,
  part: string,
  files: readonly FormFile[],
): Promise<void> {
  const name = `${entryNameOf(form)}/${part}`;
  return runInOrder(async () => {
    if (files.length === 0) return dropEntries(email, name);
    if (!(await isTypingKept(email))) return;
    // As bytes: WebKit loses blobs in IndexedDB, or refuses them.
    const serializedFiles = files.map(async ({ data, facts }) => ({
      type: data.type,
      bytes: await data.arrayBuffer(),
      facts,
    }));
    await keepEntry(email, name, await Promise.all(serializedFiles));
  });
}

/** @returns the files that were kept, in their order, with the same facts, unchecked */
export async function readKeptFiles(
  email: string,
  form: string,
  part: string,
): Promise<{ data: Blob; facts: Record<string, unknown> }[]> {
  const storedFiles = await readEntry(email, `${entryNameOf(form)}/${part}`).catch(() => undefined);
  return (Array.isArray(storedFiles) ? storedFiles : []).flatMap((file: unknown) => {
    const { type, bytes, facts } = fieldsOf(file);
    if (!(bytes instanceof ArrayBuffer)) return [];
    return [{ data: new Blob([bytes], { type: String(type) }), facts: fieldsOf(facts) }];
  });
}
