/** The file that keeps the nights: a line of JSON each, so that a kill in the middle costs one line. */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError } from '../process/exit.ts';
import { tryParseJson } from '../process/json.ts';
import { type Entry, entrySchema } from './entry.ts';

export interface History {
  /** The oldest first. */
  entries: Entry[];
  /** Lines that are none: the end of one that was killed, or of another version. */
  unreadable: number;
}

/**
 * Reads the nights.
 * @param flag how messages name it
 * @returns nothing where there is no such file yet
 * @throws {CliError} (exit 2) when it cannot be read, or holds something else
 */
export function readHistory(path: string, flag: string): History {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { entries: [], unreadable: 0 };
    throw new CliError(`${flag}: ${path} cannot be read: ${(error as Error).message}`);
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const entries = lines.flatMap((line) => entrySchema.safeParse(tryParseJson(line)).data ?? []);
  if (lines.length > 0 && entries.length === 0) {
    throw new CliError(`${flag}: ${path} holds no history: name another file`);
  }
  entries.sort((a, b) => a.at.localeCompare(b.at));
  return { entries, unreadable: lines.length - entries.length };
}

/** Looks whether a night can be added, before hours are spent on it. @throws {CliError} (exit 2) when it cannot */
export function checkHistory(path: string): void {
  append(path, '');
}

/** Adds a night. Two runs may do so at the same time. @throws {CliError} (exit 2) when it cannot be written */
export function addToHistory(path: string, entry: Entry, { unreadable }: History): void {
  // A line that was cut off has no end: the next one must not become part of it.
  append(path, `${unreadable > 0 ? '\n' : ''}${JSON.stringify(entry)}\n`);
}

function append(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, text);
  } catch (error) {
    throw new CliError(`--history: ${path} cannot be written: ${(error as Error).message}`);
  }
}
