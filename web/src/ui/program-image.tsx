import { useState } from 'react';

/** A program's picture from its base64; without one, or with a broken one, the college's pattern stands there. */
export function ProgramImage({ base64 }: { base64: string }) {
  const [broken, setBroken] = useState(false);
  if (!base64 || broken) return <span className="program-image pattern" />;
  return (
    <img
      className="program-image"
      src={pictureAddress(base64)}
      alt=""
      width="480"
      height="300"
      decoding="async"
      loading="lazy"
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

/** @returns the picture as an address; a `data:` address stays as it is */
export function pictureAddress(base64: string): string {
  if (base64.startsWith('data:image/')) return base64;
  const type = kinds.find(([start]) => base64.startsWith(start))?.[1] ?? 'png';
  return `data:image/${type};base64,${base64}`;
}
