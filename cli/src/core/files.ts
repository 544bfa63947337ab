/** Reads files that people wrote on any system, and writes files that nobody can see half written. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from './exit.ts';

/**
 * Decodes the text of a file: UTF-8, or UTF-16, which PowerShell's `>` and old editors write. A byte order mark is
 * removed.
 * @throws {TypeError} for any other encoding
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder(detectEncoding(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TypeError('it is text neither in UTF-8 nor in UTF-16: save it as UTF-8', { cause });
  }
}

/**
 * Recognizes the encoding by the byte order mark. Without one it looks for a zero byte in the first character, which is
 * ASCII in every file that is read here.
 */
function detectEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

/** In bytes; far more than a report of all checks with their evidence. */
const maxFileBytes = 10 * 1024 * 1024;

/**
 * Opens a file that a person, or another machine, may have written.
 * @throws {Error} where a pipe or a device stands in its place, or it is larger than any of ours
 */
function openToRead(path: string): number {
  // In a folder that others write, a named pipe would never end. What a shell hands over is below /dev.
  const isFromShell = /^\/(dev|proc)\//.test(path);
  const fileDescriptor = openSync(
    path,
    constants.O_RDONLY | (isFromShell ? 0 : (constants.O_NONBLOCK ?? 0)),
  );
  const stats = fstatSync(fileDescriptor);
  const problem =
    stats.isFile() || stats.isDirectory() || isFromShell
      ? stats.size > maxFileBytes && `it is larger than ${maxFileBytes / 1024 / 1024} MB`
      : 'it is a pipe or a device';
  if (!problem) return fileDescriptor;
  closeSync(fileDescriptor);
  throw new Error(problem);
}

/**
 * Reads a file that a person, or another machine, may have written.
 * @throws the system's error, or that of `openToRead` or `decodeText`
 */
export function readTextSync(path: string): string {
  const fileDescriptor = openToRead(path);
  try {
    return decodeText(readFileSync(fileDescriptor));
  } finally {
    closeSync(fileDescriptor);
  }
}

/** Like `readTextSync`, but rejects. */
export async function readText(path: string): Promise<string> {
  return readTextSync(path);
}

/** @throws {CliError} (exit 2) when the folder in which the command was started has been removed */
export function readWorkingFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    const message =
      'the folder in which this command runs is not there any more: change to one that is';
    throw new CliError(message, undefined, { cause });
  }
}

/** @returns a path in which `{date}` is this day by the machine's clock, e.g. `2026-11-27` */
export function fillInDate(path: string): string {
  const now = new Date();
  const numbers = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const day = numbers.map((number) => String(number).padStart(2, '0')).join('-');
  return path.replaceAll('{date}', day);
}

/** The mode of the files we write: reports hold addresses of applicants, so only the owner may read them. */
const ownerOnly = 0o600;

/**
 * The one way in which files are written: completely or not at all. If the process is killed, the old file stays; its
 * mode does not.
 * @param fileMode default: only its owner may read it
 * @throws {Error} where the path leads to something else than a file; the system's error
 */
export function writeAtomically(path: string, text: string, fileMode = ownerOnly): void {
  requireFileOrNothing(path);
  // The temporary name is random, because another run may be writing the same file.
  const temporaryPath = `${path}.${randomBytes(4).toString('hex')}.new`;
  try {
    const fileDescriptor = openSync(temporaryPath, 'wx', fileMode);
    try {
      // The mode is set explicitly, because cron's umask may be too strict for the reader of the file.
      fchmodSync(fileDescriptor, fileMode);
      writeFileSync(fileDescriptor, text);
      fsyncSync(fileDescriptor);
    } finally {
      closeSync(fileDescriptor);
    }
    renameSync(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

/** In a folder that others write, a link leads to a file of their choice, and a named pipe never ends. */
function requireFileOrNothing(path: string): void {
  const pathStats = lstatSync(path, { throwIfNoEntry: false });
  if (pathStats?.isDirectory()) throw new Error('it is a folder');
  if (pathStats && !pathStats.isFile())
    throw new Error('it is a link, a pipe or a device: name a file, or - for standard output');
}

/**
 * Checks whether a file can be written, and writes nothing.
 * @throws the error that prevents it
 */
export async function requireWritable(path: string): Promise<void> {
  requireFileOrNothing(path);
  await access(dirname(path), constants.W_OK);
}

/**
 * Checks the file of `--output` before a long run starts.
 * @throws {CliError} (exit 2) when it cannot be written
 */
export async function checkOutput(path: string | undefined): Promise<void> {
  if (path !== undefined)
    await requireWritable(path).catch((cause) => throwOutputError(path, cause));
}

/**
 * Writes the file of `--output`.
 * @throws {CliError} (exit 2) when it cannot be written
 */
export function writeOutput(path: string, text: string): void {
  try {
    writeAtomically(path, text);
  } catch (cause) {
    throwOutputError(path, cause as Error);
  }
}

function throwOutputError(path: string, cause: Error): never {
  const message = `--output: ${path} cannot be written: ${cause.message}`;
  throw new CliError(message, undefined, { cause });
}
