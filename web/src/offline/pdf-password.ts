/**
 * Finds out whether a PDF opens without a password. Banks and universities protect many PDFs only against changes:
 * those are encrypted, too, but with an empty password, which viewers try first. So does this (ISO 32000-2, section
 * 7.6.4).
 */

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * @param text the PDF with one letter for each byte
 * @returns false also if that can't be found out: for a newer kind of encryption, or without Web Crypto
 */
export async function needsPassword(text: string, bytes: Bytes): Promise<boolean> {
  const [, reference, inlineDictionary] = /\/Encrypt\s*(?:(\d+\s+\d+)\s+R|(<<))/.exec(text) ?? [];
  if (!reference && !inlineDictionary) return false;
  const dictionaryStart = reference
    ? text.search(new RegExp(`\\b${reference.replace(/\s+/, '\\s+')}\\s+obj`))
    : text.search(/\/Encrypt\s*<</);
  if (dictionaryStart < 0) return false;
  const dictionaryEnd = text.indexOf('endobj', dictionaryStart);
  const encryptionDictionary = {
    text: text.slice(dictionaryStart, dictionaryEnd < 0 ? undefined : dictionaryEnd),
    bytes: bytes.subarray(dictionaryStart),
  };
  // Another filter than the standard one needs, e.g., a certificate.
  if (!/\/Filter\s*\/Standard/.test(encryptionDictionary.text))
    return /\/Filter/.test(encryptionDictionary.text);
  try {
    return !(await opensWithEmptyPassword(
      encryptionDictionary,
      readPdfString({ text, bytes }, /\/ID\s*\[\s*(?=[<(])/),
    ));
  } catch {
    return false;
  }
}

/** A section of a PDF, as text with one letter for each byte, and as bytes. */
interface PdfSection {
  text: string;
  bytes: Bytes;
}

async function opensWithEmptyPassword(
  encryptionDictionary: PdfSection,
  fileId: Bytes,
): Promise<boolean> {
  const readNumber = (entryName: string) =>
    Number(new RegExp(`/${entryName}\\s+(-?\\d+)`).exec(encryptionDictionary.text)?.[1] ?? 0);
  const encryptionRevision = readNumber('R');
  // A kind of encryption that is newer than this code counts as readable.
  if (encryptionRevision > 6) return true;
  const userEntry = readPdfString(encryptionDictionary, /\/U\s*(?=[<(])/);
  if (encryptionRevision >= 5) {
    const salt = userEntry.slice(32, 40);
    const passwordHash =
      encryptionRevision === 5 ? await digest('SHA-256', salt) : await hashOfRevision6(salt);
    return areEqual(passwordHash, userEntry.slice(0, 32));
  }
  const ownerEntry = readPdfString(encryptionDictionary, /\/O\s*(?=[<(])/).slice(0, 32);
  const keyLength =
    encryptionRevision === 2 ? 5 : encryptionRevision === 3 ? (readNumber('Length') || 40) / 8 : 16;
  const permissions = new Uint8Array(Int32Array.of(readNumber('P') | 0).buffer);
  const isMetadataClear =
    encryptionRevision === 4 && /\/EncryptMetadata\s+false/.test(encryptionDictionary.text);
  const metadataBytes = isMetadataClear ? [255, 255, 255, 255] : [];
  let encryptionKey = md5(
    Uint8Array.of(...passwordPadding, ...ownerEntry, ...permissions, ...fileId, ...metadataBytes),
  ).slice(0, keyLength);
  if (encryptionRevision === 2)
    return areEqual(rc4(encryptionKey, passwordPadding), userEntry.slice(0, 32));
  for (let round = 0; round < 50; round += 1)
    encryptionKey = md5(encryptionKey).slice(0, keyLength);
  let expectedEntry = md5(Uint8Array.of(...passwordPadding, ...fileId));
  for (let round = 0; round < 20; round += 1)
    expectedEntry = rc4(
      encryptionKey.map((byte) => byte ^ round),
      expectedEntry,
    );
  return areEqual(expectedEntry, userEntry.slice(0, 16));
}

const areEqual = (bytes: Bytes, otherBytes: Bytes) => bytes.join() === otherBytes.join();

/** @returns the bytes of the string after a name, written in hexadecimal digits or in brackets; empty if there is none */
function readPdfString({ text, bytes }: PdfSection, namePattern: RegExp): Bytes {
  const [match = ''] = namePattern.exec(text) ?? [];
  const stringStart = match && text.search(namePattern) + match.length;
  if (!stringStart) return new Uint8Array();
  if (text[stringStart] === '<') {
    const digits = text.slice(stringStart + 1, text.indexOf('>', stringStart)).replace(/\s/g, '');
    return Uint8Array.from(digits.match(/../g) ?? [], (digitPair) =>
      Number.parseInt(digitPair, 16),
    );
  }
  const stringBytes: number[] = [];
  let bracketDepth = 1;
  for (let offset = stringStart + 1; offset < text.length; offset += 1) {
    const letter = text[offset] ?? '';
    if (letter === '\\') {
      const [octal] = /^[0-7]{1,3}/.exec(text.slice(offset + 1, offset + 4)) ?? [];
      const nextLetter = text[offset + 1] ?? '';
      const isLineEnd = /[\r\n]/.test(nextLetter);
      if (octal) stringBytes.push(Number.parseInt(octal, 8) & 255);
      else if (!isLineEnd) stringBytes.push(byteOfEscape[nextLetter] ?? bytes[offset + 1] ?? 0);
      offset += octal ? octal.length : text.startsWith('\r\n', offset + 1) ? 2 : 1;
      continue;
    }
    if (letter === '(') bracketDepth += 1;
    if (letter === ')') bracketDepth -= 1;
    if (bracketDepth === 0) break;
    stringBytes.push(bytes[offset] ?? 0);
  }
  return Uint8Array.from(stringBytes);
}

const byteOfEscape: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** The padding string of the standard (algorithm 2); on its own it is the empty password. */
const passwordPadding = Uint8Array.of(
  ...[
    0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08,
  ],
  ...[
    0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
  ],
);

async function digest(algorithm: string, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
}

/** The hash of PDF 2.0 (algorithm 2.B) for an empty password: each round encrypts 64 copies of the hash before. */
async function hashOfRevision6(salt: Bytes): Promise<Bytes> {
  let hash = await digest('SHA-256', salt);
  for (let round = 0, lastByte = 0; round < 64 || lastByte > round - 32; round += 1) {
    const [secret, iv] = [hash.slice(0, 16), hash.slice(16, 32)];
    const aesKey = await crypto.subtle.importKey('raw', secret, 'AES-CBC', false, ['encrypt']);
    const plaintext = new Uint8Array(64 * hash.length);
    for (let offset = 0; offset < plaintext.length; offset += hash.length)
      plaintext.set(hash, offset);
    const ciphertext = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, aesKey, plaintext);
    // Web Crypto appends a block of padding.
    const encryptedBytes = new Uint8Array(ciphertext, 0, plaintext.length);
    lastByte = encryptedBytes[encryptedBytes.length - 1] ?? 0;
    const byteSum = encryptedBytes.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    hash = await digest(
      ['SHA-256', 'SHA-384', 'SHA-512'][byteSum % 3] ?? '',
      encryptedBytes.slice(),
    );
  }
  return hash.slice(0, 32);
}

// RC4 and MD5 are broken and missing in Web Crypto, but older PDFs use nothing else.

function rc4(rc4Key: Bytes, bytes: Bytes): Bytes {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (index: number, otherIndex: number) => {
    [state[index], state[otherIndex]] = [state[otherIndex] ?? 0, state[index] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (rc4Key[i % rc4Key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return bytes.map((byte) => {
    i = (i + 1) & 255;
    j = (j + (state[i] ?? 0)) & 255;
    swap(i, j);
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
  });
}

/** MD5, with the names of RFC 1321. */
function md5(bytes: Bytes): Bytes {
  const paddedBytes = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
  paddedBytes.set(bytes);
  paddedBytes[bytes.length] = 0x80;
  const paddedView = new DataView(paddedBytes.buffer);
  paddedView.setUint32(paddedBytes.length - 8, bytes.length * 8, true);
  const hash = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const rotations = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
  for (let blockOffset = 0; blockOffset < paddedBytes.length; blockOffset += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = hash;
    for (let step = 0; step < 64; step += 1) {
      const quarter = step >> 4;
      const [mixed = 0, wordIndex = 0] =
        [
          [(b & c) | (~b & d), step],
          [(d & b) | (~d & c), 5 * step + 1],
          [b ^ c ^ d, 3 * step + 5],
          [c ^ (b | ~d), 7 * step],
        ][quarter] ?? [];
      const stepConstant = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32);
      const sum =
        (a +
          mixed +
          stepConstant +
          paddedView.getUint32(blockOffset + (wordIndex % 16) * 4, true)) |
        0;
      const rotation = rotations[quarter * 4 + (step % 4)] ?? 0;
      [a, d, c, b] = [d, c, b, (b + ((sum << rotation) | (sum >>> (32 - rotation)))) | 0];
    }
    for (const [index, value] of [a, b, c, d].entries()) hash[index] = (hash[index] ?? 0) + value;
  }
  return new Uint8Array(hash.buffer);
}
