/** Stored data can be read wherever the contract shows it, and only by the applicant it belongs to (1 §2; 2 §2, §3). */
import { isApplicantState, type OperationName, toExamResults } from '@one-planet/contract';
import { stageAfter } from '../../applicant/stages.ts';
import { rightAnswers } from '../../applicant/valid-calls.ts';
import { fieldsOf } from '../../core/json.ts';
import { isExamPassed, perform, prepare, readProfile, recordSuccess } from '../applicant-walk.ts';
import { needsNoAccount, stageFor } from '../applicants.ts';
import { type BackendCheck, type CheckContext, scenario, scenarios } from '../check.ts';
import { expectNoLogin, expectRefused, expectState, findDuplicate } from '../expect.ts';
import { describeResponse } from '../http-messages.ts';
import { failure, refusal } from '../outcome.ts';
import { ensureExam, submitExam } from './exams.ts';
import { courseLists } from './lists.ts';

/** Fewer courses may be the same by accident. */
const minCourses = 3;

export const readBackChecks: readonly BackendCheck[] = scenarios([
  {
    id: 'applicants.activate/names',
    sentence: 'applicants.activate MUST answer the names that were registered, where it has any.',
    movesApplicantOn: true,
    run: async (context) => {
      const person = context.draft();
      // Ethiopic letters show a wrong character set.
      person.input.register.firstName = 'ሃና';
      await perform('applicants.register', person, context.helpers);
      const response = await context.perform(person, 'applicants.activate', 'an activation');
      context.adopt(person);
      const profile = fieldsOf(response.json);
      const { firstName, lastName } = person.input.register;
      for (const [field, name] of Object.entries({ firstName, lastName })) {
        const value = profile[field];
        if ((value ?? '') === '') continue;
        if (String(value).toUpperCase() === name.toUpperCase()) continue;
        throw failure(`the ${field} she registered`, response);
      }
    },
  },
  {
    id: 'applicants.getByEmail/application-status',
    sentence: 'applicationStatus SHOULD agree with the status, where the profile has both.',
    rule: 'profile#two-statuses',
    stage: 'APPLIED',
    runFor: async (context, person) => {
      const response = await context.sendAs(person, 'applicants.getByEmail');
      const { status, applicationStatus } = fieldsOf(response.json);
      if (isApplicantState(applicationStatus) && applicationStatus !== status) {
        throw failure(`${status}`, `${applicationStatus}`, response);
      }
    },
  },
  {
    id: 'programs.courses/not-shared',
    sentence: 'Two programs SHOULD NOT have one and the same list of courses.',
    rule: 'catalogue#course-lists',
    run: async (context) => {
      const lists = await courseLists(context);
      const idsByCourses = new Map<string, unknown>();
      for (const { id, courses } of lists.filter((list) => list.courses.length >= minCourses)) {
        const courseNames = courses.map(
          ({ courseCode, courseName }) => `${courseCode} ${courseName}`,
        );
        const coursesKey = JSON.stringify(courseNames.sort());
        if (idsByCourses.has(coursesKey)) {
          throw failure(
            'courses of its own',
            `program ${id} has those of ${idsByCourses.get(coursesKey)}`,
            context.lastResponse,
          );
        }
        idsByCourses.set(coursesKey, id);
      }
    },
  },
  {
    id: 'programs.courses/distinct',
    sentence: 'A program SHOULD NOT list a course twice in one semester.',
    rule: 'catalogue#course-lists',
    run: async (context) => {
      for (const { id, courses } of await courseLists(context)) {
        const courseNames = courses.map(
          ({ semesterNumber, courseCode, courseName }) =>
            `${semesterNumber} ${courseCode} ${courseName}`,
        );
        const repeatedCourse = findDuplicate(courseNames);
        if (repeatedCourse === undefined) continue;
        throw failure(
          'each course once',
          `"${repeatedCourse}" twice in program ${id}`,
          context.lastResponse,
        );
      }
    },
  },
  {
    id: 'exams.submit/earlier-exam',
    sentence: 'exams.submit MUST refuse the id of an earlier attempt.',
    rule: 'exam#graded-once',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const firstExam = await ensureExam(context, person);
      await submitExam(context, person, () => '');
      const second = await ensureExam(context, person);
      const key = await context.reference.answerKey();
      context.retire(person);
      if (second.examDto.id === firstExam.examDto.id) {
        throw failure(
          'another exam after the first was submitted',
          'the same again',
          context.lastResponse,
        );
      }
      for (const exam of [firstExam, second]) {
        const body = { id: firstExam.examDto.id, results: toExamResults(rightAnswers(exam, key)) };
        const response = await context.sendAs(person, 'exams.submit', { body });
        if (response.status < 300 && !isExamPassed(response)) continue;
        expectRefused(context, response, 'the id of an earlier attempt', {
          prefer: [400, 404, 409],
        });
      }
      await expectState(context, person, 'ACTIVATED');
    },
  },
  {
    id: 'exams.create/own-questions',
    sentence: 'Two applicants MUST NOT be given one and the same exam.',
    rule: 'exam#an-exam-of-her-own',
    stage: 'ACTIVATED',
    run: async (context) => {
      const people = [await context.person(), await context.person()] as const;
      const [firstExam, secondExam] = [
        await ensureExam(context, people[0]),
        await ensureExam(context, people[1]),
      ];
      if (firstExam.examDto.id === secondExam.examDto.id) {
        throw failure('two ids', `${firstExam.examDto.id} for both`, context.lastResponse);
      }
    },
  },
]);

/* Refused registrations: the backend stores nothing of them (1 §4, §5). */

const weakPassword = 'selam';

export const refusedRegistrationChecks: readonly BackendCheck[] = scenarios([
  {
    id: 'applicants.register/refused-whole',
    sentence: 'A refused registration MUST NOT take the address.',
    rule: 'refusals#nothing-in-part',
    run: async (context) => {
      const person = context.draft();
      const wrongFields = { phoneNumber: '12' };
      const refused = await context.sendWith(person, 'applicants.register', wrongFields);
      expectRefused(context, refused, 'a phone number of 2 digits', { prefer: [400] });
      await context.perform(person, 'applicants.register', 'the same address, registered right');
      context.adopt(person);
    },
  },
  {
    id: 'applicants.createPassword/refused-whole',
    sentence: 'A refused password MUST NOT be set, and MUST NOT use up the link.',
    rule: 'refusals#nothing-in-part',
    stage: 'NOT_ACTIVATED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const wrongFields = { password: weakPassword };
      const refused = await context.sendWith(person, 'applicants.createPassword', wrongFields);
      expectRefused(context, refused, 'a weak password', { prefer: [400] });
      await expectNoLogin(context, person, weakPassword, 'the password that was refused');
      await context.perform(person, 'applicants.createPassword', 'a password by the rules');
    },
  },
  {
    id: 'auth.changePassword/refused-whole',
    sentence: 'A refused password MUST NOT replace the one she has.',
    rule: 'refusals#nothing-in-part',
    runFor: async (context, person) => {
      const body = { email: person.email, password: weakPassword };
      const refused = await context.sendAs(person, 'auth.changePassword', { body });
      expectRefused(context, refused, 'a weak password', { prefer: [400] });
      await expectNoLogin(context, person, weakPassword, 'the password that was refused');
      await context.succeed(person, 'auth.login', 'her own password');
    },
  },
]);

/* Two identical requests at the same moment, as a double tap sends them (2 §4; decisions §2). */

/** Operations that can be done only once: of two such calls, one has to be refused. */
const onceOnlyOperations: readonly OperationName[] = [
  'applicants.register',
  'applicants.activate',
  'applicants.createPassword',
  'exams.submit',
  'payments.makeOffline',
  'applicants.applyForProgram',
];

/** Operations that may be done twice, if the second call changes nothing. */
const repeatableOperations: readonly OperationName[] = [
  'applicants.saveBioData',
  'applicants.saveEducationData',
  'applicants.saveContactData',
  'applicants.editProfile',
  'exams.create',
  'payments.payOnline',
];

/** A race does not happen every time, so it is tried more often where that needs no applicant. */
const attemptsFor = (name: OperationName) => (needsNoAccount(name) ? 5 : 2);

export const simultaneousCallChecks: readonly BackendCheck[] = [
  ...onceOnlyOperations,
  ...repeatableOperations,
].map((name) => {
  const isOnce = onceOnlyOperations.includes(name);
  return scenario({
    id: `${name}/at-once`,
    sentence: isOnce
      ? `Of two identical calls of ${name} at the same moment, one MUST succeed and the other MUST be refused.`
      : `Of two identical calls of ${name} at the same moment, one MUST succeed, and both MUST have the same effect as one.`,
    rule: 'states#once-even-at-once',
    leavesOpen:
      'Calls that arrive further apart, or at two servers; what happens once in many times.',
    ...stageFor(name),
    movesApplicantOn: true,
    run: async (context) => {
      for (let count = 0; count < attemptsFor(name); count += 1)
        await sendTwice(context, name, isOnce);
    },
  });
});

async function sendTwice(
  context: CheckContext,
  name: OperationName,
  isOnce: boolean,
): Promise<void> {
  let person = await context.applicantFor(name);
  // A backend may refuse a second exam while one is running.
  while (name === 'exams.create' && person.exam) person = await context.applicantFor(name);
  await prepare(name, person, context.helpers);
  const call = await context.call(name, person);
  const nextStage = isOnce ? undefined : stageAfter(name);
  const firstName = 'Selamawit';
  const [firstResponse, secondResponse, renameResponse] = await Promise.all([
    context.send(name, call),
    context.send(name, call),
    nextStage && context.sendWith(person, 'applicants.editProfile', { firstName }),
  ]);
  const responses = [firstResponse, secondResponse];
  const successfulResponses = responses.filter(({ status }) => status < 300);
  const [success, secondSuccess] = successfulResponses;
  if (!success || (isOnce && secondSuccess)) {
    const expected = `one success${isOnce ? ' and one refusal' : ''}`;
    const summaries = new Set(responses.map(describeResponse));
    const finding = success ? failure : refusal;
    throw finding(expected, [...summaries].join(', and '), responses[1]);
  }
  await recordSuccess(person, success, context.helpers);
  if (needsNoAccount(name)) context.adopt(person);
  if (renameResponse && renameResponse.status < 300) {
    context.retire(person);
    const profile = await readProfile(person, context.helpers);
    const shownProfile = fieldsOf(profile.json);
    const isKept =
      String(shownProfile.firstName ?? firstName).toUpperCase() === firstName.toUpperCase();
    if (!isKept || shownProfile.status !== nextStage) {
      throw failure(
        `${firstName}, ${nextStage}`,
        `${shownProfile.firstName}, ${shownProfile.status}`,
        profile,
      );
    }
  }
  if (name !== 'exams.create' || !secondSuccess) return;
  const [firstId, secondId] = successfulResponses.map(
    ({ json }) => fieldsOf(fieldsOf(json).examDto).id,
  );
  if (firstId !== secondId)
    throw failure('one exam', `the exams ${firstId} and ${secondId}`, secondSuccess);
}
