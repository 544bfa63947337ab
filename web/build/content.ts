import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { missingFacts } from '@one-planet/contract/site-config';
import { makeProgramSlug } from '../src/site/addresses.ts';
import {
  type Content,
  ContentError,
  type Photo,
  parseContent,
} from '../src/site/content-schema.ts';
import type { Program } from '../src/site/records.ts';
import { BuildProblem, reasonOf, warn } from './problem.ts';
import { readJson } from './read-text.ts';

/** Reads the college's content. @throws {BuildProblem} naming every mistake in the file */
export async function readContent(file: string): Promise<Content> {
  const json = await readJson(file, '--content');
  try {
    return parseContent(json);
  } catch (error) {
    const problemText = error instanceof ContentError ? error.problems.join('; ') : reasonOf(error);
    throw new BuildProblem(`${file}: ${problemText}.`);
  }
}

/** Warns of programs in the content that the API does not list, because their content would not be shown. */
export function warnOfUnknownPrograms(content: Content, listedPrograms: readonly Program[]): void {
  const slugs = new Set(listedPrograms.map(({ name }) => makeProgramSlug(name)));
  const unknownNames = Object.keys(content.programs ?? {}).filter(
    (name) => !slugs.has(makeProgramSlug(name)),
  );
  for (const name of unknownNames) {
    warn(`content.json names a program ${JSON.stringify(name)}, which the API does not list.`);
  }
}

/** Warns of facts that the content lacks: the pages work without them, but tell visitors less. */
export function warnOfMissingFacts(content: Content): void {
  const missingNames = content.example ? [] : missingFacts(content);
  if (missingNames.length === 0) return;
  warn(
    ['content.json lacks what applicants look for (docs/hosting.md):', ...missingNames].join(
      '\n  ',
    ),
  );
}

/** @returns whether the content has days, which pages compare with today */
export function hasDays({ intake, shortCourses = [] }: Content): boolean {
  return intake !== undefined || shortCourses.some(({ starts }) => starts);
}

// Converts the photographs beside `content.json` to the sizes and formats for phones.

/** The files of photographs, by their address on the site. */
export type PhotoFiles = Map<string, Buffer>;

const photoWidths = [320, 640, 960, 1280, 1920];

/**
 * @param file the path of `content.json`
 * @returns the content with the addresses of the converted photographs, and these files
 * @throws {BuildProblem} for a photograph that is missing or can't be read
 */
export async function processPhotos(
  content: Content,
  file: string,
): Promise<{ content: Content; files: PhotoFiles }> {
  const files: PhotoFiles = new Map();
  if (content.example) {
    const { photos: _home, videoPoster: _film, ...contentWithoutPhotos } = content;
    return { content: contentWithoutPhotos, files };
  }
  const photos = findPhotos(content);
  if (photos.length === 0) return { content, files };
  const sharp = await loadSharp();
  if (!sharp) {
    warn(
      'photographs stay as they are, with the place and the time that a camera wrote into them: with sharp (npm install --no-save sharp) they get smaller and lose these.',
    );
  }
  const contentCopy = structuredClone(content);
  for (const photo of findPhotos(contentCopy)) {
    const bytes = await readFile(join(dirname(file), photo.src)).catch(() => {
      throw new BuildProblem(`${file}: there is no ${photo.src} beside it; put the picture there.`);
    });
    try {
      if (sharp && !isDrawing(photo.src)) await addResizedFiles(sharp, photo, bytes, files);
      else files.set(photo.src, bytes);
    } catch (error) {
      throw new BuildProblem(`${file}: ${photo.src} cannot be read: ${reasonOf(error)}`);
    }
  }
  return { content: contentCopy, files };
}

/** Finds all photographs in the content. */
function findPhotos(content: Content): Photo[] {
  const { voices = [], teachers = [], principal, photos, videoPoster } = content;
  const possiblePhotos = [photos?.home, photos?.about, videoPoster, principal?.photo];
  for (const { photo } of [...voices, ...teachers]) possiblePhotos.push(photo);
  return possiblePhotos.filter((photo) => photo !== undefined);
}

/** The part of sharp that is used. Its own types are missing where it is not installed. */
type Sharp = (bytes: Buffer) => Picture;

interface Picture {
  rotate(): Picture;
  clone(): Picture;
  resize(size: { width: number }): Picture;
  toFormat(format: 'avif' | 'webp'): Picture;
  toBuffer(): Promise<Buffer>;
  toBuffer(options: {
    resolveWithObject: true;
  }): Promise<{ info: { width: number; height: number } }>;
}

/** @returns `undefined` if it is not installed: it is not a dependency, because it brings 20 MB of binaries */
async function loadSharp(): Promise<Sharp | undefined> {
  const packageName = 'sharp';
  return import(packageName).then(
    (module) => module.default,
    () => undefined,
  );
}

function isDrawing(src: string): boolean {
  return /\.svg$/i.test(src);
}

async function addResizedFiles(
  sharp: Sharp,
  photo: Photo,
  bytes: Buffer,
  files: PhotoFiles,
): Promise<void> {
  // Rotated as the camera notes; its place and time are removed.
  const picture = sharp(bytes).rotate();
  const { info } = await picture.toBuffer({ resolveWithObject: true });
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const addressStem = `/assets/${parse(photo.src).name.replace(/[^\w-]/g, '')}-${hash}`;
  const smallerWidths = photoWidths.filter((width) => width < info.width);
  const sourceWidths =
    smallerWidths.length < photoWidths.length ? [...smallerWidths, info.width] : smallerWidths;
  for (const format of ['avif', 'webp'] as const) {
    const sources = await Promise.all(
      sourceWidths.map(async (width) => {
        const address = `${addressStem}-${width}.${format}`;
        files.set(address, await picture.clone().resize({ width }).toFormat(format).toBuffer());
        return `${address} ${width}w`;
      }),
    );
    photo[format] = sources.join(', ');
  }
  // Also in its own format under its own address, which the college's own `content.json` names if that is put on the
  // host.
  const width = Math.min(960, info.width);
  files.set(photo.src, await picture.clone().resize({ width }).toBuffer());
  photo.width = info.width;
  photo.height = info.height;
}
