/** Same moments that no check tries; the others are those of `…/at-once`, run on the mock by tests/cli/prove.test.ts. */
import { expect, test } from 'vitest';
import { bring, mailsTo } from './testing/journey.ts';
import { type Received, startSession } from './testing/session.ts';

/** Sends a call five times at once. @returns the statuses, sorted */
async function atOnce(send: () => Promise<Received>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 5 }, send));
  return answers.map(({ status }) => status).sort();
}

const email = 'hana@example.com';

test('a temporary password sent twice at the same moment works once', async () => {
  const session = await startSession();
  await bring(session, 'ACTIVATED', email);
  await session.call('auth.forgotPassword', { body: { email } });
  const [mail] = await mailsTo(session, email);
  const login = { email, password: mail?.temporaryPassword };
  expect(await atOnce(() => session.call('auth.login', { body: login }))).toEqual([
    200, 401, 401, 401, 401,
  ]);
});

test('an exam started five times at the same moment is one exam, and is handed in once', async () => {
  const session = await startSession();
  const { token } = await bring(session, 'ACTIVATED');
  expect(await atOnce(() => session.call('exams.create', { token }))).toEqual(Array(5).fill(201));
  expect((await session.raw('/_mock/state.json')).body).toMatchObject({ exams: 1 });
  const { body } = await session.call('exams.create', { token });
  const submission = { id: body.examDto.id, results: '' };
  const send = () => session.call('exams.submit', { body: submission, token });
  expect(await atOnce(send)).toEqual([202, 409, 409, 409, 409]);
});
