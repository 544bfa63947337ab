import { describe, expect, test } from 'vitest';
import { inspectFile } from './file-faults.ts';

const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const inspectPdf = (text: string) => inspectFile('application/pdf', toBytes(text));

/** The objects as a scanner writes them; the cross-reference table below is wrong, which viewers repair. */
const objectsText = Array.from(
  { length: 9 },
  (_, index) =>
    `${index + 1} 0 obj<</Length 60>>stream\n${'\x00\xff\x80 '.repeat(15)}\nendstream endobj\n`,
).join('');
const pdfEnd = 'trailer<</Size 10/Root 1 0 R>>\nstartxref\n7\n%%EOF\n';
const pdfText = `%PDF-1.4\n${objectsText}xref\n0 1\n${pdfEnd}`;
/** Linearized, to be shown while it is downloaded: the reference to its first page stands at the beginning, too. */
const webPdfText = `%PDF-1.7\n1 0 obj<</Linearized 1/L 900>>endobj\n${pdfEnd}${objectsText}${pdfEnd}`;
const firstHalfOf = (text: string) => text.slice(0, text.length / 2);

describe('a PDF', () => {
  test.each([
    ['whose cross-reference table is wrong', pdfText],
    ['made for the web', webPdfText],
    ['whose end is only a mark', '%PDF-1.4\n%%EOF\n'],
    ['whose last bytes are missing', pdfText.slice(0, -8)],
    ['that something follows', `${pdfText}${'\0'.repeat(5000)}`],
    ['that was changed and saved again', `${webPdfText}12 0 obj<<>>endobj\n${pdfEnd}`],
    [
      'of compressed objects',
      '%PDF-1.5\n7 0 obj<</Type/XRef/Root 1 0 R/W[1 2 1]>>stream\nx\nendstream',
    ],
  ])('%s has no fault', (_how, text) => {
    expect(inspectPdf(text)).toEqual({});
  });

  test.each([
    ['cut in the middle', firstHalfOf(pdfText)],
    ['whose second half was never written', firstHalfOf(pdfText) + '\0'.repeat(pdfText.length / 2)],
    ['made for the web, cut in the middle', firstHalfOf(webPdfText)],
    [
      'made for the web, cut in its first page',
      webPdfText.slice(0, webPdfText.indexOf(' obj<</Length 60') + 40),
    ],
    ['that is a page of text', '%PDF-1.4\nService unavailable'],
  ])('%s is reported as cut', (_how, text) => {
    expect(inspectPdf(text)).toEqual({ fault: 'cut' });
  });
});

test.each([
  ['for a password or against changes', '12 0 obj<</Filter/Standard/V 5>>endobj', '12 0 R'],
  ['for a certificate', '12 0 obj<</Filter/Adobe.PubSec/V 4>>endobj', '12 0 R'],
  ['in its trailer', '', '<</Filter/Standard/V 2>>'],
])('a PDF that is encrypted %s may need a password', (_how, dictionary, entry) => {
  const text = `${pdfText}${dictionary}trailer<</Root 1 0 R/Encrypt ${entry}>>`;
  expect(inspectPdf(text)).toEqual({ isEncrypted: true });
});

test('a PDF that says how encryption would be is not encrypted', () => {
  expect(inspectPdf(pdfText.replace('/Length', '/EncryptMetadata false/Length'))).toEqual({});
});
