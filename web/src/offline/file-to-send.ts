/**
 * Prepares a chosen file. A picture crosses an expensive connection as a small JPEG, whatever kind it is, and is
 * then held against the limit (decisions, section 3); anything else is sent as it is.
 */
import {
  extensionOf,
  fileTypes,
  isPictureKind,
  signatureBytes,
  sniffType,
} from '@one-planet/contract/file-rules';
import { type FileKind, limits } from '@one-planet/contract/limits';

export interface FileToSend {
  name: string;
  data: Blob;
  /** The media type by the first bytes of what was chosen, or of what was drawn from it; empty: unknown. */
  content: string;
}

/** A file of a form as it is sent: chosen on this device, or stored on the server by an earlier send, or both. */
export interface ChosenFile extends Partial<FileToSend> {
  name: string;
  /** In bytes. */
  size: number;
  /** As it was chosen. */
  file?: File;
  stored?: string;
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

const known = new WeakMap<File, Promise<FileToSend>>();

/** @returns what is sent of a file; never fails, and works on the same file once */
export function fileToSend(file: File, kind: FileKind): Promise<FileToSend> {
  const sent = known.get(file) ?? prepare(file, kind);
  known.set(file, sent);
  return sent;
}

async function prepare(file: File, kind: FileKind): Promise<FileToSend> {
  const content = await contentOf(file);
  const isTaken = fileTypes[kind].includes(content);
  const asChosen = { name: nameFor(content, file.name), data: file };
  const mayBeDrawn = isPictureKind(kind) && content !== 'application/pdf';
  if (!mayBeDrawn || (isTaken && file.size <= worthwhile)) return { ...asChosen, content };
  const drawn = await inTime(draw(file, content, limits.files[kind].maxBytes));
  if (!drawn || (isTaken && drawn.size >= file.size)) return { ...asChosen, content };
  return { name: nameFor(jpeg, file.name), data: drawn, content: jpeg };
}

/** For a receipt that is on its way: enough to know it again. */
const thumbnailSides = { longer: 320, shorter: 200 };

/** @returns a small copy of a picture, as an address that can be kept as text; nothing where this browser can't make one */
export async function thumbnailOf(picture: Blob): Promise<string | undefined> {
  const content = await contentOf(picture);
  const small = await inTime(draw(picture, content, 40_000, thumbnailSides));
  if (!small) return undefined;
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(small);
  });
}

/** @returns a photographed page as a JPEG of at most so many bytes; nothing where this browser can't open it in time */
export async function drawnPage(photo: File, maxBytes: number): Promise<Blob | undefined> {
  const drawn = draw(photo, await contentOf(photo), maxBytes, pageSides);
  return (await inTime(drawn)) ?? undefined;
}

const jpeg = 'image/jpeg';

/** A file that is gone by now (a phone's camera cleans up behind itself) has no content. */
async function contentOf(file: Blob): Promise<string> {
  try {
    return sniffType(new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer())) ?? '';
  } catch {
    return '';
  }
}

/** The extensions of the pictures that are taken; one that has another gets the first. */
const extensions: Readonly<Partial<Record<string, readonly string[]>>> = {
  [jpeg]: ['jpg', 'jpeg'],
  'image/png': ['png'],
};

function nameFor(content: string, name: string): string {
  const [first, ...others] = extensions[content] ?? [];
  const isRight = first === undefined || [first, ...others].includes(extensionOf(name));
  return isRight ? name : `${name.replace(/\.[^.]+$/, '')}.${first}`;
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
