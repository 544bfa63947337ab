/**
 * Whether a PDF opens without a password. Banks and universities lock many only against changes: those are encrypted too,
 * with an empty password, which readers try first. So does this (ISO 32000-2, section 7.6.4).
 */

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * @param text of the PDF, a letter for each byte
 * @returns false also where that can't be found out: in an encryption that nobody knows yet, or without Web Crypto
 */
export async function needsPassword(text: string, bytes: Bytes): Promise<boolean> {
  const [, reference, inline] = /\/Encrypt\s*(?:(\d+\s+\d+)\s+R|(<<))/.exec(text) ?? [];
  if (!reference && !inline) return false;
  const start = reference
    ? text.search(new RegExp(`\\b${reference.replace(/\s+/, '\\s+')}\\s+obj`))
    : text.search(/\/Encrypt\s*<</);
  if (start < 0) return false;
  const end = text.indexOf('endobj', start);
  const dictionary = {
    text: text.slice(start, end < 0 ? undefined : end),
    bytes: bytes.subarray(start),
  };
  // With a certificate, e.g.
  if (!/\/Filter\s*\/Standard/.test(dictionary.text)) return /\/Filter/.test(dictionary.text);
  try {
    return !(await opensWithNone(dictionary, stringOf({ text, bytes }, /\/ID\s*\[\s*(?=[<(])/)));
  } catch {
    return false;
  }
}

/** A part of a PDF, twice. */
interface Part {
  text: string;
  bytes: Bytes;
}

async function opensWithNone(dictionary: Part, id: Bytes): Promise<boolean> {
  const numberOf = (name: string) =>
    Number(new RegExp(`/${name}\\s+(-?\\d+)`).exec(dictionary.text)?.[1] ?? 0);
  const revision = numberOf('R');
  // Of an encryption that nobody knows yet.
  if (revision > 6) return true;
  const user = stringOf(dictionary, /\/U\s*(?=[<(])/);
  if (revision >= 5) {
    const salt = user.slice(32, 40);
    const hash = revision === 5 ? await digest('SHA-256', salt) : await hardHash(salt);
    return isSame(hash, user.slice(0, 32));
  }
  const owner = stringOf(dictionary, /\/O\s*(?=[<(])/).slice(0, 32);
  const length = revision === 2 ? 5 : revision === 3 ? (numberOf('Length') || 40) / 8 : 16;
  const permissions = new Uint8Array(Int32Array.of(numberOf('P') | 0).buffer);
  const isMetadataClear = revision === 4 && /\/EncryptMetadata\s+false/.test(dictionary.text);
  const metadataMark = isMetadataClear ? [255, 255, 255, 255] : [];
  let key = md5(Uint8Array.of(...padding, ...owner, ...permissions, ...id, ...metadataMark)).slice(
    0,
    length,
  );
  if (revision === 2) return isSame(rc4(key, padding), user.slice(0, 32));
  for (let round = 0; round < 50; round += 1) key = md5(key).slice(0, length);
  let expected = md5(Uint8Array.of(...padding, ...id));
  for (let round = 0; round < 20; round += 1)
    expected = rc4(
      key.map((byte) => byte ^ round),
      expected,
    );
  return isSame(expected, user.slice(0, 16));
}

const isSame = (one: Bytes, other: Bytes) => one.join() === other.join();

/** @returns the bytes of a string, written in hexadecimal digits or in brackets, that follows a name; empty: there is none */
function stringOf({ text, bytes }: Part, name: RegExp): Bytes {
  const [found = ''] = name.exec(text) ?? [];
  const start = found && text.search(name) + found.length;
  if (!start) return new Uint8Array();
  if (text[start] === '<') {
    const digits = text.slice(start + 1, text.indexOf('>', start)).replace(/\s/g, '');
    return Uint8Array.from(digits.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
  }
  const read: number[] = [];
  let depth = 1;
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '\\') {
      const [octal] = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4)) ?? [];
      const next = text[at + 1] ?? '';
      const isLineEnd = /[\r\n]/.test(next);
      if (octal) read.push(Number.parseInt(octal, 8) & 255);
      else if (!isLineEnd) read.push(escapes[next] ?? bytes[at + 1] ?? 0);
      at += octal ? octal.length : text.startsWith('\r\n', at + 1) ? 2 : 1;
      continue;
    }
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth === 0) break;
    read.push(bytes[at] ?? 0);
  }
  return Uint8Array.from(read);
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Stands for an empty password. */
const padding = Uint8Array.of(
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

/** The hash of PDF 2.0 for an empty password: each round encrypts the last one's hash, 64 times over. */
async function hardHash(salt: Bytes): Promise<Bytes> {
  let hash = await digest('SHA-256', salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const [secret, iv] = [hash.slice(0, 16), hash.slice(16, 32)];
    const key = await crypto.subtle.importKey('raw', secret, 'AES-CBC', false, ['encrypt']);
    const plain = new Uint8Array(64 * hash.length);
    for (let at = 0; at < plain.length; at += hash.length) plain.set(hash, at);
    const encrypted = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, plain);
    // Without the padding of Web Crypto.
    const bytes = new Uint8Array(encrypted, 0, plain.length);
    last = bytes[bytes.length - 1] ?? 0;
    const sum = bytes.subarray(0, 16).reduce((all, byte) => all + byte, 0);
    hash = await digest(['SHA-256', 'SHA-384', 'SHA-512'][sum % 3] ?? '', bytes.slice());
  }
  return hash.slice(0, 32);
}

// Two that Web Crypto has not: both are broken, but older PDFs have no others.

function rc4(key: Bytes, bytes: Bytes): Bytes {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swap(at, other);
  }
  let [one, other] = [0, 0];
  return bytes.map((byte) => {
    one = (one + 1) & 255;
    other = (other + (state[one] ?? 0)) & 255;
    swap(one, other);
    return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
  });
}

/** RFC 1321. */
function md5(bytes: Bytes): Bytes {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, bytes.length * 8, true);
  const hash = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const turns = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
  for (let block = 0; block < padded.length; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = hash;
    for (let step = 0; step < 64; step += 1) {
      const quarter = step >> 4;
      const [mixed = 0, word = 0] =
        [
          [(b & c) | (~b & d), step],
          [(d & b) | (~d & c), 5 * step + 1],
          [b ^ c ^ d, 3 * step + 5],
          [c ^ (b | ~d), 7 * step],
        ][quarter] ?? [];
      const constant = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32);
      const sum = (a + mixed + constant + view.getUint32(block + (word % 16) * 4, true)) | 0;
      const turn = turns[quarter * 4 + (step % 4)] ?? 0;
      [a, d, c, b] = [d, c, b, (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0];
    }
    for (const [at, value] of [a, b, c, d].entries()) hash[at] = (hash[at] ?? 0) + value;
  }
  return new Uint8Array(hash.buffer);
}
