/**
 * Finds out before a file is sent whether staff could not open it. Only what no viewer can repair is a fault: viewers
 * open a PDF whose cross-reference table is wrong. Pictures are in picture-ends.ts.
 */
import type { FileFault } from '@one-planet/contract/file-rules';

/** What was found out about a file. */
export interface FileFindings {
  /** Why nobody could open it. */
  fault?: FileFault;
  /** Whether it may need a password: many PDFs are encrypted only against changes, and open without one. */
  isEncrypted?: boolean;
}

/** @returns nothing of a file of a type that is not checked here */
export function inspectFile(contentType: string, bytes: Uint8Array<ArrayBuffer>): FileFindings {
  if (contentType !== 'application/pdf') return {};
  // Latin-1 decodes each byte to one letter.
  const text = new TextDecoder('latin1').decode(bytes);
  if (!isWholePdf(text)) return { fault: 'cut' };
  return /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(text) ? { isEncrypted: true } : {};
}

/** Viewers find all objects through `/Root`, which is written at the end of the file. */
function isWholePdf(pdfText: string): boolean {
  if (!pdfText.slice(0, 1_100).includes('/Linearized'))
    return pdfText.includes('/Root') || pdfText.includes('%%EOF');
  // A linearized PDF has `/Root` at the beginning, too, but the objects it refers to come last.
  return pdfText.lastIndexOf('startxref') > pdfText.lastIndexOf(' obj');
}
