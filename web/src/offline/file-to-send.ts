/**
 * What is sent of a chosen file. Its bytes are read into memory when it is chosen, because they may no longer be
 * readable when it is sent: a phone's camera app deletes its temporary file, and some cloud drives let a file be read
 * only once.
 */
import { signatureBytes } from '@one-planet/contract/file-rules';
import type { FileKind } from '@one-planet/contract/limits';
import type { FileToSend } from './prepare-file.ts';

/** A file of a form as it is sent: chosen on this device, or stored on the server by an earlier send, or both. */
export interface ChosenFile extends Partial<FileToSend> {
  name: string;
  /** In bytes. */
  size: number;
  /** The file as it was chosen. */
  file?: File;
  storedName?: string;
}

/** Of a larger file only the first bytes are read: it is neither sent nor redrawn. */
const maxReadBytes = 50_000_000;

const preparations = new WeakMap<File, Promise<FileToSend | undefined>>();

/**
 * Never rejects, and prepares each file only once.
 * @returns what is sent of a file, of a large picture a small JPEG (prepare-file.ts); `undefined` if it cannot be read
 */
export function prepareFileToSend(file: File, fileKind: FileKind): Promise<FileToSend | undefined> {
  const preparation = preparations.get(file) ?? readAndPrepare(file, fileKind);
  preparations.set(file, preparation);
  return preparation;
}

/** Sets what is sent of a file from now on. Without a replacement the file is prepared again when it is needed. */
export function setFileToSend(file: File, replacement?: FileToSend): void {
  if (replacement) preparations.set(file, Promise.resolve(replacement));
  else preparations.delete(file);
}

/** Loads the script only when a file is chosen: most visits never need it. */
export const importPrepareFile = () => import('./prepare-file.ts');

async function readAndPrepare(file: File, fileKind: FileKind): Promise<FileToSend | undefined> {
  const bytes = await readBytes(file);
  if (!bytes) return undefined;
  try {
    return await (await importPrepareFile()).prepareFile(file, fileKind, bytes);
  } catch {
    // The script could not be loaded, e.g. without a connection: the file is sent unchecked, under its own name.
    return { name: file.name, data: new Blob([bytes], { type: file.type }) };
  }
}

/**
 * @returns the bytes of a file, or only the first ones if it is too large to be sent; `undefined` if it cannot be read
 *   or is empty, as a cloud drive presents a file that it has not downloaded
 */
export async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const partToRead = file.size > maxReadBytes ? file.slice(0, signatureBytes) : file;
  const bytes = await partToRead.arrayBuffer().catch(() => undefined);
  return bytes?.byteLength ? new Uint8Array(bytes) : undefined;
}
