/** Every harmless variation changes something that a client can see, and nothing that would break an exam. */
import { applicantExamples, examResult, isPass, toEducationData } from '@one-planet/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { createBackend, harmlessList, oneInEachState, precreatedEmailIn } from '../index.ts';
import { serve } from '../node.ts';
import {
  activationToken,
  logIn,
  logInPrecreated,
  mailsTo,
  prepareDeposit,
  registrationOf,
  takeExam,
  uploadPicture,
} from '../testing/journey.ts';
import { type Session, startSession } from '../testing/session.ts';

const email = precreatedEmailIn('ACTIVATED');
const password = 'Precreated2025';
const newcomer = 'new@example.com';
const education = toEducationData(applicantExamples.hana.education);

/** What a client sees of a backend on a long way through it: statuses, types and texts, in order. */
async function transcriptOf(harmless: readonly string[]): Promise<string[]> {
  let now = Date.UTC(2026, 0, 5, 9);
  const {
    call: send,
    raw,
    backend,
  } = await startSession({
    applicants: 2 * oneInEachState,
    harmless,
    now: () => now,
  });
  const transcript: string[] = [];
  const call: Session['call'] = async (name, sent) => {
    const response = await send(name, sent);
    const type = response.headers.get('content-type');
    const age = Date.parse(response.headers.get('date') ?? '') - Date.now();
    const headerNames = [...response.headers.keys()].join();
    transcript.push(
      `${name} ${response.status} ${type} ${Math.round(age / 60_000)} ${headerNames}`,
    );
    transcript.push(new TextDecoder().decode(response.bytes));
    return response;
  };
  const session: Session = { call, raw, backend };
  const logInWith = (address: string, typedPassword: string) =>
    call('auth.login', { body: { email: address, password: typedPassword } });

  await call('contents.list', { token: 'false' });
  await call('programs.list');
  await call('applicants.register', { body: {} });
  await call('applicants.register', {
    body: { ...registrationOf(newcomer), firstName: '', email: 'x' },
  });
  await call('applicants.register', { body: registrationOf(newcomer) });
  const sibling = 'sibling@example.com';
  await call('applicants.register', { body: registrationOf(sibling) });
  const olderLinkParams = { token: await activationToken(session, newcomer) };
  transcript.push(JSON.stringify(await mailsTo(session, newcomer)));
  await logInWith(newcomer, password);
  await logInWith('nobody@example.com', password);
  await call('auth.forgotPassword', { body: { email: 'nobody@example.com' } });
  await call('applicants.resendEmail', { params: { email: newcomer }, body: { email: newcomer } });
  await call('applicants.activate', { params: olderLinkParams });

  const applicant = await logInPrecreated(session, 'ACTIVATED');
  const { token } = applicant;
  const profile = { params: { email } };
  await call('applicants.getByEmail', profile);
  await call('applicants.getByEmail', {
    ...profile,
    token: (await logInPrecreated(session, 'TOOK_EXAM')).token,
  });
  await call('applicants.saveEducationData', { body: education, token });
  await call('applicants.saveEducationData', { body: {}, token });
  transcript.push(await uploadPicture(session, token));
  const names = { firstName: 'HANA', middleName: 'BEKELE', lastName: 'ALEMU' };
  await call('applicants.editProfile', {
    params: { applicantId: applicant.id },
    body: { ...names, phone: '0911000000', email },
    token,
  });
  await call('auth.updateUser', { body: names, token });
  await call('exams.create', { token });
  await call('exams.create', { token });

  const pending = await logInPrecreated(session, 'TOOK_EXAM');
  const { paymentDto } = (await call('payments.getPending', { token: pending.token })).body;
  const body = await prepareDeposit(session, pending.token);
  await call('payments.makeOffline', { body, token: pending.token });
  const otherToken = await logIn(session, precreatedEmailIn('TOOK_EXAM', 2), password);
  const again = {
    ...(await prepareDeposit(session, otherToken)),
    transactionReference: body.transactionReference,
  };
  await call('payments.makeOffline', { body: again, token: otherToken });
  await call('payments.getReceipt', { params: { paymentCode: paymentDto.paymentCode } });
  await call('payments.getReceipt', {
    params: { paymentCode: paymentDto.paymentCode },
    token: (await logInPrecreated(session, 'APPLIED')).token,
  });
  const { payments } = (await raw<{ payments: { paymentCode: string }[] }>('/_mock/staff.json'))
    .body;
  await call('payments.getReceipt', { params: { paymentCode: payments[0]?.paymentCode ?? '' } });
  await call('batchPrograms.applicable', { token: pending.token });
  const second = await logInPrecreated(session, 'BIOGRAPHIC_APPLICANT2');
  await call('applicants.saveEducationData', {
    body: { ...education, more: 1 },
    token: second.token,
  });
  await call('applicants.saveEducationData', { body: education, token: second.token });
  await call('batchPrograms.applicable', {
    token: (await logInPrecreated(session, 'READY_TO_APPLY')).token,
  });

  const other = await logIn(session, email, password);
  await call('auth.forgotPassword', { body: { email } });
  await logInWith(email, password);
  const otherCredentials = { email: 'nobody@example.com', password: 'Changed2025' };
  await call('auth.changePassword', { body: otherCredentials, token });
  await call('auth.changePassword', { body: { email, password: 'Changed2025' }, token });
  await call('auth.changePassword', { body: { email, password: 'Changed2025' }, token });
  for (const bearer of [token, other])
    await call('applicants.getByEmail', { ...profile, token: bearer });
  const thirdToken = await logInPrecreated(session, 'APPLIED');
  now += 121_000;
  await call('applicants.getByEmail', {
    params: { email: thirdToken.email },
    token: thirdToken.token,
  });
  for (let attempt = 0; attempt < 15; attempt += 1) await logInWith(thirdToken.email, 'Wrong2025');
  await logInWith(thirdToken.email, password);
  return transcript;
}

let usualTranscript: readonly string[];
beforeAll(async () => {
  usualTranscript = await transcriptOf([]);
  expect(await transcriptOf([])).toEqual(usualTranscript);
});

/** Seen in the time or the form of an answer over HTTP alone. */
const transportVariations = ['slow', 'chunked', 'gzip'];

test.each(harmlessList.filter(({ name }) => !transportVariations.includes(name)))(
  '$name: $sentence',
  async ({ name }) => {
    expect(await transcriptOf([name]).catch(String)).not.toEqual(usualTranscript);
  },
);

test.each(harmlessList)('with $name an exam is failed and passed', async ({ name }) => {
  const session = await startSession({ applicants: 3, harmless: [name] });
  const { token } = await logInPrecreated(session, 'ACTIVATED');
  const takesExam = async (right?: number) => {
    const { status, body } = await takeExam(session, token, right);
    return [status, isPass(examResult.parse(body))];
  };
  expect(await takesExam(0)).toEqual([202, false]);
  expect(await takesExam()).toEqual([202, true]);
});

test.each([
  ['chunked', 'transfer-encoding', 'chunked'],
  ['gzip', 'content-encoding', 'gzip'],
])('%s', async (name, header, value) => {
  const server = await serve(await createBackend({ harmless: [name] }));
  const response = await fetch(`${server.url}/api/contents/private`);
  expect(response.headers.get(header)).toBe(value);
  expect(await response.json()).toHaveLength(3);
  await server.close();
});

test('slow', async () => {
  const { call } = await startSession({ harmless: ['slow'] });
  vi.useFakeTimers();
  let isHere = false;
  const response = call('contents.list').then(() => {
    isHere = true;
  });
  await vi.advanceTimersByTimeAsync(59);
  expect(isHere).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await response;
  vi.useRealTimers();
});

test('what is counted is counted by each backend for itself', async () => {
  const start = () => startSession({ applicants: 12, harmless: ['login-locks', 'rate-limits'] });
  const logInStatus = async ({ call }: Session, typedPassword: string) =>
    (await call('auth.login', { body: { email, password: typedPassword } })).status;
  const busySession = await start();
  for (let count = 0; count < 14; count += 1) await logInStatus(busySession, 'Wrong2025');
  expect(await logInStatus(busySession, password)).toBe(429);
  expect(await logInStatus(busySession, password)).toBe(401);
  expect(await logInStatus(await start(), password)).toBe(200);
});
