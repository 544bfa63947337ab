/**
 * Makes one PDF out of photographed pages: the education document has to be a PDF, and few applicants can make one on a
 * phone. The PDF library is loaded only for this.
 */
import { limits } from '@one-planet/contract/limits';
import { numberOf } from '../site/unchecked.ts';
import { importPrepareFile, readBytes } from './file-to-send.ts';
import { keepFiles, readKeptFiles } from './kept-input.ts';

export interface PhotoPage {
  /** Unique in this tab. */
  pageId: number;
  /** The picture as it is sent, in memory, because a phone's camera app may delete the photo. */
  picture: Blob;
  /** Clockwise, in degrees. */
  turn: number;
}

const { maxBytes } = limits.files.educationDocument;

/** Reserved for what a PDF has beside its pictures; much more than it needs. */
const pdfOverheadBytes = 64_000;

/** Enough for a page that can be read. */
const maxPageBytes = 900_000;

const pagesByFile = new WeakMap<File, readonly PhotoPage[]>();

/** @returns the pages of a PDF that was made here; an empty list for any other file */
export function pagesOf(file: File | undefined): readonly PhotoPage[] {
  return (file && pagesByFile.get(file)) ?? [];
}

let lastPageId = 0;

/**
 * @returns a photo as a page; `refused` if this browser can't open it, `unreadable` if it can't be read, or only in part
 * @throws {Error} if the script that draws it can't be loaded
 */
export async function photoToPage(photo: File): Promise<PhotoPage | 'refused' | 'unreadable'> {
  // Loaded while the photo is read. `pagesToPdf` waits for it, and throws if it can't be loaded.
  import('./write-pdf.ts').catch(() => {});
  const bytes = await readBytes(photo);
  if (!bytes) return 'unreadable';
  const { drawPage } = await importPrepareFile();
  const picture = await drawPage(bytes, maxPageBytes);
  if (picture === 'cut') return 'unreadable';
  lastPageId += 1;
  return picture ? { pageId: lastPageId, picture, turn: 0 } : 'refused';
}

/** The file name of every PDF that is made here. */
export const photosPdfName = 'certificates.pdf';

/** @returns the PDF, below the size limit: if there are many pages, each is drawn smaller */
export async function pagesToPdf(pages: readonly PhotoPage[]): Promise<File> {
  const maxPictureBytes = Math.floor((maxBytes - pdfOverheadBytes) / pages.length);
  const pdfPages: PhotoPage[] = [];
  for (const page of pages) {
    const bytes = page.picture.size > maxPictureBytes && (await readBytes(page.picture));
    const smallerPicture =
      bytes && (await (await importPrepareFile()).drawPage(bytes, maxPictureBytes));
    pdfPages.push(
      smallerPicture && smallerPicture !== 'cut' ? { ...page, picture: smallerPicture } : page,
    );
  }
  const { writePdf } = await import('./write-pdf.ts');
  const bytes = await writePdf(pdfPages);
  const file = new File([bytes], photosPdfName, { type: 'application/pdf' });
  pagesByFile.set(file, pdfPages);
  return file;
}

/** The part of a form under which its pages are kept. */
const photosPartName = 'photos';

/** Keeps the pages of a form like its input: the pictures that are sent, not the photos they were drawn from. */
export function keepPages(email: string, draftName: string, pages: readonly PhotoPage[]) {
  const files = pages.map(({ picture, turn }) => ({ data: picture, facts: { turn } }));
  return keepFiles(email, draftName, photosPartName, files);
}

/** @returns the pages that were kept, in their order */
export async function readKeptPages(
  email: string,
  draftName: string,
): Promise<readonly PhotoPage[]> {
  const keptFiles = await readKeptFiles(email, draftName, photosPartName);
  return keptFiles.map(({ data, facts }) => {
    lastPageId += 1;
    return { pageId: lastPageId, picture: data, turn: numberOf(facts.turn) ?? 0 };
  });
}
