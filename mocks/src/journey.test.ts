import { alternate, applicantStates, canonical, type Dialect } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { bring, logIn, register, stateOf } from './testing/journey.ts';
import { startSession } from './testing/session.ts';

test.each([
  ['canonical', canonical],
  ['alternate', alternate],
])('an applicant gets from registration to ADMITTED in the %s dialect', async (_, dialect) => {
  const session = await startSession({ dialect });
  const applicant = await bring(session, 'ADMITTED');
  expect(await stateOf(session, applicant)).toBe('ADMITTED');
});

test('every state after activation can be reached', async () => {
  const session = await startSession();
  for (const state of applicantStates) {
    if (state === 'NOT_ACTIVATED') continue;
    expect(await stateOf(session, await bring(session, state))).toBe(state);
  }
});

const atOnce: Dialect = { operations: { 'applicants.activate': { withPassword: true } } };

test('a dialect in which activation sets the password needs one call less', async () => {
  const session = await startSession({ dialect: atOnce });
  const { call } = session;
  const params = { token: await register(session, 'one@example.com') };

  expect((await call('applicants.activate', { params, body: {} })).status).toBe(400);
  const activated = await call('applicants.activate', { params, body: { password: 'Selam2025' } });
  expect(activated.body.status).toBe('ACTIVATED');
  await logIn(session, 'one@example.com');

  const body = { name: 'one@example.com', email: 'one@example.com', password: 'Other2025' };
  const created = await call('applicants.createPassword', {
    params: { token: activated.body.token },
    body,
  });
  expect(created.status).toBe(406);
});

test('a backend speaks its own dialect only', async () => {
  const session = await startSession({ dialect: alternate });
  const wire = (path: string, body: object) =>
    session.raw(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await wire('/applicants/public/active/abc', {})).status).toBe(404);
  const canonicalFields = { email: 'staff@example.com', password: 'Staff2025' };
  expect((await wire('/auth/public/login', canonicalFields)).status).toBe(400);
  const ownFields = { email: 'staff@example.com', passwords: 'Staff2025' };
  expect((await wire('/auth/public/login', ownFields)).status).toBe(200);
});
