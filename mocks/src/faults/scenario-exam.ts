/** Faults of exams: graded wrongly, too late or twice. */
import { fromExamResults, toExamResults } from '@one-planet/contract';
import type { ExamAttempt } from '../data/entities.ts';
import type { World } from '../data/world.ts';
import { grade, passMark } from '../rules/exam-paper.ts';
import { around } from './answers.ts';
import type { Call, Fault } from './fault.ts';

type Pairs = readonly (readonly [questionId: string, choiceId: string])[];

/** How often an exam was submitted. */
const counts = new WeakMap<World, number>();

function submitted({ world, body }: Call) {
  const submission = body as { id: unknown; results: string };
  return { submission, attempt: world.exams.find('id', Number(submission.id)) };
}

/**
 * Grades in another way.
 * @param count answers how many questions count as right; `undefined` leaves the grading as it is
 */
function grades(
  name: string,
  sentence: string,
  count: (attempt: ExamAttempt, pairs: Pairs, call: Call) => number | undefined,
): Fault {
  const handle = around('exams.submit', (call, next) => {
    const { submission, attempt } = submitted(call);
    const pairs = fromExamResults(submission.results);
    if (!attempt || !pairs) return next();
    const right = count(attempt, pairs, call);
    if (right === undefined) return next();
    const isPassed = right >= attempt.questions.length * passMark;
    submission.results = isPassed ? toExamResults(keyOf(attempt)) : '';
    return next();
  });
  return { name, sentence, ...handle };
}

/** Pairs the rules take, all of them right or all of them wrong in what they lead to. */
function gradesAll(name: string, sentence: string, passes: (call: Call) => boolean): Fault {
  return grades(name, sentence, (attempt, pairs, call) => {
    if (typeof grade(attempt, toExamResults(pairs)) === 'string') return undefined;
    return passes(call) ? attempt.questions.length : 0;
  });
}

function keyOf({ questions }: ExamAttempt): [string, string][] {
  return questions.flatMap(({ id, choices }) =>
    choices.filter(({ right }) => right).map((it): [string, string] => [`${id}`, `${it.id}`]),
  );
}

function rightOnes(attempt: ExamAttempt, pairs: Pairs): Pairs {
  const key = new Map(keyOf(attempt));
  return pairs.filter(([question, choice]) => key.get(question) === choice);
}

export const scenarioFaultsOfExams: readonly Fault[] = [
  {
    name: 'exam-malformed-passed',
    sentence: 'Results that cannot be read are taken for right ones.',
    ...around('exams.submit', async (call, next) => {
      const { world, person } = call;
      const body = call.body as { results: string };
      const attempt = world.exams.find('id', person?.runningExam ?? 0);
      if (!attempt || body.results === '' || fromExamResults(body.results)) return await next();
      const rights = attempt.questions.map(
        ({ id, choices }) => `${id}:${choices.find(({ right }) => right)?.id}`,
      );
      call.body = { ...body, results: rights.join(',') };
      return await next();
    }),
  },
  gradesAll(
    'exam-pass-everyone',
    'Every submitted exam is passed, whatever the answers.',
    () => true,
  ),
  gradesAll(
    'exam-fail-everyone',
    'Every submitted exam is failed, whatever the answers.',
    () => false,
  ),
  gradesAll(
    'exam-random',
    'Exams pass and fail regardless of the answers: two pass, two fail.',
    ({ world }) => {
      const count = counts.get(world) ?? 0;
      counts.set(world, count + 1);
      return count % 4 < 2;
    },
  ),
  grades(
    'exam-order-matters',
    'Answers are graded in the order they arrive, not by their questions.',
    (attempt, pairs) => {
      const inPlace = pairs.filter(([id], at) => id === String(attempt.questions[at]?.id));
      return rightOnes(attempt, inPlace).length;
    },
  ),
  grades(
    'exam-duplicates-count',
    'A right answer sent several times counts each time.',
    (attempt, pairs) => {
      const questions = new Set(pairs.map(([question]) => question));
      return questions.size < pairs.length ? rightOnes(attempt, pairs).length : undefined;
    },
  ),
  grades(
    'exam-foreign-ids-count',
    'Answers to questions of no exam count as right.',
    (attempt, pairs) => {
      const known = new Set(attempt.questions.map(({ id }) => String(id)));
      const foreign = pairs.filter(([question]) => !known.has(question)).length;
      return foreign > 0 ? rightOnes(attempt, pairs).length + foreign : undefined;
    },
  ),
  {
    name: 'exam-late-accepted',
    sentence: 'An exam submitted long after its end is graded.',
    ...around('exams.submit', (call, next) => {
      const { attempt } = submitted(call);
      if (attempt) attempt.deadline = Number.POSITIVE_INFINITY;
      return next();
    }),
  },
  {
    name: 'exam-resubmit',
    sentence: 'A failed exam can be submitted again and is graded again.',
    ...around('exams.submit', (call, next) => {
      const { attempt } = submitted(call);
      const { person } = call;
      if (person && attempt?.personId === person.id) person.runningExam ??= attempt.id;
      return next();
    }),
  },
];
