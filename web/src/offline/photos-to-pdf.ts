/**
 * One PDF out of photographed pages, made on this device: the education document has to be one, and few can make it on a
 * phone. The library is loaded only then.
 */
import { limits } from '@one-planet/contract/limits';
import { fieldsOf, numberOf, textOf } from '../app/unchecked.ts';
import { drawnPage } from './file-to-send.ts';
import { keepPart, restorePart } from './vault.ts';

export interface PhotoPage {
  /** No other has it. */
  id: number;
  /** As it was taken. */
  photo: File;
  /** As it is sent. */
  picture: Blob;
  /** Clockwise, in degrees. */
  turn: number;
}

const { maxBytes } = limits.files.educationDocument;

/** What a PDF needs beside its pictures, in bytes; much more than it takes. */
const frameBytes = 64_000;

/** No page needs more to be read, in bytes. */
const pageBytes = 900_000;

const madeOf = new WeakMap<File, readonly PhotoPage[]>();

/** @returns the pages of a PDF that was made here; none of any other file */
export function pagesOf(file: File | undefined): readonly PhotoPage[] {
  return (file && madeOf.get(file)) ?? [];
}

let count = 0;

/** @returns a photo as a page, or nothing where this browser can't open it */
export async function pageOf(photo: File): Promise<PhotoPage | undefined> {
  // On its way while the photo is read; the PDF waits for it, and says what went wrong.
  import('./written-pdf.ts').catch(() => {});
  const picture = await drawnPage(photo, pageBytes);
  count += 1;
  return picture && { id: count, photo, picture, turn: 0 };
}

/** @returns the PDF, under the limit: where there are many pages, each is drawn smaller */
export async function pdfOf(pages: readonly PhotoPage[], name: string): Promise<File> {
  const most = Math.floor((maxBytes - frameBytes) / pages.length);
  const sheets: PhotoPage[] = [];
  for (const page of pages) {
    const small = page.picture.size > most && (await drawnPage(page.photo, most));
    sheets.push(small ? { ...page, picture: small } : page);
  }
  const { writtenPdf } = await import('./written-pdf.ts');
  const bytes = await writtenPdf(sheets);
  const file = new File([bytes], name, { type: 'application/pdf' });
  madeOf.set(file, sheets);
  return file;
}

/** The name of the part of a form that its pages are kept as. */
const part = 'photos';

/** The length of the list before the pictures, in bytes. */
const lengthBytes = 4;

/** Keeps the pages of a form as what she types is kept: the pictures that are sent, not the photos. */
export function keepPages(owner: string, form: string, pages: readonly PhotoPage[]) {
  if (pages.length === 0) return keepPart(owner, form, part);
  const list = pages.map(({ picture: { size, type }, turn }) => ({ size, type, turn }));
  const json = new TextEncoder().encode(JSON.stringify(list));
  const pictures = pages.map(({ picture }) => picture);
  const all = new Blob([Uint32Array.of(json.length), json, ...pictures]);
  return keepPart(owner, form, part, () => all.arrayBuffer());
}

/** @returns the pages that were kept, in their order */
export async function keptPages(owner: string, form: string): Promise<readonly PhotoPage[]> {
  const all = await restorePart(owner, form, part);
  if (!all) return [];
  let at = lengthBytes + (new Uint32Array(all, 0, 1)[0] ?? 0);
  const list: unknown = JSON.parse(new TextDecoder().decode(all.slice(lengthBytes, at)));
  return (Array.isArray(list) ? list : []).map((one: unknown) => {
    const { size, type, turn } = fieldsOf(one);
    const from = at;
    at += numberOf(size) ?? 0;
    count += 1;
    const photo = new File([all.slice(from, at)], `${count}.jpg`, { type: textOf(type) });
    return { id: count, photo, picture: photo, turn: numberOf(turn) ?? 0 };
  });
}
