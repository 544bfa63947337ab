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

/** A file as the SDK takes it. */
export function toUpload({ name, type, bytes }: UploadFile) {
  return { name, data: new Blob([new Uint8Array(bytes)], { type }) };
}
