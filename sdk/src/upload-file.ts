/** Makes a file to send out of anything that a program has as one. */
import { UsageError } from './errors.ts';
import type { UploadFile } from './options.ts';

/**
 * Recognises files by what the platform says they are, not by their class: those of another realm (an iframe, jsdom)
 * have a class of their own, and are copied.
 * @param file a `File`, a `Blob`, bytes, or `{ name, data }` with any of these
 * @throws {UsageError} naming what it is instead
 */
export async function toUploadFile(file: unknown, operation: string): Promise<UploadFile> {
  const data = await toBlob(file);
  if (data) return { name: readName(file) || 'file', data };
  const namedFile = file as { name?: unknown; data?: unknown } | null | undefined;
  const namedData = await toBlob(namedFile?.data);
  if (namedData)
    return { name: readName(namedFile) || readName(namedFile?.data) || 'file', data: namedData };
  const subject = namedFile?.data === undefined ? file : namedFile.data;
  throw new UsageError(
    `the file to send is ${describeValue(subject)}; pass a File, a Blob, bytes (Uint8Array or ArrayBuffer), or { name, data } with one of these`,
    { operation },
  );
}

/** @returns `undefined` for what is neither a file nor bytes */
async function toBlob(value: unknown): Promise<Blob | undefined> {
  if (value instanceof Blob) return value;
  const brand = readBrand(value);
  if (brand === 'Blob' || brand === 'File') {
    const foreignBlob = value as Blob;
    return new Blob([await readBytes(foreignBlob)], { type: foreignBlob.type });
  }
  // The types exclude a view on shared memory, but it is copied at run time.
  if (ArrayBuffer.isView(value) || brand === 'ArrayBuffer' || brand === 'SharedArrayBuffer')
    return new Blob([value as ArrayBuffer]);
  return undefined;
}

/** Reads a file of any maker; those of jsdom have no method for it, but jsdom has a `FileReader`. */
export function readBytes(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof blob.arrayBuffer === 'function')
    return blob.arrayBuffer().then((buffer) => new Uint8Array(buffer));
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(blob);
  });
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
