/** Makes a file to send out of anything that a program has as one. */
import { UsageError } from './errors.ts';
import type { UploadFile } from './options.ts';

/**
 * Recognises files by what the platform says they are, not by their class: those of another realm (an iframe, jsdom)
 * have a class of their own.
 * @param file a `File`, a `Blob`, bytes, or `{ name, data }` with any of these
 * @throws {UsageError} naming what it is instead
 */
export function toUploadFile(file: unknown, operation: string): UploadFile {
  const data = toData(file);
  if (data) return { name: readName(file) || 'file', data };
  const namedFile = file as { name?: unknown; data?: unknown } | null | undefined;
  const namedData = toData(namedFile?.data);
  if (namedData)
    return { name: readName(namedFile) || readName(namedFile?.data) || 'file', data: namedData };
  const subject = namedFile?.data === undefined ? file : namedFile.data;
  throw new UsageError(
    `the file to send is ${describeValue(subject)}; pass a File, a Blob, bytes (Uint8Array or ArrayBuffer), or { name, data } with one of these`,
    { operation },
  );
}

function toData(value: unknown): UploadFile['data'] | undefined {
  const brand = readBrand(value);
  // The class is asked, too: that of some test environments (happy-dom) has no name of its own.
  const isBlob = brand === 'Blob' || brand === 'File' || value instanceof Blob;
  if (isBlob && isReadable(value as Blob)) return value as Blob;
  // The types exclude a view on shared memory, but it is copied at run time.
  if (ArrayBuffer.isView(value) || brand === 'ArrayBuffer' || brand === 'SharedArrayBuffer')
    return new Blob([value as ArrayBuffer]);
  return undefined;
}

/** jsdom's files have no methods to read them; its page has a `FileReader`. */
function isReadable(blob: Partial<Blob>): boolean {
  return typeof blob.arrayBuffer === 'function' || typeof FileReader === 'function';
}

/** @returns the name of a platform's class, e.g. `File` */
function readBrand(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function readName(file: unknown): string {
  const { name } = (file ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
}

function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  if (typeof value === 'string')
    return 'a text (for a path, use fileFromPath of @one-planet/sdk/node)';
  const brand = readBrand(value);
  return brand.endsWith('Stream')
    ? `a ${brand} (read it first: new Response(stream).blob())`
    : `a ${brand}`;
}
