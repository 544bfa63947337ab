/**
 * One PDF out of photographed pages, made on this device: the education document has to be one, and few can make it on a
 * phone. The library is loaded only then.
 */
import { limits } from '@one-planet/contract/limits';
import { numberOf } from '../site/unchecked.ts';
import { bytesOf, loadPreparing } from './file-to-send.ts';
import { keepFiles, keptFiles } from './kept-typing.ts';

export interface PhotoPage {
  /** No other has it. */
  id: number;
  /** As it is sent, in memory: a phone's camera cleans up behind itself. */
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

/**
 * @returns a photo as a page. `refused`: this browser can't open it. `unreadable`: it can't be read, or not whole
 * @throws {Error} where the script for it can't be had
 */
export async function pageOf(photo: File): Promise<PhotoPage | 'refused' | 'unreadable'> {
  // On its way while the photo is read; the PDF waits for it, and says what went wrong.
  import('./written-pdf.ts').catch(() => {});
  const bytes = await bytesOf(photo);
  if (!bytes) return 'unreadable';
  const { drawnPage } = await loadPreparing();
  const picture = await drawnPage(bytes, pageBytes);
  if (picture === 'cut') return 'unreadable';
  count += 1;
  return picture ? { id: count, picture, turn: 0 } : 'refused';
}

/** The name of every PDF that is made here. */
export const nameOfPhotos = 'certificates.pdf';

/** @returns the PDF, under the limit: where there are many pages, each is drawn smaller */
export async function pdfOf(pages: readonly PhotoPage[]): Promise<File> {
  const most = Math.floor((maxBytes - frameBytes) / pages.length);
  const sheets: PhotoPage[] = [];
  for (const page of pages) {
    const bytes = page.picture.size > most && (await bytesOf(page.picture));
    const small = bytes && (await (await loadPreparing()).drawnPage(bytes, most));
    sheets.push(small && small !== 'cut' ? { ...page, picture: small } : page);
  }
  const { writtenPdf } = await import('./written-pdf.ts');
  const bytes = await writtenPdf(sheets);
  const file = new File([bytes], nameOfPhotos, { type: 'application/pdf' });
  madeOf.set(file, sheets);
  return file;
}

/** The name of the part of a form that its pages are kept as. */
const part = 'photos';

/** Keeps the pages of a form as what she types is kept: the pictures that are sent, not the photos. */
export function keepPages(email: string, form: string, pages: readonly PhotoPage[]) {
  const files = pages.map(({ picture, turn }) => ({ data: picture, facts: { turn } }));
  return keepFiles(email, form, part, files);
}

/** @returns the pages that were kept, in their order */
export async function keptPages(email: string, form: string): Promise<readonly PhotoPage[]> {
  const kept = await keptFiles(email, form, part);
  return kept.map(({ data, facts }) => {
    count += 1;
    return { id: count, picture: data, turn: numberOf(facts.turn) ?? 0 };
  });
}
