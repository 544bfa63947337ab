/** Options by the kind of their value: mistakes are reported in commander's own way (exit 2). */
import { InvalidArgumentError } from 'commander';
import { didYouMean } from '../process/nearest.ts';
import type { ReportFile } from '../report/files.ts';
import type { Argument, Option } from './define.ts';

/** Reads what was typed. */
interface Read<T> {
  (text: string): T;
  /** What may be typed, for a shell to complete. */
  words?: readonly string[];
}

/** An option that is on or off. */
export function flag(help: string): Option<boolean | undefined> {
  return { help };
}

/** An option with a value; `read` parses it, by default it stays text. */
export function value(placeholder: string, help: string): Option<string | undefined>;
export function value<T>(
  placeholder: string,
  help: string,
  read: (text: string, before: T | undefined) => T,
): Option<T | undefined>;
export function value<T>(
  placeholder: string,
  help: string,
  read: (text: string) => T,
  initial: T,
): Option<T>;
export function value<T>(
  placeholder: string,
  help: string,
  read?: ((text: string, before: T | undefined) => T) & Pick<Read<T>, 'words'>,
  initial?: T,
): Option<T | undefined> {
  return {
    placeholder,
    help,
    ...(read?.words ? { words: read.words } : {}),
    ...(read ? { read: read as (text: string, before: T | undefined) => T } : {}),
    ...(initial === undefined ? {} : { initial }),
  };
}

/** An option that may be given several times. @param words what may be typed, for a shell to complete */
export function values(
  placeholder: string,
  help: string,
  words?: readonly string[],
): Option<string[] | undefined> {
  const read = (text: string, before: string[] = []) => [...before, text];
  return { ...value(placeholder, help, read), ...(words ? { words } : {}) };
}

/** `--report FORMAT=FILE`, which may be given several times. */
export function reports<F extends string>(
  help: string,
  formats: readonly F[],
): Option<ReportFile<F>[] | undefined> {
  const read = (text: string, before: ReportFile<F>[] = []) => {
    const [, name = '', file = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const format = formats.find((one) => one === name.trim().toLowerCase());
    if (format && file) return [...before, { format, file }];
    const known = `Formats are ${formats.join(', ')}`;
    if (format || !text.includes('=')) {
      throw new InvalidArgumentError(`It must be FORMAT=FILE, e.g. ${formats[0]}=FILE. ${known}.`);
    }
    throw new InvalidArgumentError(
      `There is no format "${name}"${didYouMean(name, formats)}. ${known}.`,
    );
  };
  return { ...value('<format=file>', help, read), words: formats.map((format) => `${format}=`) };
}

export function argument(name: `<${string}>`, help: string): Argument<string> {
  return { name, help };
}

/** @returns a reader of whole numbers between two bounds */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return (text) => {
    if (/^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}

/** Reads a number above zero, e.g. 0.5. */
export function positive(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It must be a number above 0.');
}

/** @returns a reader of one of some words */
export function oneOf<W extends string>(words: readonly W[]): Read<W> {
  const read = (text: string): W => {
    const word = words.find((one) => one === text);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`Known are ${words.join(', ')}${didYouMean(text, words)}.`);
  };
  return Object.assign(read, { words });
}
