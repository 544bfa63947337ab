/** Form input on this device, beyond the tab; only where the applicant asked for it (decisions, section 3). */
import { fieldsOf, isRecord } from '../site/unchecked.ts';
import { type Draft, keepDraft, readDraft } from './drafts.ts';
import { dropEntries, keepEntry, readEntry } from './kept-entries.ts';
import { inTurn } from './turns.ts';

/** The name of her wish. */
const wish = 'keeps-typing';

/** The name under which what is typed in a form is kept: without the address. */
function typedName(form: string): string {
  return `draft/${form.split(':')[0]}`;
}

export async function keepsTyping(email: string): Promise<boolean> {
  return (await readEntry(email, wish).catch(() => undefined)) === true;
}

/** @returns false where the browser can't keep anything */
export async function startKeeping(email: string, form: string): Promise<boolean> {
  return (await inTurn(() => keepEntry(email, wish, true))) && keepTyped(email, form);
}

/** Forgets the wish, and what is kept of every form; this tab goes on holding what it holds. */
export async function stopKeeping(email: string): Promise<void> {
  await inTurn(async () => {
    await dropEntries(email, wish);
    await dropEntries(email, 'draft');
  });
}

/** Keeps what this tab holds of a form, if it holds something and she still wishes it. @returns false if it can't */
export function keepTyped(email: string, form: string): Promise<boolean> {
  return inTurn(async () => {
    const typed = readDraft(form);
    if (Object.keys(typed).length === 0 || !(await keepsTyping(email))) return true;
    return keepEntry(email, typedName(form), typed);
  });
}

/** Gives a tab that holds nothing of a form what the device keeps. @returns what the form is to show */
export async function restoreTyped(email: string, form: string): Promise<Draft | undefined> {
  if (Object.keys(readDraft(form)).length > 0) return undefined;
  const kept = await readEntry(email, typedName(form)).catch(() => undefined);
  if (!isRecord(kept)) return undefined;
  const entries = Object.entries(kept).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, value] as const] : [],
  );
  const draft = Object.fromEntries(entries);
  keepDraft(form, draft);
  return draft;
}

/** Drops what is kept of a form, once that was sent. @param form see `ownDraft` */
export function dropTyped(email: string, form: string): Promise<void> {
  return inTurn(() => dropEntries(email, typedName(form)));
}

/** Drops everything of hers, after all that was to be kept before. */
export function dropKept(email: string): Promise<void> {
  return inTurn(() => dropEntries(email, ''));
}

// The chosen files of a form, kept as what she types is.

/** A file with what else is known of it. */
export interface FormFile {
  data: Blob;
  facts: object;
}

/** @param part of the form @param files none: what was kept is dropped */
export function keepFiles(
  email: string,
  form: string,
  part: string,
  files: readonly FormFile[],
): Promise<void> {
  const name = `${typedName(form)}/${part}`;
  return inTurn(async () => {
    if (files.length === 0) return dropEntries(email, name);
    if (!(await keepsTyping(email))) return;
    // WebKit loses blobs in IndexedDB, or refuses them.
    const list = files.map(async ({ data, facts }) => ({
      type: data.type,
      bytes: await data.arrayBuffer(),
      facts,
    }));
    await keepEntry(email, name, await Promise.all(list));
  });
}

/** @returns the files that were kept, in their order, with the same facts, unchecked */
export async function keptFiles(
  email: string,
  form: string,
  part: string,
): Promise<{ data: Blob; facts: Record<string, unknown> }[]> {
  const list = await readEntry(email, `${typedName(form)}/${part}`).catch(() => undefined);
  return (Array.isArray(list) ? list : []).flatMap((file: unknown) => {
    const { type, bytes, facts } = fieldsOf(file);
    if (!(bytes instanceof ArrayBuffer)) return [];
    return [{ data: new Blob([bytes], { type: String(type) }), facts: fieldsOf(facts) }];
  });
}
