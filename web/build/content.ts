import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { missingFacts } from '@one-planet/contract/site-config';
import { programSlug } from '../src/site/addresses.ts';
import {
  type Content,
  ContentError,
  type Photo,
  parseContent,
} from '../src/site/content-schema.ts';
import type { Program } from '../src/site/records.ts';
import { BuildProblem, reasonOf, warn } from './problem.ts';
import { readJson } from './read-text.ts';

/** Reads the college's content. @throws {BuildProblem} naming everything that is wrong in the file */
export async function readContent(file: string): Promise<Content> {
  const json = await readJson(file, '--content');
  try {
    return parseContent(json);
  } catch (error) {
    const problems = error instanceof ContentError ? error.problems.join('; ') : reasonOf(error);
    throw new BuildProblem(`${file}: ${problems}.`);
  }
}

/** Says which of the programs in the content the API does not list: nobody would see their content. */
export function warnOfUnknownPrograms(content: Content, listed: readonly Program[]): void {
  const slugs = new Set(listed.map(({ name }) => programSlug(name)));
  const unknown = Object.keys(content.programs ?? {}).filter(
    (name) => !slugs.has(programSlug(name)),
  );
  for (const name of unknown) {
    warn(`content.json names a program ${JSON.stringify(name)}, which the API does not list.`);
  }
}

/** Says which facts nobody supplied: the pages are whole without them, and say less. */
export function warnOfMissingFacts(content: Content): void {
  const missing = content.example ? [] : missingFacts(content);
  if (missing.length === 0) return;
  warn(['content.json lacks what applicants look for (docs/hosting.md):', ...missing].join('\n  '));
}

/** @returns whether pages say of a day whether it is over */
export function hasDays({ intake, shortCourses = [] }: Content): boolean {
  return intake !== undefined || shortCourses.some(({ starts }) => starts);
}

// The photographs that `content.json` names, which lie beside it: in the sizes and formats that phones take.

/** The files of photographs, by their address on the site. */
export type PhotoFiles = Map<string, Buffer>;

const widths = [320, 640, 960, 1280, 1920];

/**
 * @param file the `content.json`
 * @returns the content with the addresses of what is made of its photographs, and these files
 * @throws {BuildProblem} for a photograph that is not there or is none
 */
export async function takePhotos(
  content: Content,
  file: string,
): Promise<{ content: Content; files: PhotoFiles }> {
  const files: PhotoFiles = new Map();
  if (content.example) {
    const { photos: _home, videoPoster: _film, ...words } = content;
    return { content: words, files };
  }
  const photos = photosIn(content);
  if (photos.length === 0) return { content, files };
  const sharp = await loadSharp();
  if (!sharp) {
    warn(
      'photographs stay as they are, with the place and the time that a camera wrote into them: with sharp (npm install --no-save sharp) they get smaller and lose these.',
    );
  }
  const copy = structuredClone(content);
  for (const photo of photosIn(copy)) {
    const bytes = await readFile(join(dirname(file), photo.src)).catch(() => {
      throw new BuildProblem(`${file}: there is no ${photo.src} beside it; put the picture there.`);
    });
    try {
      if (sharp && !isDrawing(photo.src)) await resize(sharp, photo, bytes, files);
      else files.set(photo.src, bytes);
    } catch (error) {
      throw new BuildProblem(`${file}: ${photo.src} cannot be read: ${reasonOf(error)}`);
    }
  }
  return { content: copy, files };
}

/** All photographs, wherever they stand. */
function photosIn(content: Content): Photo[] {
  const { voices = [], teachers = [], photos, videoPoster } = content;
  const all = [photos?.home, photos?.about, videoPoster];
  for (const { photo } of [...voices, ...teachers]) all.push(photo);
  return all.filter((photo) => photo !== undefined);
}

/** As much of sharp as is used: its own types are only there where it is. */
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

/** @returns nothing where it is not installed: it is no dependency, because it brings 20 MB of binaries */
async function loadSharp(): Promise<Sharp | undefined> {
  const name = 'sharp';
  return import(name).then(
    (loaded) => loaded.default,
    () => undefined,
  );
}

function isDrawing(src: string): boolean {
  return /\.svg$/i.test(src);
}

async function resize(sharp: Sharp, photo: Photo, bytes: Buffer, files: PhotoFiles): Promise<void> {
  // Turned as the camera says; its place and time are left out.
  const picture = sharp(bytes).rotate();
  const { info } = await picture.toBuffer({ resolveWithObject: true });
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const stem = `/assets/${parse(photo.src).name.replace(/[^\w-]/g, '')}-${hash}`;
  const fitting = widths.filter((width) => width < info.width);
  const all = fitting.length < widths.length ? [...fitting, info.width] : fitting;
  for (const format of ['avif', 'webp'] as const) {
    const sources = await Promise.all(
      all.map(async (width) => {
        const address = `${stem}-${width}.${format}`;
        files.set(address, await picture.clone().resize({ width }).toFormat(format).toBuffer());
        return `${address} ${width}w`;
      }),
    );
    photo[format] = sources.join(', ');
  }
  // In its own format, and where it was: the address stands in the college's own file, which may be put on the host.
  const width = Math.min(960, info.width);
  files.set(photo.src, await picture.clone().resize({ width }).toBuffer());
  photo.width = info.width;
  photo.height = info.height;
}
