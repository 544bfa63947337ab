/** Parsers for options that hold more than text: what is wrong is told in commander's own way (exit 2). */
import { InvalidArgumentError } from 'commander';
import { didYouMean } from '../process/nearest.ts';

/** @returns a parser for whole numbers between two bounds */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return (text) => {
    if (/^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}

/** Parses a number above zero, e.g. 0.5. */
export function positive(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It must be a number above 0.');
}

/** @returns a parser for one of some words */
export function oneOf(words: readonly string[]): (text: string) => string {
  return (text) => {
    if (words.includes(text)) return text;
    throw new InvalidArgumentError(`Known are ${words.join(', ')}${didYouMean(text, words)}.`);
  };
}

/** Collects an option that may be given several times. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}
