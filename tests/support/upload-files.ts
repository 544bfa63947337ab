/** Files for uploads, as Playwright's `setInputFiles` takes them. */
import { constants, deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { Demo } from './demo.ts';

/** A file in memory. */
export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A grey PNG of 120 × 120 pixels, in base64. */
const pictureBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAAB4AQAAAAARHwt/AAAAHElEQVR42mMIRQUMo/xR/ih/lD/KH+WP8mnOBwDAz1XHphF7tQAAAABJRU5ErkJggg==';

/** A small PNG. */
export const makePictureFile = (name: string): UploadFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(pictureBase64, 'base64'),
});

/** A JPEG of several scans, each of which adds details, of 120 × 90 pixels, in base64. */
const progressiveJpegBase64 =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCDEAAoABwAHgAjAB4AGQAoACMAIQAjAC0AKwAoADAAPABkAEEAPAA3AD' +
  'cAPAB7AFgAXQBJAGQAkQCAAJkAlgCPAIAAjACKAKAAtADmAMMAoACqANoArQCKAIwAyAERAMsA2gDuAPUBAgEE' +
  'AQIAmwDBARsBLwEYAPoBLADmAP0BAgD4/9sAQwErLS08NTx2QUF2+KWMpfj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+P' +
  'j4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4/8IAEQgAWgB4AwEiAAIRAQMRAf/EABYAAQEBAAAAAAAAAAAA' +
  'AAAAAAABA//EABcBAQEBAQAAAAAAAAAAAAAAAAABAgP/2gAMAwEAAhADEAAAAcy9cCwKCyigsooEYjeKJaCiKF' +
  'oihaIwprChRFC0RQtEUGCtYKVSFBSVQUlKMC6wLAoLKKCyigRiN4oloKIoWiKFoj//xAAUEAEAAAAAAAAAAAAA' +
  'AAAAAABw/9oACAEBAAEFAjT/xAAUEQEAAAAAAAAAAAAAAAAAAABQ/9oACAEDAQE/AUP/xAAUEQEAAAAAAAAAAA' +
  'AAAAAAAABQ/9oACAECAQE/AUP/xAAUEAEAAAAAAAAAAAAAAAAAAABw/9oACAEBAAY/AjT/xAAUEAEAAAAAAAAA' +
  'AAAAAAAAAABw/9oACAEBAAE/ITT/2gAMAwEAAgADAAAAEGG2WueufzTjD3H3DppRxBxBwc8IoYoYsOO+eueuf3' +
  'XnX3H3Dv/EABQRAQAAAAAAAAAAAAAAAAAAAFD/2gAIAQMBAT8QQ//EABYRAQEBAAAAAAAAAAAAAAAAABEAMP/a' +
  'AAgBAgEBPxBmZmZmZmZmZmZmZmZmZmZmZmZmZx//xAAUEAEAAAAAAAAAAAAAAAAAAABw/9oACAEBAAE/EDT/2Q' +
  '==';

/** A small JPEG of several scans, as websites send them. */
export const makeProgressiveJpeg = () => Buffer.from(progressiveJpegBase64, 'base64');

/** A small PDF. */
export const makePdfFile = (name: string): UploadFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
});

/** A PDF that cannot be opened without its password. */
export const encryptedPdf = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Filter/Standard/V 2/R 3/Length 128/P -4/O<2c62d625ab2371551e7d7e8611876d796edded7314989b57bc1cf55c05c1f279>/U<c5c8867d58799a3bcbae3d3da76e550c0122456a91bae5134273a6db134c87c4>>>endobj
trailer<</Root 1 0 R/Encrypt 2 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]>>
%%EOF
`,
);

// Photographs as a phone's camera takes them, and the pictures that the college receives.

interface PhotoOptions {
  /** The MIME type; default: `image/jpeg`. */
  type?: string;
  /** In pixels, before the orientation is applied. */
  width: number;
  height: number;
  /** The opacity of random noise, from 0 to 255; noise compresses badly, so the file becomes large. Default: 0. */
  grainSize?: number;
}

/** Draws a photograph in the page; its top left corner is blue. @returns the bytes of the file */
export async function takePhoto(
  page: Page,
  { type = 'image/jpeg', width, height, grainSize = 0 }: PhotoOptions,
): Promise<Buffer> {
  const photoBase64 = await page.evaluate(
    async ({ type, width, height, grain }) => {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const drawingContext = canvas.getContext('2d') as CanvasRenderingContext2D;
      for (let index = 0; index < 2_000; index += 1) {
        drawingContext.fillStyle = `hsl(${(index * 137) % 180} 60% ${30 + (index % 50)}% / 50%)`;
        const [x, y] = [(index * 7919) % width, (index * 104_729) % height];
        drawingContext.fillRect(x, y, 60, 60);
      }
      if (grain > 0) {
        const tile = new ImageData(512, 512);
        for (let index = 0, randomNumber = 1; index < tile.data.length; index += 1) {
          randomNumber = (randomNumber * 48_271) % 2_147_483_647;
          tile.data[index] = index % 4 === 3 ? grain : randomNumber % 256;
        }
        const grainImage = await createImageBitmap(tile);
        for (let x = 0; x < width; x += 512)
          for (let y = 0; y < height; y += 512) drawingContext.drawImage(grainImage, x, y);
      }
      drawingContext.fillStyle = '#00f';
      drawingContext.fillRect(0, 0, width / 4, height / 4);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.95));
      const reader = new FileReader();
      await new Promise((resolve) => {
        reader.onload = resolve;
        reader.readAsDataURL(blob as Blob);
      });
      return String(reader.result).split(',')[1] ?? '';
    },
    { type, width, height, grain: grainSize },
  );
  return Buffer.from(photoBase64, 'base64');
}

/** Draws a photograph as a JPEG file. */
export const takeJpeg = async (
  page: Page,
  name: string,
  options: PhotoOptions,
): Promise<UploadFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await takePhoto(page, options),
});

/** The EXIF data of a picture with this orientation, in hexadecimal digits. */
const makeExifHex = (orientation: number) =>
  `4d4d002a0000000800010112000300000001000${orientation}000000000000`;

/** Adds the EXIF orientation of a camera that was held upright: viewers turn the picture 90 degrees to the right. */
export function markHeldUpright(jpeg: Buffer): Buffer {
  const exifHex = `457869660000${makeExifHex(6)}`;
  const segmentLengthHex = (exifHex.length / 2 + 2).toString(16).padStart(4, '0');
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from(`ffe1${segmentLengthHex}${exifHex}`, 'hex'),
    jpeg.subarray(2),
  ]);
}

/** Adds an EXIF orientation to a WebP as canvases write it. */
export function addWebpOrientation(webp: Buffer, orientation: number): Buffer {
  const makeChunk = (name: string, data: Buffer) => {
    const header = Buffer.from(`${name}....`);
    header.writeUInt32LE(data.length, 4);
    return Buffer.concat([header, data]);
  };
  // The size of a canvas of 800 × 600 pixels, less one, and that there are EXIF data.
  const description = makeChunk('VP8X', Buffer.from('080000001f0300570200', 'hex'));
  const pictureStart = webp.indexOf('VP8X') === 12 ? 12 + description.length : 12;
  const exif = makeChunk('EXIF', Buffer.from(makeExifHex(orientation), 'hex'));
  const parts = [Buffer.from('WEBP'), description, webp.subarray(pictureStart), exif];
  return makeChunk('RIFF', Buffer.concat(parts));
}

/** @returns a picture's size in pixels, and the names of its blue corners */
export async function inspectPicture(page: Page, bytes: Buffer) {
  return page.evaluate(
    async (dataUrl) => {
      const image = new Image();
      image.src = dataUrl;
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const isBlue = (x: number, y: number) => {
        const [red = 255, green = 255, blue = 0] = context.getImageData(x, y, 1, 1).data;
        return blue > 200 && red < 60 && green < 60;
      };
      const isBlueByCorner = {
        topLeft: isBlue(5, 5),
        topRight: isBlue(width - 5, 5),
        bottomLeft: isBlue(5, height - 5),
        bottomRight: isBlue(width - 5, height - 5),
      };
      const blueCornerNames = Object.entries(isBlueByCorner).flatMap(([name, isBlueCorner]) =>
        isBlueCorner ? [name] : [],
      );
      return { width, height, blueCorners: blueCornerNames };
    },
    `data:image/jpeg;base64,${bytes.toString('base64')}`,
  );
}

/** @returns whether the bytes begin as a JPEG does */
export const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff';

/** @returns the receipt that an applicant uploaded, as the mock's staff page shows it */
export async function readStaffReceipt(
  { apiUrl }: Pick<Demo, 'apiUrl'>,
  email: string,
): Promise<Buffer> {
  const mockOrigin = apiUrl.replace(/\/api$/, '');
  const { payments } = (await (await fetch(`${mockOrigin}/_mock/staff.json`)).json()) as {
    payments: { email: string; receipt: string }[];
  };
  const receiptPath = payments.find((payment) => payment.email === email)?.receipt;
  return Buffer.from(await (await fetch(mockOrigin + receiptPath)).arrayBuffer());
}

/**
 * @param unpackedMegabytes what the file's few kilobytes unpack to: white pixels
 * @returns a PNG of one bit a pixel without the chunk at its end
 */
export function makePackedPng(width: number, height: number, unpackedMegabytes: number): Buffer {
  const makeChunk = (type: string, data: Buffer) => {
    const chunk = Buffer.alloc(data.length + 12);
    chunk.writeUInt32BE(data.length);
    chunk.write(type, 4);
    data.copy(chunk, 8);
    return chunk;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  // Each block can be repeated, because it needs nothing of the one before.
  const finishFlush = constants.Z_FULL_FLUSH;
  const block = deflateRawSync(Buffer.alloc(1_000_000), { finishFlush });
  const data = Buffer.concat([Buffer.of(0x78, 0x9c), ...Array(unpackedMegabytes).fill(block)]);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, makeChunk('IHDR', header), makeChunk('IDAT', data)]);
}
