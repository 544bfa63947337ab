/** What leaves the vault. */
import { inTurn } from './turns.ts';
import { dropSealed } from './vault.ts';

/** The name under which what is typed in a form is kept: without the address, which is not to stand here in clear. */
export function typedName(form: string): string {
  return `draft/${form.split(':')[0]}`;
}

/** Drops what is kept of a form, once that was sent. @param form see `useOwnDraft` */
export function dropTyped(owner: string, form: string): Promise<void> {
  return inTurn(owner, () => dropSealed(owner, typedName(form)));
}

/** Drops everything of hers, with the key, and after all that was to be kept before. */
export function dropVault(owner: string): Promise<void> {
  return inTurn(owner, () => dropSealed(owner, ''));
}
