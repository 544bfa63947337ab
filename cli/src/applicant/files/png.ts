import { crc32, deflateSync } from 'node:zlib';

/**
 * Makes a small real picture: a card of two colours with a frame.
 * @param size in pixels, both ways
 * @param hue 0 to 255, so that two pictures differ
 * @param bytes the size; default: as small as possible
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
  const image = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels))];
  const end = chunk('IEND', Buffer.alloc(0));
  const missing = bytes - Buffer.concat([signature, ...image, end]).length - chunkFrame;
  // A chunk of our own, which decoders pass over.
  const filler = missing >= 0 ? [chunk('paDd', Buffer.alloc(missing))] : [];
  return Buffer.concat([signature, ...image, ...filler, end]);
}

/** In pixels. */
const frame = 4;
/** Length, type and checksum. */
const chunkFrame = 12;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
