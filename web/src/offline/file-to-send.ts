/**
 * What is sent of a chosen file. Its bytes are taken into memory when it is chosen: what is behind a name may be gone by the
 * time it is sent, because a phone's camera cleans up behind itself, or a drive in the cloud hands it out only once.
 */
import { signatureBytes } from '@one-planet/contract/file-rules';
import type { FileKind } from '@one-planet/contract/limits';
import type { FileToSend } from './prepared-file.ts';

/** A file of a form as it is sent: chosen on this device, or stored on the server by an earlier send, or both. */
export interface ChosenFile extends Partial<FileToSend> {
  name: string;
  /** In bytes. */
  size: number;
  /** As it was chosen. */
  file?: File;
  stored?: string;
}

/** In bytes: nothing larger is sent, nor drawn. */
const most = 50_000_000;

const prepared = new WeakMap<File, Promise<FileToSend | undefined>>();

/** @returns what is sent of a file; nothing where it cannot be read. Never fails, and works on the same file once */
export function fileToSend(file: File, kind: FileKind): Promise<FileToSend | undefined> {
  const sent = prepared.get(file) ?? prepare(file, kind);
  prepared.set(file, sent);
  return sent;
}

/** From now on this is what is sent of a file; nothing: it is looked at anew. */
export function setFileToSend(file: File, sent?: FileToSend): void {
  if (sent) prepared.set(file, Promise.resolve(sent));
  else prepared.delete(file);
}

/** Comes only when a file is chosen: most visits do without. */
export const loadPreparing = () => import('./prepared-file.ts');

async function prepare(file: File, kind: FileKind): Promise<FileToSend | undefined> {
  const bytes = await bytesOf(file);
  if (!bytes) return undefined;
  try {
    return await (await loadPreparing()).preparedFile(file, kind, bytes);
  } catch {
    // Without a connection nobody looks: its name decides.
    return { name: file.name, data: new Blob([bytes], { type: file.type }) };
  }
}

/**
 * @returns the bytes of a file, of one too large to be sent only the first; nothing where it cannot be read, or is empty, as
 *   drives in the cloud show what they have not downloaded
 */
export async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const read = file.size > most ? file.slice(0, signatureBytes) : file;
  const bytes = await read.arrayBuffer().catch(() => undefined);
  return bytes?.byteLength ? new Uint8Array(bytes) : undefined;
}
