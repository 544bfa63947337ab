/**
 * Form input, kept in this tab's session storage until it is sent or the applicant logs out: it survives a reload, a
 * failed request and the end of a session. Never passwords.
 */
import { dropFromTab, keepInTab, keysInTab, readFromTab } from '../site/storages.ts';

const prefix = 'draft:';

export type Draft = Readonly<Record<string, string | boolean>>;

/** @returns the name of one applicant's draft: another who logs in later in the same tab has a draft of her own */
export function draftNameOf(form: string, email: string | undefined): string {
  return `${form}:${email?.toLowerCase()}`;
}

export function readDraft(form: string): Draft {
  return readJson<Draft>(form) ?? {};
}

/** One draft for all pages of accounts, so that an email address typed on one of them is filled in on the next. */
export const accountDraftName = 'account';

export function keepDraft(form: string, draft: Draft): void {
  keepInTab(prefix + form, JSON.stringify(draft));
}

/** A form's file that is already on the server. */
export interface UploadedFile {
  name: string;
  /** In bytes. */
  size: number;
  /** Milliseconds since 1970; with name and size it identifies the same file. */
  lastModified: number;
  /** The name under which the server keeps it. */
  stored: string;
  /** The name and size of what was sent, if they differ from those of the chosen file. */
  sent?: { name: string; size: number };
}

export function readStoredFile(form: string, field: string): UploadedFile | undefined {
  return readJson<UploadedFile>(`${form}/${field}`);
}

export function keepStoredFile(form: string, field: string, file: UploadedFile): void {
  keepInTab(`${prefix}${form}/${field}`, JSON.stringify(file));
}

export function dropStoredFile(form: string, field: string): void {
  dropFromTab(`${prefix}${form}/${field}`);
}

/** The name of the file chosen in a field. A reload clears the field; the page then names the file to choose again. */
export function readChosenName(form: string, field: string): string {
  return readJson<string>(`${form}/${field}/name`) ?? '';
}

/** @param name empty: no file is chosen any more */
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

/** Drops the input of every form and the records of their files, at logout. */
export function dropAllDrafts(): void {
  for (const key of keysInTab()) if (key.startsWith(prefix)) dropFromTab(key);
}

function readJson<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFromTab(prefix + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
