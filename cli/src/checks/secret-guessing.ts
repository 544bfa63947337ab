/** Finds out how a secret could be guessed, from several secrets of its kind. */
import { createHash, createHmac } from 'node:crypto';
import { fieldsOf, tryParseJson } from '../core/json.ts';

export interface OwnedSecret {
  value: string;
  email: string;
}

/**
 * @param secrets at least two, in the order in which the backend issued them
 * @param leastBits how many bits of what varies have to be random
 * @returns a text that says how the next secret can be guessed; `undefined` where no way was found
 */
export function findWayToGuess(
  secrets: readonly OwnedSecret[],
  leastBits: number,
): string | undefined {
  const signingKey = secrets
    .map(({ value }) => findWeakKey(value))
    .find((key) => key !== undefined);
  if (signingKey !== undefined)
    return `signed with the key "${signingKey}", which is on every list`;
  const owners = new Map<string, string>();
  for (const { value, email } of secrets) {
    const owner = owners.get(value);
    if (owner !== undefined && owner !== email) return 'the same for two applicants';
    owners.set(value, email);
  }
  // Everybody can read the claims of a JWT. Only its signature is secret.
  const signatures = secrets.map((secret) => {
    // For a JWT only the signature is compared.
    const { value } = secret;
    return { ...secret, value: (value.startsWith('ey') && value.split('.')[2]) || value };
  });
  const derivation = signatures.map(derivationOf).find((text) => text !== undefined);
  if (derivation !== undefined) return derivation;
  const values = [...new Set(signatures.map(({ value }) => value))];
  if (values.length < 2) return undefined;
  const varying = varyingParts(values);
  if (areClose(varying) || areNeighbours(varying)) return 'consecutive numbers';
  const bits = bitsOf(varying);
  return bits < leastBits
    ? `of too few different characters (about ${bits} bits, at least ${leastBits} are needed)`
    : undefined;
}

/** If this many characters equal a known hash, that is no accident. */
const minHashCharacters = 8;

function derivationOf({ value, email }: OwnedSecret): string | undefined {
  const [name = ''] = email.split('@');
  const text = value.toLowerCase();
  const decodedText = Buffer.from(value, 'base64').toString().toLowerCase();
  if (text.includes(name.toLowerCase())) return 'made of her email address';
  if (decodedText.includes(name.toLowerCase())) return 'her email address in base64';
  for (const kind of ['md5', 'sha1', 'sha256']) {
    for (const source of [email, email.toLowerCase(), name]) {
      const hash = createHash(kind).update(source);
      const hex = hash.copy().digest('hex');
      const base64 = hash.digest('base64url');
      if (
        text.includes(hex.slice(0, minHashCharacters)) ||
        value.includes(base64.slice(0, minHashCharacters))
      ) {
        return `made of the ${kind} hash of her email address`;
      }
    }
  }
  return undefined;
}

/** What varies: the values without their common beginning and end. */
function varyingParts(values: readonly string[]): string[] {
  const [first = ''] = values;
  const minLength = Math.min(...values.map(({ length }) => length));
  let start = 0;
  while (start < minLength && values.every((value) => value[start] === first[start])) start += 1;
  let end = 0;
  const lastSign = (value: string) => value[value.length - 1 - end];
  while (end < minLength - start && values.every((value) => lastSign(value) === lastSign(first)))
    end += 1;
  return values.map((value) => value.slice(start, value.length - end));
}

/** If consecutive numbers are on average closer than this, a few hundred guesses find the next one. */
const meanDistance = 500n;

function areClose(values: readonly string[]): boolean {
  const base = values.every((value) => /^\d+$/.test(value)) ? '' : '0x';
  if (base && !values.every((value) => /^[\da-f]{1,16}$/i.test(value))) return false;
  // With two values only, chance would make short hexadecimal numbers look close.
  if (values.length < 3) return false;
  const numbers = values.map((value) => BigInt(`${base}${value}`)).sort((a, b) => (a < b ? -1 : 1));
  const [smallest = 0n] = numbers;
  const largest = numbers.at(-1) ?? 0n;
  return largest - smallest < meanDistance * BigInt(values.length);
}

/** Whether two long secrets differ only in their last characters, even if other pairs are random. */
function areNeighbours(values: readonly string[]): boolean {
  const beginnings = values.filter(({ length }) => length >= 8).map((value) => value.slice(0, -3));
  return new Set(beginnings).size < beginnings.length;
}

const alphabets = [/\d/, /[a-f]/, /[g-z]/, /[A-F]/, /[G-Z]/, /[^\da-zA-Z]/] as const;
const sizes = [10, 6, 20, 6, 20, 2] as const;

/** How many bits the values have: their length times the bits of the alphabet that occurs in them. */
function bitsOf(values: readonly string[]): number {
  const text = values.join('');
  const size = alphabets.reduce(
    (sum, alphabetPattern, index) => sum + (alphabetPattern.test(text) ? (sizes[index] ?? 0) : 0),
    0,
  );
  const places = Math.min(...values.map(({ length }) => length));
  return Math.floor(places * Math.log2(Math.max(1, Math.min(size, new Set(text).size * 2))));
}

const weakKeys = [
  '',
  ...'secret secretkey secret_key mysecret mySecretKey password changeme change-me changeit jwt jwtsecret'.split(
    ' ',
  ),
  ...'jwt_secret key test admin 123456 12345678 your-256-bit-secret your-secret-key supersecret default hello qwerty'.split(
    ' ',
  ),
];

/** @returns the key of a JWT, if it is one of the keys that attackers try first */
function findWeakKey(token: string): string | undefined {
  const [header = '', payload = '', signature] = token.split('.');
  const { alg } = fieldsOf(tryParseJson(Buffer.from(header, 'base64url').toString()));
  const hash = /^HS(256|384|512)$/.exec(String(alg))?.[1];
  if (!hash || !signature) return undefined;
  const sign = (key: string) =>
    createHmac(`sha${hash}`, key).update(`${header}.${payload}`).digest('base64url');
  return weakKeys.find((key) => sign(key) === signature);
}
