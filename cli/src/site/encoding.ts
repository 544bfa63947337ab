/** Compression: which one a request takes, and each text compressed once, by the builder or here. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const offered = ['br', 'gzip'] as const;
export type Encoding = (typeof offered)[number];

/**
 * Chooses between brotli and gzip.
 * @param header the request's Accept-Encoding
 * @returns `undefined` when the text is to be sent as it is
 */
export function chooseEncoding(header = ''): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1';
    // What is no number counts as refused.
    weights.set(name, Number(weight) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [best] = [...offered].sort((a, b) => weightOf(b) - weightOf(a));
  if (best === undefined || weightOf(best) === 0) return undefined;
  return weightOf(best) < (weights.get('identity') ?? 0) ? undefined : best;
}

/** Compresses a text that has this hash, or answers what it made of it before. */
export type Compress = (text: Buffer, hash: string, encoding: Encoding) => Promise<Buffer>;

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const options = { br: {}, gzip: { level: 9 } };

/** @returns a compressor that keeps in memory what it made */
export function createCompressor(): Compress {
  const made = new Map<string, Promise<Buffer>>();
  return (text, hash, encoding) => {
    const key = `${encoding} ${hash}`;
    const known = made.get(key) ?? compressors[encoding](text, options[encoding]);
    made.set(key, known);
    return known;
  };
}

const endings = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>;

/**
 * Reads what the builder compressed beforehand, as well as it can be: that takes a second.
 * @param file the path of the text itself
 * @returns `undefined` when it did not
 */
export async function readCompressed(
  file: string,
  encoding: Encoding,
): Promise<Buffer | undefined> {
  return await readFile(file + endings[encoding]).catch(() => undefined);
}
