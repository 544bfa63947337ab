import { expect, test } from 'vitest';
import { activationToken, bring, register, registrationOf } from '../testing/journey.ts';
import { type Session, startSession } from '../testing/session.ts';

const email = 'hana@example.com';

const activate = ({ call }: Session, token: string) =>
  call('applicants.activate', { params: { token } });
const createPassword = ({ call }: Session, token: string, address = email) =>
  call('applicants.createPassword', {
    params: { token },
    body: { name: address, email: address, password: 'Selam2025' },
  });

test('an address registers once, whatever its capitals', async () => {
  const { call } = await startSession();
  expect((await call('applicants.register', { body: registrationOf(email) })).status).toBe(201);
  const again = await call('applicants.register', { body: registrationOf('HANA@Example.COM') });
  expect(again).toMatchObject({ status: 409, body: expect.stringContaining('already registered') });
});

test('names are kept in capitals', async () => {
  const session = await startSession();
  const { id, token } = await bring(session, 'ACTIVATED');
  const { body } = await session.call('auth.getUser', { params: { userId: id }, token });
  expect(body).toEqual({
    firstName: 'HANA',
    middleName: 'TESFAYE',
    lastName: 'BEKELE',
    phone: '+251911234567',
  });
});

test('an activation link works once and answers another token', async () => {
  const session = await startSession();
  const link = await register(session, email);
  const first = await activate(session, link);
  expect(first).toMatchObject({ status: 200, body: { email, status: 'NOT_ACTIVATED' } });
  expect(first.body.token).not.toBe(link);
  expect((await activate(session, link)).status).toBe(409);
  expect((await activate(session, 'unknown')).status).toBe(404);
});

test('a password is created once, with the token activation answered and no other', async () => {
  const session = await startSession();
  const link = await register(session, email);
  expect((await createPassword(session, link)).status).toBe(404);
  const { token } = (await activate(session, link)).body;
  expect((await createPassword(session, token, 'other@example.com')).status).toBe(400);
  expect((await createPassword(session, token)).status).toBe(200);
  expect((await createPassword(session, token)).status).toBe(406);
  expect((await activate(session, link)).status).toBe(409);
});

test('a link can be mailed again until the password exists; older links live until one is used', async () => {
  const session = await startSession();
  const resend = () =>
    session.call('applicants.resendEmail', { params: { email }, body: { email } });
  expect(await resend()).toMatchObject({ status: 404, body: { message: expect.any(String) } });
  const first = await register(session, email);
  expect((await resend()).status).toBe(200);
  const second = await activationToken(session, email);
  expect(second).not.toBe(first);
  const { token } = (await activate(session, first)).body;
  expect((await activate(session, second)).status).toBe(409);
  await createPassword(session, token);
  expect((await resend()).status).toBe(409);
});

test('somebody who lost the password page gets on with a new link', async () => {
  const session = await startSession();
  await activate(session, await register(session, email));
  await session.call('applicants.resendEmail', { params: { email }, body: { email } });
  const again = await activate(session, await activationToken(session, email));
  expect((await createPassword(session, again.body.token)).status).toBe(200);
});
