/** Finds out how a secret could be guessed, from several secrets of its kind. */
import { createHash, createHmac } from 'node:crypto';
import { fieldsOf, tryParseJson } from '../core/json.ts';
import { groupBySize } from '../report/report.ts';

export interface OwnedSecret {
  secretText: string;
  email: string;
  /** When the backend issued it, in milliseconds since 1970, if that is known. */
  issuedAt?: number;
}

/**
 * @param secrets at least two, in the order in which the backend issued them
 * @param minBits how many bits of what varies have to be random
 * @returns a text that says how the next secret can be guessed; `undefined` where no way was found
 */
export function findWayToGuess(
  secrets: readonly OwnedSecret[],
  minBits: number,
): string | undefined {
  const signingKey = secrets
    .map(({ secretText }) => findWeakKey(secretText))
    .find((weakKey) => weakKey !== undefined);
  if (signingKey !== undefined)
    return `signed with the key "${signingKey}", which is on every list`;
  const ownerEmailsBySecret = new Map<string, string>();
  for (const { secretText, email } of secrets) {
    const ownerEmail = ownerEmailsBySecret.get(secretText);
    if (ownerEmail !== undefined && ownerEmail !== email) return 'the same for two applicants';
    ownerEmailsBySecret.set(secretText, email);
  }
  // Everybody can read the claims of a JWT, so only its signature is compared.
  const secretsOrSignatures = secrets.map(({ secretText, email }) => ({
    email,
    secretText: (secretText.startsWith('ey') && secretText.split('.')[2]) || secretText,
  }));
  const derivationText = secretsOrSignatures.map(describeDerivation).find(Boolean);
  if (derivationText !== undefined) return derivationText;
  const distinctSecrets = decodeReadableTexts([
    ...new Set(secretsOrSignatures.map(({ secretText }) => secretText)),
  ]);
  if (distinctSecrets.length < 2) return undefined;
  const timelessTexts = distinctSecrets.map(removeTimes);
  const isEachTimed = timelessTexts.every((text, index) => text !== distinctSecrets[index]);
  const varyingTexts = findVaryingTexts(isEachTimed ? timelessTexts : distinctSecrets);
  if (areClose(varyingTexts) || areNeighbours(varyingTexts)) return 'numbers close to each other';
  const untimedBits = countBitsBesideTime(distinctSecrets, secrets);
  if (untimedBits !== undefined && untimedBits < minBits)
    return `numbers that rise with the clock (the time tells all but ${untimedBits} bits)`;
  const randomBits = countRandomBits(varyingTexts);
  return randomBits < minBits
    ? `of too few different characters (about ${randomBits} bits, at least ${minBits} are needed)`
    : undefined;
}

/**
 * @returns the texts that base64 hides in all of the secrets; the secrets themselves where it hides random bytes, which
 *   are no text and would be judged as such
 */
function decodeReadableTexts(secretTexts: readonly string[]): readonly string[] {
  const decodedTexts = secretTexts.map((text) => Buffer.from(text, 'base64').toString('latin1'));
  return decodedTexts.every((text) => /^[ -~]{6,}$/.test(text)) ? decodedTexts : secretTexts;
}

const secondsPerDay = 86_400;

/** If this many characters equal a known hash, that is no accident. */
const minHashCharacters = 8;

function describeDerivation({ secretText, email }: OwnedSecret): string | undefined {
  const [name = ''] = email.split('@');
  const lowerCaseSecret = secretText.toLowerCase();
  const decodedText = Buffer.from(secretText, 'base64').toString().toLowerCase();
  if (lowerCaseSecret.includes(name.toLowerCase())) return 'made of her email address';
  if (decodedText.includes(name.toLowerCase())) return 'her email address in base64';
  for (const hashName of ['md5', 'sha1', 'sha256']) {
    const emailForms = [email, email.toLowerCase(), name];
    // A counter may stand behind the address, because she can request several.
    for (const emailForm of ['', '0', '1', '2'].flatMap((count) =>
      emailForms.map((emailForm) => emailForm + count),
    )) {
      const hash = createHash(hashName).update(emailForm);
      const hexHash = hash.copy().digest('hex');
      const base64Hash = hash.digest('base64url');
      if (
        lowerCaseSecret.includes(hexHash.slice(0, minHashCharacters)) ||
        secretText.includes(base64Hash.slice(0, minHashCharacters))
      ) {
        return `made of the ${hashName} hash of her email address`;
      }
    }
  }
  return undefined;
}

/**
 * The text without numbers that are about the time of now, in seconds or a smaller unit: anybody knows the time, so it
 * makes no secret harder to guess.
 */
function removeTimes(secretText: string): string {
  return secretText.replace(/\d{10,19}/g, (digits) => {
    const seconds = Number(digits.slice(0, 10));
    const isNow = Math.abs(seconds - Date.now() / 1000) < secondsPerDay;
    return isNow && digits.length % 3 === 1 ? '' : digits;
  });
}

/** What varies: the values without their common beginning and end. */
function findVaryingTexts(secretTexts: readonly string[]): string[] {
  const [first = ''] = secretTexts;
  const shortestLength = Math.min(...secretTexts.map(({ length }) => length));
  let commonStartLength = 0;
  while (
    commonStartLength < shortestLength &&
    secretTexts.every((value) => value[commonStartLength] === first[commonStartLength])
  )
    commonStartLength += 1;
  let commonEndLength = 0;
  const readCharacterFromEnd = (value: string) => value[value.length - 1 - commonEndLength];
  while (
    commonEndLength < shortestLength - commonStartLength &&
    secretTexts.every((value) => readCharacterFromEnd(value) === readCharacterFromEnd(first))
  )
    commonEndLength += 1;
  return secretTexts.map((value) => value.slice(commonStartLength, value.length - commonEndLength));
}

/** If consecutive numbers are on average closer than this, a few hundred guesses find the next one. */
const maxMeanDistance = 500n;

function areClose(secretTexts: readonly string[]): boolean {
  const hexPrefix = secretTexts.every((value) => /^\d+$/.test(value)) ? '' : '0x';
  if (hexPrefix && !secretTexts.every((value) => /^[\da-f]{1,16}$/i.test(value))) return false;
  // With two values only, chance would make short hexadecimal numbers look close.
  if (secretTexts.length < 3) return false;
  const secretNumbers = secretTexts
    .map((value) => BigInt(`${hexPrefix}${value}`))
    .sort((a, b) => (a < b ? -1 : 1));
  const [smallest = 0n] = secretNumbers;
  const largestNumber = secretNumbers.at(-1) ?? 0n;
  return largestNumber - smallest < maxMeanDistance * BigInt(secretTexts.length);
}

/** Whether two long secrets differ only in their last characters, even if other pairs are random. */
function areNeighbours(secretTexts: readonly string[]): boolean {
  const secretBeginnings = secretTexts
    .filter(({ length }) => length >= 8)
    .map((value) => value.slice(0, -3));
  return new Set(secretBeginnings).size < secretBeginnings.length;
}

/** Fewer secrets may rise by chance. */
const minTimedSecrets = 8;
/** The time tells at least this many bits of a number that rises with the clock: chance explains one or two. */
const minBitsOfTime = 6;

const longNumberPattern = /[\da-z]{8,}/i;

/**
 * How much of secrets is left to guess for somebody who knows when they were issued: they are read as numbers, and
 * compared with the straight line that fits them best over the time.
 * @returns bits; `undefined` for texts without numbers of one length, or that do not rise with the clock
 */
function countBitsBesideTime(
  distinctSecrets: readonly string[],
  secrets: readonly OwnedSecret[],
): number | undefined {
  const allIssues = secrets.flatMap(({ secretText, issuedAt }) => {
    const [numberText] = longNumberPattern.exec(secretText) ?? [];
    if (issuedAt === undefined || !numberText || !distinctSecrets.includes(secretText)) return [];
    return [{ numberText, rest: secretText.replace(numberText, ''), issuedAt }];
  });
  // Where something random stands beside the number, no two secrets are alike in it.
  const [issues = []] = groupBySize(allIssues, ({ rest }) => rest);
  if (issues.length < minTimedSecrets) return undefined;
  const numbers = readNumbers(findVaryingTexts(issues.map(({ numberText }) => numberText)));
  if (!numbers) return undefined;
  const times = findDeviations(issues.map(({ issuedAt }) => issuedAt));
  const values = findDeviations(numbers);
  const slope =
    findMean(values.map((value, index) => value * (times[index] ?? 0))) /
    findMean(times.map((time) => time ** 2));
  const bits = countBitsOfSpread(values);
  const untimedBits = countBitsOfSpread(
    values.map((value, index) => value - slope * (times[index] ?? 0)),
  );
  return slope > 0 && bits - untimedBits >= minBitsOfTime ? Math.ceil(untimedBits) : undefined;
}

const findMean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

function findDeviations(numbers: readonly number[]): number[] {
  const mean = findMean(numbers);
  return numbers.map((number) => number - mean);
}

/** Of numbers that lie evenly in a range of 2ⁿ, n: their standard deviation is the range divided by √12. */
const countBitsOfSpread = (deviations: readonly number[]) =>
  Math.log2(1 + Math.sqrt(12 * findMean(deviations.map((deviation) => deviation ** 2))));

/** Reads texts of one length as numbers: decimal, hexadecimal or of base 36, whichever they all can be. */
function readNumbers(texts: readonly string[]): number[] | undefined {
  if (new Set(texts.map(({ length }) => length)).size > 1) return undefined;
  const digits = texts.map((text) => [...text.toLowerCase()]);
  const base = [10, 16, 36].find((base) =>
    digits.flat().every((digit) => Number.parseInt(digit, base) >= 0),
  );
  if (base === undefined) return undefined;
  return digits.map((text) =>
    text.reduce((number, digit) => number * base + Number.parseInt(digit, base), 0),
  );
}

const alphabets = [
  { pattern: /\d/, size: 10 },
  { pattern: /[a-f]/, size: 6 },
  { pattern: /[g-z]/, size: 20 },
  { pattern: /[A-F]/, size: 6 },
  { pattern: /[G-Z]/, size: 20 },
  { pattern: /[^\da-zA-Z]/, size: 2 },
];

/** How many bits the values have: their length times the bits of the alphabet that occurs in them. */
function countRandomBits(varyingTexts: readonly string[]): number {
  const text = varyingTexts.join('');
  const alphabetSize = alphabets
    .filter(({ pattern }) => pattern.test(text))
    .reduce((sum, { size }) => sum + size, 0);
  const shortestLength = Math.min(...varyingTexts.map(({ length }) => length));
  return Math.floor(
    shortestLength * Math.log2(Math.max(1, Math.min(alphabetSize, new Set(text).size * 2))),
  );
}

const weakKeys = [
  '',
  ...'secret secretkey secret_key mysecret mySecretKey password changeme change-me'.split(' '),
  ...'changeit jwt jwtsecret jwt_secret key test admin 123456 12345678'.split(' '),
  ...'your-256-bit-secret your-secret-key supersecret default hello qwerty shhhhh'.split(' '),
  // The keys of well-known guides: of jwt.io, NestJS, FastAPI and of two about Spring.
  'a-string-secret-at-least-256-bits-long',
  'DO NOT USE THIS VALUE. INSTEAD, CREATE A COMPLEX SECRET AND KEEP IT SAFE OUTSIDE OF THE SOURCE CODE.',
  '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7',
  '404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970',
  'bezKoderSecretKey',
];

/** @returns the key of a JWT, if it is one of the keys that attackers try first */
function findWeakKey(token: string): string | undefined {
  const [header = '', payload = '', signature] = token.split('.');
  const { alg } = fieldsOf(tryParseJson(Buffer.from(header, 'base64url').toString()));
  const hashBits = /^HS(256|384|512)$/.exec(String(alg))?.[1];
  if (!hashBits || !signature) return undefined;
  const signWith = (candidateKey: string | Buffer) =>
    createHmac(`sha${hashBits}`, candidateKey).update(`${header}.${payload}`).digest('base64url');
  const isSignedWith = (candidateKey: string | Buffer) => signWith(candidateKey) === signature;
  return weakKeys.find(
    (candidateKey) =>
      isSignedWith(candidateKey) ||
      (['base64', 'hex'] as const).some((encoding) =>
        isSignedWith(Buffer.from(candidateKey, encoding)),
      ),
  );
}
