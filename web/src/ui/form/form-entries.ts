/** The entries in the native elements of a form. */
import { limits } from '@one-planet/contract/limits';
import { type Draft, readStoredFile } from '../../offline/drafts.ts';
import { type ChosenFile, fileToSend, setFileToSend } from '../../offline/file-to-send.ts';
import type { FileToSend } from '../../offline/prepare-file.ts';
import { keysOf } from '../../site/unchecked.ts';
import { cleanText } from './clean-text.ts';

export type Typed = Readonly<Record<string, string | boolean | ChosenFile | undefined>>;

type Entry = HTMLInputElement;

/** By the file: what is sent of it; nothing for one that cannot be read, which is as good as none. */
const prepared = new WeakMap<File, FileToSend | undefined>();

/** What is being made for a field, e.g. one PDF of several photos. */
export const making = new WeakMap<EventTarget, Promise<void>>();

/** Waits until it is known what is sent of the files that were chosen; `typed` returns it then. */
export async function prepareFiles(form: HTMLFormElement): Promise<void> {
  for (const entry of entriesOf(form)) {
    await making.get(entry);
    const { files, dataset } = entry;
    const file = files?.[0];
    const kind = keysOf(limits.files).find((one) => one === dataset.kind);
    if (file && kind) prepared.set(file, await fileToSend(file, kind));
  }
}

/** @param draft the form's name, under which files may be stored already */
export function typed(form: HTMLFormElement, draft = ''): Typed {
  const entries: [string, Typed[string]][] = [];
  for (const entry of entriesOf(form)) {
    const { name, type } = entry;
    if (type === 'checkbox') entries.push([name, entry.checked]);
    else if (type === 'file') entries.push([name, chosenFile(entry, draft)]);
    else if (type !== 'radio' || entry.checked) entries.push([name, textIn(entry)]);
  }
  return Object.fromEntries(entries);
}

/** The types of the inputs that are typed into. */
const typedTypes = ['text', 'tel', 'email', 'search'];

/** @returns the text of an entry without what nobody can see; a password and a choice as they are */
function textIn({ type, autocomplete, value }: Entry): string {
  const isTyped = typedTypes.includes(type) && !/password/.test(autocomplete);
  return isTyped ? cleanText(value, type) : value;
}

/** Shows what the rules get, once nobody is typing there. */
export function showClean(entries: Iterable<Element>): void {
  for (const entry of entries) {
    if (!(entry instanceof HTMLInputElement) || !entry.name || entry.type === 'file') continue;
    const text = textIn(entry);
    if (text !== entry.value) entry.value = text;
  }
}

function chosenFile({ name, files }: Entry, draft: string): ChosenFile | undefined {
  const file = files?.[0];
  const kept = readStoredFile(draft, name);
  if (!file || (prepared.has(file) && !prepared.get(file))) {
    return kept && { ...(kept.sent ?? { name: kept.name, size: kept.size }), stored: kept.stored };
  }
  const toSend = prepared.get(file);
  const stored = storedNameOf(draft, name, file);
  return {
    name: file.name,
    size: toSend?.data.size ?? file.size,
    ...toSend,
    file,
    ...(stored === undefined ? {} : { stored }),
  };
}

/** Chooses a file in a field, as if she had done it herself. @param file nothing: as if she had chosen nothing */
export function choose(input: HTMLInputElement, file: File | undefined): void {
  const chosen = new DataTransfer();
  if (file) chosen.items.add(file);
  input.files = chosen.files;
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Has a field read its file anew: what was in memory is gone. */
export function readAgain(field: string, file: File): void {
  setFileToSend(file);
  prepared.delete(file);
  const input = document.querySelector(`input[type=file][name="${field}"]`);
  input?.dispatchEvent(new Event('change', { bubbles: true }));
}

/** @returns the name under which the server keeps a file that was sent before; `undefined` for any other file */
export function storedNameOf(draft: string, field: string, file: File): string | undefined {
  const { name, size, lastModified } = file;
  const kept = readStoredFile(draft, field);
  const isSame = kept?.name === name && kept.size === size && kept.lastModified === lastModified;
  return isSame ? kept.stored : undefined;
}

/** The entries that may be kept as a draft: no password, no file, and not what the page itself has filled in. */
export function keepable(form: HTMLFormElement): Draft {
  const open = entriesOf(form).filter(
    ({ autocomplete, type, value, defaultValue }) =>
      type !== 'file' &&
      !/password/.test(autocomplete) &&
      (/checkbox|radio/.test(type) || !defaultValue || value !== defaultValue),
  );
  const names = new Set(open.map(({ name }) => name));
  const draft: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(typed(form))) {
    if (names.has(name) && value !== undefined && typeof value !== 'object') draft[name] = value;
  }
  return draft;
}

/** Puts a draft back. What was typed before the page's script ran wins over it. */
export function restore(form: HTMLFormElement, draft: Draft): void {
  for (const entry of entriesOf(form)) {
    const kept = draft[entry.name];
    if (entry.type === 'file') continue;
    if (typeof kept === 'boolean') entry.checked ||= kept;
    else if (entry.type === 'radio') entry.checked ||= kept === entry.value;
    else if (kept !== undefined && entry.value === (entry.defaultValue ?? '')) entry.value = kept;
  }
}

/** @returns whether something was typed or ticked in a form as it was built */
export function isTouched(form: HTMLFormElement): boolean {
  return entriesOf(form).some(({ type, checked, defaultChecked, value, defaultValue }) =>
    type === 'checkbox' || type === 'radio'
      ? checked !== defaultChecked
      : defaultValue !== undefined && value !== defaultValue,
  );
}

/** A `select` is among them; it has no `defaultValue` and no `files`. */
function entriesOf(form: HTMLFormElement): Entry[] {
  return Array.from(form.elements).filter(
    (element): element is Entry => 'name' in element && element.name !== '',
  );
}
