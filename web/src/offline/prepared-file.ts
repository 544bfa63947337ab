/**
 * Prepares a chosen file. A picture crosses an expensive connection as a small JPEG, whatever kind it is, and is
 * then held against the limit (decisions, section 3); anything else is sent as it is.
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
import { faultOf } from './file-faults.ts';

export interface FileToSend {
  name: string;
  /** In memory. */
  data: Blob;
  /** The media type by the first bytes of what was chosen, or of what was drawn from it; empty: unknown; left out when nobody looked. */
  content?: string;
  /** Why staff could not read it. */
  fault?: FileFault;
}

/** In bytes: smaller pictures are sent unchanged. */
const worthwhile = 300_000;

/** In pixels: what it takes to read a page of text, or a long screenshot. One of both is kept, whichever is more. */
const usualSides = { longer: 1_600, shorter: 1_000 };

/** A page of a certificate as large as A4 can be read at 170 dots an inch, small print too. */
const pageSides = { longer: 2_000, shorter: 1_400 };

/** Decoded pictures are not larger than this on average, in pixels a side, where the engine can scale while it decodes. */
const decoded = 2_400;

/** How long a picture is worked on, in milliseconds; then it is sent as it was chosen. */
const patienceMs = 30_000;

const [jpeg, pdf] = ['image/jpeg', 'application/pdf'];

/** @param bytes all of the file, or the first of one that is too large to be sent */
export async function preparedFile(
  file: File,
  kind: FileKind,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<FileToSend> {
  const content = sniffType(bytes) ?? '';
  const name = nameFor(content, file.name);
  if (bytes.length < file.size) return { name, data: file, content };
  const sent = content === pdf ? pdfFrom(bytes) : bytes;
  const data = new Blob([sent], { type: content || file.type });
  const fault = await faultOf(content, sent);
  if (fault) return { name, data, content, fault };
  const isTaken = fileTypes[kind].includes(content);
  const mayBeDrawn = isPictureKind(kind) && content !== pdf;
  if (!mayBeDrawn || (isTaken && data.size <= worthwhile)) return { name, data, content };
  const drawn = await inTime(draw(data, content, limits.files[kind].maxBytes));
  if (!drawn || (isTaken && drawn.size >= data.size)) return { name, data, content };
  return { name: nameFor(jpeg, file.name), data: drawn, content: jpeg };
}

/** For a receipt that is on its way: enough to know it again. */
const thumbnailSides = { longer: 320, shorter: 200 };

/** @returns a small copy of a picture, as an address that can be kept as text; nothing where this browser can't make one */
export async function thumbnailOf({
  data,
  content = '',
}: Pick<FileToSend, 'data' | 'content'>): Promise<string | undefined> {
  const small = await inTime(draw(data, content, 40_000, thumbnailSides));
  if (!small) return undefined;
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(small);
  });
}

/**
 * @param bytes of a photographed page
 * @returns it as a JPEG of at most so many bytes; nothing where this browser can't open it in time
 */
export async function drawnPage(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): Promise<Blob | 'cut' | undefined> {
  const content = sniffType(bytes) ?? '';
  if (await faultOf(content, bytes)) return 'cut';
  return (await inTime(draw(new Blob([bytes]), content, maxBytes, pageSides))) ?? undefined;
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  // A picture that this browser can't decode or draw is left as it is.
  return Promise.race([work, late]).catch(() => undefined);
}

interface Picture {
  source: CanvasImageSource;
  width: number;
  height: number;
  close(): void;
}

/** @returns a JPEG of at most so many bytes; `null` where the browser can't make one */
async function draw(
  file: Blob,
  content: string,
  maxBytes: number,
  sides = usualSides,
): Promise<Blob | null> {
  const picture = await open(file, content);
  const { source, width, height } = picture;
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  let scale = Math.min(1, Math.max(sides.longer / longer, sides.shorter / shorter));
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
    // Phones give the memory back only then.
    canvas.width = 0;
  }
}

/** Opens a picture as it is to be seen: turned as its camera was held. @throws where the browser can't decode it */
async function open(file: Blob, content: string): Promise<Picture> {
  if (content === jpeg) {
    const scaled = await openScaled(file).catch(() => undefined);
    if (scaled) return scaled;
  }
  // Safari and Firefox refuse a picture that is whole when memory is short for a moment.
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
 * Decodes a JPEG at an eighth of its size, or two, as many as are needed: 50 megapixels would take 200 MB whole.
 * @returns nothing in an engine that can't, or from before frames knew how they are turned
 */
async function openScaled(file: Blob): Promise<Picture | undefined> {
  if (!('ImageDecoder' in window && 'rotation' in VideoFrame.prototype)) return undefined;
  const decoder = new ImageDecoder({
    data: file.stream(),
    type: jpeg,
    desiredWidth: decoded,
    desiredHeight: decoded,
  });
  const { image } = await decoder.decode();
  const close = () => {
    image.close();
    decoder.close();
  };
  return { source: image, width: image.displayWidth, height: image.displayHeight, close };
}
