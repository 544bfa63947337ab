import { limits } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { oneInEachState, precreatedEmail, precreatedPassword, staffAccount } from '../index.ts';
import { bring, logIn, mailsTo, register, stateOf } from '../testing/journey.ts';
import { type Session, startSession } from '../testing/session.ts';

const email = 'hana@example.com';

const logInWith = ({ call }: Session, password: string) =>
  call('auth.login', { body: { email, password } });

async function temporaryPassword(session: Session): Promise<string> {
  const { status } = await session.call('auth.forgotPassword', { body: { email } });
  expect(status).toBe(200);
  const [mail] = await mailsTo(session, email);
  expect(mail?.kind).toBe('temporary-password');
  return mail?.temporaryPassword ?? '';
}

test('logging in needs the right password of a known account', async () => {
  const session = await startSession();
  await bring(session, 'ACTIVATED', email);
  expect(await logInWith(session, 'Selam2025')).toMatchObject({
    status: 200,
    body: { email, shouldChangePassword: false, roles: [{ name: 'ROLE_APPLICANT' }] },
  });
  expect(await logInWith(session, 'selam2025')).toMatchObject({
    status: 401,
    body: { message: expect.any(String) },
  });
  const unknown = { email: 'nobody@example.com', password: 'Selam2025' };
  expect((await session.call('auth.login', { body: unknown })).status).toBe(404);
});

test('there is no logging in before a password exists', async () => {
  const session = await startSession();
  await register(session, email);
  expect((await logInWith(session, 'Selam2025')).status).toBe(401);
  expect((await session.call('auth.forgotPassword', { body: { email } })).status).toBe(400);
});

test('a temporary password works once, the old one until it is changed', async () => {
  const session = await startSession();
  await bring(session, 'ACTIVATED', email);
  const temporary = await temporaryPassword(session);
  expect((await logInWith(session, 'Selam2025')).status).toBe(200);
  const { body } = await logInWith(session, temporary);
  expect(body.shouldChangePassword).toBe(true);
  expect((await logInWith(session, temporary)).status).toBe(401);

  const change = { email, password: 'Brandnew1' };
  const changed = await session.call('auth.changePassword', { body: change, token: body.token });
  expect(changed.status).toBe(200);
  expect((await logInWith(session, 'Selam2025')).status).toBe(401);
  expect((await logInWith(session, 'Brandnew1')).status).toBe(200);
});

test('a session ends 50 minutes after login; others go on', async () => {
  let now = 1_700_000_000_000;
  const session = await startSession({ now: () => now });
  const applicant = await bring(session, 'ACTIVATED', email);
  now += limits.session.lifetimeMs - 1;
  expect(await stateOf(session, applicant)).toBe('ACTIVATED');
  const second = await logIn(session, email);
  now += 1;
  const get = (token: string) =>
    session.call('applicants.getByEmail', { params: { email }, token });
  expect((await get(applicant.token)).status).toBe(401);
  expect((await get(second)).status).toBe(200);
});

test("nobody reads or changes another applicant's data", async () => {
  const session = await startSession({ applicants: oneInEachState });
  const { call } = session;
  const { token, id } = await bring(session, 'ACTIVATED', email);
  const other = precreatedEmail(5);
  const otherId = 1005;
  const profile = { firstName: 'A', middleName: 'B', lastName: 'C', phone: '+251911111111' };
  const statuses = [
    await call('applicants.getByEmail', { params: { email: other }, token }),
    await call('auth.getUser', { params: { userId: otherId }, token }),
    await call('auth.changePassword', { body: { email: other, password: 'Brandnew1' }, token }),
    await call('applicants.editProfile', {
      params: { applicantId: otherId },
      body: { ...profile, email: other },
      token,
    }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([403, 403, 403, 403]);

  const edit = (address: string) =>
    call('applicants.editProfile', {
      params: { applicantId: id },
      body: { ...profile, email: address },
      token,
    });
  expect((await edit(other)).status).toBe(400);
  expect((await edit(email)).status).toBe(200);
  expect((await call('auth.getUser', { params: { userId: id }, token })).body).toEqual(profile);
});

test('update_user changes names and phone, and nothing else', async () => {
  const session = await startSession();
  const { token, id } = await bring(session, 'ACTIVATED', email);
  const update = (body: object) => session.call('auth.updateUser', { body, token });
  expect((await update({ firstName: 'LILI' })).status).toBe(200);
  expect((await update({ role: 'ROLE_ADMIN' })).status).toBe(400);
  const { body } = await session.call('auth.getUser', { params: { userId: id }, token });
  expect(body.firstName).toBe('LILI');
});

test('staff log in, but are no applicants', async () => {
  const session = await startSession();
  const { body } = await session.call('auth.login', { body: { ...staffAccount } });
  expect(body.roles).toEqual([{ name: 'ROLE_ADMIN' }]);
  const { status } = await session.call('exams.create', { token: body.token });
  expect(status).toBe(403);
});

test('a pre-created applicant logs in with the documented password', async () => {
  const session = await startSession({ applicants: oneInEachState });
  await logIn(session, precreatedEmail(3), precreatedPassword);
});
