import { fromExamResults, toExamResults } from '@one-planet/contract';
import type { ExamAttempt } from '../world/entities.ts';
import { findAttempt, gradeResults, passShare } from '../world/exam-paper.ts';
import type { World } from '../world/world.ts';
import {
  type Behaviour,
  type Call,
  changesBody,
  changesNewExam,
  type Fault,
  faultsOf,
  wrapsHandler,
} from './fault.ts';

type AnswerPairs = readonly (readonly [questionId: string, choiceId: string])[];

/** How many exams were submitted to each backend. */
const submittedCountByWorld = new WeakMap<World, number>();

function submissionOf({ world, body }: Call) {
  const submission = body as { id: unknown; results: string };
  return { submission, attempt: findAttempt(world, Number(submission.id)) };
}

/**
 * Changes the grading.
 * @param countRightAnswers returns how many questions count as right; `undefined` leaves the grading unchanged
 */
function changesGrading(
  sentence: string,
  countRightAnswers: (attempt: ExamAttempt, pairs: AnswerPairs, call: Call) => number | undefined,
): Behaviour {
  const handlerWrapper = wrapsHandler('exams.submit', (call, next) => {
    const { submission, attempt } = submissionOf(call);
    const pairs = fromExamResults(submission.results);
    if (!attempt || !pairs) return next();
    const rightCount = countRightAnswers(attempt, pairs, call);
    if (rightCount === undefined) return next();
    const isPassed = rightCount >= attempt.questions.length * passShare;
    submission.results = isPassed ? toExamResults(rightPairsOf(attempt)) : '';
    return next();
  });
  return { sentence, ...handlerWrapper };
}

/**
 * Grades all answers as right, or all as wrong.
 * @param isAlwaysPassed says which
 */
function gradesAllAlike(sentence: string, isAlwaysPassed: (call: Call) => boolean): Behaviour {
  return changesGrading(sentence, (attempt, pairs, call) => {
    if (typeof gradeResults(attempt, toExamResults(pairs)) === 'string') return undefined;
    return isAlwaysPassed(call) ? attempt.questions.length : 0;
  });
}

function rightPairsOf({ questions }: ExamAttempt): [string, string][] {
  return questions.flatMap(({ id, choices }) =>
    choices
      .filter(({ right }) => right)
      .map((choice): [string, string] => [`${id}`, `${choice.id}`]),
  );
}

function keepRightPairs(attempt: ExamAttempt, pairs: AnswerPairs): AnswerPairs {
  const rightChoiceIdByQuestion = new Map(rightPairsOf(attempt));
  return pairs.filter(
    ([questionId, choiceId]) => rightChoiceIdByQuestion.get(questionId) === choiceId,
  );
}

export const scenarioFaultsOfExams: readonly Fault[] = faultsOf({
  'exam-malformed-passed': {
    sentence: 'Results that cannot be read are taken for right ones.',
    ...wrapsHandler('exams.submit', async (call, next) => {
      const { world, person } = call;
      const body = call.body as { results: string };
      const attempt = findAttempt(world, person?.runningExam ?? 0);
      if (!attempt || body.results === '' || fromExamResults(body.results)) return await next();
      const rightPairTexts = attempt.questions.map(
        ({ id, choices }) => `${id}:${choices.find(({ right }) => right)?.id}`,
      );
      call.body = { ...body, results: rightPairTexts.join(',') };
      return await next();
    }),
  },
  'exam-ended-by-refusal': {
    sentence: 'Malformed answers are refused, and end the exam.',
    ...wrapsHandler('exams.submit', async ({ world, person }, next) => {
      const result = await next();
      if (person && result.status === 400) await world.changePerson(person, { runningExam: null });
      return result;
    }),
  },
  'exam-right-first': changesNewExam(
    'The right choice is the first of every question.',
    (attempt) => ({
      ...attempt,
      questions: attempt.questions.map((question) => ({
        ...question,
        choices: [...question.choices].sort((a, b) => Number(b.right) - Number(a.right)),
      })),
    }),
  ),
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
  'exam-pass-everyone': gradesAllAlike(
    'Every submitted exam is passed, whatever the answers.',
    () => true,
  ),
  'exam-fail-everyone': gradesAllAlike(
    'Every submitted exam is failed, whatever the answers.',
    () => false,
  ),
  'exam-random': gradesAllAlike(
    'Exams pass and fail regardless of the answers: two pass, two fail.',
    ({ world }) => {
      const submittedCount = submittedCountByWorld.get(world) ?? 0;
      submittedCountByWorld.set(world, submittedCount + 1);
      return submittedCount % 4 < 2;
    },
  ),
  'exam-order-matters': changesGrading(
    'Answers are graded in the order they arrive, not by their questions.',
    (attempt, pairs) => {
      const pairsInPlace = pairs.filter(
        ([id], index) => id === String(attempt.questions[index]?.id),
      );
      return keepRightPairs(attempt, pairsInPlace).length;
    },
  ),
  'exam-duplicates-count': changesGrading(
    'A right answer sent several times counts each time.',
    (attempt, pairs) => {
      const answeredQuestionIds = new Set(pairs.map(([question]) => question));
      return answeredQuestionIds.size < pairs.length
        ? keepRightPairs(attempt, pairs).length
        : undefined;
    },
  ),
  'exam-any-answer-counts': changesGrading(
    'A question is right if one of several answers to it is.',
    (attempt, pairs) => {
      const answeredQuestionIds = new Set(pairs.map(([question]) => question));
      const rightQuestionIds = new Set(
        keepRightPairs(attempt, pairs).map(([question]) => question),
      );
      return answeredQuestionIds.size < pairs.length ? rightQuestionIds.size : undefined;
    },
  ),
  'exam-foreign-ids-count': changesGrading(
    'Answers to questions of no exam count as right.',
    (attempt, pairs) => {
      const questionIds = new Set(attempt.questions.map(({ id }) => String(id)));
      const foreignCount = pairs.filter(([question]) => !questionIds.has(question)).length;
      return foreignCount > 0 ? keepRightPairs(attempt, pairs).length + foreignCount : undefined;
    },
  ),
  'exam-choices-of-any-question': changesGrading(
    'A right choice counts, whatever question of the exam it is given for.',
    (attempt, pairs) => {
      const rightChoiceIds = new Set(rightPairsOf(attempt).map(([, choice]) => choice));
      const pairsWithRightChoice = pairs.filter(([, choice]) => rightChoiceIds.has(choice));
      return new Set(pairsWithRightChoice.map(([question]) => question)).size;
    },
  ),
  'exam-late-accepted': {
    sentence: 'An exam submitted long after its end is graded.',
    ...wrapsHandler('exams.submit', async (call, next) => {
      const { attempt } = submissionOf(call);
      if (attempt)
        await call.world.exams.update((q) => q.where({ id: attempt.id }), {
          data(draft) {
            draft.deadline = Number.POSITIVE_INFINITY;
          },
        });
      return next();
    }),
  },
  'exam-fail-unsaid': changesBody(
    'The result of a failed exam does not say that it was failed.',
    'exams.submit',
    (body) => (body.paymentDto ? body : { ...body, result: null, resultDesc: 'Not enough points' }),
  ),
  'exam-resubmit': {
    sentence: 'A failed exam can be submitted again and is graded again.',
    ...wrapsHandler('exams.submit', async (call, next) => {
      const { attempt } = submissionOf(call);
      const { world, person } = call;
      if (person && attempt?.personId === person.id && person.runningExam === null)
        call.person = await world.changePerson(person, { runningExam: attempt.id });
      return next();
    }),
  },
});
