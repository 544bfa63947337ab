/**
 * Finds out before a file is sent whether staff could not open it. Only what no viewer can repair is a fault: viewers
 * open a PDF whose cross-reference table is wrong, and a picture with extra bytes after its end.
 */
import type { FileFault } from '@one-planet/contract/file-rules';
import { needsPassword } from './pdf-password.ts';

/** @returns why nobody could open the file; `undefined` if it can be opened, or is of a type that is not checked here */
export async function findFileFault(
  contentType: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<FileFault | undefined> {
  if (contentType === 'image/jpeg') return isWholeJpeg(bytes) ? undefined : 'cut';
  if (contentType !== 'image/png' && contentType !== 'application/pdf') return undefined;
  // Latin-1 decodes each byte to one letter, so offsets are the same in text and bytes.
  const text = new TextDecoder('latin1').decode(bytes);
  if (contentType === 'image/png') return text.includes('IEND') ? undefined : 'cut';
  if (!isWholePdf(text)) return 'cut';
  return (await needsPassword(text, bytes)) ? 'locked' : undefined;
}

const [endOfImageMarker, startOfImageMarker, firstRestartMarker] = [0xd9, 0xd8, 0xd0];

/**
 * Follows the markers to the end of the first picture, skipping the thumbnail inside the camera's metadata. A second
 * picture or a film may come after it. A browser can't be asked: it shows the part of a cut picture that it has,
 * without an error.
 */
function isWholeJpeg(bytes: Uint8Array): boolean {
  for (let offset = bytes.indexOf(0xff); offset >= 0; offset = bytes.indexOf(0xff, offset)) {
    const marker = bytes[offset + 1];
    if (marker === endOfImageMarker) return true;
    // 0xff before a marker may be repeated: the second one can be the first byte of the marker.
    offset += marker === 0xff ? 1 : 2;
    const isWithoutLength =
      marker === 0xff ||
      marker === 0 ||
      marker === 1 ||
      (marker && marker >= firstRestartMarker && marker <= startOfImageMarker);
    if (!isWithoutLength) offset += ((bytes[offset] ?? 0) << 8) + (bytes[offset + 1] ?? 0);
  }
  return false;
}

/** Viewers find all objects through `/Root`, which is written at the end of the file. */
function isWholePdf(pdfText: string): boolean {
  if (!pdfText.slice(0, 1_100).includes('/Linearized'))
    return pdfText.includes('/Root') || pdfText.includes('%%EOF');
  // A linearized PDF has `/Root` at the beginning, too, but the objects it refers to come last.
  return pdfText.lastIndexOf('startxref') > pdfText.lastIndexOf(' obj');
}
