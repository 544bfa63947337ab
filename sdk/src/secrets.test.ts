import { describe, expect, expectTypeOf, test } from 'vitest';
import { toCurl } from './curl.ts';
import type { Exchange } from './options.ts';
import { hidden, hideSecrets } from './secrets.ts';

const exchange: Exchange = {
  operation: 'applicants.createPassword',
  attempt: 1,
  method: 'POST',
  url: 'http://127.0.0.1:8080/api/applicants/public/create_password/0ne-t1me',
  requestHeaders: { authorization: 'Bearer s3cr3t.jwt', 'content-type': 'application/json' },
  requestBody: '{"name":"hana@example.com","password":"Selam2025"}',
  status: 200,
  answerHeaders: { 'set-cookie': 'sid=abcdef' },
  answerText:
    '{"token":"s3cr3t.jwt","roles":[{"name":"ROLE_APPLICANT"}],"shouldChangePassword":false}',
  durationMs: 3,
  startedAt: 0,
};
const secrets = ['0ne-t1me', 's3cr3t.jwt', 'Selam2025', 'sid=abcdef'];

describe('secrets are hidden', () => {
  test('in every part of an exchange, and nothing else is', () => {
    const cleanExchange = hideSecrets(exchange);
    for (const secret of secrets) expect(JSON.stringify(cleanExchange)).not.toContain(secret);
    expect(cleanExchange.answerText).toContain('"shouldChangePassword":false');
    expect(cleanExchange.answerText).toContain('ROLE_APPLICANT');
    expect(cleanExchange.requestBody).toContain('hana@example.com');
    expect(cleanExchange.url).toContain('/create_password/[hidden]');
  });

  const textsWithSecret: [string, string][] = [
    ['log in at https://site.example/applicant/activate/abc-123?x=1', 'abc-123'],
    ['POST /applicants/public/active/abc-123 failed', 'abc-123'],
    ['Authorization: bearer abc-123', 'abc-123'],
    ['{"passwords": "abc-123", broken', 'abc-123'],
    ['{"token":"abc-123', 'abc-123'],
    ['https://portal.example/?token=abc-123&x=1', 'abc-123'],
    ['[{"redirect":"https://pay.example/abc-123"}]', 'abc-123'],
  ];
  for (const [text, secret] of textsWithSecret) {
    test(`in ${text}`, () => expect(hideSecrets(text)).not.toContain(secret));
  }

  const innocentTexts = [
    'Bearer token is missing',
    'A bearer of good news, with Basic computer skills',
    'Basic Accounting and Basic Programming',
    'The password is wrong. Password: at least 8 characters, one number',
    'POST /applicants/public/activate/:token and /create_password/{token}',
    'WWW-Authenticate: Bearer realm="admissions"',
    '{"courseName":"Tokens", "note":"no password","shouldChangePassword":false,"amount":500.0}',
    '{ "courseName": "Tokens and passwords", "big": 12345678901234567890 }',
    'hana@example.com called +251911234567',
  ];
  for (const text of innocentTexts) {
    test(`and never innocent words: ${text}`, () => expect(hideSecrets(text)).toBe(text));
  }

  test('whatever the platform calls them', () => {
    const secret = 'qW3rTz8x';
    const secretInPlaces = {
      headers: new Headers({ 'x-auth-token': secret, cookie: `sid=${secret}` }),
      lists: { 'set-cookie': [`sid=${secret}`], passwords: [secret, [secret]] },
      names: { accessToken: secret, refresh_token: secret, apiKey: secret, client_secret: secret },
      otp: 12345678,
      text: JSON.stringify({ body: JSON.stringify({ resetToken: secret }) }),
      broken: `{"a": "{\\"accessToken\\":\\"${secret}\\"}`,
      url: `https://user:${secret}@site.example/?resetToken=${secret}&x=1`,
      header: `Authorization: Basic ${secret}`,
    };
    const clean = JSON.stringify(hideSecrets(secretInPlaces));
    expect(clean).not.toContain(secret);
    expect(clean).not.toContain('12345678');
    expect(clean).toContain('&x=1');
  });

  test('that an exchange has by name, wherever else in it they stand', () => {
    const cleanExchange = hideSecrets({
      ...exchange,
      url: 'http://backend.example/api/v2/confirm/0ne-t1me+',
      params: { token: '0ne-t1me+' },
      answerText: 'Selam2025 is too weak for 0ne-t1me%2B',
      error: new Error('refused: Selam2025'),
    });
    expect(JSON.stringify(cleanExchange)).not.toMatch(/0ne-t1me|Selam2025/);
  });

  test('known ones with signs that JSON, paths and forms write in another way', () => {
    const secret = 'Se"l a\\m+é2025';
    const textsWithSecret = [
      secret,
      JSON.stringify(secret),
      `{"said": ${JSON.stringify(secret)}, broken`,
      encodeURIComponent(secret),
      new URLSearchParams({ x: secret }).toString(),
    ];
    for (const encodedSecret of textsWithSecret)
      expect(hideSecrets(`<${encodedSecret}>`, { known: [secret] })).not.toMatch(/2025/);
    expect(hideSecrets('x', { known: ['\ud800abcd'] })).toBe('x');
  });

  test('in what goes in circles or very deep, without losing bytes and dates', () => {
    const circularObject: Record<string, unknown> = { password: 'Selam2025' };
    circularObject.self = circularObject;
    expect(JSON.stringify(hideSecrets(circularObject))).not.toContain('Selam2025');
    const deepJson = `${'['.repeat(100_000)}"Selam2025"${']'.repeat(100_000)}`;
    expect(hideSecrets(deepJson, { known: ['Selam2025'] })).not.toContain('Selam2025');
    const valuesLeftAlone = { bytes: new Uint8Array([1]), date: new Date(0), none: null };
    expect(hideSecrets(valuesLeftAlone)).toEqual(valuesLeftAlone);
  });

  test('in megabytes of hostile text', () => {
    const longTexts = [
      'A'.repeat(2_000_000),
      '"'.repeat(1_000_000),
      `"token":"${'\\\\'.repeat(500_000)}`,
      'Bearer '.repeat(200_000),
      'a@'.repeat(500_000),
      '://a:'.repeat(200_000),
      ' '.repeat(1_000_000),
      'authorization'.repeat(100_000),
      'eyJ-'.repeat(250_000),
      `token${' '.repeat(1_000_000)}`,
      '+1 0'.repeat(250_000),
      JSON.stringify({ picture: 'x'.repeat(2_000_000), list: Array(20_000).fill({ id: 1 }) }),
    ];
    // A pattern that backtracks takes minutes here, and the runner gives up.
    for (const text of longTexts) {
      const clean = hideSecrets(`${text} Selam2025`, { personal: true, known: ['Selam2025'] });
      expect(clean.includes('Selam2025')).toBe(false);
    }
  });

  test.each([
    ['your token eyJhbGci.eyJzdWIi.c2ln is too old', `your token ${hidden} is too old`],
    ['(eyJhbGci.eyJzdWIi.)', `(${hidden})`],
    ['The reset token 8f3a91c0 was used', `The reset token ${hidden} was used`],
    ['Bearer token is missing; the password needs 8 characters', undefined],
    ['+63 999 123 4567, 0911 23-45-67 and +251911234567', `${hidden}, ${hidden} and ${hidden}`],
    ['from 2026-11-30 06:24 on, 1 234 567 890 times, 00:00 09', undefined],
  ])('in a sentence of the server: %s', (text, cleanText = text) => {
    expect(hideSecrets(text, { personal: true })).toBe(cleanText);
  });

  test('wherever a known one appears, encoded or not', () => {
    const text = 'said: Selam 2025! and Selam%202025!';
    expect(hideSecrets(text, { known: ['Selam 2025!'] })).toBe('said: [hidden] and [hidden]');
  });

  test('in errors and nested values', () => {
    const cleanObject = hideSecrets({
      error: new Error('Bearer abc.1'),
      deep: [{ temporaryPassword: 'x1y2' }],
    });
    expect(JSON.stringify(cleanObject)).not.toMatch(/abc|x1y2/);
  });

  test('of which the types say what a log can write', () => {
    const secret = 'qW3rTz8x';
    const cleanObject = hideSecrets({
      headers: new Headers({ cookie: secret, accept: 'text/plain' }),
      byName: new Map([['token', secret]]),
      error: new Error(`token=${secret}`),
      address: new URL(`https://site.example/?token=${secret}`),
    });
    expectTypeOf(cleanObject).toEqualTypeOf<{
      headers: Record<string, string>;
      byName: Record<string, string>;
      error: string;
      address: string;
    }>();
    expect(cleanObject).toEqual({
      headers: { cookie: hidden, accept: 'text/plain' },
      byName: { token: hidden },
      error: `token=${hidden}`,
      address: `https://site.example/?token=${hidden}`,
    });
  });

  test('no message about a field, which a refusal lists under its name', () => {
    const refusal = {
      errors: { dateOfBirth: ['Date has wrong format.'], phone: ['251911234567'] },
    };
    expect(hideSecrets(refusal, { personal: true })).toEqual({
      errors: { dateOfBirth: ['Date has wrong format.'], phone: ['[hidden]'] },
    });
  });

  test('no names and phone numbers that are to be shown', () => {
    const options = { personal: true, shown: new Set(['BEKELE', '251911234567']) };
    const profile = { lastName: 'BEKELE', phone: '251911234567' };
    expect(hideSecrets(profile, options)).toEqual(profile);
    expect(hideSecrets('251911234567 or 251911234568', options)).toBe('251911234567 or [hidden]');
  });

  test('personal data too, where that is asked', () => {
    const text = 'hana+1@example.com (hana%2B1%40example.com) called +251911234567';
    expect(hideSecrets(text, { personal: true })).not.toMatch(/hana|911/);
    const person = { firstName: 'Hana', status: 'APPLIED', program: { name: 'Accounting' } };
    expect(hideSecrets(person, { personal: true })).toEqual({ ...person, firstName: '[hidden]' });
    expect(hideSecrets('ሐና@example.com', { personal: true })).toBe('[hidden]');
    expect(hideSecrets('a note.251911234567', { personal: true })).toBe('a note.[hidden]');
    const date = '2026-11-27 03:01:45.123456789 +0000 UTC';
    expect(hideSecrets(date, { personal: true })).toBe(date);
  });
});

describe('a curl', () => {
  test('repeats an exchange without its secrets', () => {
    const curl = toCurl(exchange);
    for (const secret of secrets) expect(curl).not.toContain(secret);
    expect(curl).toContain(
      `-X POST 'http://127.0.0.1:8080/api/applicants/public/create_password/[hidden]'`,
    );
    expect(curl).toContain('-H "authorization: Bearer $TOKEN"');
  });

  test('quotes what a shell would take apart', () => {
    const { requestBody: _none, ...upload } = exchange;
    const curl = toCurl({ ...upload, upload: { name: "it's.png", size: 1, type: 'image/png' } });
    expect(curl).toContain(`-F 'file=@it'\\''s.png;type=image/png'`);
    const curlWithQuotedName = toCurl({
      ...upload,
      upload: { name: 'a;b.png', size: 1, type: '' },
    });
    expect(curlWithQuotedName).toContain(`-F 'file=@"a;b.png"'`);
  });
});
