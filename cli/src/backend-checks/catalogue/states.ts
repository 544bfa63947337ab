/** The state machine: every operation in every state, allowed or refused (specification/decisions §2). */

import {
  type ApplicantState,
  allowedStates,
  applicantStates,
  lifecycle,
  type OperationName,
  operations,
  type StaffDecision,
} from '@one-planet/contract';
import { stageAfter, stageOf } from '../../applicant/stages.ts';
import { callAdapter, findBlock, makeFailure, makeSkip } from '../../checks/outcome.ts';
import { fieldsOf } from '../../core/json.ts';
import { requestDecision, updatePendingPayment } from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { makeBlockBy } from '../blame.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  makeSimilarChecks,
  obligationWords,
} from '../check.ts';
import { expectNothingChanged, expectRefused, expectState, takeSnapshot } from '../expect.ts';
import type { ApiResponse } from '../http-messages.ts';
import { expectSession } from './passwords.ts';
import { expectConsistentDeposit, expectHerReceipt, expectPaidToday } from './payments.ts';

const loggedInStates = applicantStates.filter((state) => state !== 'NOT_ACTIVATED');

/** Operations that are allowed in every state: they belong to the profile page. */
const alwaysAllowedOperations: readonly OperationName[] = [
  'auth.login',
  'auth.getUser',
  'applicants.getByEmail',
  'applicants.getBioData',
  'applicants.editProfile',
];

export const stateChecks: readonly BackendCheck[] = [
  ...operations.flatMap(({ name }) => {
    const allowedStateNames = allowedStates(name) ?? loggedInStates;
    return loggedInStates
      .filter((state) => !allowedStateNames.includes(state))
      .map((state) => makeRefusedInStateCheck(name, state, allowedStateNames));
  }),
  ...alwaysAllowedOperations.flatMap((operationName) =>
    loggedInStates.map((state) => makeAllowedInStateCheck(operationName, state)),
  ),
  ...operations.flatMap(({ name }) =>
    // applicants.activate/status checks the state that an activation returns.
    stageAfter(name) && name !== 'applicants.activate' ? [makeMovesOnCheck(name)] : [],
  ),
  // The state after a rejected payment is the backend's choice (specification/decisions §2).
  ...(['verify', 'admit'] as const).map(makeStaffMoveCheck),
  ...makeSimilarChecks({ movesApplicantOn: true }, [
    // The backend chooses where a rejection leads. Where it leads back to the payment, paying again has to work.
    {
      id: 'staff.reject/pay-again',
      sentence:
        'After staff reject a payment, an applicant who is asked to pay again MUST be able to, with a receipt of that payment.',
      rule: 'states#a-rejected-payment',
      stage: 'ACTIVATION_PAID',
      runFor: async (context, person) => {
        const status = await rejectPayment(context, person);
        if (status === 'ACTIVATION_PAID')
          throw makeFailure('another state than ACTIVATION_PAID', 'the same', context.lastResponse);
        if (status === 'TOOK_EXAM') expectHerReceipt(await payAgain(context, person), person);
      },
    },
    {
      id: 'payments.getReceipt/deposit-after-online',
      sentence:
        'The receipt of a deposit MUST be that of a deposit, also after staff have rejected a payment online.',
      rule: 'payment#day-way-and-bank',
      stage: 'TOOK_EXAM',
      runFor: async (context, person) => {
        await payAtProvider(context, person);
        if ((await rejectPayment(context, person)) !== 'TOOK_EXAM') return;
        await expectConsistentDeposit(context, await payAgain(context, person));
      },
    },
    // A payment that staff have rejected is not paid and has no receipt.
    {
      id: 'payments.getReceipt/rejected',
      sentence: 'payments.getReceipt SHOULD refuse the code of a payment that staff have rejected.',
      rule: 'payment#no-receipt-before-payment',
      stage: 'ACTIVATION_PAID',
      runFor: async (context, person) => {
        if ((await rejectPayment(context, person)) !== 'TOOK_EXAM') return;
        const response = await context.sendAs(person, 'payments.getReceipt');
        expectRefused(context, response, 'a payment that was rejected');
      },
    },
    // The same as `journey --pay`: the provider's adapter pays at the address that the backend returns.
    {
      id: 'payments.payOnline/paid-at-provider',
      sentence:
        'After a payment at the provider, an applicant MUST be ACTIVATION_PAID, with a receipt that says so.',
      rule: 'payment#paid-when-the-provider-says-so',
      stage: 'TOOK_EXAM',
      runFor: async (context, person) => {
        await payAtProvider(context, person);
        await expectState(context, person, 'ACTIVATION_PAID', 'a payment at the provider');
        const params = { paymentCode: person.payment?.code ?? '' };
        const receipt = await context.sendAs(person, 'payments.getReceipt', { params });
        const { isOffline } = fieldsOf(receipt.json);
        if (isOffline === true) throw makeFailure('isOffline false', 'true', receipt);
        // Other checks expect the receipt of a bank deposit, so this applicant is not used again.
        context.removeFromPool(person);
      },
    },
    // An online payment has a receipt too, at the latest after staff have verified it.
    {
      id: 'payments.getReceipt/online',
      sentence:
        'payments.getReceipt MUST answer a payment online that was verified, as none of a deposit.',
      stage: 'TOOK_EXAM',
      runFor: async (context, person) => {
        await payAtProvider(context, person);
        context.removeFromPool(person);
        await requestDecision('verify', person, context.helpers);
        person.stage = 'BIOGRAPHIC_APPLICANT';
        const callText = 'a payment online';
        const receipt = await context.sendAndExpectSuccess(person, 'payments.getReceipt', callText);
        const { paymentCode, paymentAmount, isOffline } = fieldsOf(receipt.json);
        const { code, amount } = person.payment ?? {};
        const isHers = paymentCode === code && Number(paymentAmount) === amount;
        if (!isHers || isOffline === true)
          throw makeFailure(`${code}, ${amount}, isOffline false`, receipt);
        expectPaidToday(receipt);
        const { accountNumber } = fieldsOf(receipt.json);
        const listedAccounts = await context.referenceData.readBankAccounts();
        if (listedAccounts.some(({ account }) => account === String(accountNumber)))
          throw makeFailure('no account of a bank', `the account ${accountNumber}`, receipt);
      },
    },
  ]),
];

/** The fields in which a call that comes too late differs from the first one: the values of the first one must stay. */
const lateFieldsByOperation: Partial<Record<OperationName, object>> = {
  'applicants.saveBioData': { countryOfResidence: 'Ghana', nationality: 'Ghanaian' },
  'payments.makeOffline': { transactionReference: 'FT2SECOND' },
};

function makeRefusedInStateCheck(
  operationName: OperationName,
  state: ApplicantState,
  allowedStateNames: readonly ApplicantState[],
): BackendCheck {
  // Reading the pending payment while it is being verified harms nobody, so a backend should refuse that, but need not.
  const isHarmless = operationName === 'payments.getPending' && state !== 'ACTIVATED';
  const rules = operationName === 'applicants.createPassword' ? { onlyStatuses: [406] } : {};
  return makeScenarioCheck({
    id: `${operationName}/in/${state}`,
    sentence: `${operationName} ${obligationWords[isHarmless ? 'should' : 'must']} refuse an applicant who is ${state}${rules.onlyStatuses ? ` with ${rules.onlyStatuses.join(' or ')}` : ''}: it needs ${allowedStateNames.join(' or ')}.`,
    rule: 'states#wrong-state',
    leavesOpen: 'What the profile does not show.',
    stage: state,
    runFor: async (context, person) => {
      await expectNothingChanged(context, person, operationName, async () => {
        const { body, ...call } = await context.makeCall(operationName, person);
        const lateFields = lateFieldsByOperation[operationName];
        const lateBody = lateFields ? { ...(body as object), ...lateFields } : body;
        const response = await context.send(operationName, { ...call, body: lateBody });
        expectRefused(context, response, `an applicant who is ${state}`, rules);
      });
    },
  });
}

function makeAllowedInStateCheck(
  operationName: OperationName,
  state: ApplicantState,
): BackendCheck {
  return makeScenarioCheck({
    id: `${operationName}/in/${state}`,
    sentence: `${operationName} MUST work for an applicant who is ${state}.`,
    rule: 'states#always-open',
    stage: state,
    runFor: async (context, person) => {
      const callText = `an applicant who is ${state}`;
      const response = await context.sendAndExpectSuccess(person, operationName, callText);
      if (operationName === 'auth.login') expectSession(person, response, false);
      await expectState(context, person, state, operationName);
    },
  });
}

function makeMovesOnCheck(operationName: OperationName): BackendCheck {
  const stageBefore = stageOf(operationName);
  return makeScenarioCheck({
    id: `${operationName}/moves-on`,
    sentence: `After ${operationName}, an applicant who was ${stageBefore} MUST be ${stageAfter(operationName)}.`,
    rule: 'states#the-lifecycle',
    stage: stageBefore,
    movesApplicantOn: true,
    takesUsualStep: true,
    runFor: async (context, person) => {
      await context.performOperation(person, operationName, `an applicant who is ${stageBefore}`);
      await expectState(context, person, person.stage, operationName);
    },
  });
}

/**
 * Pays at the provider that the backend redirects to.
 * @throws {OutcomeError} where the run cannot pay there
 */
async function payAtProvider(context: CheckContext, person: Person): Promise<void> {
  const { helpers } = context;
  await updatePendingPayment(person, helpers);
  const actionText = 'a payment online';
  const paymentResponse = await context.performOperation(person, 'payments.payOnline', actionText);
  const redirectAddress = String(fieldsOf(paymentResponse.json).redirect);
  const { settings, baseUrl } = context.runContext;
  // Without a configured provider, only the page of our own mock may be opened.
  if (settings.provider.use === 'mock' && !redirectAddress.startsWith(new URL(baseUrl).origin))
    throw makeSkip('"provider" is not set', 'provider');
  const payAtRedirect = () => helpers.provider.pay(redirectAddress, helpers.signal);
  await callAdapter(payAtRedirect, { want: 'provider' });
  person.stage = 'ACTIVATION_PAID';
}

/** @returns the state that the rejection leads to */
async function rejectPayment(context: CheckContext, person: Person): Promise<unknown> {
  context.removeFromPool(person);
  await requestDecision('reject', person, context.helpers).catch((error: unknown) => {
    // Not every staff system can reject a payment.
    const { reason = '', exitCode } = findBlock(error) ?? {};
    throw exitCode === undefined ? error : makeSkip(reason, 'staff');
  });
  const { status } = await takeSnapshot(person, context.helpers);
  if (status === 'TOOK_EXAM') person.stage = status;
  else context.addNote(`a rejected payment leads to ${status}`);
  return status;
}

/**
 * Pays by a second deposit what is due again after staff have rejected a payment, and has staff verify it.
 * @returns its receipt
 */
async function payAgain(context: CheckContext, person: Person): Promise<ApiResponse> {
  delete person.payment;
  delete person.paidReference;
  // A backend may refuse a reference that was used before.
  person.transactionReference += '2';
  const callText = 'the payment that is due again';
  const response = await context.sendAndExpectSuccess(person, 'payments.getPending', callText);
  const { paymentAmount } = fieldsOf(fieldsOf(response.json).paymentDto);
  const amountText = `${paymentAmount} is due after a rejected payment`;
  if (!(Number(paymentAmount) > 0))
    throw makeBlockBy('payments.getPending', 'no amount', amountText, response);
  await updatePendingPayment(person, context.helpers);
  await context.performOperation(person, 'payments.makeOffline', 'a second deposit');
  await expectState(context, person, 'ACTIVATION_PAID', 'a second deposit');
  await requestDecision('verify', person, context.helpers);
  person.stage = 'BIOGRAPHIC_APPLICANT';
  return context.sendAs(person, 'payments.getReceipt');
}

function makeStaffMoveCheck(decision: StaffDecision): BackendCheck {
  const { from, to } = lifecycle[`staff.${decision}`];
  return makeScenarioCheck({
    id: `staff.${decision}/moves-on`,
    sentence: `After staff ${decision}, an applicant who was ${from} MUST be ${to}.`,
    rule: 'states#staff-decisions',
    stage: from,
    movesApplicantOn: true,
    takesUsualStep: true,
    runFor: async (context, person) => {
      await requestDecision(decision, person, context.helpers);
      person.stage = to;
      await expectState(context, person, to, `staff ${decision}`);
    },
  });
}
