/** Every harmless variation changes something that a client can see, and nothing that would break an exam. */
import { applicantExamples, examResult, isPass, toEducationData } from '@one-planet/contract';
import { applicantsForEveryState, createBackend, precreatedEmailIn } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  logIn,
  logInPrecreated,
  prepareDeposit,
  readActivationToken,
  readMailsTo,
  registrationBodyFor,
  takeExam,
  uploadPicture,
} from '../../../mocks/src/testing/journey.ts';
import { type Session, startSession } from '../../../mocks/src/testing/session.ts';
import { variations } from './all-faults.ts';

const email = precreatedEmailIn('ACTIVATED');
const password = 'Precreated2025';
const newEmail = 'new@example.com';
const education = toEducationData(applicantExamples.hana.education);

/** What a client sees of a backend on a long way through it: statuses, types and texts, in order. */
async function transcriptOf(variationNames: readonly string[]): Promise<string[]> {
  let now = Date.UTC(2026, 0, 5, 9);
  const {
    call: send,
    raw,
    backend,
  } = await startSession({
    applicants: 2 * applicantsForEveryState,
    faults: variationNames,
    now: () => now,
  });
  const transcript: string[] = [];
  const call: Session['call'] = async (name, sent) => {
    const response = await send(name, sent);
    const contentType = response.headers.get('content-type');
    const clockOffsetMs = Date.parse(response.headers.get('date') ?? '') - Date.now();
    const headerNamesText = [...response.headers.keys()].join();
    transcript.push(
      `${name} ${response.status} ${contentType} ${Math.round(clockOffsetMs / 60_000)} ${headerNamesText}`,
    );
    transcript.push(new TextDecoder().decode(response.bytes));
    return response;
  };
  const session: Session = { call, raw, backend };
  const logInWith = (loginEmail: string, typedPassword: string) =>
    call('auth.login', { body: { email: loginEmail, password: typedPassword } });

  await call('contents.list', { token: 'false' });
  await call('programs.list');
  await call('applicants.register', { body: {} });
  await call('applicants.register', {
    body: { ...registrationBodyFor(newEmail), firstName: '', email: 'x' },
  });
  await call('applicants.register', { body: registrationBodyFor(newEmail) });
  const siblingEmail = 'sibling@example.com';
  await call('applicants.register', { body: registrationBodyFor(siblingEmail) });
  const olderLinkParams = { token: await readActivationToken(session, newEmail) };
  transcript.push(JSON.stringify(await readMailsTo(session, newEmail)));
  await logInWith(newEmail, password);
  await logInWith('nobody@example.com', password);
  await call('auth.forgotPassword', { body: { email: 'nobody@example.com' } });
  await call('applicants.resendEmail', { params: { email: newEmail }, body: { email: newEmail } });
  await call('applicants.activate', { params: olderLinkParams });

  const applicant = await logInPrecreated(session, 'ACTIVATED');
  const { token } = applicant;
  const profileInput = { params: { email } };
  await call('applicants.getByEmail', profileInput);
  await call('applicants.getByEmail', {
    ...profileInput,
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
  transcript.push(JSON.stringify((await takeExam(session, token, 0)).body));

  const applicantWithExam = await logInPrecreated(session, 'TOOK_EXAM');
  const { paymentDto } = (await call('payments.getPending', { token: applicantWithExam.token }))
    .body;
  const body = await prepareDeposit(session, applicantWithExam.token);
  await call('payments.makeOffline', { body, token: applicantWithExam.token });
  const otherToken = await logIn(session, precreatedEmailIn('TOOK_EXAM', 2), password);
  const secondDeposit = {
    ...(await prepareDeposit(session, otherToken)),
    transactionReference: body.transactionReference,
  };
  await call('payments.makeOffline', { body: secondDeposit, token: otherToken });
  await call('payments.getReceipt', { params: { paymentCode: paymentDto.paymentCode } });
  await call('payments.getReceipt', {
    params: { paymentCode: paymentDto.paymentCode },
    token: (await logInPrecreated(session, 'APPLIED')).token,
  });
  const { payments } = (await raw<{ payments: { paymentCode: string }[] }>('/_mock/staff.json'))
    .body;
  await call('payments.getReceipt', { params: { paymentCode: payments[0]?.paymentCode ?? '' } });
  await call('batchPrograms.applicable', { token: applicantWithExam.token });
  const secondApplicant = await logInPrecreated(session, 'BIOGRAPHIC_APPLICANT2');
  await call('applicants.saveEducationData', {
    body: { ...education, more: 1 },
    token: secondApplicant.token,
  });
  await call('applicants.saveEducationData', { body: education, token: secondApplicant.token });
  await call('batchPrograms.applicable', {
    token: (await logInPrecreated(session, 'READY_TO_APPLY')).token,
  });

  const secondToken = await logIn(session, email, password);
  await call('auth.forgotPassword', { body: { email } });
  await logInWith(email, password);
  const otherCredentials = { email: 'nobody@example.com', password: 'Changed2025' };
  await call('auth.changePassword', { body: otherCredentials, token });
  await call('auth.changePassword', { body: { email, password: 'Changed2025' }, token });
  await call('auth.changePassword', { body: { email, password: 'Changed2025' }, token });
  for (const sessionToken of [token, secondToken])
    await call('applicants.getByEmail', { ...profileInput, token: sessionToken });
  const thirdApplicant = await logInPrecreated(session, 'APPLIED');
  now += 121_000;
  await call('applicants.getByEmail', {
    params: { email: thirdApplicant.email },
    token: thirdApplicant.token,
  });
  for (let attempt = 0; attempt < 15; attempt += 1)
    await logInWith(thirdApplicant.email, 'Wrong2025');
  await logInWith(thirdApplicant.email, password);
  return transcript;
}

let usualTranscript: readonly string[];
beforeAll(async () => {
  usualTranscript = await transcriptOf([]);
  expect(await transcriptOf([])).toEqual(usualTranscript);
});

/** Seen in the time or the form of an answer over HTTP alone. */
const transportVariations = ['slow', 'chunked', 'gzip'];

test.each(variations.filter(({ name }) => !transportVariations.includes(name)))(
  '$name: $sentence',
  async ({ name }) => {
    expect(await transcriptOf([name]).catch(String)).not.toEqual(usualTranscript);
  },
);

test.each(variations)('with $name an exam is failed and passed', async ({ name }) => {
  const session = await startSession({ applicants: 3, faults: [name] });
  const { token } = await logInPrecreated(session, 'ACTIVATED');
  const examOutcome = async (rightCount?: number) => {
    const { status, body } = await takeExam(session, token, rightCount);
    return [status, isPass(examResult.parse(body))];
  };
  expect(await examOutcome(0)).toEqual([202, false]);
  expect(await examOutcome()).toEqual([202, true]);
});

test.each([
  ['chunked', 'transfer-encoding', 'chunked'],
  ['gzip', 'content-encoding', 'gzip'],
])('%s', async (name, header, value) => {
  const server = await serve(await createBackend({ faults: [name] }));
  const response = await fetch(`${server.url}/api/contents/private`);
  expect(response.headers.get(header)).toBe(value);
  expect(await response.json()).toHaveLength(3);
  await server.close();
});

test('slow', async () => {
  const { call } = await startSession({ faults: ['slow'] });
  vi.useFakeTimers();
  let hasResponse = false;
  const response = call('contents.list').then(() => {
    hasResponse = true;
  });
  await vi.advanceTimersByTimeAsync(59);
  expect(hasResponse).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await response;
  vi.useRealTimers();
});

test('what is counted is counted by each backend for itself', async () => {
  const startLockingSession = () =>
    startSession({ applicants: 12, faults: ['login-locks', 'rate-limits'] });
  const logInStatus = async ({ call }: Session, typedPassword: string) =>
    (await call('auth.login', { body: { email, password: typedPassword } })).status;
  const busySession = await startLockingSession();
  for (let count = 0; count < 14; count += 1) await logInStatus(busySession, 'Wrong2025');
  expect(await logInStatus(busySession, password)).toBe(429);
  expect(await logInStatus(busySession, password)).toBe(401);
  expect(await logInStatus(await startLockingSession(), password)).toBe(200);
});
