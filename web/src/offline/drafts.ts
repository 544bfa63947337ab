/**
 * Form input, kept in this tab's session storage until the server has it or the applicant logs out: it survives a reload,
 * a failed request and the end of a session. What was typed for a payment at a bank stays until staff have verified the
 * payment. Never passwords.
 */
import { dropFromTab, keepInTab, keysInTab, readFromTab } from '../site/storages.ts';

const draftKeyPrefix = 'draft:';

export type Draft = Readonly<Record<string, string | boolean>>;

/** @returns the name of one applicant's draft: another who logs in later in the same tab has a draft of her own */
export function draftNameOf(formName: string, email: string | undefined): string {
  return `${formName}:${email?.toLowerCase()}`;
}

export function readDraft(draftName: string): Draft {
  return readJson<Draft>(draftName) ?? {};
}

/** One draft for all pages of accounts, so that an email address typed on one of them is filled in on the next. */
export const accountDraftName = 'account';

export function keepDraft(draftName: string, draft: Draft): void {
  keepInTab(draftKeyPrefix + draftName, JSON.stringify(draft));
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

export function readStoredFile(draftName: string, fieldName: string): UploadedFile | undefined {
  return readJson<UploadedFile>(`${draftName}/${fieldName}`);
}

/**
 * @param file a chosen one; without one any stored file counts
 * @returns the stored file, if it has the same name, size and time of change
 */
export function findStoredFile(
  draftName: string,
  fieldName: string,
  file: File | undefined,
): UploadedFile | undefined {
  const storedFile = readStoredFile(draftName, fieldName);
  const isSameFile =
    !file ||
    (storedFile?.name === file.name &&
      storedFile.size === file.size &&
      storedFile.lastModified === file.lastModified);
  return isSameFile ? storedFile : undefined;
}

export function keepStoredFile(draftName: string, fieldName: string, file: UploadedFile): void {
  keepInTab(`${draftKeyPrefix}${draftName}/${fieldName}`, JSON.stringify(file));
}

export function dropStoredFile(draftName: string, fieldName: string): void {
  dropFromTab(`${draftKeyPrefix}${draftName}/${fieldName}`);
}

/** The name of the file chosen in a field. A reload clears the field; the page then names the file to choose again. */
export function readChosenFileName(draftName: string, fieldName: string): string {
  return readJson<string>(`${draftName}/${fieldName}/name`) ?? '';
}

/** @param fileName empty: no file is chosen any more */
export function keepChosenFileName(draftName: string, fieldName: string, fileName: string): void {
  const draftKey = `${draftKeyPrefix}${draftName}/${fieldName}/name`;
  if (fileName) keepInTab(draftKey, JSON.stringify(fileName));
  else dropFromTab(draftKey);
}

/** Drops a form's input and the record of its files. */
export function dropDraft(draftName: string): void {
  for (const key of keysInTab()) {
    if (key === draftKeyPrefix + draftName || key.startsWith(`${draftKeyPrefix}${draftName}/`))
      dropFromTab(key);
  }
}

/** Drops the input of every form and the records of their files, at logout. */
export function dropAllDrafts(): void {
  for (const key of keysInTab()) if (key.startsWith(draftKeyPrefix)) dropFromTab(key);
}

function readJson<T>(keyEnding: string): T | undefined {
  try {
    return JSON.parse(readFromTab(draftKeyPrefix + keyEnding) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
