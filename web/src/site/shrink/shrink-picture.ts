/** Shrinks pictures before they are sent over an expensive connection (decisions, section 3). */

/** In bytes: smaller pictures are sent unchanged. */
const worthwhile = 300_000;

/** The longer side of what is sent, in pixels: enough to read a page of text. */
const longest = 1_600;

/** What is sent of a file. */
export interface Shrunk {
  name: string;
  data: Blob;
}

const known = new WeakMap<File, Promise<Shrunk>>();

/**
 * @returns the picture, smaller if that helps; anything this browser can't draw is returned unchanged. The same file is
 *   drawn once.
 */
export function shrinkPicture(file: File): Promise<Shrunk> {
  const shrunk = known.get(file) ?? shrink(file);
  known.set(file, shrunk);
  return shrunk;
}

async function shrink(file: File): Promise<Shrunk> {
  const asItIs = { name: file.name, data: file };
  if (file.size <= worthwhile) return asItIs;
  try {
    const smaller = await redraw(await createImageBitmap(file));
    if (!smaller || smaller.size >= file.size) return asItIs;
    return { name: file.name.replace(/\.[^.]+$/, '.jpg'), data: smaller };
  } catch {
    return asItIs;
  }
}

function redraw(picture: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // Otherwise transparency would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
}
