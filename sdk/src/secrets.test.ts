import { describe, expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { hideSecrets, toCurl } from './secrets.ts';

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
    const clean = hideSecrets(exchange);
    for (const secret of secrets) expect(JSON.stringify(clean)).not.toContain(secret);
    expect(clean.answerText).toContain('"shouldChangePassword":false');
    expect(clean.answerText).toContain('ROLE_APPLICANT');
    expect(clean.requestBody).toContain('hana@example.com');
    expect(clean.url).toContain('/create_password/[hidden]');
  });

  const texts: [string, string][] = [
    ['log in at https://site.example/applicant/activate/abc-123?x=1', 'abc-123'],
    ['POST /applicants/public/active/abc-123 failed', 'abc-123'],
    ['Authorization: bearer abc-123', 'abc-123'],
    ['{"passwords": "abc-123", broken', 'abc-123'],
    ['{"token":"abc-123', 'abc-123'],
    ['https://portal.example/?token=abc-123&x=1', 'abc-123'],
    ['[{"redirect":"https://pay.example/abc-123"}]', 'abc-123'],
  ];
  for (const [text, secret] of texts) {
    test(`in ${text}`, () => expect(hideSecrets(text)).not.toContain(secret));
  }

  test('wherever a known one appears, encoded or not', () => {
    const text = 'said: Selam 2025! and Selam%202025!';
    expect(hideSecrets(text, { known: ['Selam 2025!'] })).toBe('said: [hidden] and [hidden]');
  });

  test('in errors and nested values', () => {
    const clean = hideSecrets({
      error: new Error('Bearer abc'),
      deep: [{ temporaryPassword: 'x1y2' }],
    });
    expect(JSON.stringify(clean)).not.toMatch(/abc|x1y2/);
  });

  test('personal data too, where that is asked', () => {
    const text = 'hana+1@example.com (hana%2B1%40example.com) called +251911234567';
    expect(hideSecrets(text, { personal: true })).not.toMatch(/hana|911/);
    expect(hideSecrets({ firstName: 'Hana', status: 'APPLIED' }, { personal: true })).toEqual({
      firstName: '[hidden]',
      status: 'APPLIED',
    });
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
  });
});
