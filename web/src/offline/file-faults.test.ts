import { describe, expect, test, vi } from 'vitest';
import { findFileFault } from './file-faults.ts';

const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const findPdfFault = (text: string) => findFileFault('application/pdf', toBytes(text));

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
  ])('%s has no fault', async (_how, text) => {
    expect(await findPdfFault(text)).toBeUndefined();
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
  ])('%s is reported as cut', async (_how, text) => {
    expect(await findPdfFault(text)).toBe('cut');
  });
});

/** As qpdf writes them: protected against changes only, so that viewers open them; and with a password to open them. */
const encryptions: readonly [how: string, open: string, locked: string][] = [
  [
    '40 bits, RC4',
    '/Length 40 /O <d8a81f2f756b03f0e776376607dc67c098531ac3e51f6e5cf0fc1473b1ce0975> /P -4 /R 2 /U <d4f99456749ac0fe7664b8f2513d508598701b4204ef8d2f9206ddfe52ccccac> /V 1',
    '/Length 40 /O <837232035e6aa10ecd283745726702c8f82be58f347f7ef2df466de5eb1d4f03> /P -4 /R 2 /U <ba1a36f31f7f4f00046f45dbefed6ab9ef84c550caf010ce068ce0dd0bb55504> /V 1',
  ],
  [
    '128 bits, RC4',
    '/Length 128 /O <77b8fb098022d3ab34237ea5643c08710ea5123fc5f88bf993a68cca5f12b40f> /P -4 /R 3 /U <217a5274f4997a9a14068dc1a7a60fb30122456a91bae5134273a6db134c87c4> /V 2',
    '/Length 128 /O <2c62d625ab2371551e7d7e8611876d796edded7314989b57bc1cf55c05c1f279> /P -4 /R 3 /U <c5c8867d58799a3bcbae3d3da76e550c0122456a91bae5134273a6db134c87c4> /V 2',
  ],
  [
    '128 bits, AES',
    '/Length 128 /O <77b8fb098022d3ab34237ea5643c08710ea5123fc5f88bf993a68cca5f12b40f> /P -2056 /R 4 /U <aa4c011d18c898452c0be11f3f4edf7c0122456a91bae5134273a6db134c87c4> /V 4',
    '/Length 128 /O <2c62d625ab2371551e7d7e8611876d796edded7314989b57bc1cf55c05c1f279> /P -2056 /R 4 /U <6b75492b8e87574e732d62a015fe65ad0122456a91bae5134273a6db134c87c4> /V 4',
  ],
  [
    '128 bits, AES, the description in clear',
    '/EncryptMetadata false /Length 128 /O <77b8fb098022d3ab34237ea5643c08710ea5123fc5f88bf993a68cca5f12b40f> /P -4 /R 4 /U <98f51689044af10e8a1f59caccdd1f0e0122456a91bae5134273a6db134c87c4> /V 4',
    '/EncryptMetadata false /Length 128 /O <2c62d625ab2371551e7d7e8611876d796edded7314989b57bc1cf55c05c1f279> /P -4 /R 4 /U <6082d81fb2895d2f462bb40948419b2a0122456a91bae5134273a6db134c87c4> /V 4',
  ],
  [
    '256 bits, AES, of Acrobat 9',
    '/Length 256 /O <ac45af20570ec46f7c4e004af634009adfa7d8ddb8c67a9d7c41c86e173efaabe13637fa9a05eb4f8d1fb8843d364611> /P -4 /R 5 /U <5b4a2f0506dff82d566e889009c40e97664e56513e2ed43dfdc25f011f400299f74cce4811038d3c9a4fb7811a5d017e> /V 5',
    '/Length 256 /O <804889dccde111f7b4545501ed6c2585a32726ee2f63003f95adca6cee3b965a585b5306b85e724f99c5b738aff080b7> /P -4 /R 5 /U <e1094905a1aca2ce312d6f7b94d04d86b8b0f4eb93a4fc184f00894f0729c59663d47755a5f348a8163e60cb3e871944> /V 5',
  ],
  [
    '256 bits, AES, of PDF 2.0',
    '/Length 256 /O <d6116ed3daaf3ce6ea461698801165f153d058728b33a783c2dabc70813c49c2040ad786b119b5ae05a9ef722a62491a> /P -4 /R 6 /U <b348576c4bd5256bc2001736672485c3a8ee2a45ea41fe87f3a02c24fde8f909263b0869f425c68c3b30398638fc9fa1> /V 5',
    '/Length 256 /O <2d368cc79c16b1a8206c43e77245c83b1e6ce552fe9b86b7376b46e396eaa36f6406324bfd75c777671860b3726fd5a7> /P -4 /R 6 /U <3faa9abdd3d88747ad7f1fd27b9448d89cca26fc5b24827e33fffee13e7ea3afba999f2b2d8501acc92b4cf1a24fdb95> /V 5',
  ],
];

describe('an encrypted PDF', () => {
  const idEntry = '/ID [<00112233445566778899aabbccddeeff><00>]';
  const makeEncryptedPdf = (dictionary: string, number = '12 0') =>
    `${pdfText}${number} obj\n<< /Filter /Standard ${dictionary} >>\nendobj\ntrailer << /Root 1 0 R /Encrypt ${number} R ${idEntry} >>\n%%EOF`;

  /** Writes strings in brackets, with escapes, in the place of hexadecimal digits. */
  const withBracketStrings = (text: string) =>
    text.replace(/<([0-9a-f]{64,})>/g, (_all, digits: string) => {
      const bytes = digits.match(/../g)?.map((digitPair) => Number.parseInt(digitPair, 16)) ?? [];
      const escapedLetters = bytes.map((byte, index) => {
        const letter = String.fromCharCode(byte);
        if (byte === 13) return '\\r';
        if (/[()\\]/.test(letter)) return `\\${letter}`;
        return index % 5 === 0 ? `\\${byte.toString(8).padStart(3, '0')}` : letter;
      });
      return `(${escapedLetters.join('\\\r\n')})`;
    });

  test.each(encryptions)(
    '%s: it is locked only if it needs a password to be opened, not if it is protected against changes',
    async (_how, openDictionary, lockedDictionary) => {
      for (const rewrite of [(text: string) => text, withBracketStrings]) {
        expect(await findPdfFault(makeEncryptedPdf(rewrite(openDictionary)))).toBeUndefined();
        expect(await findPdfFault(makeEncryptedPdf(rewrite(lockedDictionary)))).toBe('locked');
      }
    },
  );

  test('for a certificate is locked', async () => {
    const dictionary = '12 0 obj<</Filter/Adobe.PubSec/V 4>>endobj';
    expect(await findPdfFault(`${pdfText}${dictionary}trailer<</Root 1 0 R/Encrypt 12 0 R>>`)).toBe(
      'locked',
    );
  });

  test('is accepted if it cannot be judged: of a newer kind, without its dictionary, or without Web Crypto', async () => {
    const [, , newestDictionary] = encryptions[5] ?? ['', '', ''];
    expect(
      await findPdfFault(makeEncryptedPdf(newestDictionary.replace('/R 6', '/R 7'))),
    ).toBeUndefined();
    expect(await findPdfFault(`${pdfText}trailer<</Root 1 0 R/Encrypt 12 0 R>>`)).toBeUndefined();
    expect(
      await findPdfFault(pdfText.replace('/Length', '/EncryptMetadata false/Length')),
    ).toBeUndefined();
    vi.stubGlobal('crypto', {});
    expect(await findPdfFault(makeEncryptedPdf(newestDictionary))).toBeUndefined();
    vi.unstubAllGlobals();
  });
});
