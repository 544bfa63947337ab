import { paint } from '../process/terminal.ts';
import type { Found } from './part.ts';

/** @returns the sign before how a part was found @param stream where it is shown: colours only in a terminal */
export function markOf(
  { state }: Pick<Found, 'state'>,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  const [colour, sign] = signs[state];
  return paint(colour, sign, stream);
}

const signs = {
  ready: ['green', '✓'],
  missing: ['yellow', '–'],
  broken: ['red', '✗'],
  untried: ['dim', '-'],
} as const;
