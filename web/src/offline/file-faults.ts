/**
 * Finds out before a file is sent whether staff could not open it. Only what no viewer can repair is a fault: viewers
 * open a PDF whose cross-reference table is wrong. Pictures are in picture-ends.ts.
 */
import type { FileFault } from '@one-planet/contract/file-rules';
import { needsPassword } from './pdf-password.ts';

/** @returns why nobody could open the file; `undefined` if it can be opened, or is of a type that is not checked here */
export async function findFileFault(
  contentType: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<FileFault | undefined> {
  if (contentType !== 'application/pdf') return undefined;
  // Latin-1 decodes each byte to one letter, so offsets are the same in text and bytes.
  const text = new TextDecoder('latin1').decode(bytes);
  if (!isWholePdf(text)) return 'cut';
  return (await needsPassword(text, bytes)) ? 'locked' : undefined;
}

/** Viewers find all objects through `/Root`, which is written at the end of the file. */
function isWholePdf(pdfText: string): boolean {
  if (!pdfText.slice(0, 1_100).includes('/Linearized'))
    return pdfText.includes('/Root') || pdfText.includes('%%EOF');
  // A linearized PDF has `/Root` at the beginning, too, but the objects it refers to come last.
  return pdfText.lastIndexOf('startxref') > pdfText.lastIndexOf(' obj');
}
