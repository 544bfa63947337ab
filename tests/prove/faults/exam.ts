/** Faults of the exam. */
import { fromExamResults, toExamResults } from '@one-planet/contract';
import {
  type Behaviour,
  type Call,
  changesBody,
  type Fault,
  faultsOf,
  wrapsHandler,
} from '../../../mocks/src/faults/fault.ts';
import type { ExamAttempt } from '../../../mocks/src/world/entities.ts';
import { findAttempt, passShare } from '../../../mocks/src/world/exam-paper.ts';
import { changesNewExam } from './fault-kinds.ts';

type AnswerPairs = readonly (readonly [questionId: string, choiceId: string])[];

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

export const examFaults: readonly Fault[] = faultsOf({
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
  'exam-mark-of-given': {
    sentence: 'The pass mark is a share of the answers that were given.',
    ...wrapsHandler('exams.submit', (call, next) => {
      const { submission, attempt } = submissionOf(call);
      const pairs = fromExamResults(submission.results);
      if (!attempt || !pairs || pairs.length === 0) return next();
      const rightPairTexts = rightPairsOf(attempt).map(String);
      const rightCount = pairs.filter((pair) => rightPairTexts.includes(String(pair))).length;
      if (rightCount >= pairs.length * passShare)
        submission.results = toExamResults(rightPairsOf(attempt));
      return next();
    }),
  },
  'exam-right-id-lowest': changesNewExam(
    'The right choice of each question has the lowest id.',
    (attempt) => ({
      ...attempt,
      questions: attempt.questions.map(({ choices, ...question }) => {
        const ids = choices.map(({ id }) => id).sort((a, b) => a - b);
        return {
          ...question,
          choices: choices.map((choice) => ({
            ...choice,
            id: (choice.right ? ids[0] : ids.splice(1, 1)[0]) as number,
          })),
        };
      }),
    }),
  ),
  'exam-letters-lost': changesBody(
    'Letters beyond A to Z come as question marks.',
    'exams.create',
    ({ examQuestionDtoList: [first, ...others], ...exam }) => ({
      ...exam,
      examQuestionDtoList: first && [
        { ...first, questionDto: { ...first.questionDto, questionText: '???? ??? ????' } },
        ...others,
      ],
    }),
  ),
});
