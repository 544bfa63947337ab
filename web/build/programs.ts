/** Reads the programs for the build, from the API or from a file with its response. */

import { createHash } from 'node:crypto';
import { canonical } from '@one-planet/contract/wire';
import { createClient } from '@one-planet/sdk';
import type { Settings } from '../src/site/config.ts';
import { readCustomDialect } from '../src/site/custom-dialect.ts';
import { makeFingerprint, type Program, programsOf } from '../src/site/records.ts';
import { isAddress } from './options.ts';
import { BuildProblem, reasonOf, warn } from './problem.ts';
import { readText } from './read-text.ts';

/**
 * Reads the public list of programs as the site does, in the dialect of its settings.
 * @param addressOrFile the API's address, like `apiBase`, or a file with the API's response
 * @throws {BuildProblem} if the list can't be read
 */
export async function readPrograms(addressOrFile: string, settings: Settings): Promise<Program[]> {
  const programList = isAddress(addressOrFile)
    ? await fetchList(addressOrFile, settings)
    : await readList(addressOrFile);
  if (!Array.isArray(programList)) {
    throw new BuildProblem(
      `--programs: ${addressOrFile} holds no list of programs; the API's answer to its list of programs is one.`,
    );
  }
  const programs = programsOf(programList);
  const namelessCount = programList.length - programs.length;
  if (programList.length > 0 && programs.length === 0) {
    throw new BuildProblem(
      `--programs: no record in ${addressOrFile} has a name; is it another list?`,
    );
  }
  if (namelessCount > 0)
    warn(`${namelessCount} of ${programList.length} programs have no name and are left out.`);
  if (programList.length === 0) warn(`${addressOrFile} lists no programs.`);
  return programs;
}

async function readList(file: string): Promise<unknown> {
  const text = await readText(file).catch((error: NodeJS.ErrnoException) => {
    throw new BuildProblem(
      `--programs: ${file} cannot be read (${error.code}); name a file, or the address of the API.`,
    );
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BuildProblem(`--programs: ${file} is not JSON (${reasonOf(error)}).`);
  }
}

async function fetchList(baseUrl: string, settings: Settings): Promise<unknown> {
  const isCanonical = settings.dialect === 'canonical';
  const dialect = isCanonical ? canonical : readCustomDialect(settings.dialect);
  const client = createClient({ baseUrl, dialect });
  const response = await client.programs.list().catch((error: unknown) => {
    throw new BuildProblem(
      `--programs: ${baseUrl}: ${reasonOf(error)}. Is it the address of the API, as in apiBase? A saved list can be used instead.`,
    );
  });
  if (response.status === 200) return response.body;
  throw new BuildProblem(
    `--programs: ${baseUrl} answers its list of programs with status ${response.status}; visitors must be able to read it.`,
  );
}

// The API returns the pictures of programs as base64. The build writes them to files, so that pages stay small.

export interface ProgramsWithPictures {
  /** The programs, each with the address of its picture instead of base64. */
  programs: Program[];
  /** The files to write, by their address. */
  pictureFiles: ReadonlyMap<string, Buffer>;
  /** The address of each picture, by the fingerprint of its base64. */
  addressByFingerprint: Readonly<Record<string, string>>;
}

/** Replaces the pictures of programs by files. One that can't be read is removed; the page then shows a drawing. */
export function extractPictures(programsWithBase64: readonly Program[]): ProgramsWithPictures {
  const pictureFiles = new Map<string, Buffer>();
  const addressByFingerprint: Record<string, string> = {};
  const programs = programsWithBase64.map((program) => {
    const { name, base64String } = program;
    if (!base64String) return program;
    const bytes = decodePicture(base64String);
    const fileEnding = bytes && fileEndingOf(bytes);
    if (!fileEnding) {
      warn(`the picture of ${name} can't be read and is left out.`);
      return { ...program, base64String: '' };
    }
    const contentHash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    const address = `/assets/program-${contentHash}.${fileEnding}`;
    pictureFiles.set(address, bytes);
    addressByFingerprint[makeFingerprint(base64String)] = address;
    return { ...program, base64String: address };
  });
  return { programs, pictureFiles, addressByFingerprint };
}

function decodePicture(text: string): Buffer | undefined {
  const base64 = text.replace(/^data:image\/[\w.+-]+;base64,/, '').replace(/\s/g, '');
  return /^[\w+/]{8,}={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : undefined;
}

const signatures: readonly [type: string, begins: RegExp][] = [
  ['png', /^\x89PNG/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['avif', /^.{4}ftypavi/s],
  ['svg', /^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml|!--)/],
];

/** @returns the file extension of a picture by its first bytes; `undefined` if it is of no known type */
function fileEndingOf(bytes: Buffer): string | undefined {
  const firstBytes = bytes.subarray(0, 64).toString('latin1');
  return signatures.find(([, signature]) => signature.test(firstBytes))?.[0];
}
