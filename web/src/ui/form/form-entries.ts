/** Reads and fills the native elements of a form. */
import { limits } from '@one-planet/contract/limits';
import { type Draft, findStoredFile, readStoredFile } from '../../offline/drafts.ts';
import { type ChosenFile, prepareFileToSend, setFileToSend } from '../../offline/file-to-send.ts';
import type { FileToSend } from '../../offline/prepare-file.ts';
import { keysOf } from '../../site/unchecked.ts';
import { cleanText, toLatinDigits } from './clean-text.ts';

export type FormValues = Readonly<Record<string, string | boolean | ChosenFile | undefined>>;

type FormInput = HTMLInputElement;

/** What is sent of each chosen file; `undefined` for one that cannot be read, which counts as not chosen. */
const preparedFiles = new WeakMap<File, FileToSend | undefined>();

/** By file input: resolves when the file that is being made for it is ready, e.g. one PDF of several photos. */
export const pendingFiles = new WeakMap<EventTarget, Promise<void>>();

/** Waits until all chosen files of a form are prepared; `readFormValues` returns what is sent of them afterwards. */
export async function prepareFiles(form: HTMLFormElement): Promise<void> {
  for (const input of inputsOf(form)) {
    await pendingFiles.get(input);
    const { files, dataset } = input;
    const file = files?.[0];
    const kind = keysOf(limits.files).find((fileKind) => fileKind === dataset.kind);
    if (file && kind) preparedFiles.set(file, await prepareFileToSend(file, kind));
  }
}

/** @param draftName the name of the form's draft, which has the files that are stored on the server @returns values by name */
export function readFormValues(form: HTMLFormElement, draftName = ''): FormValues {
  const formEntries: [string, FormValues[string]][] = [];
  for (const input of inputsOf(form)) {
    const { name, type } = input;
    if (type === 'checkbox') formEntries.push([name, input.checked]);
    else if (type === 'file') formEntries.push([name, readChosenFile(input, draftName)]);
    else if (type !== 'radio' || input.checked) formEntries.push([name, cleanValue(input)]);
  }
  return Object.fromEntries(formEntries);
}

/** The types of inputs whose text is cleaned. */
const textInputTypes = ['text', 'tel', 'email', 'search'];

/** @returns the value of an input, without invisible characters unless it is a password or a choice */
function cleanValue({ type, autocomplete, inputMode, value }: FormInput): string {
  const isTextInput = textInputTypes.includes(type) && !/password/.test(autocomplete);
  if (!isTextInput) return value;
  const text = cleanText(value, type);
  return /numeric|decimal/.test(inputMode) ? toLatinDigits(text) : text;
}

/**
 * The date that was typed as day, month and year.
 * @param values the values of a form with a `DateField` of this name
 * @returns `YYYY-MM-DD`; a text that the rules refuse if a part is wrong; an empty text if all parts are empty
 */
export function dateFromParts(values: Readonly<Record<string, unknown>>, name: string): string {
  const [day, month, year] = ['Day', 'Month', 'Year'].map((part) =>
    String(values[name + part] ?? '').trim(),
  );
  if (!day && !month && !year) return '';
  return [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-');
}

/** Writes the values that the rules check into the inputs. Not while one is typed in: its text would change under her. */
export function showCleanValues(elements: Iterable<Element>): void {
  for (const element of elements) {
    if (!(element instanceof HTMLInputElement) || !element.name || element.type === 'file')
      continue;
    const text = cleanValue(element);
    if (text !== element.value) element.value = text;
  }
}

function readChosenFile({ name, files }: FormInput, draftName: string): ChosenFile | undefined {
  const file = files?.[0];
  const storedFile = readStoredFile(draftName, name);
  if (!file || (preparedFiles.has(file) && !preparedFiles.get(file))) {
    return (
      storedFile && {
        ...(storedFile.sent ?? { name: storedFile.name, size: storedFile.size }),
        storedName: storedFile.stored,
      }
    );
  }
  const preparedFile = preparedFiles.get(file);
  const storedName = findStoredFile(draftName, name, file)?.stored;
  return {
    name: file.name,
    size: preparedFile?.data.size ?? file.size,
    ...preparedFile,
    file,
    ...(storedName === undefined ? {} : { storedName }),
  };
}

/** Chooses a file in a file input, with the events of a user's choice. @param file `undefined` empties the input */
export function chooseFile(input: HTMLInputElement, file: File | undefined): void {
  const transfer = new DataTransfer();
  if (file) transfer.items.add(file);
  input.files = transfer.files;
  for (const eventType of ['input', 'change'])
    input.dispatchEvent(new Event(eventType, { bubbles: true }));
}

/** Prepares the file of a field again, because its bytes in memory can no longer be read. */
export function rereadFile(fieldName: string, file: File): void {
  setFileToSend(file);
  preparedFiles.delete(file);
  const input = document.querySelector(`input[type=file][name="${fieldName}"]`);
  input?.dispatchEvent(new Event('change', { bubbles: true }));
}

/** @returns the values that may be kept as a draft: no password, no file, and not what the page itself has filled in */
export function readDraftValues(form: HTMLFormElement): Draft {
  const draftInputs = inputsOf(form).filter(
    ({ autocomplete, type, value, defaultValue }) =>
      type !== 'file' &&
      !/password/.test(autocomplete) &&
      (/checkbox|radio/.test(type) || !defaultValue || value !== defaultValue),
  );
  const inputNames = new Set(draftInputs.map(({ name }) => name));
  const draft: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(readFormValues(form))) {
    if (inputNames.has(name) && value !== undefined && typeof value !== 'object')
      draft[name] = value;
  }
  return draft;
}

/** Fills a form from its draft, except for fields that were edited before the page's script ran. */
export function fillFromDraft(form: HTMLFormElement, draft: Draft): void {
  for (const input of inputsOf(form)) {
    const storedValue = draft[input.name];
    if (input.type === 'file') continue;
    if (typeof storedValue === 'boolean') input.checked ||= storedValue;
    else if (input.type === 'radio') input.checked ||= storedValue === input.value;
    else if (storedValue !== undefined && input.value === (input.defaultValue ?? ''))
      input.value = storedValue;
  }
}

/** @returns whether something was typed or ticked since the form was rendered */
export function isEdited(form: HTMLFormElement): boolean {
  return inputsOf(form).some(({ type, checked, defaultChecked, value, defaultValue }) =>
    type === 'checkbox' || type === 'radio'
      ? checked !== defaultChecked
      : defaultValue !== undefined && value !== defaultValue,
  );
}

/** The named elements of a form. A `select` is among them, which has no `defaultValue` and no `files`. */
function inputsOf(form: HTMLFormElement): FormInput[] {
  return Array.from(form.elements).filter(
    (element): element is FormInput => 'name' in element && element.name !== '',
  );
}

/** Sets a value with an input event, so that the form's listeners store and check it as if it was typed. */
export function setInputValue(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
