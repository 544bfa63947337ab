/** Other mail, exams, sessions, strictness and clocks. */
import { applicantExamples } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { logIn, registrationOf } from '../testing/journey.ts';
import {
  compareHarmless,
  emailIn,
  type Observe,
  precreated,
  statusOf,
} from '../testing/observe.ts';
import { type Session, startSession } from '../testing/session.ts';

const password = 'Precreated2025';
const email = emailIn('ACTIVATED');
const newcomer = registrationOf('new@example.com');

async function mailsAfterRegistration({ call, raw }: Session) {
  await call('applicants.register', { body: newcomer });
  const { body } = await raw<{ text: string }[]>('/_mock/outbox.json?to=new@example.com');
  return body.map(({ text }) => text.split('\n')[0]?.slice(0, 7));
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

async function locks({ call }: Session) {
  const tries = async (typed: string) =>
    (await call('auth.login', { body: { email, password: typed } })).status;
  for (let count = 0; count < 5; count += 1) await tries('Wrong2025');
  return tries(password);
}

async function refusal({ call }: Session) {
  const { bytes } = await call('applicants.register', {
    body: { ...newcomer, firstName: '', email: 'x' },
  });
  return new TextDecoder().decode(bytes);
}

async function limited({ call }: Session) {
  const statuses = new Set<number>();
  for (let count = 0; count < 15; count += 1) {
    statuses.add((await call('auth.login', { body: { email, password } })).status);
  }
  return [...statuses];
}

async function date({ raw }: Session) {
  const { headers } = await raw('/api/contents/private');
  return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 60_000);
}

const programCount: Observe = async ({ call }) => (await call('programs.list')).body.length;
const strict = statusOf('applicants.saveEducationData', {
  state: 'BIOGRAPHIC_APPLICANT2',
  body: { ...applicantExamples.hana.education, more: 1 },
});

test.each<[name: string, observe: Observe, usual: unknown, changed: unknown]>([
  ['mails-amharic', mailsAfterRegistration, ['Dear HA'], ['ውድ አመልካ']],
  ['mails-html-only', mailsAfterRegistration, ['Dear HA'], ['']],
  ['exam-of-3', questions, expect.anything(), [3, 2, 4, true]],
  ['exam-of-100', questions, expect.anything(), [100, 2, 6, true]],
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
])('%s', async (name, observe, usual, changed) => {
  expect(await compareHarmless(name, observe)).toEqual([usual, changed]);
});

test('mails that come late, and between others', async () => {
  const session = await startSession({ harmless: ['mails-others'] });
  const [newest, oldest] = await mailsAfterRegistration(session);
  expect([newest, oldest]).toEqual(['Our new', 'Welcome']);
  await expect.poll(() => mailCount(session)).toBe(3);
});

async function mailCount({ raw }: Session) {
  return (await raw<unknown[]>('/_mock/outbox.json?to=new@example.com')).body.length;
}

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
  const logInTo = async ({ call }: Session, typed: string) =>
    (await call('auth.login', { body: { email, password: typed } })).status;
  const busy = await start();
  for (let count = 0; count < 14; count += 1) await logInTo(busy, 'Wrong2025');
  expect(await logInTo(busy, password)).toBe(429);
  expect(await logInTo(busy, password)).toBe(401);
  expect(await logInTo(await start(), password)).toBe(200);
});
