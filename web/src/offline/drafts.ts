/**
 * Form input, kept in this tab's session storage until it is sent or the applicant logs out: it survives a reload, a
 * failed request and the end of a session. Never passwords.
 */
import { dropFromTab, keepInTab, keysInTab, readFromTab } from '../site/storages.ts';

const prefix = 'draft:';

export type Draft = Readonly<Record<string, string | boolean>>;

/** @returns the name of a draft that is hers alone, should somebody else log in later in the same tab */
export function ownDraft(form: string, email: string | undefined): string {
  return `${form}:${email?.toLowerCase()}`;
}

export function readDraft(form: string): Draft {
  return readKept<Draft>(form) ?? {};
}

/** What visitors type on the pages of accounts, one for all of them: an address that was typed once is there on the next. */
export const accountDraft = 'account';

export function keepDraft(form: string, typed: Draft): void {
  keepInTab(prefix + form, JSON.stringify(typed));
}

/** A form's file that is already on the server. */
export interface StoredFile {
  name: string;
  /** In bytes. */
  size: number;
  /** Milliseconds since 1970; with name and size it identifies the same file. */
  lastModified: number;
  /** The name under which the server keeps it. */
  stored: string;
  /** The name and size that were sent, where they differ. */
  sent?: { name: string; size: number };
}

export function readStoredFile(form: string, field: string): StoredFile | undefined {
  return readKept<StoredFile>(`${form}/${field}`);
}

export function keepStoredFile(form: string, field: string, file: StoredFile): void {
  keepInTab(`${prefix}${form}/${field}`, JSON.stringify(file));
}

export function dropStoredFile(form: string, field: string): void {
  dropFromTab(`${prefix}${form}/${field}`);
}

/** The name of the file that was chosen in a field: the page itself loses that with a reload, and says so. */
export function readChosenName(form: string, field: string): string {
  return readKept<string>(`${form}/${field}/name`) ?? '';
}

/** @param name empty: none is chosen any more */
export function keepChosenName(form: string, field: string, name: string): void {
  const key = `${prefix}${form}/${field}/name`;
  if (name) keepInTab(key, JSON.stringify(name));
  else dropFromTab(key);
}

/** Drops a form's input and the record of its files. */
export function dropDraft(form: string): void {
  for (const key of keysInTab()) {
    if (key === prefix + form || key.startsWith(`${prefix}${form}/`)) dropFromTab(key);
  }
}

/** At logout. */
export function dropAllDrafts(): void {
  for (const key of keysInTab()) if (key.startsWith(prefix)) dropFromTab(key);
}

function readKept<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFromTab(prefix + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
