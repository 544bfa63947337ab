/**
 * Identical requests at the same moment, as a double tap sends them (specification/journey §4;
 * specification/decisions §2).
 */
import type { OperationName } from '@one-planet/contract';
import { stageAfter } from '../../applicant/stages.ts';
import { describeResponse } from '../../checks/evidence.ts';
import { findBlock, makeFailure, makeRefusal } from '../../checks/outcome.ts';
import { fieldsOf } from '../../core/json.ts';
import { prepareForCall, readProfile, recordSuccess } from '../applicant-walk.ts';
import { needsNoAccount, newLogin, startStageFor } from '../applicants.ts';
import { type BackendCheck, type CheckContext, makeScenarioCheck } from '../check.ts';
import { expectContractSuccess } from '../expect.ts';
import { callWithBody } from '../http-messages.ts';

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
        await sendAtOnce(context, operationName, mayHappenOnlyOnce, doneAttempts % 2 === 0);
    },
  });
});

/** Says of a response that broke that it came to calls at the same moment, because its request alone does not repeat it. */
function reportWithMoment(error: unknown): never {
  const { reason, response } = findBlock(error) ?? {};
  if (reason === undefined || !response) throw error;
  throw makeFailure('a refusal or a success for each of several calls at once', reason, response);
}

async function sendAtOnce(
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
    context
      .send('applicants.editProfile', {
        ...renameCall,
        ...callWithBody(renameCall, { firstName: newFirstName }),
      })
      .catch(reportWithMoment);
  const earlyRename = renamesFirst ? rename() : undefined;
  const calls = Array.from({ length: simultaneousCallCount }, () =>
    context.send(operationName, call).catch(reportWithMoment),
  );
  // Some backends save the whole account at a login, with its old state. It may end the session of the calls, whose
  // refusals can come before its own response.
  if (renameCall) person.possibleSessionEnds = new Set(person.possibleSessionEnds).add(newLogin);
  const login = renameCall && context.logInWith(person, person.password);
  const [renameResponse, , ...responses] = await Promise.all([
    earlyRename ?? rename(),
    login,
    ...calls,
  ]);
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
    const expectedText = `the first name ${newFirstName} and the state ${nextStage}, after a change of her profile and a login beside ${operationName}`;
    if (!isNewNameKept || status !== nextStage)
      throw makeFailure(expectedText, `${firstName} and ${status}`, profileResponse);
  }
  if (operationName !== 'exams.create' || !secondSuccess) return;
  const examIds = new Set(
    successfulResponses.map(({ json }) => fieldsOf(fieldsOf(json).examDto).id),
  );
  if (examIds.size > 1)
    throw makeFailure('one exam', `the exams ${[...examIds].join(', ')}`, secondSuccess);
}
