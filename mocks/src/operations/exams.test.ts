import type { Id } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { bring, mailsTo, stateOf, takeExam } from '../testing/journey.ts';
import { type Session, startSession } from '../testing/session.ts';

const minute = 60_000;

async function begin(session: Session, token: string) {
  const { body: exam } = await session.call('exams.create', { token });
  const { body } = await session.raw<Record<string, number>>(
    `/_mock/exam-key.json?exam=${exam.examDto.id}`,
  );
  const key = Object.entries(body);
  return { exam, key };
}

function submit({ call }: Session, token: string, id: Id, results: string) {
  return call('exams.submit', { body: { id, results }, token });
}

test('an exam has about ten questions with three to five choices, and no right answers in it', async () => {
  const session = await startSession();
  const { token } = await bring(session, 'ACTIVATED');
  const { body, status } = await session.call('exams.create', { token });
  expect(status).toBe(201);
  expect(body.examDto.duration).toBe(20);
  expect(body.examQuestionDtoList.length).toBeGreaterThanOrEqual(10);
  expect(JSON.stringify(body)).not.toMatch(/right|correct/i);
  const ids = body.examQuestionDtoList.flatMap((question) => [
    question.id,
    ...question.questionDto.questionChoiceDtoList.map(({ id }) => id),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('two exams ask different questions', async () => {
  const session = await startSession();
  const one = await begin(session, (await bring(session, 'ACTIVATED', 'one@example.com')).token);
  const two = await begin(session, (await bring(session, 'ACTIVATED', 'two@example.com')).token);
  const texts = ({ exam }: typeof one) =>
    exam.examQuestionDtoList.map((question) => question.questionDto.questionText);
  expect(texts(one)).not.toEqual(texts(two));
});

test('starting twice gives the same running exam', async () => {
  const session = await startSession();
  const { token } = await bring(session, 'ACTIVATED');
  expect((await begin(session, token)).exam).toEqual((await begin(session, token)).exam);
});

test('60 % of right answers pass, less does not', async () => {
  const session = await startSession();
  for (const [share, state] of [
    [0.6, 'TOOK_EXAM'],
    [0.59, 'ACTIVATED'],
  ] as const) {
    const applicant = await bring(session, 'ACTIVATED', `share${share}@example.com`);
    const { exam, key } = await begin(session, applicant.token);
    const count = share === 0.6 ? Math.ceil(key.length * share) : Math.ceil(key.length * 0.6) - 1;
    const results = key.slice(0, count).map(([question, choice]) => `${question}:${choice}`);
    const { status, body } = await submit(
      session,
      applicant.token,
      exam.examDto.id,
      results.join(','),
    );
    expect(status).toBe(202);
    expect(body.resultDesc).toBe(state === 'TOOK_EXAM' ? 'Pass' : 'Fail');
    expect(await stateOf(session, applicant)).toBe(state);
  }
});

test('a pass says what to pay, and mails the same code', async () => {
  const session = await startSession();
  const applicant = await bring(session, 'ACTIVATED');
  const { body } = await takeExam(session, applicant.token);
  expect(body).toMatchObject({
    result: 'pass',
    paymentDto: { paymentAmount: 500, isOffline: true },
  });
  expect(body.bankAccountList).toHaveLength(5);
  const code = body.paymentDto?.paymentCode ?? '';
  expect(code).toMatch(/\w/);
  const [mail] = await mailsTo(session, applicant.email);
  expect(mail).toMatchObject({ kind: 'payment-code', text: expect.stringContaining(code) });
  const { body: pending } = await session.call('payments.getPending', { token: applicant.token });
  expect(pending.paymentDto.paymentCode).toBe(code);
});

test('a failed exam can be taken again as often as the rule says', async () => {
  const session = await startSession({ retakes: 1 });
  const { token } = await bring(session, 'ACTIVATED');
  expect((await takeExam(session, token, false)).body).toMatchObject({
    result: 'Fail',
    paymentDto: null,
  });
  expect((await takeExam(session, token, false)).body.resultDesc).toBe('Fail');
  const third = await session.call('exams.create', { token });
  expect(third).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('System notice') },
  });
});

test('an exam is handed in once', async () => {
  const session = await startSession();
  const { token } = await bring(session, 'ACTIVATED');
  const { exam } = await begin(session, token);
  expect((await submit(session, token, exam.examDto.id, '')).status).toBe(202);
  expect((await submit(session, token, exam.examDto.id, '')).status).toBe(409);
});

test('answers that do not belong to the exam are refused, and it goes on', async () => {
  const session = await startSession();
  const { token } = await bring(session, 'ACTIVATED');
  const other = await bring(session, 'ACTIVATED', 'other@example.com');
  const { exam, key } = await begin(session, token);
  const foreign = await begin(session, other.token);
  const [[question, choice] = ['', 0], [, otherChoice] = ['', 0]] = key;
  const pair = `${question}:${choice}`;
  const wrong = [
    `${pair},${pair}`,
    'nonsense',
    `1:${choice}`,
    `${question}:1`,
    `${question}:${otherChoice}`,
  ];
  for (const results of [...wrong, `${foreign.key[0]?.[0]}:${foreign.key[0]?.[1]}`]) {
    const refused = await submit(session, token, exam.examDto.id, results);
    expect(refused).toMatchObject({ status: 400, body: { message: expect.any(String) } });
  }
  expect((await submit(session, token, 1, '')).status).toBe(404);
  expect((await submit(session, token, foreign.exam.examDto.id, '')).status).toBe(403);
  expect((await submit(session, token, exam.examDto.id, pair)).status).toBe(202);
});

test('ten seconds after the deadline an exam still counts, later it is failed', async () => {
  let now = 1_700_000_000_000;
  const session = await startSession({ now: () => now, examMinutes: 2 });
  for (const [late, result] of [
    [10_000, 'Pass'],
    [10_001, 'Fail'],
  ] as const) {
    const { token } = await bring(session, 'ACTIVATED', `late${late}@example.com`);
    const { exam, key } = await begin(session, token);
    now += 2 * minute + late;
    const results = key.map(([question, choice]) => `${question}:${choice}`).join(',');
    const { status, body } = await submit(session, token, exam.examDto.id, results);
    expect([status, body.resultDesc]).toEqual([202, result]);
  }
});

test('an exam that ran out unseen counts as failed when the next one starts', async () => {
  let now = 1_700_000_000_000;
  const session = await startSession({ now: () => now, retakes: 0 });
  const { token } = await bring(session, 'ACTIVATED');
  await begin(session, token);
  now += 21 * minute;
  expect((await session.call('exams.create', { token })).status).toBe(409);
});
