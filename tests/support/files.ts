/** Files to choose, as Playwright takes them. */
import type { Page } from 'playwright-core';
import type { Demo } from './demo.ts';

/** A file in memory. */
export interface Content {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A real picture of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/eL9G5gAAAABJRU5ErkJggg==';

export const picture = (name: string): Content => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(pixel, 'base64'),
});

export const pdf = (name: string): Content => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
});

/** Cannot be opened without its password. */
export const lockedPdf = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Filter/Standard/V 2/R 3/Length 128/P -4/O<2c62d625ab2371551e7d7e8611876d796edded7314989b57bc1cf55c05c1f279>/U<c5c8867d58799a3bcbae3d3da76e550c0122456a91bae5134273a6db134c87c4>>>endobj
trailer<</Root 1 0 R/Encrypt 2 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]>>
%%EOF
`,
);

// Photographs as a phone's camera takes them, and how the college sees what was sent of them.

interface Photo {
  /** Default: `image/jpeg`. */
  type?: string;
  /** In pixels, as the sensor has them. */
  width: number;
  height: number;
  /** Of a fine grain, as in dim light: bytes that no encoder saves. */
  grain?: number;
}

/** A photograph, made by the page at full size. Its corner at the top left is blue. */
export async function photo(
  page: Page,
  { type = 'image/jpeg', width, height, grain = 0 }: Photo,
): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ({ type, width, height, grain }) => {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      for (let at = 0; at < 20_000; at += 1) {
        context.fillStyle = `hsl(${(at * 137) % 180} 60% ${30 + (at % 50)}% / 50%)`;
        const [x, y] = [(at * 7919) % width, (at * 104_729) % height];
        context.fillRect(x, y, 60, 60);
      }
      if (grain > 0) {
        const tile = new ImageData(512, 512);
        for (let at = 0, sign = 1; at < tile.data.length; at += 1) {
          sign = (sign * 48_271) % 2_147_483_647;
          tile.data[at] = at % 4 === 3 ? grain : sign % 256;
        }
        const grains = await createImageBitmap(tile);
        for (let x = 0; x < width; x += 512)
          for (let y = 0; y < height; y += 512) context.drawImage(grains, x, y);
      }
      context.fillStyle = '#00f';
      context.fillRect(0, 0, width / 4, height / 4);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.95));
      const reader = new FileReader();
      await new Promise((resolve) => {
        reader.onload = resolve;
        reader.readAsDataURL(blob as Blob);
      });
      return String(reader.result).split(',')[1] ?? '';
    },
    { type, width, height, grain },
  );
  return Buffer.from(base64, 'base64');
}

/** A photograph as a JPEG to choose. */
export const jpeg = async (page: Page, name: string, size: Photo): Promise<Content> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photo(page, size),
});

/** The same JPEG from a camera that was held upright: the picture is to be turned by a quarter to the right. */
export function heldUpright(jpeg: Buffer): Buffer {
  const exif =
    '457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001' + '00060000' + '00000000';
  const length = (exif.length / 2 + 2).toString(16).padStart(4, '0');
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from(`ffe1${length}${exif}`, 'hex'),
    jpeg.subarray(2),
  ]);
}

/** @returns how large a picture is, and which of its corners are blue */
export async function seen(page: Page, bytes: Buffer) {
  return page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const isBlue = (x: number, y: number) => {
        const [red = 255, green = 255, blue = 0] = context.getImageData(x, y, 1, 1).data;
        return blue > 200 && red < 60 && green < 60;
      };
      const corners = {
        topLeft: isBlue(5, 5),
        topRight: isBlue(width - 5, 5),
        bottomLeft: isBlue(5, height - 5),
        bottomRight: isBlue(width - 5, height - 5),
      };
      const blue = Object.entries(corners).flatMap(([name, is]) => (is ? [name] : []));
      return { width, height, blue };
    },
    `data:image/jpeg;base64,${bytes.toString('base64')}`,
  );
}

export const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff';

/** @returns the receipt of a payment as the staff see it */
export async function receiptOf({ api }: Pick<Demo, 'api'>, email: string): Promise<Buffer> {
  const desk = api.replace(/\/api$/, '');
  const { payments } = (await (await fetch(`${desk}/_mock/staff.json`)).json()) as {
    payments: { email: string; receipt: string }[];
  };
  const receipt = payments.find((payment) => payment.email === email)?.receipt;
  return Buffer.from(await (await fetch(desk + receipt)).arrayBuffer());
}
