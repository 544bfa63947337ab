/** Makes the files an applicant uploads: small, valid, and of types the site accepts. */
import { crc32, deflateSync } from 'node:zlib';
import type { FileKind } from '@one-planet/contract';

/**
 * Makes a valid PDF of one page with one line of text.
 * @param text in Latin letters; brackets and backslashes are fine
 * @param sizeBytes the size, padded with a comment; default: as small as possible
 */
export function makePdf(text: string, sizeBytes = 0): Uint8Array {
  const smallestPdf = writePdf(text, '');
  if (sizeBytes <= smallestPdf.length) return smallestPdf;
  // The filler makes the offsets in the table longer, so the filler is shortened by that difference.
  const pdfWithFiller = writePdf(text, makeFillerComment(sizeBytes - smallestPdf.length));
  return writePdf(
    text,
    makeFillerComment(2 * sizeBytes - smallestPdf.length - pdfWithFiller.length),
  );
}

function makeFillerComment(length: number): string {
  return `%${' '.repeat(Math.max(0, length - 2))}\n`;
}

function writePdf(text: string, fillerComment: string): Uint8Array {
  const pageContent = `BT /F1 18 Tf 60 760 Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const pdfObjects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${pageContent.length} >>\nstream\n${pageContent}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  // The second line says that the file is not text (ISO 32000-1, section 7.5.2).
  let pdfText = `%PDF-1.4\n%\xE2\xE3\xCF\xD3\n${fillerComment}`;
  const objectOffsets = pdfObjects.map((pdfObject, index) => {
    const offset = pdfText.length;
    pdfText += `${index + 1} 0 obj\n${pdfObject}\nendobj\n`;
    return offset;
  });
  const crossReferenceTable = objectOffsets
    .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    .join('');
  const objectCount = pdfObjects.length + 1;
  pdfText += `xref\n0 ${objectCount}\n0000000000 65535 f \n${crossReferenceTable}trailer << /Size ${objectCount} /Root 1 0 R >>\nstartxref\n${pdfText.length}\n%%EOF\n`;
  return Buffer.from(pdfText, 'latin1');
}

/**
 * Makes a small valid picture: a card of two colours with a frame.
 * @param sidePixels width and height in pixels
 * @param redLevel 0 to 255, so that two pictures can differ
 * @param fileSizeBytes the size of the file; default: as small as possible
 * @returns the bytes of an 8-bit RGB PNG
 */
export function makePng(sidePixels = 64, redLevel = 120, fileSizeBytes = 0): Uint8Array {
  const rowBytes = 1 + sidePixels * 3;
  const pixelBytes = Buffer.alloc(rowBytes * sidePixels);
  for (let y = 0; y < sidePixels; y++) {
    const [start, end] = [y * rowBytes + 1, (y + 1) * rowBytes];
    const isEdge = Math.min(y, sidePixels - 1 - y) < frameWidth;
    pixelBytes.fill(Buffer.from([24, 40, 72]), start, end);
    if (isEdge || sidePixels <= 2 * frameWidth) continue;
    const cardColour = Buffer.from([redLevel, 200 - Math.floor(y / 2), 255 - redLevel]);
    pixelBytes.fill(cardColour, start + frameWidth * 3, end - frameWidth * 3);
  }
  const imageHeader = Buffer.alloc(13);
  imageHeader.writeUInt32BE(sidePixels, 0);
  imageHeader.writeUInt32BE(sidePixels, 4);
  imageHeader.set([8, 2, 0, 0, 0], 8);
  const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const imageChunks = [makeChunk('IHDR', imageHeader), makeChunk('IDAT', deflateSync(pixelBytes))];
  const endChunk = makeChunk('IEND', Buffer.alloc(0));
  const missingBytes =
    fileSizeBytes -
    Buffer.concat([pngSignature, ...imageChunks, endChunk]).length -
    chunkFrameBytes;
  // An ancillary chunk with a private name, which decoders ignore.
  const fillerChunks = missingBytes >= 0 ? [makeChunk('paDd', Buffer.alloc(missingBytes))] : [];
  return Buffer.concat([pngSignature, ...imageChunks, ...fillerChunks, endChunk]);
}

const frameWidth = 4;
/** The bytes of a chunk beside its data: length, type and checksum. */
const chunkFrameBytes = 12;

function makeChunk(chunkType: string, chunkData: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(chunkType, 'latin1'), chunkData]);
  const chunkWithFrame = Buffer.alloc(typeAndData.length + 8);
  chunkWithFrame.writeUInt32BE(chunkData.length, 0);
  typeAndData.copy(chunkWithFrame, 4);
  chunkWithFrame.writeUInt32BE(crc32(typeAndData), typeAndData.length + 4);
  return chunkWithFrame;
}

export interface UploadFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

export const sampleFiles: Readonly<Record<FileKind, UploadFile>> = {
  receipt: { name: 'receipt.png', mediaType: 'image/png', bytes: makePng(96, 200) },
  profilePicture: { name: 'picture.png', mediaType: 'image/png', bytes: makePng(64, 90) },
  educationDocument: {
    name: 'certificate.pdf',
    mediaType: 'application/pdf',
    bytes: makePdf('Grade 12 certificate'),
  },
};

const blobsByFile = new WeakMap<UploadFile, Blob>();

/** A file in the form in which it is uploaded. Every call for the same file returns the same `Blob`. */
export function toUpload(file: UploadFile): { name: string; data: Blob } {
  const { name, mediaType, bytes } = file;
  const blob = blobsByFile.get(file) ?? new Blob([new Uint8Array(bytes)], { type: mediaType });
  blobsByFile.set(file, blob);
  return { name, data: blob };
}

/** The smallest picture that every decoder accepts: one grey pixel. */
const onePixelJpegBase64 =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z';

/** The Exif data a camera writes into a photo; here only which side is up. */
const exifHex =
  'FFE10022457869660000' + '4D4D002A00000008' + '0001' + '011200030000000100010000' + '00000000';

/**
 * Makes a small valid picture.
 * @param hasExif whether it has Exif data, as a camera writes it
 * @returns the bytes of a JPEG
 */
export function makeJpeg(hasExif = false): Uint8Array {
  const jpegWithoutExif = Buffer.from(onePixelJpegBase64, 'base64');
  const exifBytes = hasExif ? Buffer.from(exifHex, 'hex') : Buffer.alloc(0);
  return new Uint8Array(
    Buffer.concat([jpegWithoutExif.subarray(0, 2), exifBytes, jpegWithoutExif.subarray(2)]),
  );
}
