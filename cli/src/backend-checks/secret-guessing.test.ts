import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findWayToGuess } from './secret-guessing.ts';

// A name of four hexadecimal digits would stand in one random secret of two thousand.
const emails = ['hana-bekele', 'sara-girma', 'lensa-dawit', 'meron-alemu'].map(
  (name) => `${name}@x.example`,
);
const makeIssuedSecrets = (makeSecret: (email: string, index: number) => string) =>
  emails.map((email, index) => ({ email, secretText: makeSecret(email, index) }));
const makeRandomSecret = (bytes: number, encoding: BufferEncoding) => () =>
  randomBytes(bytes).toString(encoding);
const toBase64 = (value: object) => toBase64Text(JSON.stringify(value));
const toBase64Text = (text: string) => Buffer.from(text).toString('base64url');
const makeJwt = (key: string | Buffer, email: string) => {
  const headerAndClaims = `${toBase64({ alg: 'HS256' })}.${toBase64({ sub: email })}`;
  return `${headerAndClaims}.${createHmac('sha256', key).update(headerAndClaims).digest('base64url')}`;
};
/** The key that many guides to Spring Security print. */
const keyOfGuide = '404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970';

const toHexSeconds = (ms: number) => Math.floor(ms / 1000).toString(16);
/** Thirty secrets that are issued within a minute, each a moment before its response comes. */
const makeTimedSecrets = (makeSecret: (ms: number) => string) =>
  Array.from({ length: 30 }, (_, index) => {
    const ms = Date.now() + index * 2000 + ((index * 7919) % 1000);
    return {
      email: emails[index % emails.length] ?? '',
      secretText: makeSecret(ms),
      issuedAt: ms + (index % 5),
    };
  });

describe('a secret is not called guessable', () => {
  test.for([
    ['32 hexadecimal digits', makeRandomSecret(16, 'hex')],
    ['base64', makeRandomSecret(16, 'base64url')],
    ['a UUID', () => crypto.randomUUID()],
    ['random, with the time before it', () => `${Date.now()}-${crypto.randomUUID()}`],
    [
      'random, with a common beginning and end',
      () => `file-${randomBytes(16).toString('hex')}.png`,
    ],
    [
      'a JWT that names her, with a key of its own',
      (email: string) => makeJwt('k9-long-and-secret', email),
    ],
  ] as [string, (email: string) => string][])('that is %s', ([, make]) => {
    expect(findWayToGuess(makeIssuedSecrets(make), 64)).toBe(undefined);
  });

  test.for([
    ['random, after the seconds', () => randomBytes(4).toString('hex')],
    ['random, after the seconds, and as short as it may be', () => randomBytes(3).toString('hex')],
    ['random, behind a sign after the seconds', () => `-${randomBytes(4).toString('hex')}`],
  ] as const)('that is %s', ([, makeEnd]) => {
    expect(
      findWayToGuess(
        makeTimedSecrets((ms) => toHexSeconds(ms) + makeEnd()),
        24,
      ),
    ).toBe(undefined);
  });

  test('that is short and random, while time passes', () => {
    const makeSecret = () => randomBytes(4).toString('hex');
    expect(findWayToGuess(makeTimedSecrets(makeSecret), 24)).toBe(undefined);
  });

  test('that one person is given twice', () => {
    const [email = ''] = emails;
    const secretText = randomBytes(16).toString('hex');
    expect(findWayToGuess(Array(2).fill({ email, secretText }), 64)).toBe(undefined);
  });
});

// `npm run prove` tries the plainest ways, as faults of the mock: consecutive, short, the same for all, the address in
// base64.
describe('a secret is called guessable', () => {
  test.for([
    [
      'consecutive, with gaps',
      (_: string, index: number) => `${100_000 + index * 37}`,
      /close to each other/,
    ],
    ['made of the address', (email: string) => `${email.split('@')[0]}-2025`, /her email/],
    [
      'a hash of the address',
      (email: string) => createHash('md5').update(email).digest('hex'),
      /md5 hash/,
    ],
    [
      'a hash of the address and a counter',
      (email: string) => createHash('sha256').update(`${email}1`).digest('hex'),
      /sha256 hash/,
    ],
    [
      'the time, in nanoseconds',
      (_: string, index: number) => `${Date.now()}${[530_127, 918_442, 177_305, 400_981][index]}`,
      /too few/,
    ],
    [
      'a number and the time, in base64',
      (_: string, index: number) => toBase64Text(`${901 + 7 * index}:${Date.now()}`),
      /too few|close to each other/,
    ],
    ['a JWT signed with "secret"', (email: string) => makeJwt('secret', email), /the key "secret"/],
    [
      'a JWT signed with the bytes of a key in a guide',
      (email: string) => makeJwt(Buffer.from(keyOfGuide, 'hex'), email),
      /the key "404E635266/,
    ],
  ] as [string, (email: string, index: number) => string, RegExp][])(
    'that is %s',
    ([, make, expectedFinding]) => {
      expect(findWayToGuess(makeIssuedSecrets(make), 64)).toMatch(expectedFinding);
    },
  );

  test.for([
    ['alone', (id: string) => id],
    [
      'before the name of a file',
      (id: string, ms: number) => `${id}_${ms % 3 ? 'me' : 'result'}.png`,
    ],
  ] as const)('that rises with the clock, as uniqid() of PHP does, %s', ([, complete]) => {
    const makeSecret = (ms: number) =>
      complete(toHexSeconds(ms) + ((ms % 1000) * 1000 + 123).toString(16).padStart(5, '0'), ms);
    expect(findWayToGuess(makeTimedSecrets(makeSecret), 24)).toMatch(/rise with the clock/);
  });
});
