/** Form input on this device, encrypted, beyond the tab; only where the applicant asked for it (decisions, section 3). */
import { type Draft, keepDraft, readDraft } from '../../site/drafts.ts';
import { isRecord } from '../../site/unchecked.ts';
import { typedName } from './drop.ts';
import { inTurn } from './turns.ts';
import { dropSealed, openVault, sealJson, unsealJson } from './vault.ts';

/** The name of her wish. */
const wish = 'keeps-typing';

export async function keepsTyping(owner: string): Promise<boolean> {
  return (await unsealJson(owner, wish).catch(() => undefined)) === true;
}

/** @returns false where the browser can't keep anything */
export async function startKeeping(owner: string, form: string): Promise<boolean> {
  const wishes = async () => (await openVault(owner)) && sealJson(owner, wish, true);
  return (await inTurn(owner, wishes)) && keepTyped(owner, form);
}

/** Forgets the wish, and what is kept of every form; this tab goes on holding what it holds. */
export async function stopKeeping(owner: string): Promise<void> {
  await inTurn(owner, async () => {
    await dropSealed(owner, wish);
    await dropSealed(owner, 'draft');
  });
}

/** Keeps what this tab holds of a form, if it holds something and she still wishes it. @returns false if it can't */
export function keepTyped(owner: string, form: string): Promise<boolean> {
  return inTurn(owner, async () => {
    const typed = readDraft(form);
    if (Object.keys(typed).length === 0 || !(await keepsTyping(owner))) return true;
    return sealJson(owner, typedName(form), typed);
  });
}

/** Gives a tab that holds nothing of a form what the device keeps. @returns what the form is to show */
export async function restoreTyped(owner: string, form: string): Promise<Draft | undefined> {
  if (Object.keys(readDraft(form)).length > 0) return undefined;
  const kept = await unsealJson(owner, typedName(form)).catch(() => undefined);
  if (!isRecord(kept)) return undefined;
  const entries = Object.entries(kept).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, value] as const] : [],
  );
  const draft = Object.fromEntries(entries);
  keepDraft(form, draft);
  return draft;
}
