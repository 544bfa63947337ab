/**
 * Makes one PDF out of photographed pages: the education document has to be a PDF, and few applicants can make one on a
 * phone. This script and the PDF library are loaded only for this.
 */
import { limits } from '@one-planet/contract/limits';
import { readBytes } from './file-to-send.ts';
import { makePage, type PhotoPage, photosPdfName, setPages } from './pdf-pages.ts';
import { drawPage } from './prepare-file.ts';

const { maxBytes } = limits.files.educationDocument;

/** Reserved for what a PDF has beside its pictures; much more than it needs. */
const pdfOverheadBytes = 64_000;

/** Enough for a page that can be read. */
const maxPageBytes = 900_000;

/** @returns a photo as a page; `refused` if this browser can't open it, `unreadable` if it can't be read, or only in part */
export async function photoToPage(photo: File): Promise<PhotoPage | 'refused' | 'unreadable'> {
  // Loaded while the photo is read. `pagesToPdf` waits for it, and throws if it can't be loaded.
  import('./write-pdf.ts').catch(() => {});
  const bytes = await readBytes(photo);
  if (!bytes) return 'unreadable';
  const picture = await drawPage(bytes, maxPageBytes);
  if (picture === 'cut') return 'unreadable';
  return picture ? makePage(picture) : 'refused';
}

/**
 * @returns the PDF, below the size limit: if there are many pages, each is drawn smaller
 * @throws {Error} if the script that writes it can't be loaded
 */
export async function pagesToPdf(pages: readonly PhotoPage[]): Promise<File> {
  const maxPictureBytes = Math.floor((maxBytes - pdfOverheadBytes) / pages.length);
  const pdfPages: PhotoPage[] = [];
  for (const page of pages) {
    const bytes = page.picture.size > maxPictureBytes && (await readBytes(page.picture));
    const smallerPicture = bytes && (await drawPage(bytes, maxPictureBytes));
    pdfPages.push(
      smallerPicture && smallerPicture !== 'cut' ? { ...page, picture: smallerPicture } : page,
    );
  }
  const { writePdf } = await import('./write-pdf.ts');
  const bytes = await writePdf(pdfPages);
  const file = new File([bytes], photosPdfName, { type: 'application/pdf' });
  setPages(file, pdfPages);
  return file;
}
