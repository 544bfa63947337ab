import { expect, test } from 'vitest';
import { register } from '../testing/journey.ts';
import { bodyOf, type Case, compare, emailIn, precreated } from '../testing/observe.ts';
import { uploadPicture } from '../testing/payloads.ts';
import type { Session } from '../testing/session.ts';

const login = { body: { email: emailIn('ACTIVATED'), password: 'Precreated2025' } };
const online = {
  state: 'TOOK_EXAM',
  body: { price: 500, currency: 'ETB', method: 'arifpay', intent: 'SALE', description: 'Fee' },
} as const;
const exam = { state: 'ACTIVATED' } as const;
const has = (field: string) => (body: object) => field in body;
const firstHas = (field: string) => (list: readonly object[]) => field in (list[0] ?? {});

async function activation(session: Session) {
  const token = await register(session, 'new@example.com');
  return (await session.call('applicants.activate', { params: { token } })).body.status;
}

async function profileHasStatus(session: Session) {
  const { email, token } = await precreated(session, 'ACTIVATED');
  const { body } = await session.call('applicants.getByEmail', { params: { email }, token });
  return 'status' in body;
}

async function accountFields(session: Session) {
  const { id, token } = await precreated(session, 'ACTIVATED');
  return Object.keys((await session.call('auth.getUser', { params: { userId: id }, token })).body);
}

/** What a receipt says is found by the payment code of the staff page's list. */
async function receiptHasAmount(session: Session) {
  const waiting = await session.raw<{ payments: { paymentCode: string }[] }>('/_mock/staff.json');
  const params = { paymentCode: waiting.body.payments[0]?.paymentCode ?? '' };
  return 'paymentAmount' in (await session.call('payments.getReceipt', { params })).body;
}

async function upload(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  return typeof (await uploadPicture(session, token));
}

const cases: Case[] = [
  ['roles-as-strings', bodyOf('auth.login', login, (it) => typeof it.roles[0]), 'object', 'string'],
  ['role-missing', bodyOf('auth.login', login, has('roles')), true, false],
  ['should-change-missing', bodyOf('auth.login', login, has('shouldChangePassword')), true, false],
  ['token-renamed', bodyOf('auth.login', login, has('token')), true, false],
  [
    'snake-case',
    accountFields,
    ['firstName', 'middleName', 'lastName', 'phone'],
    ['first_name', 'middle_name', 'last_name', 'phone'],
  ],
  ['activation-status-early', activation, 'NOT_ACTIVATED', 'ACTIVATED'],
  ['profile-without-status', profileHasStatus, true, false],
  ['redirect-missing', bodyOf('payments.payOnline', online, has('redirect')), true, false],
  ['receipt-without-amount', receiptHasAmount, true, false],
  [
    'amount-as-string',
    bodyOf('payments.getPending', { state: 'TOOK_EXAM' }, (it) => it.paymentDto.paymentAmount),
    500,
    'ETB 500',
  ],
  ['list-null', bodyOf('programs.list', {}, Array.isArray), true, false],
  [
    'courses-null',
    bodyOf('programs.courses', { params: { programId: 14 } }, Array.isArray),
    true,
    false,
  ],
  ['data-wrapped', bodyOf('contents.list', {}, has('data')), false, true],
  ['programme-without-name', bodyOf('programs.list', {}, firstHas('name')), true, false],
  ['account-without-number', bodyOf('bankAccounts.list', {}, firstHas('account')), true, false],
  [
    'applicable-without-id',
    bodyOf('batchPrograms.applicable', { state: 'READY_TO_APPLY' }, firstHas('id')),
    true,
    false,
  ],
  [
    'duration-as-string',
    bodyOf('exams.create', exam, (it) => it.examDto.duration),
    20,
    '20 minutes',
  ],
  [
    'exam-without-choices',
    bodyOf('exams.create', exam, (it) =>
      it.examQuestionDtoList.every((question) => question.questionDto.questionChoiceDtoList[0]),
    ),
    true,
    false,
  ],
  [
    'question-ids-repeated',
    bodyOf('exams.create', exam, ({ examQuestionDtoList: all }) => all[0]?.id === all[1]?.id),
    false,
    true,
  ],
  [
    'choice-ids-missing',
    bodyOf('exams.create', exam, (it) =>
      firstHas('id')(it.examQuestionDtoList[0]?.questionDto.questionChoiceDtoList ?? []),
    ),
    true,
    false,
  ],
  ['bio-summary-404', bodyOf('applicants.getBioData', exam, has('nationality')), true, false],
  ['upload-as-object', upload, 'string', 'object'],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});

/** The status and content type of an answer, and the last sign of its text. */
function readsText(path: string) {
  return async ({ backend }: Session) => {
    const response = await backend.fetch(new Request(`http://mock.test/api${path}`));
    const { status, headers } = response;
    return [status, headers.get('content-type')?.split(';')[0], (await response.text()).at(-1)];
  };
}

test.each<Case>([
  [
    'json-as-text',
    readsText('/programs/private'),
    [200, 'application/json', ']'],
    [200, 'text/plain', ']'],
  ],
  [
    'json-cut-off',
    readsText('/bank-accounts/private'),
    [200, 'application/json', ']'],
    [200, 'application/json', expect.not.stringContaining(']')],
  ],
  [
    'html-login-page',
    readsText('/applicants/private/get_bio_data'),
    [401, 'application/json', '}'],
    [200, 'text/html', '\n'],
  ],
])('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
