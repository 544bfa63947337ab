/**
 * The secrets of a run: everything secret that it reads or receives. Whatever it prints or writes is compared with them,
 * in any spelling, as the last thing before it leaves (terminal.ts, files.ts).
 */
import { findSecrets, hidden, hideSecrets } from '@one-planet/sdk';
import { decodeHTML } from 'entities/decode';

/** In characters. A shorter value would be found inside half of all words. */
const minLength = 6;
/** Of a value that a server calls a secret. */
const minReceivedLength = 8;
const maxLength = 20_000;
/** In characters, of all that servers called secrets. Beyond it the oldest are forgotten, as a load run has millions. */
const maxTotalReceivedLength = 5_000_000;

/** Names by which responses may hold a secret; any other text need not be parsed. */
const secretNameHint = /token|passw|passcode|pwd|secret|jwt|otp|cookie|authorization|api[_-]?key/i;

export class SecretList {
  readonly #ownSecrets = new Set<string>();
  readonly #receivedSecrets = new Set<string>();
  #receivedLength = 0;
  #index = new NeedleIndex();

  /** Adds a secret of the settings, or one that the run made up. A short one is ignored. */
  add(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret === undefined || secret.length < minLength || this.#ownSecrets.has(secret))
        continue;
      this.#ownSecrets.add(secret);
      this.#index.add(secret);
    }
  }

  /** Adds a one-time token, a session's token or a password that came from outside, unless it is an ordinary word. */
  addReceived(...secrets: readonly (string | undefined)[]): void {
    for (const receivedText of secrets) {
      const secret = receivedText?.slice(0, maxLength);
      if (secret === undefined || this.#receivedSecrets.has(secret) || !isLikelySecret(secret))
        continue;
      this.#receivedSecrets.add(secret);
      this.#receivedLength += secret.length;
      this.#index.add(secret);
    }
    if (this.#receivedLength > maxTotalReceivedLength) this.#forgetOldest();
  }

  /** Adds what a body or headers hold under the names of secrets. */
  addFrom(...texts: readonly (string | Readonly<Record<string, string>> | undefined)[]): void {
    for (const text of texts) {
      if (text === undefined) continue;
      if (typeof text !== 'string') {
        this.addReceived(...findSecrets(text), ...listCookieValues(text['set-cookie']));
      } else if (secretNameHint.test(text)) this.addReceived(...findSecrets(text));
    }
  }

  /** Forgets everything, before another run in the same process. */
  clear(): void {
    this.#ownSecrets.clear();
    this.#receivedSecrets.clear();
    this.#receivedLength = 0;
    this.#index = new NeedleIndex();
  }

  /**
   * Hides the run's secrets in a text, however they are written: as HTML entities, with the escapes of JSON and URLs,
   * in base64, and where a text was cut in the middle of one.
   */
  hide(text: string): string {
    if (this.#index.isEmpty) return text;
    const spans: Span[] = [];
    let toOriginal: (span: Span) => Span = (span) => span;
    let decodedText = text;
    for (let pass = 0; ; pass += 1) {
      spans.push(...this.#index.findSpans(decodedText).map(toOriginal));
      const decoding = pass < maxDecodingPasses ? decodeOnce(decodedText) : undefined;
      if (!decoding) break;
      const outerMapping = toOriginal;
      toOriginal = (span) => outerMapping(decoding.toSource(span));
      decodedText = decoding.text;
    }
    return replaceSpans(text, spans);
  }

  /** Hides the run's secrets, and what is secret by its name, in text, parsed JSON or an exchange: names included. */
  hideIn<T>(value: T, { personal = false } = {}): T {
    // First the list: what a pattern hides of a secret would keep the rest of it from being found.
    const options = { personal, shown: harmlessPersonalData };
    return hideSecrets(this.#hideInValue(value), options) as T;
  }

  #hideInValue(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value);
    if (Array.isArray(value)) return value.map((item) => this.#hideInValue(item));
    if (typeof value !== 'object' || value === null) return value;
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, innerValue]) => [
        this.hide(name),
        this.#hideInValue(innerValue),
      ]),
    );
  }

  #forgetOldest(): void {
    for (const secret of this.#receivedSecrets) {
      if (this.#receivedLength <= maxTotalReceivedLength / 2) break;
      this.#receivedSecrets.delete(secret);
      this.#receivedLength -= secret.length;
    }
    this.#index = new NeedleIndex();
    for (const secret of [...this.#ownSecrets, ...this.#receivedSecrets]) this.#index.add(secret);
  }
}

/**
 * Whether a value from outside may be hidden wherever it appears. A server could otherwise blank a report by calling its
 * words, times, numbers or addresses secrets.
 */
function isLikelySecret(text: string): boolean {
  if (text.length < minReceivedLength || /[\s"'<>{}[\]]/.test(text)) return false;
  const isAddress = text.includes('@') || text.includes('://') || text.startsWith('admissions-');
  const isNumberOrTime = text.length < 32 && /^[\d.:TZ+/-]+$/.test(text) && !/^\d{16,}$/.test(text);
  const isWords =
    text.split(/[^A-Za-z]/).every((word) => word.length < 16) && /^[A-Za-z._/-]+$/.test(text);
  return !isAddress && !isNumberOrTime && !isWords;
}

function listCookieValues(cookies = ''): string[] {
  return cookies.split(/[;,]/).map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim());
}

/* Where secrets stand in a text. */

interface Span {
  start: number;
  end: number;
}

/** In characters: how far before "…" the beginning of a secret is looked for. */
const maxBeginningLength = 400;

/**
 * The needles are found by as many of their first characters as they have of these. Tokens often begin alike, so few
 * characters would tell little about a long one.
 */
const keyLengths = [64, 16, minLength];

interface NeedleGroup {
  needles: Set<string>;
  /** Of the needles, the largest first. */
  lengths: number[];
  /** How many characters are compared at each place of a text that begins like the needles. */
  comparedLength: number;
}

/**
 * Where a server calls more texts its tokens that begin alike, whatever begins so is hidden: the tokens of a real one have
 * few different lengths.
 */
const maxComparedLength = 50_000;

/** Finds many texts in one, in a time that does not grow with their number. */
class NeedleIndex {
  readonly #groupsByKey = new Map<string, NeedleGroup>();
  /** Whether a needle begins with characters of this hash: most places of a text are passed over by it. */
  readonly #hashes = new Uint8Array(65_536);
  readonly #sortedNeedles: string[] = [];
  #isSorted = true;

  get isEmpty(): boolean {
    return this.#sortedNeedles.length === 0;
  }

  add(secret: string): void {
    const spellings = [secret, secret.replaceAll(' ', '+'), ...makeBase64Cores(secret)];
    for (const needle of new Set(spellings)) {
      const keyLength = keyLengths.find((length) => needle.length >= length);
      if (keyLength === undefined) continue;
      const key = needle.slice(0, keyLength);
      const group = this.#groupsByKey.get(key) ?? {
        needles: new Set(),
        lengths: [],
        comparedLength: 0,
      };
      this.#groupsByKey.set(key, group);
      if (group.needles.has(needle)) continue;
      group.needles.add(needle);
      if (!group.lengths.includes(needle.length)) {
        group.lengths.push(needle.length);
        group.comparedLength += needle.length;
        group.lengths.sort((a, b) => b - a);
      }
      this.#hashes[hashAt(needle, 0)] = 1;
      this.#sortedNeedles.push(needle);
      this.#isSorted = false;
    }
  }

  findSpans(text: string): Span[] {
    const spans: Span[] = [];
    for (let start = 0; start <= text.length - minLength; start += 1) {
      if (this.#hashes[hashAt(text, start)] === 0) continue;
      const length = this.#findNeedleLength(text, start);
      if (length === undefined) continue;
      spans.push({ start, end: start + length });
      start += length - 1;
    }
    let lastEnd = 0;
    for (const { index, 0: ellipsis } of text.matchAll(/(?<!…)…|(?<!\.)\.{3}/g)) {
      const start = this.#findBeginning(text, lastEnd, index);
      lastEnd = index + ellipsis.length;
      if (start !== undefined) spans.push({ start, end: lastEnd });
    }
    return spans;
  }

  #findNeedleLength(text: string, start: number): number | undefined {
    for (const keyLength of keyLengths) {
      const group = this.#groupsByKey.get(text.slice(start, start + keyLength));
      if (group && group.comparedLength > maxComparedLength) return measureWord(text, start);
      const length = group?.lengths.find((candidateLength) =>
        group.needles.has(text.slice(start, start + candidateLength)),
      );
      if (length !== undefined) return length;
    }
    return undefined;
  }

  /** @returns where the beginning of a secret starts that ends at this place, after the one that was cut before it */
  #findBeginning(text: string, lastEnd: number, end: number): number | undefined {
    if (!this.#isSorted) this.#sortedNeedles.sort();
    this.#isSorted = true;
    const firstStart = Math.max(lastEnd, end - maxBeginningLength);
    for (let start = firstStart; start <= end - minLength; start += 1) {
      if (this.#hashes[hashAt(text, start)] === 0) continue;
      if (this.#isBeginningOfNeedle(text.slice(start, end))) return start;
    }
    return undefined;
  }

  #isBeginningOfNeedle(beginning: string): boolean {
    let [low, high] = [0, this.#sortedNeedles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sortedNeedles[middle] ?? '') <= beginning) low = middle + 1;
      else high = middle;
    }
    // The first needle that sorts after the beginning.
    return this.#sortedNeedles[low]?.startsWith(beginning) ?? false;
  }
}

/** @returns the number of characters up to the next one that no token has */
function measureWord(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && !/[\s"'<>]/.test(text.charAt(end))) end += 1;
  return end - start;
}

function hashAt(text: string, index: number): number {
  const code = (offset: number) => text.charCodeAt(index + offset);
  return (code(0) * 7919 + code(1) * 613 + code(2) * 97 + code(3)) & 0xffff;
}

/**
 * The characters that the base64 of any text has which contains the secret: which they are depends on how many bytes
 * stand before it.
 */
function makeBase64Cores(secret: string): string[] {
  return [0, 1, 2].flatMap((bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
    const wholeLength = Math.floor(bytes.length / 3) * 4;
    const core = bytes.toString('base64').slice(bytesBefore === 0 ? 0 : 4, wholeLength);
    if (core.length < minReceivedLength) return [];
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let cleanText = '';
  let position = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= position) continue;
    // What overlaps the secret before it is a part of the same mark.
    if (start >= position) cleanText += text.slice(position, start) + hidden;
    position = end;
  }
  return cleanText + text.slice(position);
}

/* The spellings of a text. */

/** A body of JSON inside JSON, in an attribute of an HTML report, is spelled three times over. */
const maxDecodingPasses = 3;

const escapePattern =
  /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,12});?|\\{1,8}(?:u[\da-f]{4}|["'/])|\\\\|(?:%[\da-f]{2}){1,400}/gi;

interface Decoding {
  text: string;
  /** @returns the place in the text before the decoding, whole escapes included */
  toSource: (span: Span) => Span;
}

/** @returns `undefined` for a text without escapes */
function decodeOnce(text: string): Decoding | undefined {
  const pieces: string[] = [];
  /** Where each spelling stands, and what it stands for, both in characters. */
  const escapes: { start: number; end: number; sourceStart: number; sourceEnd: number }[] = [];
  let position = 0;
  let decodedLength = 0;
  for (const { 0: spelling, index } of text.matchAll(escapePattern)) {
    const decodedEscape = decodeEscape(spelling);
    if (decodedEscape === spelling) continue;
    pieces.push(text.slice(position, index), decodedEscape);
    const start = decodedLength + index - position;
    decodedLength = start + decodedEscape.length;
    position = index + spelling.length;
    escapes.push({ start, end: decodedLength, sourceStart: index, sourceEnd: position });
  }
  if (escapes.length === 0) return undefined;
  pieces.push(text.slice(position));
  const findLastBefore = (place: number) => {
    let [low, high] = [0, escapes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((escapes[middle]?.start ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return escapes[low - 1];
  };
  const toSourcePlace = (place: number, side: 'sourceStart' | 'sourceEnd') => {
    const spelling = findLastBefore(place);
    if (!spelling) return place;
    return place < spelling.end ? spelling[side] : spelling.sourceEnd + place - spelling.end;
  };
  return {
    text: pieces.join(''),
    toSource: ({ start, end }) => ({
      // A place at the start of a spelling is before it.
      start: toSourcePlace(start, 'sourceStart'),
      end: toSourcePlace(end, 'sourceEnd'),
    }),
  };
}

function decodeEscape(spelling: string): string {
  if (spelling.startsWith('&')) return decodeHTML(spelling);
  if (spelling.startsWith('%')) {
    try {
      return decodeURIComponent(spelling);
    } catch {
      return Buffer.from(spelling.replaceAll('%', ''), 'hex').toString('latin1');
    }
  }
  const [, hexCode] = /u([\da-f]{4})$/i.exec(spelling) ?? [];
  return hexCode === undefined
    ? spelling.slice(-1)
    : String.fromCharCode(Number.parseInt(hexCode, 16));
}

/**
 * What looks personal and is shown, because it is often what a finding is about: last names and phone numbers that `check`
 * made up, and the college's bank accounts.
 */
export const harmlessPersonalData: Set<string> = new Set();

/** The secrets of the run of this process. */
export const runSecrets: SecretList = new SecretList();
