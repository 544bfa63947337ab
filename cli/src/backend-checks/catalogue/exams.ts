/** The exam: only its answers decide the result (specification/journey §2, §4; specification/decisions §1). */

import { isDeepStrictEqual } from 'node:util';
import { type Exam, type Id, toExamResults } from '@one-planet/contract';
import { readFacts } from '../../applicant/applicant.ts';
import { pickPartlyRightAnswers, pickRightAnswers } from '../../applicant/valid-calls.ts';
import { makeFailure, makeSkip } from '../../checks/outcome.ts';
import type { AnswerKey } from '../../core/configuration.ts';
import { CliError } from '../../core/exit.ts';
import { sleepUntilInterrupted } from '../../core/interruption.ts';
import { fieldsOf } from '../../core/json.ts';
import { beginExam, isExamPassed } from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { makeBlockBy } from '../blame.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioChecks,
  makeSimilarChecks,
  type Scenario,
} from '../check.ts';
import {
  expectContractSuccess,
  expectRefused,
  expectState,
  findDuplicate,
  makeUnknownId,
} from '../expect.ts';
import type { ApiResponse } from '../http-messages.ts';
import { expectPatience } from './sessions.ts';

/* Actions and inspections that several checks of the exam share. */

/** With this many questions, the chance that all right choices are at the same position is one in 60,000. */
const minQuestionsForOrder = 9;
/** Nobody takes a test that lasts longer than ten hours. */
const maxExamMinutes = 600;
/** Longer than the seconds of grace that a backend may give, in milliseconds. */
const gracePeriodMs = 12_000;
/** With fewer questions, a single right answer may be enough to pass. */
const minQuestionsForFail = 4;

/** @throws {OutcomeError} where one right answer may be enough for a pass */
function requireQuestionsForFail({ examQuestionDtoList: questions }: Exam): void {
  if (questions.length < minQuestionsForFail)
    throw makeSkip(`the exam has fewer than ${minQuestionsForFail} questions`);
}

type Answer = (exam: Exam, answerKey: AnswerKey) => string;

/**
 * Answers some questions right and the others wrong.
 * @param rightAnswersComeLast whether the right answers are the last ones
 * @returns the answers in the form in which they are submitted
 */
export function makePartlyRightResults(
  exam: Exam,
  answerKey: AnswerKey,
  rightCount: number,
  rightAnswersComeLast = false,
): string {
  const answers = pickPartlyRightAnswers(exam, answerKey, rightCount, rightAnswersComeLast);
  if (answers) return toExamResults(answers);
  throw makeSkip('a question has one choice only, so no answer to it is wrong');
}

/** Starts an exam and submits it. */
export async function submitExam(
  context: CheckContext,
  person: Person,
  makeResultsText: Answer,
): Promise<ApiResponse> {
  const answerKey = await context.referenceData.readAnswerKey();
  const exam = await ensureExam(context, person);
  const submitBody = { id: exam.examDto.id, results: makeResultsText(exam, answerKey) };
  const response = await context.sendAs(person, 'exams.submit', { body: submitBody });
  person.isExamOver = response.status < 300;
  return response;
}

/** Starts an exam, unless the applicant already has one. */
export async function ensureExam(context: CheckContext, person: Person): Promise<Exam> {
  await beginExam(person, context.helpers);
  if (person.exam) return person.exam;
  throw makeBlockBy('exams.create', 'unusable answer', 'there is no exam');
}

export function expectPass(response: ApiResponse, answersDescription: string): void {
  if (response.status >= 300 || !isExamPassed(response)) {
    throw makeFailure(`a pass, without a word like "fail", for ${answersDescription}`, response);
  }
}

function expectNoPass(response: ApiResponse, answersDescription = ''): void {
  if (response.status < 300 && isExamPassed(response)) {
    throw makeFailure(`a refusal or a fail${answersDescription}`, response);
  }
}

/** Finds a field that distinguishes right choices from wrong ones. */
function findLeakedAnswerField(
  exam: Exam,
  rightPairs: readonly (readonly [unknown, unknown])[],
): string | undefined {
  const rightChoiceObjects: Record<string, unknown>[] = [];
  const wrongChoiceObjects: Record<string, unknown>[] = [];
  const questionsWithRightChoice: [Record<string, unknown>, right: Record<string, unknown>][] = [];
  for (const [index, { questionDto }] of exam.examQuestionDtoList.entries()) {
    for (const choice of questionDto.questionChoiceDtoList) {
      const isRight = choice.id === rightPairs[index]?.[1];
      const hasBlanksAround = choice.choiceText.trim() !== choice.choiceText;
      const choiceObject = { ...choice, 'choiceText, by the blanks around it,': hasBlanksAround };
      (isRight ? rightChoiceObjects : wrongChoiceObjects).push(choiceObject);
      if (isRight) questionsWithRightChoice.push([questionDto, choice]);
    }
  }
  const declaredFields = ['id', 'label', 'choiceText', 'questionText', 'questionChoiceDtoList'];
  const listExtraFields = (questionOrChoice: object | undefined) =>
    Object.keys(questionOrChoice ?? {}).filter((name) => !declaredFields.includes(name));
  const leakedChoiceField = listExtraFields(rightChoiceObjects[0]).find((name) => {
    const valuesOfRightChoices = new Set(
      rightChoiceObjects.map((choice) => JSON.stringify(choice[name])),
    );
    return (
      valuesOfRightChoices.size === 1 &&
      !wrongChoiceObjects.some((choice) => valuesOfRightChoices.has(JSON.stringify(choice[name])))
    );
  });
  return (
    leakedChoiceField ??
    listExtraFields(questionsWithRightChoice[0]?.[0]).find((name) =>
      questionsWithRightChoice.every(([question, choice]) =>
        [choice.id, choice.label, choice.choiceText].includes(question[name]),
      ),
    )
  );
}

export const examScenarios: readonly BackendCheck[] = makeScenarioChecks([
  {
    id: 'exams.create/running',
    sentence: 'exams.create MUST answer the same exam, or a refusal, while one is running.',
    rule: 'exam#one-exam-at-a-time',
    runFor: async (context, person) => {
      const exam = await ensureExam(context, person);
      const secondResponse = await context.sendAs(person, 'exams.create');
      if (secondResponse.status >= 400) return;
      expectContractSuccess(context, secondResponse);
      const { id } = fieldsOf(fieldsOf(secondResponse.json).examDto);
      const expectedText = `the exam ${exam.examDto.id}, or a refusal`;
      if (id !== exam.examDto.id)
        throw makeFailure(expectedText, `another exam, ${id}`, secondResponse);
      if (!isDeepStrictEqual(listChoices(secondResponse.json as Exam), listChoices(exam)))
        throw makeFailure('the same questions and choices', 'others', secondResponse);
    },
  },
  {
    id: 'exams.create/hides-answers',
    sentence: 'exams.create MUST NOT reveal the right answers, under any name.',
    rule: 'exam#right-answers-stay-hidden',
    runFor: async (context, person) => {
      const exam = await ensureExam(context, person);
      const answerKey = await context.referenceData.readAnswerKey();
      const fieldName = findLeakedAnswerField(exam, pickRightAnswers(exam, answerKey));
      const leakText = `a field ${fieldName} that reveals the right answers`;
      if (fieldName) throw makeFailure('questions and choices only', leakText);
    },
  },
  {
    id: 'exams.create/mixed',
    sentence:
      'The right choice MUST NOT stand in the same place in all questions, nor its id among the others.',
    rule: 'exam#right-answers-stay-hidden',
    runFor: async (context, person) => {
      const exam = await ensureExam(context, person);
      const answerKey = await context.referenceData.readAnswerKey();
      const questions = exam.examQuestionDtoList;
      if (questions.length < minQuestionsForOrder)
        throw makeSkip(`the exam has fewer than ${minQuestionsForOrder} questions`);
      const compareIds = (a: Id, b: Id) => Number(a) - Number(b) || (a < b ? -1 : 1);
      for (const [orderText, sortIds] of [
        ['shown', (choiceIds: Id[]) => choiceIds],
        ['ordered by their ids', (choiceIds: Id[]) => choiceIds.sort(compareIds)],
      ] as const) {
        const rightPlaces = pickRightAnswers(exam, answerKey).map(([, rightId], index) => {
          const { questionChoiceDtoList: choices = [] } = questions[index]?.questionDto ?? {};
          return sortIds(choices.map(({ id }) => id)).indexOf(rightId) + 1;
        });
        if (new Set(rightPlaces).size > 1) continue;
        const placeText = `as they are ${orderText}, the right one is number ${rightPlaces[0]} everywhere`;
        throw makeFailure('right choices in several places', placeText, context.lastResponse);
      }
    },
  },
  {
    id: 'exams.create/duration',
    sentence: 'The duration of an exam SHOULD be in minutes.',
    runFor: async (context, person) => {
      const { duration } = (await ensureExam(context, person)).examDto;
      const expectedText = `at most ${maxExamMinutes} minutes`;
      if (Number(duration) > maxExamMinutes)
        throw makeFailure(expectedText, `${Number(duration)}`, context.lastResponse);
    },
  },
  {
    id: 'exams.create/distinct-ids',
    sentence:
      'The questions of an exam MUST have distinct ids, and so must the choices of a question.',
    rule: 'exam#ids-of-questions-and-choices',
    runFor: async (context, person) => {
      const { examQuestionDtoList: questions } = await ensureExam(context, person);
      const choiceLists = questions.map(({ questionDto }) => questionDto.questionChoiceDtoList);
      for (const list of [questions, ...choiceLists]) {
        if (new Set(list.map(({ id }) => id)).size < list.length)
          throw makeFailure('distinct ids', 'an id that occurs twice');
      }
    },
  },
  {
    id: 'exams.create/distinct-labels',
    sentence: 'The choices of a question SHOULD have distinct labels.',
    rule: 'exam#readable-questions',
    runFor: async (context, person) => {
      for (const { questionDto } of (await ensureExam(context, person)).examQuestionDtoList) {
        const choiceLabels = questionDto.questionChoiceDtoList.flatMap(({ label }) => label || []);
        const repeatedLabel = findDuplicate(choiceLabels.map(String));
        if (repeatedLabel !== undefined)
          throw makeFailure('distinct labels', `"${repeatedLabel}" twice`, context.lastResponse);
      }
    },
  },
  {
    id: 'exams.create/readable',
    sentence:
      'Questions and choices MUST be text a person can read, and the choices of a question MUST differ.',
    rule: 'exam#readable-questions',
    runFor: async (context, person) => {
      for (const { questionDto } of (await ensureExam(context, person)).examQuestionDtoList) {
        const { questionText, questionChoiceDtoList: choices } = questionDto;
        const choiceTexts = choices.map(({ choiceText }) => choiceText.trim());
        const unreadableText = [questionText, ...choiceTexts].find(isUnreadable);
        if (unreadableText !== undefined)
          throw makeFailure('text to read', `"${unreadableText}"`, context.lastResponse);
        const repeatedText = findDuplicate(choiceTexts);
        const expectedText = `choices that differ for "${questionText}"`;
        if (repeatedText !== undefined)
          throw makeFailure(expectedText, `"${repeatedText}" twice`, context.lastResponse);
      }
    },
  },
  {
    id: 'exams.create/known-questions',
    sentence:
      'Every question SHOULD be one of the answer key, with its right answer among the choices.',
    rule: 'exam#the-answer-key',
    runFor: async (context, person) => {
      const exam = await ensureExam(context, person);
      const answerKey = await context.referenceData.readAnswerKey();
      try {
        pickRightAnswers(exam, answerKey);
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
        throw makeFailure('questions of the answer key', error.message, context.lastResponse);
      }
    },
  },
]);

const pickFirstChoices = ({ examQuestionDtoList: questions }: Exam) =>
  toExamResults(
    questions.flatMap(({ id, questionDto: { questionChoiceDtoList: choices } }) =>
      choices[0] ? [[id, choices[0].id] as const] : [],
    ),
  );

const submissions: readonly Scenario[] = [
  {
    id: 'exams.submit/all-right',
    sentence: 'An exam with all answers right MUST be passed, and its result MUST say what to pay.',
    rule: 'exam#a-pass',
    runFor: async (context, person) => {
      const response = await submitExam(context, person, (exam, answerKey) =>
        toExamResults([...pickRightAnswers(exam, answerKey)].reverse()),
      );
      expectPass(response, 'right answers in any order');
      Object.assign(person, readFacts('exams.submit', response.json));
      person.stage = 'TOOK_EXAM';
      const { paymentCode, paymentAmount } = fieldsOf(fieldsOf(response.json).paymentDto);
      if (!paymentCode || !(Number(paymentAmount) > 0)) {
        throw makeFailure('paymentDto with code and amount', response);
      }
    },
  },
  makeFailedExam('all-wrong', 'with all answers wrong', (exam, answerKey) =>
    makePartlyRightResults(exam, answerKey, 0),
  ),
  makeFailedExam('no-answers', 'without any answer', () => ''),
  {
    id: 'exams.submit/malformed-results',
    sentence:
      'Results that are no pairs of ids MUST NOT be passed, and MUST NOT end the exam where they are refused.',
    runFor: async (context, firstPerson) => {
      let person = firstPerson;
      for (const invalidResults of ['all of them', '1', '1:2:3', ':', ',,', '1:']) {
        const response = await submitExam(context, person, () => invalidResults);
        if (person.isExamOver) {
          context.removeFromPool(person);
          person = await context.lendPerson();
        }
        expectNoPass(response, ` for "${invalidResults}"`);
      }
      if (!person.exam || person.isExamOver) return;
      context.removeFromPool(person);
      const body = { id: person.exam.examDto.id, results: pickFirstChoices(person.exam) };
      const response = await context.sendAs(person, 'exams.submit', { body });
      const expectedText = 'an exam that takes answers after others were refused';
      if (response.status >= 400) throw makeFailure(expectedText, response);
    },
  },
  makeNotPassedExam('duplicates', 'that repeats one right answer', (exam, answerKey) => {
    requireQuestionsForFail(exam);
    const [rightAnswer] = pickRightAnswers(exam, answerKey);
    return toExamResults(
      exam.examQuestionDtoList.flatMap(() => (rightAnswer ? [rightAnswer] : [])),
    );
  }),
  makeNotPassedExam('one-answer', 'with one answer, which is right,', (exam, answerKey) => {
    requireQuestionsForFail(exam);
    return toExamResults(pickRightAnswers(exam, answerKey).slice(0, 1));
  }),
  makeNotPassedExam(
    'every-choice',
    'that gives every choice of each question',
    (exam, answerKey) => {
      const rightChoiceIdsByQuestion = new Map(pickRightAnswers(exam, answerKey));
      // The right choice stands between two wrong ones, because a backend may count the first answer to a question, the
      // last, or none.
      const everyChoiceAnswers = exam.examQuestionDtoList.flatMap(({ id, questionDto }) => {
        const choiceIds = questionDto.questionChoiceDtoList.map((choice) => choice.id);
        const wrongChoiceIds = choiceIds.filter(
          (choiceId) => choiceId !== rightChoiceIdsByQuestion.get(id),
        );
        if (wrongChoiceIds.length < 2) return [];
        const rightIds = choiceIds.filter((choiceId) => !wrongChoiceIds.includes(choiceId));
        const choiceIdsToSubmit = wrongChoiceIds.toSpliced(1, 0, ...rightIds);
        return choiceIdsToSubmit.map((choice) => [id, choice] as const);
      });
      if (everyChoiceAnswers.length > 0) return toExamResults(everyChoiceAnswers);
      throw makeSkip('no question has three choices');
    },
  ),
  makeNotPassedExam('foreign-ids', 'whose answers name questions of no exam', (exam) =>
    toExamResults(
      exam.examQuestionDtoList.map(({ id, questionDto }) => {
        const [choice] = questionDto.questionChoiceDtoList;
        return [makeUnknownId(id), makeUnknownId(choice?.id)] as const;
      }),
    ),
  ),
  makeNotPassedExam(
    'swapped-choices',
    'whose right choices are given for other questions',
    (exam, answerKey) => {
      const rightPairs = pickRightAnswers(exam, answerKey);
      const swappedAnswers = exam.examQuestionDtoList.flatMap(({ id, questionDto }, index) => {
        // A backend may number the choices of each question from 1.
        const choiceIds = questionDto.questionChoiceDtoList.map((choice) => choice.id);
        // Each question gets the answer to the next one, because a backend may count an answer once.
        const laterPairs = [...rightPairs.slice(index + 1), ...rightPairs];
        const foreignAnswer = laterPairs.find(([, choice]) => !choiceIds.includes(choice));
        return foreignAnswer ? [[id, foreignAnswer[1]] as const] : [];
      });
      if (swappedAnswers.length > 0) return toExamResults(swappedAnswers);
      throw makeSkip('no choice of the exam belongs to one question alone');
    },
  ),
  {
    id: 'exams.submit/handed-in',
    sentence: 'A submitted exam MUST NOT be graded again.',
    rule: 'exam#graded-once',
    runFor: async (context, person) => {
      await submitExam(context, person, () => '');
      const secondResponse = await context.sendAs(person, 'exams.submit');
      expectRefused(context, secondResponse, 'an exam that was submitted');
      await expectState(context, person, 'ACTIVATED');
      context.removeFromPool(person);
    },
  },
  {
    id: 'exams.submit/late',
    sentence: 'An exam submitted after its deadline MUST NOT be passed.',
    rule: 'exam#the-deadline',
    leavesOpen: 'The few seconds of grace a backend may give.',
    runFor: async (context, person) => {
      const exam = await ensureExam(context, person);
      const durationMs = Number(exam.examDto.duration) * 60_000;
      expectPatience(context, durationMs + gracePeriodMs);
      const otherPerson = await context.lendPerson();
      await ensureExam(context, otherPerson);
      context.removeFromPool(person);
      context.removeFromPool(otherPerson);
      // The same exam may be answered again near its end, but its clock goes on.
      await sleepUntilInterrupted(0.8 * durationMs, context.helpers.signal);
      await context.sendAs(person, 'exams.create');
      await sleepUntilInterrupted(0.2 * durationMs + gracePeriodMs, context.helpers.signal);
      expectNoPass(await context.sendAs(person, 'exams.submit'));
      for (const examinee of [person, otherPerson]) {
        const response = await context.sendAs(examinee, 'exams.create');
        const { id } = fieldsOf(fieldsOf(response.json).examDto);
        if (response.status >= 300) expectRefused(context, response, 'another exam');
        else if (id === examinee.exam?.examDto.id)
          throw makeBlockBy(
            'exams.create',
            'another exam than the running one',
            'it answers an exam that is over',
            response,
          );
      }
    },
  },
];

export const submissionScenarios: readonly BackendCheck[] = makeSimilarChecks(
  { rule: 'exam#false-answers', movesApplicantOn: true },
  submissions,
);

/** True for text that is empty, contains HTML entities, or went through the wrong character set. */
function isUnreadable(text: string): boolean {
  return (
    text.trim() === '' ||
    /&(?:lt|gt|amp|quot|#\d+|#x[\da-f]+);|\uFFFD|\?{3}|Ã[\u0080-\u00BF]|áˆ|á‹/i.test(text)
  );
}

function makeFailedExam(idEnding: string, description: string, makeResultsText: Answer): Scenario {
  return {
    id: `exams.submit/${idEnding}`,
    sentence: `An exam ${description} MUST be failed, and leave her ACTIVATED.`,
    rule: 'exam#a-fail',
    runFor: async (context, person) => {
      const response = await submitExam(context, person, makeResultsText);
      const isPassed = isExamPassed(response);
      expectContractSuccess(context, response);
      if (isPassed) throw makeFailure('a fail', response);
      const { paymentCode } = fieldsOf(fieldsOf(response.json).paymentDto);
      if (paymentCode) throw makeFailure('a fail without a payment', response);
      await expectState(context, person, 'ACTIVATED');
      context.removeFromPool(person);
    },
  };
}

/** The choices of all questions with their ids and texts, in an order that does not depend on how they are shown. */
function listChoices({ examQuestionDtoList }: Exam): string[] {
  return examQuestionDtoList
    .flatMap(({ id: questionId, questionDto }) =>
      questionDto.questionChoiceDtoList.map(({ id, choiceText }) =>
        JSON.stringify([questionId, id, choiceText]),
      ),
    )
    .sort();
}

function makeNotPassedExam(
  idEnding: string,
  description: string,
  makeResultsText: Answer,
): Scenario {
  return {
    id: `exams.submit/${idEnding}`,
    sentence: `An exam ${description} MUST NOT be passed.`,
    runFor: async (context, person) => {
      const response = await submitExam(context, person, makeResultsText);
      context.removeFromPool(person);
      expectNoPass(response);
    },
  };
}
