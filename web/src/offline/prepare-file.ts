/**
 * Prepares a chosen file. Where a field takes pictures, a picture is sent as a small JPEG, because connections are
 * expensive, and only then checked against the size limit (specification/decisions §3). It stays as it is if its type is
 * accepted and it is small already, or if this browser can't open it. A PDF loses the bytes before `%PDF-`; anything else
 * is sent unchanged.
 */
import {
  fileTypes,
  isPictureKind,
  nameFor,
  pdfFrom,
  sniffType,
} from '@one-planet/contract/file-rules';
import { type FileKind, limits } from '@one-planet/contract/limits';
import { type FileFindings, inspectFile } from './file-faults.ts';
import { makeDrawableCopies } from './picture-ends.ts';
import { hideWebpOrientation, upright } from './webp-orientation.ts';

export interface FileToSend extends FileFindings {
  name: string;
  /** In memory. */
  data: Blob;
  /** The media type by the first bytes of `data`; empty if it is unknown, missing if they were not looked at. */
  content?: string;
  /** Of a picture, in pixels; missing if this browser can't open it. */
  shorterSidePx?: number;
}

/** Smaller pictures of an accepted type are sent unchanged. */
const maxUnchangedBytes = 300_000;

/** In pixels: enough to read a page of text, or a long screenshot. Of the two limits, the one that leaves more is used. */
const usualSidesPx = { longer: 1_600, shorter: 1_000 };

/** In pixels: 170 dots an inch on A4, at which the small print of a certificate can be read. */
const pageSidesPx = { longer: 2_000, shorter: 1_400 };

/** Engines that can scale a picture while they decode it are asked for about this many pixels a side. */
const decodedSidePx = 2_400;

/** More pixels take half a gigabyte, and a few kilobytes of a file can have billions: such a picture is not drawn. */
const maxDrawnPixels = 100_000_000;

/** After this time a picture is sent as it was chosen. */
const drawingTimeoutMs = 30_000;

const [jpeg, webp, pdf] = ['image/jpeg', 'image/webp', 'application/pdf'];

/** @param bytes the whole file, or only the first bytes if it is too large to be sent */
export async function prepareFile(
  file: File,
  fileKind: FileKind,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<FileToSend> {
  const contentType = sniffType(bytes) ?? '';
  const name = nameFor(contentType, file.name);
  if (bytes.length < file.size) return { name, data: file, content: contentType };
  const bytesToSend = contentType === pdf ? pdfFrom(bytes) : bytes;
  const dataToSend = new Blob([bytesToSend], { type: contentType || file.type });
  const findings = inspectFile(contentType, bytesToSend);
  const fileToSend: FileToSend = { name, data: dataToSend, content: contentType, ...findings };
  if (findings.fault) return fileToSend;
  if (!isPictureKind(fileKind) || contentType === pdf) return fileToSend;
  const drawing = await drawWhole(bytesToSend, contentType, limits.files[fileKind].maxBytes);
  if (!drawing) return fileToSend;
  if (drawing === 'cut') return { ...fileToSend, fault: drawing };
  const { drawnPicture, shorterSidePx, hasEnd } = drawing;
  const isSmall = dataToSend.size <= maxUnchangedBytes || drawnPicture.size >= dataToSend.size;
  if (fileTypes[fileKind].includes(contentType) && hasEnd && isSmall)
    return { ...fileToSend, shorterSidePx };
  return { name: nameFor(jpeg, file.name), data: drawnPicture, content: jpeg, shorterSidePx };
}

/** In pixels: enough to recognise a receipt that was sent. */
const thumbnailSidesPx = { longer: 320, shorter: 200 };

/** @returns a small copy of a picture as a data URL; `undefined` if this browser can't make one */
export async function drawThumbnail({
  data,
  content: contentType = '',
}: Pick<FileToSend, 'data' | 'content'>): Promise<string | undefined> {
  return withTimeout(async () => {
    const thumbnail = await drawJpeg(data, contentType, 40_000, thumbnailSidesPx);
    if (!thumbnail) return undefined;
    const bytes = new Uint8Array(await thumbnail.drawnPicture.arrayBuffer());
    return `data:${jpeg};base64,${btoa(String.fromCharCode(...bytes))}`;
  });
}

/**
 * @param bytes a photographed page
 * @returns a JPEG of at most `maxBytes`; `cut` if the photo is incomplete, `undefined` if this browser can't open it in
 *   time
 */
export async function drawPage(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): Promise<Blob | 'cut' | undefined> {
  const contentType = sniffType(bytes) ?? '';
  const drawing = await drawWhole(bytes, contentType, maxBytes, pageSidesPx);
  return drawing === 'cut' ? drawing : drawing?.drawnPicture;
}

interface Drawing {
  drawnPicture: Blob;
  /** Of the picture before it was made smaller. */
  shorterSidePx: number;
}

/**
 * @returns the drawing of a picture, and whether the picture's file has its end; `cut` if a part of the picture is
 *   missing, `undefined` if this browser can't open it in time
 */
async function drawWhole(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  maxBytes: number,
  maxSidesPx?: typeof usualSidesPx,
): Promise<(Drawing & { hasEnd: boolean }) | 'cut' | undefined> {
  const { hasEnd, copies } = await makeDrawableCopies(contentType, bytes);
  const drawings: Drawing[] = [];
  for (const copy of copies) {
    const drawing = await withTimeout(() => drawJpeg(copy, contentType, maxBytes, maxSidesPx));
    if (drawing) drawings.push(drawing);
  }
  const [drawing, ...otherDrawings] = drawings;
  if (hasEnd) return drawing && { ...drawing, hasEnd };
  if (!drawing || drawings.length < copies.length) return 'cut';
  for (const otherDrawing of otherDrawings)
    if (!(await hasSameBytes(drawing.drawnPicture, otherDrawing.drawnPicture))) return 'cut';
  return { ...drawing, hasEnd };
}

async function hasSameBytes(blob: Blob, otherBlob: Blob): Promise<boolean> {
  if (blob.size !== otherBlob.size) return false;
  const [bytes, otherBytes] = await Promise.all(
    [blob, otherBlob].map(async (part) => new Uint8Array(await part.arrayBuffer())),
  );
  return bytes?.every((byte, index) => byte === otherBytes?.[index]) ?? false;
}

async function withTimeout<T>(work: () => Promise<T>): Promise<T | undefined> {
  const timeoutPromise = new Promise<undefined>((resolve) => setTimeout(resolve, drawingTimeoutMs));
  // A picture that this browser can't decode or draw counts like one that takes too long.
  return Promise.race([work(), timeoutPromise]).catch(() => undefined);
}

interface Picture {
  source: CanvasImageSource;
  width: number;
  height: number;
  /** How its camera was held, as EXIF numbers it, if the browser has not turned it. Default: upright. */
  orientation?: number;
  close(): void;
}

/** @returns a JPEG of at most `maxBytes`; `undefined` if the browser can't make one */
async function drawJpeg(
  pictureFile: Blob,
  contentType: string,
  maxBytes: number,
  maxSidesPx = usualSidesPx,
): Promise<Drawing | undefined> {
  const picture = await openPicture(pictureFile, contentType);
  const { source, width, height, orientation = upright } = picture;
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  let scale = Math.min(1, Math.max(maxSidesPx.longer / longer, maxSidesPx.shorter / shorter));
  const canvas = document.createElement('canvas');
  try {
    for (;;) {
      const [scaledWidth, scaledHeight] = [Math.round(width * scale), Math.round(height * scale)];
      const isOnItsSide = orientation > 4;
      canvas.width = isOnItsSide ? scaledHeight : scaledWidth;
      canvas.height = isOnItsSide ? scaledWidth : scaledHeight;
      const context = canvas.getContext('2d');
      if (!context) return undefined;
      // Otherwise transparency would turn black.
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      turn(context, orientation, scaledWidth, scaledHeight);
      context.drawImage(source, 0, 0, scaledWidth, scaledHeight);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, jpeg, 0.8));
      if (!blob) return undefined;
      if (blob.size <= maxBytes) return { drawnPicture: blob, shorterSidePx: shorter };
      scale *= 0.7;
    }
  } finally {
    picture.close();
    // Phones free the canvas's memory only when it has no size.
    canvas.width = 0;
  }
}

/** Draws from now on as an EXIF orientation says. @param width of what is drawn, before it is turned */
function turn(
  context: CanvasRenderingContext2D,
  orientation: number,
  width: number,
  height: number,
): void {
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  const degrees = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation] ?? 0;
  context.translate(context.canvas.width / 2, context.canvas.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  // What is called last is applied first.
  if (isMirrored) context.scale(-1, 1);
  context.translate(-width / 2, -height / 2);
}

/** Opens a picture turned as its camera was held. @throws {Error} if the browser can't decode it */
async function openPicture(pictureFile: Blob, contentType: string): Promise<Picture> {
  if (contentType === jpeg) {
    const scaledPicture = await openScaled(pictureFile).catch(() => undefined);
    if (scaledPicture) return scaledPicture;
  }
  const [orientation, file] =
    contentType === webp
      ? hideWebpOrientation(await pictureFile.arrayBuffer())
      : [upright, pictureFile];
  // Safari and Firefox refuse even an intact picture when memory is short for a moment, so it is tried twice.
  const picture = await openWhole(file).catch(() => openWhole(file));
  return { ...picture, orientation };
}

async function openWhole(file: Blob): Promise<Picture> {
  const image = new Image();
  const address = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(address);
  // It has its size before it is decoded, and another source ends the decoding with an error.
  image.onload = () => {
    if (image.naturalWidth * image.naturalHeight > maxDrawnPixels) image.src = '';
  };
  image.src = address;
  try {
    await image.decode();
  } catch (error) {
    close();
    throw error;
  }
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
}

/**
 * Decodes a JPEG at one eighth of its size, or two eighths, as many as are needed: all of 50 megapixels would take 200
 * MB.
 * @returns `undefined` in engines that can't do that, or whose frames do not say how they are rotated
 */
async function openScaled(file: Blob): Promise<Picture | undefined> {
  if (!('ImageDecoder' in window && 'rotation' in VideoFrame.prototype)) return undefined;
  const decoder = new ImageDecoder({
    // Chromium decodes a stream in one of two ways, which differ in a few pixels, by how fast it arrives.
    data: await file.arrayBuffer(),
    type: jpeg,
    desiredWidth: decodedSidePx,
    desiredHeight: decodedSidePx,
  });
  const { image } = await decoder.decode();
  const close = () => {
    image.close();
    decoder.close();
  };
  return { source: image, width: image.displayWidth, height: image.displayHeight, close };
}
