/** Makes the files an applicant uploads: small, valid, and of types the site accepts. */
import { crc32, deflateSync } from 'node:zlib';
import type { FileKind } from '@one-planet/contract';

/**
 * Makes a valid PDF of one page with one line of text.
 * @param text in Latin letters; brackets and backslashes are fine
 * @param sizeBytes the size, padded with a comment; default: as small as possible
 */
export function makePdf(text: string, sizeBytes = 0): Uint8Array {
  const smallest = writePdf(text, '');
  if (sizeBytes <= smallest.length) return smallest;
  // The filler makes the offsets in the table longer, so the filler is shortened by that difference.
  const withFiller = writePdf(text, filler(sizeBytes - smallest.length));
  return writePdf(text, filler(2 * sizeBytes - smallest.length - withFiller.length));
}

function filler(length: number): string {
  return `%${' '.repeat(Math.max(0, length - 2))}\n`;
}

function writePdf(text: string, comment: string): Uint8Array {
  const line = `BT /F1 18 Tf 60 760 Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${line.length} >>\nstream\n${line}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  // The second line says that the file is not text (ISO 32000-1, section 7.5.2).
  let pdf = `%PDF-1.4\n%\xE2\xE3\xCF\xD3\n${comment}`;
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  pdf += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

/**
 * Makes a small valid picture: a card of two colours with a frame.
 * @param size width and height in pixels
 * @param hue 0 to 255, so that two pictures can differ
 * @param bytes the size of the file; default: as small as possible
 * @returns the bytes of an 8-bit RGB PNG
 */
export function makePng(size = 64, hue = 120, bytes = 0): Uint8Array {
  const row = 1 + size * 3;
  const pixels = Buffer.alloc(row * size);
  for (let y = 0; y < size; y++) {
    const [start, end] = [y * row + 1, (y + 1) * row];
    const isEdge = Math.min(y, size - 1 - y) < frame;
    pixels.fill(Buffer.from([24, 40, 72]), start, end);
    if (isEdge || size <= 2 * frame) continue;
    const card = Buffer.from([hue, 200 - Math.floor(y / 2), 255 - hue]);
    pixels.fill(card, start + frame * 3, end - frame * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const imageChunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels))];
  const end = chunk('IEND', Buffer.alloc(0));
  const missingBytes = bytes - Buffer.concat([signature, ...imageChunks, end]).length - chunkFrame;
  // An ancillary chunk with a private name, which decoders ignore.
  const fillerChunks = missingBytes >= 0 ? [chunk('paDd', Buffer.alloc(missingBytes))] : [];
  return Buffer.concat([signature, ...imageChunks, ...fillerChunks, end]);
}

const frame = 4;
/** The bytes of a chunk beside its data: length, type and checksum. */
const chunkFrame = 12;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunkWithFrame = Buffer.alloc(body.length + 8);
  chunkWithFrame.writeUInt32BE(data.length, 0);
  body.copy(chunkWithFrame, 4);
  chunkWithFrame.writeUInt32BE(crc32(body), body.length + 4);
  return chunkWithFrame;
}

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

/** A file in the form in which it is uploaded. Every call for the same file returns the same `Blob`. */
export function toUpload(file: UploadFile): { name: string; data: Blob } {
  const { name, type, bytes } = file;
  const data = blobs.get(file) ?? new Blob([new Uint8Array(bytes)], { type });
  blobs.set(file, data);
  return { name, data };
}

/** The smallest picture that every decoder accepts: one grey pixel. */
const onePixel =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z';

/** The Exif data a camera writes into a photo; here only which side is up. */
const exif =
  'FFE10022457869660000' + '4D4D002A00000008' + '0001' + '011200030000000100010000' + '00000000';

/**
 * Makes a small valid picture.
 * @param isPhoto whether it has Exif data, as a camera writes it
 * @returns the bytes of a JPEG
 */
export function makeJpeg(isPhoto = false): Uint8Array {
  const withoutExif = Buffer.from(onePixel, 'base64');
  const data = isPhoto ? Buffer.from(exif, 'hex') : Buffer.alloc(0);
  return new Uint8Array(Buffer.concat([withoutExif.subarray(0, 2), data, withoutExif.subarray(2)]));
}
