import type { Uploadable } from '@one-planet/contract';

/** A file ready to be sent. */
export interface UploadFile {
  name: string;
  data: Blob;
}

/** @returns the bytes and the name of anything that can be uploaded; bytes without a name are called `file` */
export function toUploadFile(file: Uploadable): UploadFile {
  if (file instanceof Blob) return { name: (file as Partial<File>).name || 'file', data: file };
  if (file instanceof Uint8Array) return { name: 'file', data: toBlob(file) };
  return { name: file.name, data: file.data instanceof Blob ? file.data : toBlob(file.data) };
}

function toBlob(bytes: Uint8Array): Blob {
  // A view on shared memory is no BlobPart in the types; at run time a copy is taken either way.
  return new Blob([bytes as Uint8Array<ArrayBuffer>]);
}
