/** Behaviour of the mock that no check covers. tests/mock.test.ts runs the checks on the mock and so covers the rest. */
import {
  applicantExamples,
  applicantStates,
  limits,
  readMessage,
  stateMoves,
  toBioData,
  toProfileUpdate,
} from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { applicantsForEveryState, precreatedEmailIn, staffAccount } from './index.ts';
import {
  decideAsStaff,
  logIn,
  logInPrecreated,
  prepareDeposit,
  readMailsTo,
  readStateOf,
  takeExam,
  uploadPicture,
  walkToState,
} from './testing/journey.ts';
import { type ReceivedResponse, type Session, startSession } from './testing/session.ts';

const email = 'hana@example.com';
const json = 'application/json';

test.each([
  ['a form instead of JSON', 'a=b', 'application/x-www-form-urlencoded', 415],
  ['bytes that are no text', Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]), json, 400],
  ['more than a megabyte', JSON.stringify({ email: 'x'.repeat(1024 * 1024) }), json, 413],
])('%s is refused with a readable message', async (_, body, type, status) => {
  const { raw } = await startSession();
  const headers = { 'content-type': type };
  const response = await raw('/api/auth/public/login', { method: 'POST', headers, body });
  expect(response.status).toBe(status);
  expect(readMessage(response.body)).toMatch(/\w+ \w+/);
});

const formDataWith = (name: string, value: string | Blob) => {
  const data = new FormData();
  data.set(name, value);
  return data;
};
const multipartType = 'multipart/form-data; boundary=x';

test.each<[what: string, body: BodyInit, type: string | undefined, status: number]>([
  ['under another name', formDataWith('picture', new Blob(['x'])), undefined, 400],
  ['that is text', formDataWith('file', 'text'), undefined, 400],
  ['in JSON', '{}', json, 415],
  ['without parts', 'no parts', multipartType, 400],
  ['that ends in its head', '--x\r\ncontent-disposition: form-data; name="fi', multipartType, 400],
  ['of bytes', Uint8Array.from([0, 255, 13, 10, 45, 45, 120]), multipartType, 400],
])('a file %s is refused', async (_what, body, type, status) => {
  const session = await startSession();
  const { token } = await walkToState(session, 'ACTIVATED');
  const headers = { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) };
  const response = await session.raw('/api/files/private/upload_v2', {
    method: 'POST',
    headers,
    body,
  });
  expect(response).toMatchObject({ status, body: expect.stringMatching(/\w/) });
});

test('methods that are not offered are refused with those that are, and odd paths without any', async () => {
  const { raw } = await startSession();
  const wrongMethodResponse = await raw('/api/programs/private', { method: 'DELETE' });
  expect([wrongMethodResponse.status, wrongMethodResponse.headers.get('allow')]).toEqual([
    405,
    'GET, HEAD',
  ]);
  expect(wrongMethodResponse.headers.get('access-control-expose-headers')).toBe('retry-after');
  expect((await raw('/api/auth/public/login/')).status).toBe(404);
  expect((await raw('/elsewhere')).status).toBe(404);
  const malformedPathResponse = await raw('/api/applicants/public/active/%E0%A4%A', {
    method: 'POST',
  });
  expect(malformedPathResponse.status).toBe(400);
});

test('update_user changes names and phone, and nothing else', async () => {
  const session = await startSession();
  const { token, id } = await walkToState(session, 'ACTIVATED');
  const updateUser = (body: object) => session.call('auth.updateUser', { body, token });
  expect((await updateUser({ firstName: 'LILI' })).status).toBe(200);
  expect((await updateUser({ role: 'ROLE_ADMIN' })).status).toBe(400);
  const { body } = await session.call('auth.getUser', { params: { userId: id }, token });
  expect(body.firstName).toBe('LILI');
});

test("another applicant's address in a profile, or her id in a biography, is refused", async () => {
  const session = await startSession({ applicants: applicantsForEveryState });
  const { token, id } = await logInPrecreated(session, 'BIOGRAPHIC_APPLICANT');
  const otherApplicant = { email: precreatedEmailIn('APPLIED'), id: 1001 };
  const { bio, register } = applicantExamples.hana;
  const profileEdit = {
    params: { applicantId: id },
    body: toProfileUpdate(register, otherApplicant.email),
    token,
  };
  expect((await session.call('applicants.editProfile', profileEdit)).status).toBe(400);
  const fileNames = { profilePicture: 'a.png', educationDocument: 'a.pdf' };
  const body = toBioData(
    { ...bio, profilePicture: undefined, educationDocument: undefined },
    { ...fileNames, id: otherApplicant.id },
  );
  expect((await session.call('applicants.saveBioData', { body, token })).status).toBe(403);
});

test('staff read the files of applicants', async () => {
  const session = await startSession();
  const { token } = await walkToState(session, 'ACTIVATED');
  const params = { fileName: await uploadPicture(session, token) };
  const staffToken = await logIn(session, staffAccount.email, staffAccount.password);
  expect((await session.call('files.get', { params, token: staffToken })).status).toBe(200);
});

const staffMoves = stateMoves.filter(({ movedBy }) => movedBy.startsWith('staff.'));

test.each(staffMoves)('$movedBy is possible in $from only', async ({ movedBy, from: needs }) => {
  const session = await startSession({ applicants: applicantsForEveryState });
  for (const state of applicantStates.slice(1)) {
    const applicant = await logInPrecreated(session, state);
    const { status } = await decideAsStaff(
      session,
      movedBy.slice('staff.'.length),
      applicant.email,
    );
    expect([state, status]).toEqual([state, state === needs ? 200 : 409]);
  }
});

test('a rejected payment is due again under the same code', async () => {
  const session = await startSession();
  const applicant = await walkToState(session, 'ACTIVATION_PAID');
  const { payments } = (
    await session.raw<{ payments: { paymentCode: string }[] }>('/_mock/staff.json')
  ).body;
  await decideAsStaff(session, 'reject', applicant.email);
  expect(await prepareDeposit(session, applicant.token)).toMatchObject({
    paymentCode: payments[0]?.paymentCode,
  });
});

describe('an exam', () => {
  const startTime = 1_700_000_000_000;

  test('that is passed mails the code to pay with', async () => {
    const session = await startSession();
    const { token } = await walkToState(session, 'ACTIVATED', email);
    const { body } = await takeExam(session, token);
    const [mail] = await readMailsTo(session, email);
    const textWithCode = expect.stringContaining(body.paymentDto?.paymentCode ?? 'a code');
    expect(mail).toMatchObject({ kind: 'payment-code', text: textWithCode });
  });

  test('is passed with 60 % of right answers, and not with less', async () => {
    const session = await startSession();
    for (const [less, state] of [
      [0, 'TOOK_EXAM'],
      [1, 'ACTIVATED'],
    ] as const) {
      const applicant = await walkToState(session, 'ACTIVATED', `less${less}@example.com`);
      const { body } = await session.call('exams.create', { token: applicant.token });
      const rightCount = Math.ceil(body.examQuestionDtoList.length * 0.6) - less;
      expect((await takeExam(session, applicant.token, rightCount)).status).toBe(202);
      expect(await readStateOf(session, applicant)).toBe(state);
    }
  });

  test('that is failed can be taken again as often as the rule says', async () => {
    const session = await startSession({ retakes: 1 });
    const { token } = await walkToState(session, 'ACTIVATED');
    for (const _ of ['first', 'second'])
      expect((await takeExam(session, token, 0)).body.resultDesc).toBe('Fail');
    const body = { message: expect.stringContaining('System notice') };
    expect(await session.call('exams.create', { token })).toMatchObject({ status: 409, body });
  });

  test('counts until ten seconds after its deadline, and is failed later', async () => {
    let currentTime = startTime;
    const session = await startSession({ now: () => currentTime, examMinutes: 2 });
    for (const [lateMs, result] of [
      [10_000, 'Pass'],
      [10_001, 'Fail'],
    ] as const) {
      const { token } = await walkToState(session, 'ACTIVATED', `late${lateMs}@example.com`);
      const { status, body } = await takeExam(session, token, undefined, () => {
        currentTime += 2 * 60_000 + lateMs;
      });
      expect([status, body.resultDesc]).toEqual([202, result]);
    }
  });

  test('that ran out unseen counts as failed when the next one starts', async () => {
    let now = startTime;
    const session = await startSession({ now: () => now, retakes: 0 });
    const { token } = await walkToState(session, 'ACTIVATED');
    expect((await session.call('exams.create', { token })).status).toBe(201);
    now += 21 * 60_000;
    expect((await session.call('exams.create', { token })).status).toBe(409);
  });
});

test('a session ends 50 minutes after login; others go on', async () => {
  let now = 1_700_000_000_000;
  const session = await startSession({ now: () => now });
  const applicant = await walkToState(session, 'ACTIVATED', email);
  now += limits.session.lifetimeMs - 1;
  expect(await readStateOf(session, applicant)).toBe('ACTIVATED');
  const secondToken = await logIn(session, email);
  now += 1;
  const profileStatus = async (token: string) =>
    (await session.call('applicants.getByEmail', { params: { email }, token })).status;
  expect([await profileStatus(applicant.token), await profileStatus(secondToken)]).toEqual([
    401, 200,
  ]);
});

describe('paying online', () => {
  const paymentOrder = { price: 500, currency: 'ETB', method: 'arifpay', intent: 'SALE' };
  const startOnlinePayment = ({ call }: Session, token: string) =>
    call('payments.payOnline', { body: { ...paymentOrder, description: 'Fee' }, token });

  test('counts once, on whichever page of the provider', async () => {
    const session = await startSession({ siteOrigin: 'http://site.test' });
    const applicant = await walkToState(session, 'TOOK_EXAM');
    const { token } = applicant;
    const providerPages = [
      (await startOnlinePayment(session, token)).body,
      (await startOnlinePayment(session, token)).body,
    ].map(({ redirect }) => new URL(redirect).pathname);
    expect(providerPages[0]).not.toBe(providerPages[1]);
    const pressButton = (path: string | undefined, action: string, accept = 'text/html') =>
      session.raw(`${path}/${action}`, { method: 'POST', headers: { accept } });
    const cancelResponse = await pressButton(providerPages[0], 'cancel');
    expect(cancelResponse.headers.get('location')).toBe(
      'http://site.test/applicant/offline_payment',
    );
    expect(await readStateOf(session, applicant)).toBe('TOOK_EXAM');
    const payResponse = await pressButton(providerPages[0], 'pay');
    const verification = 'http://site.test/applicant/pending_pay_verification';
    expect([payResponse.status, payResponse.headers.get('location')]).toEqual([303, verification]);
    for (const pagePath of providerPages)
      expect((await pressButton(pagePath, 'pay', json)).body).toEqual({ paid: true });
    const { body } = await session.raw<{ payments: unknown[] }>('/_mock/staff.json');
    expect(body.payments).toHaveLength(1);
  });
});

describe('at the same moment', () => {
  /** Sends a call five times at once. @returns the statuses, sorted */
  async function sendFiveAtOnce(send: () => Promise<ReceivedResponse>): Promise<number[]> {
    const responses = await Promise.all(Array.from({ length: 5 }, send));
    return responses.map(({ status }) => status).sort();
  }

  test('a temporary password works once', async () => {
    const session = await startSession();
    await walkToState(session, 'ACTIVATED', email);
    await session.call('auth.forgotPassword', { body: { email } });
    const [mail] = await readMailsTo(session, email);
    const body = { email, password: mail?.temporaryPassword };
    const statuses = await sendFiveAtOnce(() => session.call('auth.login', { body }));
    expect(statuses).toEqual([200, 401, 401, 401, 401]);
  });

  test('an exam is started once, and handed in once', async () => {
    const session = await startSession();
    const { token } = await walkToState(session, 'ACTIVATED');
    expect(await sendFiveAtOnce(() => session.call('exams.create', { token }))).toEqual(
      Array(5).fill(201),
    );
    expect((await session.raw('/_mock/state.json')).body).toMatchObject({ exams: 1 });
    const { examDto } = (await session.call('exams.create', { token })).body;
    const body = { id: examDto.id, results: '' };
    const statuses = await sendFiveAtOnce(() => session.call('exams.submit', { body, token }));
    expect(statuses).toEqual([202, 409, 409, 409, 409]);
  });
});
