/**
 * What was typed into a form, kept in the session storage of this tab until it is sent or the applicant logs out:
 * it survives a reload, a failed send and the end of a session. Passwords are never among it.
 */
import { dropFromTab, keepInTab, keysInTab, readFromTab } from './tab-storage.ts';

const prefix = 'draft:';

export type Draft = Readonly<Record<string, string | boolean>>;

export function readDraft(form: string): Draft {
  try {
    return JSON.parse(readFromTab(prefix + form) ?? '{}') as Draft;
  } catch {
    return {};
  }
}

export function keepDraft(form: string, typed: Draft): void {
  keepInTab(prefix + form, JSON.stringify(typed));
}

export function dropDraft(form: string): void {
  dropFromTab(prefix + form);
}

/** At logout. */
export function dropAllDrafts(): void {
  for (const key of keysInTab()) if (key.startsWith(prefix)) dropFromTab(key);
}
