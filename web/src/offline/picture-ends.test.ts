import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeDrawableCopies } from './picture-ends.ts';

/** `[number of copies]` for a picture without its end; an empty list for one that has it. */
async function countCopies(contentType: string, bytes: readonly number[]): Promise<number[]> {
  const { hasEnd, copies } = await makeDrawableCopies(contentType, Uint8Array.from(bytes));
  return hasEnd ? [] : [copies.length];
}

describe('a JPEG', () => {
  const makeSegment = (marker: number, data: readonly number[]) => [
    ...[0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255],
    ...data,
  ];
  const filled = (length: number) => Array.from({ length }, () => 0x20);
  const endMark = [0xff, 0xd9];
  // The camera's metadata contains an intact thumbnail with an end mark of its own.
  const metadata = makeSegment(0xe1, [...filled(90), 0xff, 0xff, ...filled(20), ...endMark]);
  const pixels = Array.from({ length: 900 }, (_, index) => (index * 7) % 251);
  // A stuffed byte, a restart marker, and fill bytes.
  const marksInPixels = [0xff, 0x00, 0x41, 0xff, 0xd3, 0x42, 0xff, 0xff, 0x00];
  const makeFrame = (components: number) =>
    makeSegment(0xc2, [8, 0, 9, 0, 9, components, ...filled(3 * components)]);
  /** @param missingBits of the coefficients, which a later scan adds */
  const makeScan = (component: number, missingBits = 0) => [
    ...makeSegment(0xda, [1, component, 0, 1, 63, missingBits]),
    ...pixels,
    ...marksInPixels,
    ...pixels,
  ];
  const start = [0xff, 0xd8, ...metadata, ...makeSegment(0xdb, filled(65)), ...makeFrame(1)];
  const pictureWithoutEnd = [...start, ...makeScan(1)];
  const wholePicture = [...pictureWithoutEnd, ...endMark];
  const countJpegCopies = (bytes: readonly number[]) => countCopies('image/jpeg', bytes);

  test.each([
    ['of one scan', wholePicture],
    [
      'of several scans',
      [...pictureWithoutEnd, ...makeSegment(0xc4, filled(38)), ...makeScan(1), ...endMark],
    ],
    ['that bytes follow', [...wholePicture, ...filled(3000)]],
    ['that a second picture follows, cut', [...wholePicture, ...pictureWithoutEnd.slice(0, 700)]],
    [
      'that a film follows',
      [...wholePicture, 0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0xff, 0xd8, 0xff],
    ],
  ])('%s has its end', async (_how, bytes) => {
    expect(await countJpegCopies(bytes)).toEqual([]);
  });

  test.each([
    ['at its end mark', pictureWithoutEnd],
    ['in its only scan', pictureWithoutEnd.slice(0, 1400)],
    ['in its last scan', [...start, ...makeScan(1, 1), ...makeScan(1).slice(0, 200)]],
  ])('that is cut %s is drawn with two different ends', async (_how, bytes) => {
    expect(await countJpegCopies(bytes)).toEqual([2]);
  });

  test.each([
    ['in the camera’s notes', pictureWithoutEnd.slice(0, 90)],
    ['before its last scan', [...start, ...makeScan(1, 1)]],
    ['before the scan of its last colour', [...start, ...makeFrame(2), ...makeScan(1)]],
  ])('that is cut %s cannot be whole', async (_how, bytes) => {
    expect(await countJpegCopies(bytes)).toEqual([0]);
  });

  test.each([
    ['zeros, but for one, which may be a part of them', filled(900).fill(0), [0]],
    ['bytes of a program, of which some look like a marker', [0xff, 0x3c, 0, 2, 0x53, 0x45], []],
  ])('is drawn without what follows its pixels: %s', async (_what, bytes, drawnBytes) => {
    const sizesOf = async (picture: readonly number[]) =>
      (await makeDrawableCopies('image/jpeg', Uint8Array.from(picture))).copies.map(
        ({ size }) => size,
      );
    const sizes = await sizesOf([...pictureWithoutEnd, ...bytes]);
    expect(sizes).toEqual(await sizesOf([...pictureWithoutEnd, ...drawnBytes]));
  });
});

describe('a PNG', () => {
  const makeChunk = (type: string, data: readonly number[]) => [
    ...[0, 0, data.length >> 8, data.length & 255],
    ...Array.from(type, (letter) => letter.charCodeAt(0)),
    ...data,
    ...[0, 0, 0, 0],
  ];
  /** Of 5 × 3 pixels with 16 bits. */
  const makePng = (colorType: number, interlace: number, pixelData: readonly number[]) => [
    ...Array.from('\x89PNG\r\n\x1a\n', (letter) => letter.charCodeAt(0)),
    ...makeChunk('IHDR', [0, 0, 0, 5, 0, 0, 0, 3, 16, colorType, 0, 0, interlace]),
    ...makeChunk('tEXt', [0x49, 0x45, 0x4e, 0x44]),
    ...makeChunk('IDAT', pixelData.slice(0, 9)),
    ...makeChunk('IDAT', pixelData.slice(9)),
  ];
  const compress = (length: number) => [
    ...deflateSync(Uint8Array.from({ length }, (_, index) => (index * index * 7) % 256)),
  ];

  test.each([
    ['grey', 0, 0, 3 * (1 + 5 * 2)],
    ['in colour', 2, 0, 3 * (1 + 5 * 6)],
    ['with transparency', 6, 0, 3 * (1 + 5 * 8)],
    // Its passes have 1, 1, no, 1, 3, 2 and 5 pixels in a row; the pass before the last has two rows.
    ['interlaced', 0, 1, 3 * (1 + 2) + (1 + 3 * 2) + 2 * (1 + 2 * 2) + (1 + 5 * 2)],
  ])(
    '%s is whole without its end if it has all rows',
    async (_what, colorType, interlace, length) => {
      const countPngCopies = (pixelBytes: number, cutBytes = 0) =>
        countCopies(
          'image/png',
          makePng(colorType, interlace, compress(pixelBytes)).slice(0, -cutBytes || undefined),
        );
      expect(await countPngCopies(length)).toEqual([1]);
      expect(await countPngCopies(length - 1)).toEqual([0]);
      expect(await countPngCopies(length, 16)).toEqual([0]);
    },
  );

  test('with its end is not looked at any further', async () => {
    expect(
      await countCopies('image/png', [...makePng(0, 0, []), ...makeChunk('IEND', [])]),
    ).toEqual([]);
  });
});

test('any other kind of file is not checked', async () => {
  expect(await countCopies('image/webp', [0x52, 0x49, 0x46, 0x46])).toEqual([]);
  expect(await countCopies('', [])).toEqual([]);
});
