/** The files an applicant uploads: small, real, and of a kind the site takes. */
import type { FileKind } from '@one-planet/contract';
import { makePdf } from './files/pdf.ts';
import { makePng } from './files/png.ts';

export interface UploadFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

export const sampleFiles: Readonly<Record<FileKind, UploadFile>> = {
  receipt: { name: 'receipt.png', type: 'image/png', bytes: makePng(96, 200) },
  profilePicture: { name: 'picture.png', type: 'image/png', bytes: makePng(64, 90) },
  educationDocument: {
    name: 'certificate.pdf',
    type: 'application/pdf',
    bytes: makePdf('Grade 12 certificate'),
  },
};

const blobs = new WeakMap<UploadFile, Blob>();

/** A file as it is sent; the same one for the same file. */
export function toUpload(file: UploadFile): { name: string; data: Blob } {
  const { name, type, bytes } = file;
  const data = blobs.get(file) ?? new Blob([new Uint8Array(bytes)], { type });
  blobs.set(file, data);
  return { name, data };
}
