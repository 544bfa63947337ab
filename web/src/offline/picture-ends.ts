/**
 * Finds pictures of which a part is missing. Browsers and viewers draw the part that is there, without an error, and some
 * cameras and programs leave out only the mark at the end: such a picture is whole.
 */

type Bytes = Uint8Array<ArrayBuffer>;

export interface DrawableCopies {
  /** Whether the picture has its end, or is of a type that is not checked here. */
  hasEnd: boolean;
  /** The picture with the end that it lacks. Several look the same only if it is whole. None if a part is missing. */
  copies: readonly Blob[];
}

/** @param contentType as `sniffType` returns it @returns what to draw of a picture, to find out whether it is whole */
export async function makeDrawableCopies(
  contentType: string,
  bytes: Bytes,
): Promise<DrawableCopies> {
  if (contentType === 'image/jpeg') {
    const { hasEnd, scanEnd } = readJpeg(bytes);
    if (!hasEnd) return { hasEnd, copies: scanEnd ? makeJpegCopies(bytes, scanEnd) : [] };
  }
  if (contentType === 'image/png') {
    const chunks = readPngChunks(bytes);
    if (!chunks.some(({ type }) => type === 'IEND')) {
      const copies = (await hasAllRows(chunks)) ? [new Blob([bytes, pngEnd])] : [];
      return { hasEnd: false, copies };
    }
  }
  return { hasEnd: true, copies: [new Blob([bytes])] };
}

// JPEG

const markers = { firstRestart: 0xd0, startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda };

/** The markers of segments that describe a picture's size and the number of its components. */
const isFrameMarker = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The markers of segments that may come after the first scan: tables, the next scan, and notes. */
const isMarkerBetweenScans = (marker: number) =>
  [0xc4, 0xda, 0xdb, 0xdc, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);

/**
 * Follows the markers to the end of the first picture, skipping the thumbnail inside the camera's metadata. A second
 * picture or a film may come after it.
 * @returns whether the picture has an end mark, and if not, where its last scan may end; no place if a scan is missing
 */
function readJpeg(bytes: Bytes): { hasEnd: boolean; scanEnd?: number } {
  let componentCount = 0;
  const finishedComponents = new Set<number>();
  let hasScan = false;
  let scanEnd: number | undefined;
  let markerOffset = bytes.indexOf(0xff);
  while (markerOffset >= 0) {
    const marker = bytes[markerOffset + 1] ?? 0;
    const lengthOffset = markerOffset + 2;
    const byteAt = (index: number) => bytes[lengthOffset + index] ?? 0;
    if (marker === markers.endOfImage) return { hasEnd: true };
    // 0xff before a marker may be repeated: the second one can be the first byte of the marker.
    let nextOffset = marker === 0xff ? markerOffset + 1 : lengthOffset;
    const isWithoutLength =
      [0xff, 0, 1].includes(marker) ||
      (marker >= markers.firstRestart && marker <= markers.startOfImage);
    if (!isWithoutLength) {
      if (hasScan && !isMarkerBetweenScans(marker)) scanEnd ??= markerOffset;
      nextOffset += (byteAt(0) << 8) + byteAt(1);
    }
    if (isFrameMarker(marker)) componentCount = byteAt(7);
    if (marker === markers.startOfScan) {
      hasScan = true;
      const count = byteAt(2);
      const [lastCoefficient, missingBits] = [byteAt(4 + 2 * count), byteAt(5 + 2 * count) & 15];
      for (let index = 0; index < count && lastCoefficient === 63 && missingBits === 0; index += 1)
        finishedComponents.add(byteAt(3 + 2 * index));
    }
    markerOffset = bytes.indexOf(0xff, nextOffset);
  }
  if (!hasScan || finishedComponents.size < componentCount) return { hasEnd: false };
  return { hasEnd: false, scanEnd: scanEnd ?? bytes.length };
}

/** @returns the picture with two different ends */
function makeJpegCopies(bytes: Bytes, scanEnd: number): readonly Blob[] {
  // A decoder would take zeros, where the rest of a file was reserved and never written, for a part of the picture.
  let dataEnd = scanEnd;
  while (bytes[dataEnd - 1] === 0) dataEnd -= 1;
  const pictureBytes = bytes.subarray(0, Math.min(scanEnd, dataEnd + 1));
  const endMark = Uint8Array.of(0xff, markers.endOfImage);
  return [new Blob([pictureBytes, endMark]), new Blob([pictureBytes, makeNoise(), endMark])];
}

/**
 * A decoder takes these bytes for the part of a picture that is missing, and draws patterns where it would draw grey. It
 * ignores them behind a whole picture. There are some after each restart marker, for a picture that was cut before one.
 */
function makeNoise(): Bytes {
  // 0xff would begin a marker.
  const noise = Array.from({ length: 120 }, (_, index) => (index * index * 31) % 0xff);
  const restarts = Array.from({ length: 8 }, (_, index) => [0xff, markers.firstRestart + index]);
  return Uint8Array.from([...noise, ...restarts.flatMap((marker) => [...marker, ...noise])]);
}

// PNG

const pngSignatureLength = 8;

/** The last chunk, which is empty. */
const pngEnd = Uint8Array.of(0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82);

interface PngChunk {
  type: string;
  data: Bytes;
}

/** @returns the chunks, of which the last may be incomplete */
function readPngChunks(bytes: Bytes): PngChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  for (let offset = pngSignatureLength; offset + 8 <= bytes.length; ) {
    const dataStart = offset + 8;
    const dataEnd = dataStart + view.getUint32(offset);
    const type = String.fromCharCode(...bytes.subarray(offset + 4, dataStart));
    chunks.push({ type, data: bytes.subarray(dataStart, dataEnd) });
    // A checksum follows.
    offset = dataEnd + 4;
  }
  return chunks;
}

/** By colour type. */
const pngChannelCounts: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The first pixel of each pass, and the steps to the next ones, to the right and down. */
const interlacedPasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Whether the data of a PNG reach to the end of its last row; false if this browser cannot decompress them. */
async function hasAllRows(chunks: readonly PngChunk[]): Promise<boolean> {
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (!header || header.length < 13 || !('DecompressionStream' in globalThis)) return false;
  const view = new DataView(header.buffer, header.byteOffset);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const pixelBits = view.getUint8(8) * (pngChannelCounts[view.getUint8(9)] ?? 1);
  const passes = view.getUint8(12) === 1 ? interlacedPasses : [[0, 0, 1, 1] as const];
  let expectedBytes = 0;
  for (const [left, top, stepRight, stepDown] of passes) {
    const columns = Math.max(0, Math.ceil((width - left) / stepRight));
    const rows = Math.max(0, Math.ceil((height - top) / stepDown));
    // Each row begins with a byte for its filter.
    if (columns > 0) expectedBytes += rows * (1 + Math.ceil((columns * pixelBits) / 8));
  }
  const imageData = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  return expectedBytes <= maxInflatedBytes && inflateTo(expectedBytes, imageData);
}

/** Of all pixels of a picture that a phone could draw, in bytes. A file can unpack to a thousand times its size. */
const maxInflatedBytes = 400_000_000;

const pieceBytes = 65_536;

function* cutIntoPieces(parts: readonly Bytes[]): Generator<Bytes, void> {
  for (const part of parts)
    for (let start = 0; start < part.length; start += pieceBytes)
      yield part.subarray(start, start + pieceBytes);
}

/** @returns whether compressed data have this many bytes when decompressed */
async function inflateTo(expectedBytes: number, parts: readonly Bytes[]): Promise<boolean> {
  const pieces = cutIntoPieces(parts);
  // Firefox would give the decompressor the whole file at once, and four megabytes can become four gigabytes.
  const source = new ReadableStream<Bytes>({
    pull(controller) {
      const { value, done } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const reader = source.pipeThrough(new DecompressionStream('deflate')).getReader();
  let byteCount = 0;
  try {
    while (byteCount < expectedBytes) {
      const { done, value } = await reader.read();
      if (done) return false;
      byteCount += value.length;
    }
    return true;
  } catch {
    // The data break off.
    return false;
  } finally {
    reader.cancel().catch(() => {});
  }
}
