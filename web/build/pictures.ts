/** Pictures of programs, which the API answers as base64: files of the site, so that pages stay small. */
import { createHash } from 'node:crypto';
import { fingerprint } from '../src/site/fingerprint.ts';
import type { Program } from '../src/site/records.ts';
import { warn } from './problem.ts';

export interface Pictured {
  /** The programs, each with the address of its picture instead of base64. */
  programs: Program[];
  /** What to write, by the address. */
  files: ReadonlyMap<string, Buffer>;
  /** The address of each picture, by the fingerprint of its base64. */
  addresses: Readonly<Record<string, string>>;
}

/** Takes the pictures out of programs. One that can't be read is left out; the page then shows a pattern. */
export function takePictures(all: readonly Program[]): Pictured {
  const files = new Map<string, Buffer>();
  const addresses: Record<string, string> = {};
  const programs = all.map((program) => {
    const { name, base64String } = program;
    if (!base64String) return program;
    const bytes = decode(base64String);
    const type = bytes && typeOf(bytes);
    if (!type) {
      warn(`the picture of ${name} can't be read and is left out.`);
      return { ...program, base64String: '' };
    }
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    const address = `/assets/program-${hash}.${type}`;
    files.set(address, bytes);
    addresses[fingerprint(base64String)] = address;
    return { ...program, base64String: address };
  });
  return { programs, files, addresses };
}

function decode(text: string): Buffer | undefined {
  const base64 = text.replace(/^data:image\/[\w.+-]+;base64,/, '').replace(/\s/g, '');
  return /^[\w+/]{8,}={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : undefined;
}

const kinds: readonly [type: string, begins: RegExp][] = [
  ['png', /^\x89PNG/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['avif', /^.{4}ftypavi/s],
  ['svg', /^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml|!--)/],
];

/** @returns the ending of a picture's file by how its bytes begin; `undefined` for what is none */
function typeOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 64).toString('latin1');
  return kinds.find(([, begins]) => begins.test(start))?.[0];
}
