/** Form input on this device, encrypted, beyond the tab; only where the applicant asked for it (decisions, section 3). */
import { type Draft, keepDraft, readDraft } from '../../site/drafts.ts';
import { isRecord } from '../../site/unchecked.ts';
import { dropSealed, openVault, sealJson, unsealJson } from '../vault/vault.ts';

/** The name of her wish. */
const wish = 'keeps-typing';
/** Without the address in it, which is not to stand on the device in clear. */
const nameOf = (form: string) => `draft/${form.split(':')[0]}`;

export async function keepsTyping(owner: string): Promise<boolean> {
  return (await unsealJson(owner, wish)) === true;
}

/** @returns false where the browser can't keep anything */
export async function startKeeping(owner: string, form: string): Promise<boolean> {
  if (!(await openVault(owner)) || !(await sealJson(owner, wish, true))) return false;
  return keepTyped(owner, form);
}

/** Forgets the wish, and what is kept of every form; this tab goes on holding what it holds. */
export async function stopKeeping(owner: string): Promise<void> {
  await Promise.all([dropSealed(owner, wish), dropSealed(owner, 'draft')]);
}

/** Keeps what this tab holds of a form, or drops what is kept where it was sent. */
export async function keepTyped(owner: string, form: string): Promise<boolean> {
  const typed = readDraft(form);
  if (Object.keys(typed).length > 0) return sealJson(owner, nameOf(form), typed);
  await dropSealed(owner, nameOf(form));
  return true;
}

/** Gives a tab that holds nothing of a form what the device keeps. @returns what the form is to show */
export async function restoreTyped(owner: string, form: string): Promise<Draft | undefined> {
  if (Object.keys(readDraft(form)).length > 0) return undefined;
  const kept = await unsealJson(owner, nameOf(form));
  if (!isRecord(kept)) return undefined;
  const entries = Object.entries(kept).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, value] as const] : [],
  );
  const draft = Object.fromEntries(entries);
  keepDraft(form, draft);
  return draft;
}
