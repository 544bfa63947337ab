/** The photographed pages of an applicant, and which PDF was made of which pages. */
import type { Site } from '../site/client.ts';
import { numberOf } from '../site/unchecked.ts';
import { keepFiles, readKeptFiles } from './kept-input.ts';

export interface PhotoPage {
  /** Unique in this tab. */
  pageId: number;
  /** The picture as it is sent, in memory, because a phone's camera app may delete the photo. */
  picture: Blob;
  /** Clockwise, in degrees. */
  turn: number;
}

let lastPageId = 0;

/** @param turn clockwise, in degrees */
export function makePage(picture: Blob, turn = 0): PhotoPage {
  lastPageId += 1;
  return { pageId: lastPageId, picture, turn };
}

/** The file name of every PDF that is made here. */
export const photosPdfName = 'certificates.pdf';

const pagesByFile = new WeakMap<File, readonly PhotoPage[]>();

/** @returns the pages of a PDF that was made here; an empty list for any other file */
export function pagesOf(file: File | undefined): readonly PhotoPage[] {
  return (file && pagesByFile.get(file)) ?? [];
}

/** Notes the pages that a PDF was made of. */
export function setPages(file: File, pages: readonly PhotoPage[]): void {
  pagesByFile.set(file, pages);
}

/** The part of a form under which its pages are kept. */
const photosPartName = 'photos';

/** Keeps the pages of a form like its input: the pictures that are sent, not the photos they were drawn from. */
export function keepPages(
  site: Site,
  email: string,
  draftName: string,
  pages: readonly PhotoPage[],
) {
  const files = pages.map(({ picture, turn }) => ({ data: picture, facts: { turn } }));
  return keepFiles(site, email, draftName, photosPartName, files);
}

/** @returns the pages that were kept, in their order */
export async function readKeptPages(
  site: Site,
  email: string,
  draftName: string,
): Promise<readonly PhotoPage[]> {
  const keptFiles = await readKeptFiles(site, email, draftName, photosPartName);
  return keptFiles.map(({ data, facts }) => makePage(data, numberOf(facts.turn)));
}
