import { fromExamResults, toExamResults } from '@one-planet/contract';
import type { ExamAttempt } from '../world/entities.ts';
import { grade, passMark } from '../world/exam-paper.ts';
import type { World } from '../world/world.ts';
import {
  around,
  type Behaviour,
  type Call,
  changesBody,
  draws,
  type Fault,
  faultsOf,
} from './fault.ts';

type Pairs = readonly (readonly [questionId: string, choiceId: string])[];

/** How many exams were submitted to each backend. */
const counts = new WeakMap<World, number>();

function submitted({ world, body }: Call) {
  const submission = body as { id: unknown; results: string };
  return { submission, attempt: world.exams.find('id', Number(submission.id)) };
}

/**
 * Changes the grading.
 * @param count returns how many questions count as right; `undefined` leaves the grading unchanged
 */
function grades(
  sentence: string,
  count: (attempt: ExamAttempt, pairs: Pairs, call: Call) => number | undefined,
): Behaviour {
  const handle = around('exams.submit', (call, next) => {
    const { submission, attempt } = submitted(call);
    const pairs = fromExamResults(submission.results);
    if (!attempt || !pairs) return next();
    const rightCount = count(attempt, pairs, call);
    if (rightCount === undefined) return next();
    const isPassed = rightCount >= attempt.questions.length * passMark;
    submission.results = isPassed ? toExamResults(keyOf(attempt)) : '';
    return next();
  });
  return { sentence, ...handle };
}

/**
 * Grades all answers as right, or all as wrong.
 * @param passes says which
 */
function gradesAll(sentence: string, passes: (call: Call) => boolean): Behaviour {
  return grades(sentence, (attempt, pairs, call) => {
    if (typeof grade(attempt, toExamResults(pairs)) === 'string') return undefined;
    return passes(call) ? attempt.questions.length : 0;
  });
}

function keyOf({ questions }: ExamAttempt): [string, string][] {
  return questions.flatMap(({ id, choices }) =>
    choices
      .filter(({ right }) => right)
      .map((choice): [string, string] => [`${id}`, `${choice.id}`]),
  );
}

function rightOnes(attempt: ExamAttempt, pairs: Pairs): Pairs {
  const key = new Map(keyOf(attempt));
  return pairs.filter(([question, choice]) => key.get(question) === choice);
}

export const scenarioFaultsOfExams: readonly Fault[] = faultsOf({
  'exam-malformed-passed': {
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
  'exam-right-first': draws('The right choice is the first of every question.', (attempt) => ({
    ...attempt,
    questions: attempt.questions.map((question) => ({
      ...question,
      choices: [...question.choices].sort((a, b) => Number(b.right) - Number(a.right)),
    })),
  })),
  'exam-labels-twice': changesBody(
    'All choices of a question have one label.',
    'exams.create',
    ({ examQuestionDtoList, ...exam }) => ({
      ...exam,
      examQuestionDtoList: examQuestionDtoList.map(({ questionDto, ...question }) => ({
        ...question,
        questionDto: {
          ...questionDto,
          questionChoiceDtoList: questionDto.questionChoiceDtoList.map((choice) => ({
            ...choice,
            label: 'A',
          })),
        },
      })),
    }),
  ),
  'exam-in-seconds': changesBody(
    'The duration of the exam is in seconds.',
    'exams.create',
    ({ examDto, ...exam }) => ({
      ...exam,
      examDto: { ...examDto, duration: Number(examDto.duration) * 60 },
    }),
  ),
  'exam-pass-everyone': gradesAll(
    'Every submitted exam is passed, whatever the answers.',
    () => true,
  ),
  'exam-fail-everyone': gradesAll(
    'Every submitted exam is failed, whatever the answers.',
    () => false,
  ),
  'exam-random': gradesAll(
    'Exams pass and fail regardless of the answers: two pass, two fail.',
    ({ world }) => {
      const count = counts.get(world) ?? 0;
      counts.set(world, count + 1);
      return count % 4 < 2;
    },
  ),
  'exam-order-matters': grades(
    'Answers are graded in the order they arrive, not by their questions.',
    (attempt, pairs) => {
      const inPlace = pairs.filter(([id], index) => id === String(attempt.questions[index]?.id));
      return rightOnes(attempt, inPlace).length;
    },
  ),
  'exam-duplicates-count': grades(
    'A right answer sent several times counts each time.',
    (attempt, pairs) => {
      const questions = new Set(pairs.map(([question]) => question));
      return questions.size < pairs.length ? rightOnes(attempt, pairs).length : undefined;
    },
  ),
  'exam-any-answer-counts': grades(
    'A question is right if one of several answers to it is.',
    (attempt, pairs) => {
      const questions = new Set(pairs.map(([question]) => question));
      const rightQuestions = new Set(rightOnes(attempt, pairs).map(([question]) => question));
      return questions.size < pairs.length ? rightQuestions.size : undefined;
    },
  ),
  'exam-foreign-ids-count': grades(
    'Answers to questions of no exam count as right.',
    (attempt, pairs) => {
      const questionIds = new Set(attempt.questions.map(({ id }) => String(id)));
      const foreign = pairs.filter(([question]) => !questionIds.has(question)).length;
      return foreign > 0 ? rightOnes(attempt, pairs).length + foreign : undefined;
    },
  ),
  'exam-late-accepted': {
    sentence: 'An exam submitted long after its end is graded.',
    ...around('exams.submit', (call, next) => {
      const { attempt } = submitted(call);
      if (attempt) attempt.deadline = Number.POSITIVE_INFINITY;
      return next();
    }),
  },
  'exam-resubmit': {
    sentence: 'A failed exam can be submitted again and is graded again.',
    ...around('exams.submit', (call, next) => {
      const { attempt } = submitted(call);
      const { person } = call;
      if (person && attempt?.personId === person.id) person.runningExam ??= attempt.id;
      return next();
    }),
  },
});
