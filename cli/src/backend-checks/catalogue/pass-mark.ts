/** The pass mark: one applicant finds it, two others confirm it, one on each side (specification/journey §4). */

import { toExamResults } from '@one-planet/contract';
import { readFacts } from '../../applicant/applicant.ts';
import { pickRightAnswers } from '../../applicant/valid-calls.ts';
import { describeResponse } from '../../checks/evidence.ts';
import { findThrownOutcome, makeFailure } from '../../checks/outcome.ts';
import { isExamPassed } from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { makeBlockBy } from '../blame.ts';
import { type BackendCheck, type CheckContext, makeScenarioCheck } from '../check.ts';
import type { ApiResponse } from '../http-messages.ts';
import { expectPass, makePartlyRightResults, submitExam } from './exams.ts';

export const passMarkCheck: BackendCheck = makeScenarioCheck({
  id: 'exams.submit/pass-mark',
  sentence:
    'The same number of right answers MUST lead to the same result, whoever gives them and whichever they are.',
  rule: 'exam#the-pass-mark',
  stage: 'ACTIVATED',
  movesApplicantOn: true,
  run: async (context) => {
    const { lowestPassedScore, failedScores } = await findPassMark(context);
    const scoreText = `${lowestPassedScore.rightCount} of ${lowestPassedScore.questionCount} right`;
    const personToFail = await context.lendPerson();
    // What is not answered is not right either, so no wrong answers are given this time.
    const failingResponse = await submitExam(context, personToFail, (exam, answerKey) => {
      const questionCount = exam.examQuestionDtoList.length;
      const rightCount = computeHighestFailingCount(failedScores, questionCount);
      const rightAnswers = pickRightAnswers(exam, answerKey);
      return toExamResults(rightAnswers.slice(questionCount - rightCount));
    });
    context.removeFromPool(personToFail);
    if (isExamPassed(failingResponse)) {
      throw makeFailure('a fail for fewer right answers than failed elsewhere', failingResponse);
    }
    const personToPass = await context.lendPerson();
    const passingResponse = await attemptExam(context, personToPass, (questionCount) =>
      computeLowestPassingCount(lowestPassedScore, questionCount),
    );
    expectPass(passingResponse, `as many as ${scoreText}, which passed elsewhere`);
    markExamTaken(personToPass, passingResponse);
  },
});

/** The number of right answers and of questions; both may differ from attempt to attempt. */
interface Score {
  rightCount: number;
  questionCount: number;
}

/** The highest number of right answers that is known to fail, by number and by share. */
function computeHighestFailingCount(failedScores: readonly Score[], questionCount: number): number {
  const failingCounts = failedScores.map((score) =>
    Math.min(score.rightCount, Math.floor(scaleScore(score, questionCount))),
  );
  return Math.max(0, ...failingCounts);
}

/** The lowest number of right answers that is known to pass, by number and by share. */
function computeLowestPassingCount(passedScore: Score, questionCount: number): number {
  const scaledCount = Math.ceil(scaleScore(passedScore, questionCount));
  return Math.min(questionCount, Math.max(passedScore.rightCount, scaledCount));
}

/** The same share of right answers of another number of questions. */
function scaleScore(score: Score, questionCount: number): number {
  return (score.rightCount * questionCount) / score.questionCount;
}

/**
 * Finds the pass mark by bisection. The same applicant tries again if the backend allows it, otherwise another one.
 * @throws {OutcomeError} where no applicant can try
 */
async function findPassMark(
  context: CheckContext,
): Promise<{ lowestPassedScore: Score; failedScores: Score[] }> {
  const failedScores: Score[] = [];
  let person = await context.lendPerson();
  let lowestPass: Score | undefined;
  let lowestPossiblePassCount = 0;
  let rightCount = 0;
  for (;;) {
    let questionCount = 0;
    const countRightAnswers = (count: number) => {
      questionCount = count;
      return Math.min(rightCount, count);
    };
    const { applicant, response } = await attemptExamAgain(context, person, countRightAnswers);
    person = applicant;
    if (response.status >= 300)
      throw makeBlockBy('exams.submit', 'unusable answer', describeResponse(response), response);
    if (isExamPassed(response)) {
      lowestPass = { rightCount, questionCount };
      markExamTaken(person, response);
      if (rightCount > 0) person = await context.lendPerson();
    } else {
      if (rightCount >= questionCount)
        throw makeFailure(`a pass for ${questionCount} of ${questionCount} right`, response);
      failedScores.push({ rightCount, questionCount });
      lowestPossiblePassCount = Math.max(lowestPossiblePassCount, rightCount + 1);
    }
    const lowestPassedCount = lowestPass ? lowestPass.rightCount : questionCount;
    if (lowestPass && lowestPossiblePassCount >= lowestPass.rightCount)
      return { lowestPassedScore: lowestPass, failedScores };
    rightCount =
      failedScores.length === 1 && !lowestPass
        ? questionCount
        : Math.floor((lowestPossiblePassCount + lowestPassedCount) / 2);
  }
}

/** Tries once more with an applicant who has failed, or with a new one if the backend refuses her a second exam. */
async function attemptExamAgain(
  context: CheckContext,
  person: Person,
  rightCountOf: (count: number) => number,
): Promise<{ applicant: Person; response: ApiResponse }> {
  try {
    return { applicant: person, response: await attemptExam(context, person, rightCountOf, false) };
  } catch (error) {
    if (findThrownOutcome(error)?.outcome !== 'skipped' || !person.isExamOver) throw error;
    context.removeFromPool(person);
    const applicant = await context.lendPerson();
    return { applicant, response: await attemptExam(context, applicant, rightCountOf, false) };
  }
}

async function attemptExam(
  context: CheckContext,
  person: Person,
  rightCountOf: (count: number) => number,
  rightAnswersComeLast = true,
): Promise<ApiResponse> {
  return submitExam(context, person, (exam, answerKey) => {
    const rightCount = rightCountOf(exam.examQuestionDtoList.length);
    return makePartlyRightResults(exam, answerKey, rightCount, rightAnswersComeLast);
  });
}

function markExamTaken(person: Person, response: ApiResponse): void {
  Object.assign(person, readFacts('exams.submit', response.json));
  person.stage = 'TOOK_EXAM';
}
