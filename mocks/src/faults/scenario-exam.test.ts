import { expect, test } from 'vitest';
import { type Case, compare, precreated } from '../testing/observe.ts';
import type { Session } from '../testing/session.ts';

type Pair = [question: string, choice: string];

/** What an applicant makes of the right pairs. */
type Answers = (key: Pair[]) => Pair[];

const right: Answers = (key) => key;
const none: Answers = () => [];
const first = (key: Pair[]): Pair[] => key.slice(0, 1);

/** Starts an exam. @returns what hands it in */
async function start(session: Session, token: string, answers: Answers) {
  const { body: exam } = await session.call('exams.create', { token });
  const { id } = exam.examDto;
  const key = await session.raw<Record<string, number>>(`/_mock/exam-key.json?exam=${id}`);
  const pairs = answers(Object.entries(key.body).map(([it, choice]) => [it, `${choice}`]));
  const results = pairs.map((pair) => pair.join(':')).join(',');
  return async () => {
    const handed = await session.call('exams.submit', { body: { id, results }, token });
    return handed.status === 202 ? handed.body.resultDesc : handed.status;
  };
}

/** Hands in one exam after the other, each by another applicant. */
const hands =
  (...all: Answers[]) =>
  async (session: Session) => {
    const results: unknown[] = [];
    for (const [at, answers] of all.entries()) {
      const { token } = await precreated(session, 'ACTIVATED', at > 0);
      results.push(await (await start(session, token, answers))());
    }
    return results;
  };

async function handsInAgain(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  const submit = await start(session, token, none);
  return [await submit(), await submit()];
}

const cases: Case[] = [
  ['exam-pass-everyone', hands(none, right), ['Fail', 'Pass'], ['Pass', 'Pass']],
  ['exam-fail-everyone', hands(none, right), ['Fail', 'Pass'], ['Fail', 'Fail']],
  ['exam-random', hands(none, right), ['Fail', 'Pass'], ['Pass', 'Pass']],
  [
    'exam-order-matters',
    hands((key) => [...key].reverse(), right),
    ['Pass', 'Pass'],
    ['Fail', 'Pass'],
  ],
  [
    'exam-duplicates-count',
    hands((key) => Array.from({ length: 12 }, () => first(key)).flat(), right),
    [400, 'Pass'],
    ['Pass', 'Pass'],
  ],
  [
    'exam-foreign-ids-count',
    hands((key) => key.map(([, choice], at) => [`${at + 1}`, choice]), right),
    [400, 'Pass'],
    ['Pass', 'Pass'],
  ],
  ['exam-resubmit', handsInAgain, ['Fail', 409], ['Fail', 'Fail']],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});

test('exam-late-accepted', async () => {
  let now = Date.now();
  const handsInLate = async (session: Session) => {
    const { token } = await precreated(session, 'ACTIVATED');
    const submit = await start(session, token, right);
    now += 30 * 60_000;
    return await submit();
  };
  expect(await compare('exam-late-accepted', handsInLate, { now: () => now })).toEqual([
    'Fail',
    'Pass',
  ]);
});
