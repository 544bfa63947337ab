/**
 * Prepares a chosen file. A picture of any kind is sent as a small JPEG, because connections are expensive, and only
 * then checked against the size limit (decisions, section 3); anything else is sent unchanged.
 */
import {
  type FileFault,
  fileTypes,
  isPictureKind,
  nameFor,
  pdfFrom,
  sniffType,
} from '@one-planet/contract/file-rules';
import { type FileKind, limits } from '@one-planet/contract/limits';
import { findFileFault } from './file-faults.ts';

export interface FileToSend {
  name: string;
  /** In memory. */
  data: Blob;
  /** The media type by the first bytes of `data`; empty if it is unknown, missing if they were not looked at. */
  content?: string;
  /** Why staff could not open it. */
  fault?: FileFault;
}

/** Smaller pictures of an accepted type are sent unchanged. */
const maxUnchangedBytes = 300_000;

/** In pixels: enough to read a page of text, or a long screenshot. Of the two limits, the one that leaves more is used. */
const usualSidesPx = { longer: 1_600, shorter: 1_000 };

/** In pixels: 170 dots an inch on A4, at which the small print of a certificate can be read. */
const pageSidesPx = { longer: 2_000, shorter: 1_400 };

/** Engines that can scale a picture while they decode it are asked for about this many pixels a side. */
const decodedSidePx = 2_400;

/** After this time a picture is sent as it was chosen. */
const drawingTimeoutMs = 30_000;

const [jpeg, pdf] = ['image/jpeg', 'application/pdf'];

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
  const fault = await findFileFault(contentType, bytesToSend);
  if (fault) return { name, data: dataToSend, content: contentType, fault };
  const isAccepted = fileTypes[fileKind].includes(contentType);
  const canBeDrawn = isPictureKind(fileKind) && contentType !== pdf;
  if (!canBeDrawn || (isAccepted && dataToSend.size <= maxUnchangedBytes))
    return { name, data: dataToSend, content: contentType };
  const drawnPicture = await withTimeout(
    drawJpeg(dataToSend, contentType, limits.files[fileKind].maxBytes),
  );
  if (!drawnPicture || (isAccepted && drawnPicture.size >= dataToSend.size))
    return { name, data: dataToSend, content: contentType };
  return { name: nameFor(jpeg, file.name), data: drawnPicture, content: jpeg };
}

/** In pixels: enough to recognise a receipt that was sent. */
const thumbnailSidesPx = { longer: 320, shorter: 200 };

/** @returns a small copy of a picture as a data URL; `undefined` if this browser can't make one */
export async function drawThumbnail({
  data,
  content: contentType = '',
}: Pick<FileToSend, 'data' | 'content'>): Promise<string | undefined> {
  const thumbnail = await withTimeout(drawJpeg(data, contentType, 40_000, thumbnailSidesPx));
  if (!thumbnail) return undefined;
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(thumbnail);
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
  if (await findFileFault(contentType, bytes)) return 'cut';
  return (
    (await withTimeout(drawJpeg(new Blob([bytes]), contentType, maxBytes, pageSidesPx))) ??
    undefined
  );
}

async function withTimeout<T>(workPromise: Promise<T>): Promise<T | undefined> {
  const timeoutPromise = new Promise<undefined>((resolve) => setTimeout(resolve, drawingTimeoutMs));
  // A picture that this browser can't decode or draw counts like one that takes too long.
  return Promise.race([workPromise, timeoutPromise]).catch(() => undefined);
}

interface Picture {
  source: CanvasImageSource;
  width: number;
  height: number;
  close(): void;
}

/** @returns a JPEG of at most `maxBytes`; `null` if the browser can't make one */
async function drawJpeg(
  pictureFile: Blob,
  contentType: string,
  maxBytes: number,
  maxSidesPx = usualSidesPx,
): Promise<Blob | null> {
  const picture = await openPicture(pictureFile, contentType);
  const { source, width, height } = picture;
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  let scale = Math.min(1, Math.max(maxSidesPx.longer / longer, maxSidesPx.shorter / shorter));
  const canvas = document.createElement('canvas');
  try {
    for (;;) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      const context = canvas.getContext('2d');
      if (!context) return null;
      // Otherwise transparency would turn black.
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(source, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, jpeg, 0.8));
      if (!blob || blob.size <= maxBytes) return blob;
      scale *= 0.7;
    }
  } finally {
    picture.close();
    // Phones free the canvas's memory only when it has no size.
    canvas.width = 0;
  }
}

/** Opens a picture turned as its camera was held. @throws {Error} if the browser can't decode it */
async function openPicture(file: Blob, contentType: string): Promise<Picture> {
  if (contentType === jpeg) {
    const scaledPicture = await openScaled(file).catch(() => undefined);
    if (scaledPicture) return scaledPicture;
  }
  // Safari and Firefox refuse even an intact picture when memory is short for a moment, so it is tried twice.
  return openWhole(file).catch(() => openWhole(file));
}

async function openWhole(file: Blob): Promise<Picture> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(image.src);
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
    data: file.stream(),
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
