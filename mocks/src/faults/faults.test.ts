import { expect, test } from 'vitest';
import { createBackend, faultList, precreatedEmail } from '../index.ts';
import { bring, move, registrationOf, stateOf, takeExam } from '../testing/journey.ts';
import { biography, deposit, uploadPicture } from '../testing/payloads.ts';
import { startSession } from '../testing/session.ts';

test('an unknown fault is told with all known ones', async () => {
  const starting = createBackend({ faults: ['login-50'] });
  await expect(starting).rejects.toThrow(
    'There is no fault "login-50". Known are register-200, login-500,',
  );
});

test('every fault has a name of its own and a sentence', () => {
  expect(new Set(faultList.map(({ name }) => name)).size).toBe(faultList.length);
  for (const { sentence } of faultList) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

test('register-200', async () => {
  const { call } = await startSession({ faults: ['register-200'] });
  const send = () => call('applicants.register', { body: registrationOf('hana@example.com') });
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(409);
});

test('login-500', async () => {
  const { call } = await startSession({ faults: ['login-500'] });
  const body = { email: 'staff@example.com', password: 'Staff2025' };
  expect((await call('auth.login', { body })).status).toBe(500);
});

test('list-null', async () => {
  const { call } = await startSession({ faults: ['list-null'] });
  expect((await call('programs.list')).body).toBeNull();
  expect((await call('contents.list')).body).toHaveLength(3);
});

test('html-502', async () => {
  const { call } = await startSession({ faults: ['html-502'] });
  const statuses = [];
  for (let number = 1; number <= 6; number += 1)
    statuses.push((await call('contents.list')).status);
  expect(statuses).toEqual([200, 200, 502, 200, 200, 502]);
});

test('exam-pass-everyone', async () => {
  const session = await startSession({ faults: ['exam-pass-everyone'] });
  const { token } = await bring(session, 'ACTIVATED');
  expect((await takeExam(session, token, false)).body.resultDesc).toBe('Pass');
});

test('state-stuck', async () => {
  const session = await startSession({ faults: ['state-stuck'] });
  const traveller = await bring(session, 'BIOGRAPHIC_APPLICANT');
  const body = await biography(session, traveller.token);
  const saved = await session.call('applicants.saveBioData', { body, token: traveller.token });
  expect(saved.status).toBe(200);
  expect(await stateOf(session, traveller)).toBe('BIOGRAPHIC_APPLICANT');
});

test('token-ignored', async () => {
  const { call } = await startSession({ faults: ['token-ignored'], applicants: 11 });
  const email = precreatedEmail(5);
  const read = await call('applicants.getByEmail', { params: { email } });
  expect(read).toMatchObject({ status: 200, body: { email } });
  expect((await call('exams.create')).status).toBe(401);
});

test('receipt-leak', async () => {
  const session = await startSession({ faults: ['receipt-leak'] });
  const payer = await bring(session, 'TOOK_EXAM');
  const { paymentCode } = await deposit(session, payer.token);
  await move(session, payer, 'TOOK_EXAM');
  const { token } = await bring(session, 'ACTIVATED');
  const leaked = await session.call('payments.getReceipt', { params: { paymentCode }, token });
  expect(leaked).toMatchObject({ status: 200, body: { email: payer.email } });
});

test('upload-mangled', async () => {
  const session = await startSession({ faults: ['upload-mangled'] });
  const { token } = await bring(session, 'ACTIVATED');
  const fileName = await uploadPicture(session, token);
  const whole = await startSession();
  const other = await bring(whole, 'ACTIVATED');
  const otherName = await uploadPicture(whole, other.token);
  const mangled = await session.call('files.get', { params: { fileName }, token });
  const right = await whole.call('files.get', {
    params: { fileName: otherName },
    token: other.token,
  });
  expect(mangled.bytes.length).toBe(right.bytes.length);
  expect(mangled.bytes).not.toEqual(right.bytes);
});

test('double-payment', async () => {
  const session = await startSession({ faults: ['double-payment'] });
  const payer = await bring(session, 'TOOK_EXAM');
  const body = await deposit(session, payer.token);
  const pay = () => session.call('payments.makeOffline', { body, token: payer.token });
  expect([(await pay()).status, (await pay()).status]).toEqual([200, 200]);
});

test('plus-decoded', async () => {
  const session = await startSession({ faults: ['plus-decoded'] });
  const { token } = await bring(session, 'ACTIVATED', 'plain@example.com');
  const ask = (email: string) =>
    session.call('applicants.getByEmail', { params: { email }, token });
  expect((await ask('plain@example.com')).status).toBe(200);
  await session.call('applicants.register', { body: registrationOf('with+plus@example.com') });
  expect((await ask('with+plus@example.com')).status).toBe(404);
});
