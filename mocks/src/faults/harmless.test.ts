/** Every harmless variation does what its name says, and nothing that would break an exam. */
import {
  applicantExamples,
  examResult,
  isPass,
  program,
  readMessage,
  toEducationData,
} from '@one-planet/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { createBackend, harmlessList, precreatedEmailIn } from '../index.ts';
import { type Served, serve } from '../node.ts';
import {
  activationToken,
  logIn,
  mailsTo,
  register,
  registrationOf,
  takeExam,
  uploadPicture,
} from '../testing/journey.ts';
import {
  bodyOf,
  compareHarmless,
  type Observe,
  precreated,
  readsReceipt,
  statusOf,
} from '../testing/observe.ts';
import { type Session, startSession } from '../testing/session.ts';

let served: Served | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await served?.close();
});

const education = toEducationData(applicantExamples.hana.education);
const email = precreatedEmailIn('ACTIVATED');
const unknown = 'nobody@example.com';
const newcomer = 'new@example.com';
const registration = registrationOf(newcomer);
const password = 'Precreated2025';
const list = '/api/contents/private';
const [json, text] = ['application/json', 'text/plain'];

const logsIn = (address: string, typed: string) =>
  statusOf('auth.login', { body: { email: address, password: typed } });

async function edits(session: Session) {
  const { token, id } = await precreated(session, 'ACTIVATED');
  const { firstName, middleName, lastName } = registrationOf(email);
  const body = { firstName, middleName, lastName, phone: '0911000000', email };
  const sent = { params: { applicantId: id }, body, token };
  return (await session.call('applicants.editProfile', sent)).status;
}

async function registersOnly(session: Session) {
  await register(session, newcomer);
  return logsIn(newcomer, password)(session);
}

async function readsForeign(session: Session) {
  const { token } = await precreated(session, 'TOOK_EXAM');
  return (await session.call('applicants.getByEmail', { params: { email }, token })).status;
}

async function startsTwice(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  const start = async () => (await session.call('exams.create', { token })).status;
  return [await start(), await start()];
}

async function followsOlderLink(session: Session) {
  const token = await register(session, newcomer);
  await session.call('applicants.resendEmail', {
    params: { email: newcomer },
    body: { email: newcomer },
  });
  const older = await session.call('applicants.activate', { params: { token } });
  const params = { token: await activationToken(session, newcomer) };
  const newer = await session.call('applicants.activate', { params });
  return [older.status < 300, newer.status < 300];
}

async function forgets(session: Session) {
  await session.call('auth.forgotPassword', { body: { email } });
  return logsIn(email, password)(session);
}

/** Changes a password in one of two sessions. @returns what the two may do then */
async function changesPassword(session: Session) {
  const [own, other] = [
    await logIn(session, email, password),
    await logIn(session, email, password),
  ];
  const body = { email, password: 'Changed2025' };
  await session.call('auth.changePassword', { body, token: own });
  const read = async (token: string) =>
    (await session.call('applicants.getByEmail', { params: { email }, token })).status;
  return [await read(own), await read(other)];
}

async function sendsFalseToken({ raw }: Session) {
  const headers = { authorization: 'Bearer false' };
  return (await raw('/api/programs/private', { headers })).status;
}

async function typeOfList({ raw }: Session) {
  return (await raw(list)).headers.get('content-type');
}

/** The forms of a refusal in JSON and of one in text, and whether a message can be read from both. */
async function refusals({ call }: Session) {
  const body = { email, password: 'Wrong2025' };
  const came = [
    await call('auth.login', { body }),
    await call('applicants.register', { body: { ...registration, firstName: '' } }),
  ];
  const types = came.map(({ headers }) => headers.get('content-type')?.split(';')[0]);
  return [...types, came.every((it) => /\w/.test(readMessage(it.body)))];
}

async function registers({ call }: Session) {
  const { status, headers, bytes } = await call('applicants.register', { body: registration });
  return [status, headers.get('content-type')?.split(';')[0], bytes.length > 0];
}

async function uploads(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  return /^".*"$/.test(await uploadPicture(session, token));
}

async function mailsAfterRegistration(session: Session) {
  await register(session, newcomer);
  const mails = await mailsTo(session, newcomer);
  return mails.map(({ text }) => text.split('\n')[0]?.slice(0, 7));
}

async function questions(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  const { body } = await session.call('exams.create', { token });
  const again = await session.call('exams.create', { token });
  const sizes = body.examQuestionDtoList.map((it) => it.questionDto.questionChoiceDtoList.length);
  const same = JSON.stringify(again.body) === JSON.stringify(body);
  return [sizes.length, Math.min(...sizes), Math.max(...sizes), same];
}

async function tokenParts(session: Session) {
  return (await logIn(session, email, password)).split('.').length;
}

async function twoTokens(session: Session) {
  const [one, other] = [
    await logIn(session, email, password),
    await logIn(session, email, password),
  ];
  return one === other;
}

async function locks(session: Session) {
  for (let count = 0; count < 5; count += 1) await logsIn(email, 'Wrong2025')(session);
  return logsIn(email, password)(session);
}

async function refusal({ call }: Session) {
  const { bytes } = await call('applicants.register', {
    body: { ...registration, firstName: '', email: 'x' },
  });
  return new TextDecoder().decode(bytes);
}

async function limited(session: Session) {
  const statuses = new Set<unknown>();
  for (let count = 0; count < 15; count += 1) statuses.add(await logsIn(email, password)(session));
  return [...statuses];
}

async function date({ raw }: Session) {
  const { headers } = await raw(list);
  return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 60_000);
}

const programCount: Observe = async ({ call }) => (await call('programs.list')).body.length;
const strict = statusOf('applicants.saveEducationData', {
  state: 'BIOGRAPHIC_APPLICANT2',
  body: { ...applicantExamples.hana.education, more: 1 },
});

const programIds = bodyOf('programs.list', {}, (list) => list.map(({ id }) => id));
const keys = bodyOf('programs.list', {}, (list) => Object.keys(list[0] ?? {}));
const firstProgram = bodyOf('programs.list', {}, ([first]) => program.parse(first).modality);

/** The text of what a pending payment is answered with. */
async function pendingText(session: Session) {
  const { token } = await precreated(session, 'TOOK_EXAM');
  const { bytes } = await session.call('payments.getPending', { token });
  return new TextDecoder().decode(bytes).match(/"paymentAmount":[^,}]*/)?.[0];
}

const examId = bodyOf('exams.create', { state: 'ACTIVATED' }, ({ examDto }) => examDto.id);
const offerIds = bodyOf('batchPrograms.applicable', { state: 'READY_TO_APPLY' }, ([first]) => [
  typeof first?.id,
  typeof first?.program.id,
]);

test.each<[name: string, observe: Observe, usual: unknown, changed: unknown]>([
  [
    'success-201',
    statusOf('applicants.saveEducationData', { state: 'BIOGRAPHIC_APPLICANT2', body: education }),
    200,
    201,
  ],
  ['success-204', edits, 200, 204],
  ['login-417', logsIn(email, 'Wrong2025'), 401, 417],
  ['login-unknown-401', logsIn(unknown, password), 404, 401],
  ['login-unactivated-404', registersOnly, 401, 404],
  ['input-422', statusOf('applicants.register', { body: {} }), 400, 422],
  ['input-422', statusOf('auth.forgotPassword', { body: { email: unknown } }), 400, 400],
  ['foreign-404', readsForeign, 403, 404],
  [
    'wrong-state-400',
    statusOf('applicants.saveEducationData', { state: 'ACTIVATED', body: education }),
    409,
    400,
  ],
  ['optional-token-401', sendsFalseToken, 200, 401],
  ['running-exam-refused', startsTwice, [201, 201], [201, 409]],
  ['receipt-after-verification', readsReceipt, 200, 404],
  ['profile-without-token', statusOf('applicants.getByEmail', { params: { email } }), 401, 200],
  ['newest-link-only', followsOlderLink, [true, false], [false, true]],
  ['forgotten-password-ends', forgets, 200, 401],
  ['other-sessions-end', changesPassword, [200, 200], [200, 401]],
  [
    'state-before-input',
    statusOf('applicants.saveEducationData', { state: 'ACTIVATED', body: {} }),
    400,
    409,
  ],
  ['charset', typeOfList, json, 'application/json;charset=UTF-8'],
  ['header-case', typeOfList, json, 'Application/JSON'],
  ['refusals-in-json', refusals, [json, text, true], [json, json, true]],
  ['refusals-in-text', refusals, [json, text, true], [text, text, true]],
  [
    'problem-json',
    refusals,
    [json, text, true],
    ['application/problem+json', 'application/problem+json', true],
  ],
  ['free-form-text', registers, [201, json, true], [201, text, true]],
  ['free-form-empty', registers, [201, json, true], [201, undefined, false]],
  ['quoted-upload-name', uploads, false, true],
  [
    'security-headers',
    async ({ raw }) => (await raw(list)).headers.has('strict-transport-security'),
    false,
    true,
  ],
  ['mails-amharic', mailsAfterRegistration, ['Dear HA'], ['ውድ አመልካ']],
  ['mails-html-only', mailsAfterRegistration, ['Dear HA'], ['']],
  ['exam-of-3', questions, [10, 3, 5, true], [3, 2, 4, true]],
  ['exam-of-100', questions, [10, 3, 5, true], [100, 2, 6, true]],
  ['tokens-jwt', tokenParts, 1, 3],
  ['tokens-kept', twoTokens, false, true],
  ['login-locks', locks, 200, 401],
  ['strict-parser', strict, 200, 400],
  [
    'errors-all',
    refusal,
    'First name is required',
    'firstName: First name is required; firstName: First name must contain only alphabetic characters; email: Invalid email address',
  ],
  ['errors-none', refusal, 'First name is required', '{"message":"Bad Request"}'],
  ['rate-limits', limited, [200], [200, 429]],
  ['clock-ahead', date, Number.NaN, 5],
  ['clock-behind', date, Number.NaN, -5],
  ['programs-1000', programCount, 6, 1000],
  ['null-optionals', firstProgram, expect.stringMatching(/\w/), null],
  ['missing-optionals', firstProgram, expect.stringMatching(/\w/), undefined],
  ['ids-as-strings', offerIds, ['number', 'number'], ['string', 'string']],
  ['numbers-as-text', pendingText, '"paymentAmount":500', '"paymentAmount":"500"'],
  ['decimal-amounts', pendingText, '"paymentAmount":500', '"paymentAmount":500.0'],
])('%s', async (name, observe, usual, changed) => {
  expect(await compareHarmless(name, observe)).toEqual([usual, changed]);
});

test.each<[name: string, observe: Observe, change: (usual: unknown[]) => unknown[]]>([
  ['key-order-reversed', keys, (usual) => [...usual].reverse()],
  ['extra-fields', keys, (usual) => [...usual, 'version', 'modifiedBy']],
  ['lists-reversed', programIds, (usual) => [...usual].reverse()],
])('%s', async (name, observe, change) => {
  const [usual, changed] = await compareHarmless(name, observe);
  expect(changed).toEqual(change(usual as unknown[]));
});

test('ids-large', async () => {
  const [usual, large] = (await compareHarmless('ids-large', examId)) as [number, number];
  expect(usual).toBeLessThan(10_000);
  expect(large).toBeGreaterThan(2 ** 53 - 1_000_001);
  expect(Number.isSafeInteger(large)).toBe(true);
});

test.each(harmlessList)('with $name an exam is failed and passed', async ({ name }) => {
  const session = await startSession({ applicants: 3, harmless: [name] });
  const { token } = await precreated(session, 'ACTIVATED');
  const takes = async (right?: number) => {
    const { status, body } = await takeExam(session, token, right);
    return [status, isPass(examResult.parse(body))];
  };
  expect(await takes(0)).toEqual([202, false]);
  expect(await takes()).toEqual([202, true]);
});

test.each([
  ['chunked', 'transfer-encoding', 'chunked'],
  ['gzip', 'content-encoding', 'gzip'],
])('%s', async (name, header, value) => {
  served = await serve(await createBackend({ harmless: [name] }));
  const read = await fetch(`${served.url}${list}`);
  expect(read.headers.get(header)).toBe(value);
  expect(await read.json()).toHaveLength(3);
});

test('slow', async () => {
  const { call } = await startSession({ harmless: ['slow'] });
  vi.useFakeTimers();
  let isHere = false;
  const answer = call('contents.list').then(() => {
    isHere = true;
  });
  await vi.advanceTimersByTimeAsync(59);
  expect(isHere).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await answer;
});

test('mails that come late, and between others', async () => {
  const session = await startSession({ harmless: ['mails-others'] });
  const [newest, oldest] = await mailsAfterRegistration(session);
  expect([newest, oldest]).toEqual(['Our new', 'Welcome']);
  await expect.poll(async () => (await mailsTo(session, newcomer)).length).toBe(3);
});

test('a session of two minutes', async () => {
  let now = Date.now();
  const session = await startSession({
    applicants: 12,
    harmless: ['sessions-of-two-minutes'],
    now: () => now,
  });
  const token = await logIn(session, email, password);
  const reads = async () =>
    (await session.call('applicants.getByEmail', { params: { email }, token })).status;
  expect(await reads()).toBe(200);
  now += 121_000;
  expect(await reads()).toBe(401);
});

test('what is counted is counted by each backend for itself', async () => {
  const start = () => startSession({ applicants: 12, harmless: ['login-locks', 'rate-limits'] });
  const rightly = logsIn(email, password);
  const busy = await start();
  for (let count = 0; count < 14; count += 1) await logsIn(email, 'Wrong2025')(busy);
  expect(await rightly(busy)).toBe(429);
  expect(await rightly(busy)).toBe(401);
  expect(await rightly(await start())).toBe(200);
});
