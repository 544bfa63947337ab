/** What stands in the native elements of a form. */
import { sniffType } from '@one-planet/contract/file-rules';
import { type Draft, readStoredFile } from '../../site/drafts.ts';

/** A file of a form: chosen on this device, or stored on the server by an earlier send, or both. */
export interface ChosenFile {
  name: string;
  /** In bytes. */
  size: number;
  /** The media type its first bytes tell, empty for an unknown one. */
  content?: string;
  file?: File;
  stored?: string;
}

export type Typed = Readonly<Record<string, string | boolean | ChosenFile | undefined>>;

type Entry = HTMLInputElement;

const contents = new WeakMap<File, string>();

/** Looks into the files that were chosen; what `typed` says of them needs it. */
export async function readContents(form: HTMLFormElement): Promise<void> {
  for (const { files } of entriesOf(form)) {
    const file = files?.[0];
    if (file && !contents.has(file)) contents.set(file, await contentOf(file));
  }
}

/** A file that is gone by now (a phone's camera cleans up behind itself) has no content. */
async function contentOf(file: File): Promise<string> {
  try {
    return sniffType(new Uint8Array(await file.slice(0, 16).arrayBuffer())) ?? '';
  } catch {
    return '';
  }
}

/** @param draft the form's name, under which files may be stored already */
export function typed(form: HTMLFormElement, draft = ''): Typed {
  const entries: [string, Typed[string]][] = [];
  for (const entry of entriesOf(form)) {
    const { name, type } = entry;
    if (type === 'checkbox') entries.push([name, entry.checked]);
    else if (type === 'file') entries.push([name, chosenFile(entry, draft)]);
    else if (type !== 'radio' || entry.checked) entries.push([name, entry.value]);
  }
  return Object.fromEntries(entries);
}

function chosenFile({ name, files }: Entry, draft: string): ChosenFile | undefined {
  const file = files?.[0];
  const kept = readStoredFile(draft, name);
  if (!file) return kept && { name: kept.name, size: kept.size, stored: kept.stored };
  const { name: fileName, size } = file;
  const content = contents.get(file);
  const stored = storedNameOf(draft, name, file);
  return {
    name: fileName,
    size,
    file,
    ...(content === undefined ? {} : { content }),
    ...(stored === undefined ? {} : { stored }),
  };
}

/** @returns the name under which the server keeps a file that was sent before; `undefined` for any other file */
export function storedNameOf(draft: string, field: string, file: File): string | undefined {
  const { name, size, lastModified } = file;
  const kept = readStoredFile(draft, field);
  const isSame = kept?.name === name && kept.size === size && kept.lastModified === lastModified;
  return isSame ? kept.stored : undefined;
}

/** What may be kept as a draft: no password, and no file. */
export function keepable(form: HTMLFormElement): Draft {
  const open = entriesOf(form).filter(
    ({ autocomplete, type }) => type !== 'file' && !/password/.test(autocomplete),
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
