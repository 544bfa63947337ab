/** Writes one PNG with a palette: enough for calm pictures of a few kilobytes. Compressed by the platform. */
export interface PaletteImage {
  width: number;
  height: number;
  /** `[red, green, blue]`, at most 256. */
  palette: readonly (readonly [number, number, number])[];
  /** @returns the palette's index of a pixel */
  pixel(x: number, y: number): number;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** @returns the bytes of the PNG file */
export async function encodePng(image: PaletteImage): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, palette, pixel } = image;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // 8 bits a pixel, by palette.
  header.set([8, 3, 0, 0, 0], 8);
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    // The byte before each row says "not filtered" and stays 0.
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = pixel(x, y);
  }
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(palette.flat())),
    chunk('IDAT', await deflate(rows)),
    chunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array(await new Blob([Uint8Array.from(signature), ...chunks]).arrayBuffer());
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
