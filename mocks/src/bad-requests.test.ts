import { readMessage } from '@one-planet/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bring, registrationOf } from './testing/journey.ts';
import { type Session, startSession } from './testing/session.ts';

// The backend writes there when something in it goes wrong: never in these tests.
const complaints = vi.spyOn(console, 'error');
beforeEach(() => void complaints.mockClear());
afterEach(() => expect(complaints).not.toHaveBeenCalled());

const json = { 'content-type': 'application/json' };
const login = (session: Session, body: BodyInit, headers: Record<string, string> = json) =>
  session.raw('/api/auth/public/login', { method: 'POST', headers, body });

test.each([
  ['malformed JSON', '{"email":', json, 400],
  ['a list instead of an object', '[]', json, 400],
  ['null instead of an object', 'null', json, 400],
  ['text instead of JSON', 'hello', { 'content-type': 'text/plain' }, 415],
  ['a form instead of JSON', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['bytes that are no text', Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]), json, 400],
  ['an empty body', '', json, 400],
  ['more than a megabyte', JSON.stringify({ email: 'x'.repeat(1024 * 1024) }), json, 413],
])('%s is refused with a readable message', async (_, body, headers, status) => {
  const session = await startSession();
  const came = await login(session, body, headers);
  expect(came.status).toBe(status);
  expect(readMessage(came.body)).toMatch(/\w+ \w+/);
  expect(
    (await login(session, '{"email":"staff@example.com","password":"Staff2025"}')).status,
  ).toBe(200);
});

test('the first broken rule is named, in the words of the contract', async () => {
  const { call } = await startSession();
  const right = registrationOf('hana@example.com');
  const answerTo = async (body: object) => (await call('applicants.register', { body })).body;
  expect(await answerTo({ ...right, firstName: 'Hana1' })).toBe(
    'First name must contain only alphabetic characters',
  );
  expect(await answerTo({ ...right, iAm18: false })).toBe(
    'You must confirm that you are 18 years or older',
  );
  expect(await answerTo({ ...right, iAgreeMarketing: 'yes' })).toMatch(
    /^iAgreeMarketing: Expected boolean/,
  );
});

test('paths and methods that are not offered are refused', async () => {
  const { raw } = await startSession();
  expect((await raw('/api/nothing/here')).status).toBe(404);
  expect((await raw('/api/auth/public/login/')).status).toBe(404);
  expect((await raw('/elsewhere')).status).toBe(404);
  const wrong = await raw('/api/programs/private', { method: 'DELETE' });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toBe('GET, HEAD');
  expect((await raw('/api/applicants/public/active/%E0%A4%A', { method: 'POST' })).status).toBe(
    400,
  );
});

test('a path parameter is decoded exactly once', async () => {
  const session = await startSession();
  const email = "o'hara+50%25@example.com";
  const applicant = await bring(session, 'ACTIVATED', email);
  const profile = await session.call('applicants.getByEmail', {
    params: { email },
    token: applicant.token,
  });
  expect(profile.body.email).toBe(email);
});

test('any origin may call, and may ask beforehand', async () => {
  const { raw } = await startSession();
  const preflight = await raw('/api/exams/private/create', { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  const refused = await raw('/api/exams/private/create', { method: 'POST' });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(refused.headers.get('access-control-expose-headers')).toBe('retry-after');
});
