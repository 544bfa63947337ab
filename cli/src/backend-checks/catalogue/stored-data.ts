/**
 * Stored data can be read wherever the contract shows it, and only by the applicant it belongs to
 * (specification/website §2; specification/journey §2, §3).
 */

import { type OperationName, toExamResults } from '@one-planet/contract';
import { pickRightAnswers } from '../../applicant/valid-calls.ts';
import { makeFailure } from '../../checks/outcome.ts';
import { fieldsOf } from '../../core/json.ts';
import { isExamPassed, performMove } from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { makeBlockBy } from '../blame.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioChecks,
  makeSimilarChecks,
} from '../check.ts';
import { expectNoLogin, expectRefused, expectState, findDuplicate } from '../expect.ts';
import { ensureExam, submitExam } from './exams.ts';
import { readCourseLists } from './lists.ts';

/** Fewer courses may be the same by accident. */
const minCourses = 3;

export const readBackChecks: readonly BackendCheck[] = makeScenarioChecks([
  {
    id: 'applicants.activate/names',
    sentence: 'applicants.activate MUST answer the names that were registered, where it has any.',
    movesApplicantOn: true,
    run: async (context) => {
      const person = context.draftPerson();
      // Ethiopic letters show a wrong character set.
      person.applicantInput.register.firstName = 'ሃና';
      await performMove('applicants.register', person, context.helpers);
      const actionText = 'an activation';
      const response = await context.performOperation(person, 'applicants.activate', actionText);
      const profile = fieldsOf(response.json);
      const { firstName, lastName } = person.applicantInput.register;
      for (const [field, name] of Object.entries({ firstName, lastName })) {
        const profileValue = String(profile[field] ?? '');
        if (profileValue !== '' && profileValue.toUpperCase() !== name.toUpperCase())
          throw makeFailure(`the ${field} she registered`, response);
      }
    },
  },
  {
    id: 'programs.courses/not-shared',
    sentence: 'Two programs SHOULD NOT have one and the same list of courses.',
    rule: 'catalogue#course-lists',
    run: async (context) => {
      const programIdsByCourses = new Map<string, unknown>();
      for (const { id, courses, response } of await readCourseLists(context)) {
        if (courses.length < minCourses) continue;
        const courseTexts = courses.map(
          ({ courseCode, courseName }) => `${courseCode} ${courseName}`,
        );
        const courseListKey = JSON.stringify(courseTexts.sort());
        const observedText = `program ${id} has those of ${programIdsByCourses.get(courseListKey)}`;
        if (programIdsByCourses.has(courseListKey))
          throw makeFailure('courses of its own', observedText, response);
        programIdsByCourses.set(courseListKey, id);
      }
    },
  },
  {
    id: 'programs.courses/distinct',
    sentence: 'A program SHOULD NOT list a course twice in one semester.',
    rule: 'catalogue#course-lists',
    run: async (context) => {
      for (const { id, courses, response } of await readCourseLists(context)) {
        const courseTexts = courses.map(
          ({ semesterNumber, courseCode, courseName }) =>
            `${semesterNumber} ${courseCode} ${courseName}`,
        );
        const repeatedCourse = findDuplicate(courseTexts);
        const observedText = `"${repeatedCourse}" twice in program ${id}`;
        if (repeatedCourse !== undefined)
          throw makeFailure('each course once', observedText, response);
      }
    },
  },
  {
    id: 'exams.submit/earlier-exam',
    sentence:
      'exams.submit MUST refuse the id of an earlier attempt, and MUST NOT count its answers for another.',
    rule: 'exam#graded-once',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const firstExam = await ensureExam(context, person);
      await submitExam(context, person, () => '');
      const secondExam = await ensureExam(context, person);
      const answerKey = await context.referenceData.readAnswerKey();
      context.removeFromPool(person);
      const { id } = firstExam.examDto;
      const runningResponse = await context.sendAs(person, 'exams.create');
      const { id: runningId } = fieldsOf(fieldsOf(runningResponse.json).examDto);
      const newExamText = `another exam, ${runningId}, while her second one is running`;
      if (runningResponse.status < 300 && runningId !== secondExam.examDto.id)
        throw makeBlockBy(
          'exams.create',
          'another exam than the running one',
          newExamText,
          runningResponse,
        );
      const expectedText = 'another exam after the first was submitted';
      if (secondExam.examDto.id === id)
        throw makeFailure(expectedText, 'the same again', context.lastResponse);
      for (const exam of [firstExam, secondExam]) {
        const body = { id, results: toExamResults(pickRightAnswers(exam, answerKey)) };
        const response = await context.sendAs(person, 'exams.submit', { body });
        if (response.status < 300 && !isExamPassed(response)) continue;
        expectRefused(context, response, 'the id of an earlier attempt');
      }
      const firstAnswers = pickRightAnswers(firstExam, answerKey);
      const secondIds = secondExam.examQuestionDtoList.map(({ id }) => id);
      if (!firstAnswers.some(([questionId]) => secondIds.includes(questionId))) {
        const foreignBody = { id: secondExam.examDto.id, results: toExamResults(firstAnswers) };
        const response = await context.sendAs(person, 'exams.submit', { body: foreignBody });
        if (response.status < 300 && isExamPassed(response))
          throw makeFailure('no pass for the answers to another exam', response);
      }
      await expectState(context, person, 'ACTIVATED');
    },
  },
  {
    id: 'exams.create/own-questions',
    sentence: 'Two applicants MUST NOT be given one and the same exam.',
    rule: 'exam#an-exam-of-her-own',
    runFor: async (context, person) => {
      const otherPerson = await context.lendPerson();
      const { id } = (await ensureExam(context, person)).examDto;
      if ((await ensureExam(context, otherPerson)).examDto.id === id)
        throw makeFailure('two ids', `${id} for both`, context.lastResponse);
    },
  },
]);

/* Refused registrations: the backend stores nothing of them (specification/website §4, §5). */

async function expectWeakPasswordRefused(
  context: CheckContext,
  person: Person,
  operation: OperationName,
): Promise<void> {
  const password = 'selam';
  const response = await context.sendWith(person, operation, { password });
  expectRefused(context, response, 'a weak password');
  await expectNoLogin(context, person, password, 'the password that was refused');
}

/** Some frameworks check the fields one by one, and some backends have stored a part by then. */
const invalidRegistrationFields = {
  firstName: '',
  lastName: '',
  phoneNumber: '12',
  iAm18: false,
  iAgreeTerms: false,
  agreeToPrivacy: false,
};

const nothingInPart = { rule: 'refusals#nothing-in-part' } as const;

export const refusedRegistrationChecks: readonly BackendCheck[] = makeSimilarChecks(nothingInPart, [
  {
    id: 'applicants.register/refused-whole',
    sentence: 'A refused registration MUST NOT take the address.',
    run: async (context) => {
      const person = context.draftPerson();
      for (const [field, value] of Object.entries(invalidRegistrationFields)) {
        const response = await context.sendWith(person, 'applicants.register', { [field]: value });
        expectRefused(context, response, `a registration with ${field} ${JSON.stringify(value)}`);
      }
      const actionText = 'the same address, registered right';
      await context.performOperation(person, 'applicants.register', actionText);
      context.addToPool(person);
    },
  },
  {
    id: 'applicants.createPassword/refused-whole',
    sentence: 'A refused password MUST NOT be set, and MUST NOT use up the link.',
    stage: 'NOT_ACTIVATED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      await expectWeakPasswordRefused(context, person, 'applicants.createPassword');
      const response = await performMove('applicants.createPassword', person, context.helpers);
      const expectedText = 'a success for a password by the rules after a refused one';
      if (response.status >= 300) throw makeFailure(expectedText, response);
    },
  },
  {
    id: 'auth.changePassword/refused-whole',
    sentence: 'A refused password MUST NOT replace the one she has.',
    runFor: async (context, person) => {
      await expectWeakPasswordRefused(context, person, 'auth.changePassword');
      await context.sendAndExpectSuccess(person, 'auth.login', 'her own password');
    },
  },
]);
