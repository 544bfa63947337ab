/** Stored data can be read wherever the contract shows it, and only by the applicant it belongs to (1 §2; 2 §2, §3). */
import { type OperationName, toExamResults } from '@one-planet/contract';
import { stageAfter } from '../../applicant/stages.ts';
import { pickRightAnswers } from '../../applicant/valid-calls.ts';
import { fieldsOf } from '../../core/json.ts';
import {
  isExamPassed,
  performMove,
  prepareForCall,
  readProfile,
  recordSuccess,
} from '../applicant-walk.ts';
import { needsNoAccount, type Person, startStageFor } from '../applicants.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  makeScenarioChecks,
  makeSimilarChecks,
} from '../check.ts';
import {
  expectContractSuccess,
  expectNoLogin,
  expectRefused,
  expectState,
  findDuplicate,
} from '../expect.ts';
import { callWithBody, describeResponse } from '../http-messages.ts';
import { findBlock, makeBlock, makeFailure, makeRefusal } from '../outcome.ts';
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
        throw makeBlock('exams.create/running', newExamText, runningResponse);
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

/* Refused registrations: the backend stores nothing of them (1 §4, §5). */

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

/* Identical requests at the same moment, as a double tap sends them (2 §4; decisions §2). */

/** A double tap sends two. More of them meet more often in the short time between a check and its effect. */
const simultaneousCallCount = 4;

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
const countAttempts = (operationName: OperationName) => (needsNoAccount(operationName) ? 5 : 2);

export const simultaneousCallChecks: readonly BackendCheck[] = [
  ...onceOnlyOperations,
  ...repeatableOperations,
].map((operationName) => {
  const mayHappenOnlyOnce = onceOnlyOperations.includes(operationName);
  return makeScenarioCheck({
    id: `${operationName}/at-once`,
    sentence: `Of several identical calls of ${operationName} at the same moment, one MUST succeed${mayHappenOnlyOnce ? ' and the others MUST be refused' : ', and all MUST have the same effect as one'}.`,
    rule: 'states#once-even-at-once',
    leavesOpen:
      'Calls that arrive further apart, or at two servers; what happens once in many times.',
    ...startStageFor(operationName),
    movesApplicantOn: true,
    run: async (context) => {
      for (let doneAttempts = 0; doneAttempts < countAttempts(operationName); doneAttempts += 1)
        await sendTwice(context, operationName, mayHappenOnlyOnce, doneAttempts % 2 === 0);
    },
  });
});

async function sendTwice(
  context: CheckContext,
  operationName: OperationName,
  mayHappenOnlyOnce: boolean,
  renamesFirst: boolean,
): Promise<void> {
  let person = await context.lendApplicantFor(operationName);
  // A backend may refuse a second exam while one is running.
  while (operationName === 'exams.create' && person.exam)
    person = await context.lendApplicantFor(operationName);
  await prepareForCall(operationName, person, context.helpers);
  const call = await context.makeCall(operationName, person);
  const nextStage = person.token === undefined ? undefined : stageAfter(operationName);
  const newFirstName = 'Selamawit';
  const renameCall = nextStage && (await context.makeCall('applicants.editProfile', person));
  const rename = async () =>
    renameCall &&
    context.send('applicants.editProfile', {
      ...renameCall,
      ...callWithBody(renameCall, { firstName: newFirstName }),
    });
  const earlyRename = renamesFirst ? rename() : undefined;
  const calls = Array.from({ length: simultaneousCallCount }, () =>
    context.send(operationName, call),
  );
  // Some backends save the whole account at a login, with its old state.
  const login = renameCall && context.logInWith(person, person.password);
  const renameResponse = await (earlyRename ?? rename());
  const responses = await Promise.all(calls);
  await login;
  const brokenResponse = [...responses, renameResponse].find(
    (response) => Number(response?.status) >= 500,
  );
  if (brokenResponse)
    throw makeFailure('no 5xx, beside other calls at the same moment', brokenResponse);
  const successfulResponses = responses.filter(({ status }) => status < 300);
  const [success, secondSuccess] = successfulResponses;
  if (!success || (mayHappenOnlyOnce && secondSuccess)) {
    const expectedText = `one success${mayHappenOnlyOnce ? ' and refusals' : ''}`;
    const responsesText = [...new Set(responses.map(describeResponse))].join(', and ');
    if (!success) throw makeRefusal(expectedText, responsesText, responses[1]);
    const countText = `${successfulResponses.length} successes of ${simultaneousCallCount} calls`;
    throw makeFailure(expectedText, `${countText}: ${responsesText}`, responses[1]);
  }
  if (operationName === 'exams.create')
    for (const response of successfulResponses) expectContractSuccess(context, response);
  const isRenamed = renameResponse && renameResponse.status < 300;
  // What a lost step leads to is judged with the new name, and is no fault of the step alone.
  await recordSuccess(person, success, context.helpers).catch((error: unknown) => {
    if (!isRenamed || !findBlock(error)) throw error;
  });
  if (needsNoAccount(operationName)) context.addToPool(person);
  if (isRenamed) {
    context.removeFromPool(person);
    const profileResponse = await readProfile(person, context.helpers);
    const { firstName, status } = fieldsOf(profileResponse.json);
    const isNewNameKept =
      String(firstName ?? newFirstName).toUpperCase() === newFirstName.toUpperCase();
    const expectedText = `${newFirstName}, ${nextStage}`;
    if (!isNewNameKept || status !== nextStage)
      throw makeFailure(expectedText, `${firstName}, ${status}`, profileResponse);
  }
  if (operationName !== 'exams.create' || !secondSuccess) return;
  const examIds = new Set(
    successfulResponses.map(({ json }) => fieldsOf(fieldsOf(json).examDto).id),
  );
  if (examIds.size > 1)
    throw makeFailure('one exam', `the exams ${[...examIds].join(', ')}`, secondSuccess);
}
