/** The pass mark: one applicant finds it, two others confirm it, one on each side (2 §4). */
import { readFacts } from '../../applicant/applicant.ts';
import { isExamPassed } from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { type BackendCheck, type CheckContext, scenario } from '../check.ts';
import { type ApiResponse, describeResponse } from '../http-messages.ts';
import { block, failure, outcomeOf } from '../outcome.ts';
import { answerSome, expectPass, submitExam } from './exams.ts';

export const passMark: BackendCheck = scenario({
  id: 'exams.submit/pass-mark',
  sentence:
    'The same number of right answers MUST lead to the same result, whoever gives them and whichever they are.',
  rule: 'exam#the-pass-mark',
  stage: 'ACTIVATED',
  movesApplicantOn: true,
  run: async (context) => {
    const { pass, fails } = await findMark(context);
    const scoreText = `${pass.rightCount} of ${pass.questionCount} right`;
    const below = await context.person();
    const tooFew = await attempt(context, below, (questionCount) =>
      highestFailing(fails, questionCount),
    );
    context.retire(below);
    if (isExamPassed(tooFew)) {
      throw failure('a fail for fewer right answers than failed elsewhere', tooFew);
    }
    const above = await context.person();
    const enough = await attempt(context, above, (questionCount) =>
      lowestPassing(pass, questionCount),
    );
    expectPass(enough, `as many as ${scoreText}, which passed elsewhere`);
    markExamTaken(above, enough);
  },
});

/** The number of right answers and of questions; both may differ from attempt to attempt. */
interface Score {
  rightCount: number;
  questionCount: number;
}

/** The highest number of right answers that is known to fail, by number and by share. */
function highestFailing(fails: readonly Score[], questionCount: number): number {
  return Math.max(
    0,
    ...fails.map((fail) =>
      Math.min(fail.rightCount, Math.floor((fail.rightCount * questionCount) / fail.questionCount)),
    ),
  );
}

/** The lowest number of right answers that is known to pass, by number and by share. */
function lowestPassing(pass: Score, questionCount: number): number {
  return Math.min(
    questionCount,
    Math.max(pass.rightCount, Math.ceil((pass.rightCount * questionCount) / pass.questionCount)),
  );
}

/**
 * Finds the pass mark by bisection. The same applicant tries again if the backend allows it, otherwise another one.
 * @throws {OutcomeError} where no applicant can try
 */
async function findMark(context: CheckContext): Promise<{ pass: Score; fails: Score[] }> {
  const fails: Score[] = [];
  let person = await context.person();
  let pass: Score | undefined;
  let lowestPossibleMark = 0;
  let rightCount = 0;
  for (;;) {
    let questionCount = 0;
    const tries = (count: number) => {
      questionCount = count;
      return Math.min(rightCount, count);
    };
    const { applicant, response } = await attemptAgain(context, person, tries);
    person = applicant;
    if (response.status >= 300)
      throw block('exams.submit/answers', describeResponse(response), response);
    if (isExamPassed(response)) {
      pass = { rightCount, questionCount };
      markExamTaken(person, response);
      if (rightCount > 0) person = await context.person();
    } else {
      if (rightCount >= questionCount)
        throw failure(`a pass for ${questionCount} of ${questionCount} right`, response);
      fails.push({ rightCount, questionCount });
      lowestPossibleMark = Math.max(lowestPossibleMark, rightCount + 1);
    }
    const fewestPassed = pass ? pass.rightCount : questionCount;
    if (pass && lowestPossibleMark >= pass.rightCount) return { pass, fails };
    rightCount =
      fails.length === 1 && !pass
        ? questionCount
        : Math.floor((lowestPossibleMark + fewestPassed) / 2);
  }
}

/** Tries once more with an applicant who has failed, or with a new one if the backend refuses her a second exam. */
async function attemptAgain(
  context: CheckContext,
  person: Person,
  rightCountOf: (count: number) => number,
): Promise<{ applicant: Person; response: ApiResponse }> {
  try {
    return { applicant: person, response: await attempt(context, person, rightCountOf, false) };
  } catch (error) {
    if (outcomeOf(error)?.outcome !== 'skipped' || !person.isExamOver) throw error;
    context.retire(person);
    const applicant = await context.person();
    return { applicant, response: await attempt(context, applicant, rightCountOf, false) };
  }
}

async function attempt(
  context: CheckContext,
  person: Person,
  rightCountOf: (count: number) => number,
  startsAtEnd = true,
): Promise<ApiResponse> {
  return submitExam(context, person, (exam, key) =>
    answerSome(exam, key, rightCountOf(exam.examQuestionDtoList.length), startsAtEnd),
  );
}

function markExamTaken(person: Person, response: ApiResponse): void {
  Object.assign(person, readFacts('exams.submit', response.json));
  person.stage = 'TOOK_EXAM';
}
