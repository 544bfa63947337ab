/**
 * Fields that a request body must not be able to set: other people's ids and addresses, states, roles, prices (OWASP
 * API3).
 */
import { type OperationName, operations } from '@one-planet/contract';
import { stageAfter } from '../../applicant/stages.ts';
import { describeResponse } from '../../checks/evidence.ts';
import { findBlock, findFailure, makeFailure } from '../../checks/outcome.ts';
import { entriesOf, fieldsOf } from '../../core/json.ts';
import {
  performMove,
  prepareForCall,
  recordSuccess,
  updatePendingPayment,
} from '../applicant-walk.ts';
import { type Person, startStageFor } from '../applicants.ts';
import { type BackendCheck, type CheckContext, makeScenarioCheck } from '../check.ts';
import { rememberRecord, requestFieldsOf, skipIfNotOffered, takeSnapshot } from '../expect.ts';
import type { ApiResponse } from '../http-messages.ts';

/** Fields that an attacker could add to a body: whose record it is, its role, its state, its price. */
function makeClaimedFields(operation: OperationName, victim: Person): Record<string, unknown> {
  const claimedFields: Record<string, unknown> = {
    id: victim.id,
    applicantId: victim.id,
    applicant_id: victim.id,
    userId: victim.id,
    user_id: victim.id,
    _id: victim.id,
    email: victim.email,
    applicant: { id: victim.id, email: victim.email },
    status: 'ADMITTED',
    applicationStatus: 'ADMITTED',
    application_status: 'ADMITTED',
    state: 'ADMITTED',
    role: 'ROLE_ADMIN',
    roles: [{ name: 'ROLE_ADMIN' }],
    isAdmin: true,
    is_admin: true,
    enabled: true,
    verified: true,
    paid: true,
    paymentAmount: 1,
    payment_amount: 1,
    amount: 1,
  };
  // Fields that the operation reads have their own checks.
  for (const { name, isIgnorable } of requestFieldsOf(operation))
    if (!isIgnorable) delete claimedFields[name];
  return claimedFields;
}

const postingOperations = operations.filter(
  ({ name, meta }) =>
    meta.auth === 'bearer' && (requestFieldsOf(name).length > 0 || name === 'auth.updateUser'),
);

export const overPostingChecks: readonly BackendCheck[] = [
  ...postingOperations.map(({ name }) => makeOverPostingCheck(name)),
  makeScenarioCheck({
    id: 'applicants.register/over-posting',
    sentence: 'A registration MUST NOT choose its own state, role, id or password.',
    rule: 'access#nothing-to-claim',
    runFor: async (context, victim) => {
      const victimRecord = await rememberRecord(victim, context.helpers, 'applicants.editProfile');
      const person = context.draftPerson();
      const { body } = await context.makeCall('applicants.register', person);
      const extraFields = {
        ...makeClaimedFields('applicants.register', victim),
        password: person.password,
      };
      const response = await context.send('applicants.register', {
        body: { ...extraFields, ...(body as object) },
        senderNumber: person.number,
      });
      await victimRecord.expectUnchanged('the registration', response);
      if (response.status >= 400) return context.addNote(`refused: ${describeResponse(response)}`);
      await recordSuccess(person, response, context.helpers);
      const loginResponse = await context.sendAs(person, 'auth.login');
      if (loginResponse.status < 300)
        throw makeFailure('no login before activation', 'a login', loginResponse);
      await performMove('applicants.activate', person, context.helpers);
      const createPassword = () =>
        performMove('applicants.createPassword', person, context.helpers);
      if (person.stage === 'NOT_ACTIVATED') await createPassword().catch(ignoreBlocked);
      await reportWithCause(response, () => expectOwnProfile(context, person, 'ACTIVATED'));
      context.addToPool(person);
    },
  }),
];

function makeOverPostingCheck(operation: OperationName): BackendCheck {
  return makeScenarioCheck({
    id: `${operation}/over-posting`,
    sentence: `${operation} MUST NOT take anybody's id, state, role or price from the body.`,
    rule: 'access#nothing-to-claim',
    ...startStageFor(operation),
    movesApplicantOn: stageAfter(operation) !== undefined || operation === 'auth.changePassword',
    run: (context) => expectClaimIgnored(context, operation),
  });
}

async function expectClaimIgnored(context: CheckContext, operation: OperationName): Promise<void> {
  const { helpers } = context;
  const person = await context.lendApplicantFor(operation);
  const victim = await context.lendPerson(person.stage);
  await prepareForCall(operation, person, helpers);
  if (victim.stage === 'TOOK_EXAM') await updatePendingPayment(victim, helpers);
  const victimRecord = await rememberRecord(victim, helpers, operation);
  const ownRecord = await rememberRecord(person, helpers, operation);
  const stageBefore = person.stage;
  const response = await context.sendWith(person, operation, makeClaimedFields(operation, victim));
  await victimRecord.expectUnchanged('somebody else', response);
  skipIfNotOffered(response);
  if (response.status >= 400) {
    context.addNote(`refused: ${describeResponse(response)}`);
    return ownRecord.expectUnchanged(`the refused ${operation}`, response);
  }
  await recordSuccess(person, response, helpers).catch(ignoreBlocked);
  const expectedState = stageAfter(operation) ?? stageBefore;
  await reportWithCause(response, async () => {
    const profileEmail = await expectOwnProfile(context, person, expectedState);
    if (profileEmail !== ownRecord.snapshotBefore.email)
      throw makeFailure('her own address', 'another one');
    // She must not keep the price that this check made up.
    if (operation === 'payments.payOnline') await ownRecord.expectUnchanged('a price in the body');
  });
}

/** Ignores that she is in another state or no longer an applicant: the comparison that follows reports it. */
function ignoreBlocked(error: unknown): void {
  if (!findBlock(error)) throw error;
}

/** Reports a finding with the request that caused it, not with the request that showed it. */
async function reportWithCause(
  causeResponse: ApiResponse,
  compareRecords: () => Promise<unknown>,
): Promise<void> {
  try {
    await compareRecords();
  } catch (error) {
    const { reason } = findBlock(error) ?? {};
    if (reason !== undefined) throw makeFailure('her record as it was', reason, causeResponse);
    const finding = findFailure(error);
    throw finding ? makeFailure(finding.expected, finding.got, causeResponse) : error;
  }
}

/**
 * Expects that she is still an applicant, in the state the operation leads to.
 * @returns the address in her profile
 */
async function expectOwnProfile(
  context: CheckContext,
  person: Person,
  state: string,
): Promise<unknown> {
  // The login comes first, because an account with another role may have no profile.
  const response = await context.sendAs(person, 'auth.login');
  const { roles } = fieldsOf(response.json);
  const isStaff = entriesOf(roles).some(({ name }) => /admin|staff/i.test(String(name)));
  const expectedText = 'a login as an applicant, whatever state and role the body claimed';
  if (response.status >= 300 || isStaff) throw makeFailure(expectedText, response);
  const { status, email } = await takeSnapshot(person, context.helpers);
  if (status !== state) throw makeFailure(`the state ${state}`, `${status}`);
  return email;
}
