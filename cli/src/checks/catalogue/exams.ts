/** The exam: only its answers decide the result (2 §2, §4; decisions §1). */

import { type Exam, toExamResults } from '@one-planet/contract';
import { readFacts } from '../../applicant/applicant.ts';
import { partlyRightAnswers, rightAnswers } from '../../applicant/valid-calls.ts';
import type { AnswerKey } from '../../core/configuration.ts';
import { CliError } from '../../core/exit.ts';
import { fieldsOf } from '../../core/json.ts';
import { beginExam, isExamPassed } from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { type BackendCheck, type CheckContext, scenario, scenarios } from '../check.ts';
import {
  expectContractSuccess,
  expectRefused,
  expectState,
  findDuplicate,
  unknownIdLike,
} from '../expect.ts';
import type { ApiResponse } from '../http-messages.ts';
import { block, failure, skip } from '../outcome.ts';
import { waitFor } from './sessions.ts';

/* Actions and inspections that several checks of the exam share. */

/** With this many questions, the chance that all right choices are at the same position is one in 60,000. */
const minQuestionsForOrder = 9;
/** Nobody takes a test that lasts longer than ten hours. */
const maxMinutes = 600;
/** With fewer questions, a single right answer may be enough to pass. */
const minQuestionsForFail = 4;

type Answer = (exam: Exam, key: AnswerKey) => string;

/**
 * Answers some questions right and the others wrong.
 * @param startsAtEnd whether the right answers are the last ones
 * @returns the answers in the form in which they are submitted
 */
export function answerSome(
  exam: Exam,
  key: AnswerKey,
  rightCount: number,
  startsAtEnd = false,
): string {
  const answers = partlyRightAnswers(exam, key, rightCount, startsAtEnd);
  if (answers) return toExamResults(answers);
  throw skip('a question has one choice only, so no answer to it is wrong');
}

/** Starts an exam and submits it. */
export async function submitExam(
  context: CheckContext,
  person: Person,
  answer: Answer,
): Promise<ApiResponse> {
  const key = await context.reference.answerKey();
  const exam = await ensureExam(context, person);
  const body = { id: exam.examDto.id, results: answer(exam, key) };
  const response = await context.sendAs(person, 'exams.submit', { body });
  person.isExamOver = response.status < 300;
  return response;
}

/** Starts an exam, unless the applicant already has one. */
export async function ensureExam(context: CheckContext, person: Person): Promise<Exam> {
  await beginExam(person, context.helpers);
  if (person.exam) return person.exam;
  throw block('exams.create/answers', 'there is no exam');
}

export function expectPass(response: ApiResponse, answersText: string): void {
  if (response.status >= 300 || !isExamPassed(response)) {
    throw failure(`a pass for ${answersText}`, response);
  }
}

function expectNoPass(response: ApiResponse, suffix = ''): void {
  if (response.status < 300 && isExamPassed(response)) {
    throw failure(`a refusal or a fail${suffix}`, response);
  }
}

/** Finds a field that distinguishes right choices from wrong ones. */
function leakedAnswerField(
  exam: Exam,
  rightPairs: readonly (readonly [unknown, unknown])[],
): string | undefined {
  const rightChoices: Record<string, unknown>[] = [];
  const wrongChoices: Record<string, unknown>[] = [];
  const questions: [Record<string, unknown>, right: Record<string, unknown>][] = [];
  for (const [index, { questionDto }] of exam.examQuestionDtoList.entries()) {
    for (const choice of questionDto.questionChoiceDtoList) {
      const isRight = choice.id === rightPairs[index]?.[1];
      (isRight ? rightChoices : wrongChoices).push(choice);
      if (isRight) questions.push([questionDto, choice]);
    }
  }
  const declaredStatuses = ['id', 'label', 'choiceText', 'questionText', 'questionChoiceDtoList'];
  const extraFieldsOf = (object: object | undefined) =>
    Object.keys(object ?? {}).filter((name) => !declaredStatuses.includes(name));
  const ofChoice = extraFieldsOf(rightChoices[0]).find((name) => {
    const values = new Set(rightChoices.map((choice) => JSON.stringify(choice[name])));
    return (
      values.size === 1 && !wrongChoices.some((choice) => values.has(JSON.stringify(choice[name])))
    );
  });
  return (
    ofChoice ??
    extraFieldsOf(questions[0]?.[0]).find((name) =>
      questions.every(([question, choice]) =>
        [choice.id, choice.label, choice.choiceText].includes(question[name]),
      ),
    )
  );
}

export const examScenarios: readonly BackendCheck[] = scenarios([
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
      if (id !== exam.examDto.id) {
        throw failure(
          `the exam ${exam.examDto.id}, or a refusal`,
          `another exam, ${id}`,
          secondResponse,
        );
      }
    },
  },
  {
    id: 'exams.create/hides-answers',
    sentence: 'exams.create MUST NOT reveal the right answers, under any name.',
    rule: 'exam#right-answers-stay-hidden',
    runFor: async (context, person) => {
      const exam = await ensureExam(context, person);
      const fieldName = leakedAnswerField(
        exam,
        rightAnswers(exam, await context.reference.answerKey()),
      );
      if (fieldName)
        throw failure(
          'questions and choices only',
          `a field "${fieldName}" that reveals the right answers`,
        );
    },
  },
  {
    id: 'exams.create/mixed',
    sentence: 'The right choice MUST NOT stand in the same place in all questions.',
    rule: 'exam#right-answers-stay-hidden',
    runFor: async (context, person) => {
      const exam = await ensureExam(context, person);
      const key = await context.reference.answerKey();
      const questions = exam.examQuestionDtoList;
      if (questions.length < minQuestionsForOrder)
        throw skip(`the exam has fewer than ${minQuestionsForOrder} questions`);
      const places = rightAnswers(exam, key).map(([, choiceId], index) =>
        (questions[index]?.questionDto.questionChoiceDtoList ?? []).findIndex(
          ({ id }) => id === choiceId,
        ),
      );
      if (new Set(places).size > 1) return;
      const placeText = `the right one is number ${(places[0] ?? 0) + 1} everywhere`;
      throw failure('right choices in several places', placeText, context.lastResponse);
    },
  },
  {
    id: 'exams.create/duration',
    sentence: 'The duration of an exam SHOULD be in minutes.',
    runFor: async (context, person) => {
      const exam = await ensureExam(context, person);
      const minutes = Number(exam.examDto.duration);
      if (minutes > maxMinutes)
        throw failure(`at most ${maxMinutes} minutes`, `${minutes}`, context.lastResponse);
    },
  },
  {
    id: 'exams.create/distinct-ids',
    sentence:
      'The questions of an exam MUST have distinct ids, and so must the choices of a question.',
    rule: 'exam#ids-of-questions-and-choices',
    runFor: async (context, person) => {
      const exam = await ensureExam(context, person);
      const { examQuestionDtoList: questions } = exam;
      const isDistinct = (ids: readonly unknown[]) => new Set(ids).size === ids.length;
      const areDistinct =
        isDistinct(questions.map(({ id }) => id)) &&
        questions.every(({ questionDto }) =>
          isDistinct(questionDto.questionChoiceDtoList.map(({ id }) => id)),
        );
      if (!areDistinct) throw failure('distinct ids', 'an id that occurs twice');
    },
  },
  {
    id: 'exams.create/distinct-labels',
    sentence: 'The choices of a question SHOULD have distinct labels.',
    rule: 'exam#readable-questions',
    runFor: async (context, person) => {
      for (const { questionDto } of (await ensureExam(context, person)).examQuestionDtoList) {
        const labels = questionDto.questionChoiceDtoList.flatMap(({ label }) => label || []);
        const repeatedLabel = findDuplicate(labels.map(String));
        if (repeatedLabel !== undefined)
          throw failure('distinct labels', `"${repeatedLabel}" twice`, context.lastResponse);
      }
    },
  },
  {
    id: 'exams.create/readable',
    sentence:
      'Questions and choices MUST be text a person can read, and the choices of a question MUST differ.',
    rule: 'exam#readable-questions',
    runFor: async (context, person) => {
      const exam = await ensureExam(context, person);
      for (const { questionDto } of exam.examQuestionDtoList) {
        const { questionText, questionChoiceDtoList: choices } = questionDto;
        const texts = choices.map(({ choiceText }) => choiceText.trim());
        const unreadable = [questionText, ...texts].find((text) => isUnreadable(text));
        if (unreadable !== undefined)
          throw failure('text to read', `"${unreadable}"`, context.lastResponse);
        const repeatedText = findDuplicate(texts);
        if (repeatedText !== undefined) {
          throw failure(
            `choices that differ for "${questionText}"`,
            `"${repeatedText}" twice`,
            context.lastResponse,
          );
        }
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
      const key = await context.reference.answerKey();
      try {
        rightAnswers(exam, key);
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
        throw failure('questions of the answer key', error.message, context.lastResponse);
      }
    },
  },
  {
    id: 'exams.submit/all-right',
    sentence: 'An exam with all answers right MUST be passed, and its result MUST say what to pay.',
    rule: 'exam#a-pass',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const response = await submitExam(context, person, (exam, key) =>
        toExamResults([...rightAnswers(exam, key)].reverse()),
      );
      expectPass(response, 'right answers in any order');
      Object.assign(person, readFacts('exams.submit', response.json));
      person.stage = 'TOOK_EXAM';
      const { paymentCode, paymentAmount } = fieldsOf(fieldsOf(response.json).paymentDto);
      if (!paymentCode || !(Number(paymentAmount) > 0)) {
        throw failure('paymentDto with code and amount', response);
      }
    },
  },
  failsExam('all-wrong', 'with all answers wrong', (exam, key) => answerSome(exam, key, 0)),
  failsExam('no-answers', 'without any answer', () => ''),
  {
    id: 'exams.submit/malformed-results',
    sentence: 'Results that are no pairs of ids MUST NOT be passed.',
    rule: 'exam#false-answers',
    movesApplicantOn: true,
    runFor: async (context, firstPerson) => {
      let person = firstPerson;
      for (const results of ['all of them', '1', '1:2:3', ':', ',,', '1:']) {
        const response = await submitExam(context, person, () => results);
        if (person.isExamOver) {
          context.retire(person);
          person = await context.person();
        }
        expectNoPass(response, ` for "${results}"`);
      }
    },
  },
  expectNotPassed('duplicates', 'that repeats one right answer', (exam, key) => {
    const [rightAnswer] = rightAnswers(exam, key);
    // Where the exam has few questions, one right answer may be enough for a pass.
    if (!rightAnswer || exam.examQuestionDtoList.length < minQuestionsForFail)
      throw skip(`the exam has fewer than ${minQuestionsForFail} questions`);
    return toExamResults(exam.examQuestionDtoList.map(() => rightAnswer));
  }),
  expectNotPassed('every-choice', 'that gives every choice of each question', (exam, key) => {
    const rightChoices = new Map(rightAnswers(exam, key));
    // The right choice stands between two wrong ones, because a backend may count the first answer to a question, the
    // last, or none.
    const answers = exam.examQuestionDtoList.flatMap(({ id, questionDto }) => {
      const choiceIds = questionDto.questionChoiceDtoList.map((choice) => choice.id);
      const wrongIds = choiceIds.filter((choice) => choice !== rightChoices.get(id));
      const choices = [
        ...wrongIds.slice(0, 1),
        ...choiceIds.filter((choice) => !wrongIds.includes(choice)),
        ...wrongIds.slice(1),
      ];
      return wrongIds.length > 1 ? choices.map((choice) => [id, choice] as const) : [];
    });
    if (answers.length > 0) return toExamResults(answers);
    throw skip('no question has three choices');
  }),
  expectNotPassed('foreign-ids', 'whose answers name questions of no exam', (exam) =>
    toExamResults(
      exam.examQuestionDtoList.map(({ id, questionDto }) => {
        const [choice] = questionDto.questionChoiceDtoList;
        return [unknownIdLike(id), unknownIdLike(choice?.id)] as const;
      }),
    ),
  ),
  expectNotPassed(
    'swapped-choices',
    'whose right choices are given for other questions',
    (exam, key) => {
      const rightPairs = rightAnswers(exam, key);
      const swappedAnswers = exam.examQuestionDtoList.flatMap(({ id, questionDto }) => {
        // A backend may number the choices of each question from 1.
        const choiceIds = questionDto.questionChoiceDtoList.map((choice) => choice.id);
        const foreignAnswer = rightPairs.find(([, choice]) => !choiceIds.includes(choice));
        return foreignAnswer ? [[id, foreignAnswer[1]] as const] : [];
      });
      if (swappedAnswers.length > 0) return toExamResults(swappedAnswers);
      throw skip('no choice of the exam belongs to one question alone');
    },
  ),
  {
    id: 'exams.submit/handed-in',
    sentence: 'A submitted exam MUST NOT be graded again.',
    rule: 'exam#graded-once',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      await submitExam(context, person, () => '');
      const secondResponse = await context.sendAs(person, 'exams.submit');
      expectRefused(context, secondResponse, 'an exam that was submitted', {
        prefer: [400, 404, 409],
      });
      await expectState(context, person, 'ACTIVATED');
      context.retire(person);
    },
  },
  {
    id: 'exams.submit/late',
    sentence: 'An exam submitted after its deadline MUST NOT be passed.',
    rule: 'exam#the-deadline',
    leavesOpen: 'The few seconds of grace a backend may give.',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const exam = await ensureExam(context, person);
      // Twelve seconds are longer than any grace period.
      await waitFor(context, Number(exam.examDto.duration) * 60_000 + 12_000);
      const response = await context.sendAs(person, 'exams.submit');
      context.retire(person);
      expectNoPass(response);
      const nextExam = await context.sendAs(person, 'exams.create');
      if (nextExam.status >= 300)
        expectRefused(context, nextExam, 'another exam', { prefer: [409] });
    },
  },
]);

/** True for text that is empty, contains HTML entities, or was decoded with the wrong character set. */
function isUnreadable(text: string): boolean {
  return (
    text.trim() === '' ||
    /&(?:lt|gt|amp|quot|#\d+|#x[\da-f]+);|\uFFFD|Ã[\u0080-\u00BF]|áˆ|á‹/i.test(text)
  );
}

function failsExam(name: string, description: string, answer: Answer): BackendCheck {
  return scenario({
    id: `exams.submit/${name}`,
    sentence: `An exam ${description} MUST be failed, and leave her ACTIVATED.`,
    rule: 'exam#a-fail',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const response = await submitExam(context, person, answer);
      expectContractSuccess(context, response);
      if (isExamPassed(response)) throw failure('a fail', response);
      await expectState(context, person, 'ACTIVATED');
      context.retire(person);
    },
  });
}

function expectNotPassed(name: string, description: string, answer: Answer): BackendCheck {
  return scenario({
    id: `exams.submit/${name}`,
    sentence: `An exam ${description} MUST NOT be passed.`,
    rule: 'exam#false-answers',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const response = await submitExam(context, person, answer);
      context.retire(person);
      expectNoPass(response);
    },
  });
}
