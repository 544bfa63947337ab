import { useState } from 'react';
import { pictureOfProgram } from '../pictures/of-program.ts';

interface ProgramImageProps {
  /** The program's. */
  name: string;
  /** Its picture. */
  base64: string;
  /** Seen as soon as the page is. */
  first?: boolean;
}

/** A program's picture; without one, or with a broken one, the college's drawing for programs of its kind. */
export function ProgramImage({ name, base64, first = false }: ProgramImageProps) {
  const [broken, setBroken] = useState(false);
  return (
    <img
      className="program-image"
      src={base64 && !broken ? pictureAddress(base64) : pictureOfProgram(name)}
      alt=""
      width="480"
      height="300"
      decoding="async"
      loading={first ? 'eager' : 'lazy'}
      onError={() => setBroken(true)}
    />
  );
}

// How the base64 of each kind of picture begins.
const kinds: readonly [start: string, type: string][] = [
  ['/9j/', 'jpeg'],
  ['R0lG', 'gif'],
  ['UklG', 'webp'],
  ['PHN2', 'svg+xml'],
  ['PD94', 'svg+xml'],
];

/** @returns the picture as an address; what is one already stays as it is */
export function pictureAddress(base64: string): string {
  // A file of the build; no picture's base64 begins like that.
  if (base64.startsWith('data:image/') || base64.startsWith('/assets/')) return base64;
  const type = kinds.find(([start]) => base64.startsWith(start))?.[1] ?? 'png';
  return `data:image/${type};base64,${base64}`;
}
