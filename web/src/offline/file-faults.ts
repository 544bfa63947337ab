/**
 * What keeps staff from reading a file, told before it is sent. Only what no reader can mend is a fault: they open a PDF whose
 * table of contents is wrong, and a picture that something follows.
 */
import type { FileFault } from '@one-planet/contract/file-rules';
import { needsPassword } from './pdf-password.ts';

/** @param content the media type @returns why nobody could read a file; nothing for one that is right, or of another type */
export async function faultOf(
  content: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<FileFault | undefined> {
  if (content === 'image/jpeg') return isWholeJpeg(bytes) ? undefined : 'cut';
  if (content !== 'image/png' && content !== 'application/pdf') return undefined;
  // A letter for each byte: places are the same in both.
  const text = new TextDecoder('latin1').decode(bytes);
  if (content === 'image/png') return text.includes('IEND') ? undefined : 'cut';
  if (!isWholePdf(text)) return 'cut';
  return (await needsPassword(text, bytes)) ? 'locked' : undefined;
}

const [endOfImage, startOfImage, firstRestart] = [0xd9, 0xd8, 0xd0];

/**
 * Follows the markers to the end of the first picture, over the small one inside the camera's notes. A second picture or a
 * film may follow. Browsers show what there is of a picture, and say nothing.
 */
function isWholeJpeg(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1];
    if (marker === endOfImage) return true;
    // Another may be the marker's first byte.
    at += marker === 0xff ? 1 : 2;
    const standsAlone =
      marker === 0xff ||
      marker === 0 ||
      marker === 1 ||
      (marker && marker >= firstRestart && marker <= startOfImage);
    if (!standsAlone) at += ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0);
  }
  return false;
}

/** Readers find everything from the name of the first object, which stands at the end. */
function isWholePdf(text: string): boolean {
  if (!text.slice(0, 1_100).includes('/Linearized'))
    return text.includes('/Root') || text.includes('%%EOF');
  // Made to be shown while it arrives: that name stands at the beginning too, but what it leads to comes last.
  return text.lastIndexOf('startxref') > text.lastIndexOf(' obj');
}
