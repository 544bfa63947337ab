/**
 * Other applicants' data: it is not returned, not changed, and not revealed by a refusal (specification/decisions §1).
 */
import {
  type Operation,
  type OperationName,
  operations,
  type RuleName,
} from '@one-planet/contract';
import { type Stage, stageOf } from '../../applicant/stages.ts';
import { makeFailure, makeSkip } from '../../checks/outcome.ts';
import { fieldsOf } from '../../core/json.ts';
import type { Level } from '../../report/report.ts';
import { beginExam, updatePendingPayment } from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { ensureStoredFile } from '../call-needs.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  obligationWords,
} from '../check.ts';
import { expectRefused, rememberRecord } from '../expect.ts';
import { type Call, callWithBody } from '../http-messages.ts';
import { findPersonalData } from '../leaks.ts';
import { skipIfProfilesAreOpen } from './sessions.ts';

interface ForeignDataCase {
  /** The operation and the kind of foreign data, for the check's id. */
  operationAndSubject: `${OperationName}/${string}`;
  /** The end of the check's sentence, after "MUST refuse". */
  description: string;
  /**
   * The stages of the applicant and of the other one; default: both are ACTIVATED. It may be tried in several, because
   * some backends look whose record it is in one state only.
   */
  stages?: readonly (readonly [actor: Stage, victim: Stage])[];
  level?: Level;
  rule?: RuleName;
  /**
   * True where the backend may ignore the foreign value, because the token alone says whose record it is; nothing of
   * the other applicant may change.
   */
  mayIgnore?: true;
  makeCall: (context: CheckContext, actor: Person, victim: Person) => Promise<Call> | Call;
  afterCall?: (context: CheckContext, victim: Person, call: Call) => Promise<void>;
}

/** The password in the call must not work as the other applicant's password. */
async function expectNewPasswordRefused(context: CheckContext, victim: Person, { body }: Call) {
  const response = await context.logInWith(victim, String(fieldsOf(body).password));
  if (response.status >= 300) return;
  throw makeFailure('the other password unchanged', 'a login with the new one', response);
}

const severalStages = [
  ['ACTIVATED', 'ACTIVATED'],
  ['READY_TO_APPLY', 'READY_TO_APPLY'],
  ['APPLIED', 'APPLIED'],
] as const;

const foreignDataCases: readonly ForeignDataCase[] = [
  {
    operationAndSubject: 'applicants.getByEmail/profile',
    stages: severalStages,
    description: "to return another applicant's profile",
    makeCall: async (context, _actor, victim) => {
      await skipIfProfilesAreOpen(context, victim);
      return { params: { email: victim.email } };
    },
  },
  {
    operationAndSubject: 'auth.getUser/account',
    stages: severalStages,
    description: "to return another applicant's account",
    makeCall: (context, _actor, victim) => context.makeCall('auth.getUser', victim),
  },
  {
    operationAndSubject: 'applicants.editProfile/profile',
    stages: severalStages,
    description: "to change another applicant's profile",
    makeCall: async (context, actor, victim) => {
      const ownCall = await context.makeCall('applicants.editProfile', actor);
      const { params } = await context.makeCall('applicants.editProfile', victim);
      // The body is her own, so that a refusal can only be about the id in the path.
      return { ...ownCall, params };
    },
  },
  {
    operationAndSubject: 'auth.changePassword/password',
    description: "to change another applicant's password",
    mayIgnore: true,
    makeCall: (_context, actor, { email }) => ({ body: { email, password: `${actor.password}9` } }),
    afterCall: expectNewPasswordRefused,
  },
  {
    operationAndSubject: 'applicants.createPassword/password',
    description: "to create another applicant's password",
    level: 'should',
    mayIgnore: true,
    stages: [['NOT_ACTIVATED', 'ACTIVATED']],
    makeCall: async (context, actor, { email }) => {
      const call = await context.makeCall('applicants.createPassword', actor);
      return { params: call.params, ...callWithBody(call, { name: email, email }) };
    },
    afterCall: expectNewPasswordRefused,
  },
  ...Object.entries({ file: 'profilePicture', document: 'educationDocument' } as const).map(
    ([fileName, kind]): ForeignDataCase => ({
      operationAndSubject: `files.get/${fileName}`,
      stages: severalStages,
      description: `to return another applicant's ${fileName}`,
      makeCall: async ({ helpers }, _actor, victim) => ({
        params: { fileName: await ensureStoredFile(victim, kind, helpers) },
      }),
    }),
  ),
  {
    operationAndSubject: 'exams.submit/exam',
    description: "another applicant's exam",
    makeCall: async (context, _actor, victim) => {
      await beginExam(victim, context.helpers);
      const { body } = await context.makeCall('exams.submit', victim);
      return { body };
    },
  },
  {
    operationAndSubject: 'payments.makeOffline/code',
    description: "a payment under another applicant's code",
    stages: [
      ['TOOK_EXAM', 'TOOK_EXAM'],
      ['TOOK_EXAM', 'BIOGRAPHIC_APPLICANT'],
    ],
    makeCall: async (context, actor, victim) => {
      await updatePendingPayment(victim, context.helpers);
      const call = await context.makeCall('payments.makeOffline', actor);
      return callWithBody(call, { paymentCode: victim.payment?.code });
    },
  },
  {
    operationAndSubject: 'payments.makeOffline/receipt',
    description: "a payment with another applicant's receipt",
    rule: 'payment#the-attached-receipt',
    stages: [['TOOK_EXAM', 'TOOK_EXAM']],
    level: 'should',
    makeCall: async (context, actor, victim) => {
      await updatePendingPayment(actor, context.helpers);
      const call = await context.makeCall('payments.makeOffline', actor);
      return callWithBody(call, {
        attachmentUrl: await ensureStoredFile(victim, 'receipt', context.helpers),
      });
    },
  },
  {
    operationAndSubject: 'payments.getReceipt/receipt',
    description: "to return another applicant's receipt to somebody who is logged in",
    rule: 'payment#receipts-of-others',
    stages: [['BIOGRAPHIC_APPLICANT', 'BIOGRAPHIC_APPLICANT']],
    level: 'info',
    makeCall: (context, _actor, victim) => context.makeCall('payments.getReceipt', victim),
  },
  ...Object.entries({ picture: 'profilePicture', document: 'educationDocument' } as const).map(
    ([idName, field]): ForeignDataCase => ({
      operationAndSubject: `applicants.saveBioData/${idName}`,
      description: `a biography with another applicant's ${idName}`,
      rule: 'application#attached-files',
      stages: [['BIOGRAPHIC_APPLICANT', 'BIOGRAPHIC_APPLICANT']],
      level: 'should',
      makeCall: async (context, actor, victim) =>
        callWithBody(await context.makeCall('applicants.saveBioData', actor), {
          [field]: await ensureStoredFile(victim, field, context.helpers),
        }),
    }),
  ),
];

/** The operations by which applicants change their own records. */
const applicantOperations = operations.filter(
  ({ name, route, meta }) =>
    meta.auth === 'bearer' &&
    route.method !== 'GET' &&
    !route.path.includes(':') &&
    !/^(auth|files)[.]/.test(name),
);

export const ownershipChecks: readonly BackendCheck[] = [
  ...foreignDataCases.map(makeForeignDataCheck),
  ...applicantOperations.map(makeStaffRefusalCheck),
];

function makeStaffRefusalCheck({ name, meta }: Operation): BackendCheck {
  return makeScenarioCheck({
    id: `${name}/others/staff`,
    sentence: `${name} MUST refuse staff.`,
    rule: 'access#only-her-own',
    stage: stageOf(name),
    run: async (context) => {
      const token = await context.referenceData.readStaffToken();
      const person = await context.lendPerson(stageOf(name));
      const { expectUnchanged } = await rememberRecord(person, context.helpers, name);
      const staffIdentity = { token, senderNumber: undefined, subjectNumber: person.number };
      const response = await context.sendAs(person, name, staffIdentity);
      if (!meta.mayBeMissing || response.status !== 404) expectRefused(context, response, 'staff');
      await expectUnchanged('staff', response);
    },
  });
}

function makeForeignDataCheck({
  operationAndSubject,
  description,
  stages = [['ACTIVATED', 'ACTIVATED']],
  level = 'must',
  ...foreignDataCase
}: ForeignDataCase): BackendCheck {
  const [operation, subject] = operationAndSubject.split('/') as [OperationName, string];
  const tryForeignCall = async (context: CheckContext, actor: Person, victim: Person) => {
    const call = await foreignDataCase.makeCall(context, actor, victim);
    const { expectUnchanged } = await rememberRecord(victim, context.helpers, operation);
    const { token, number: senderNumber } = actor;
    const identities = { token, senderNumber, subjectNumber: victim.number };
    const response = await context.send(operation, { ...call, ...identities });
    if (!foreignDataCase.mayIgnore || response.status >= 300) {
      expectRefused(context, response, description.replace(/^to /, 'an attempt to '));
    }
    const leakedData = findPersonalData(victim, response.text, response);
    if (leakedData !== undefined)
      throw makeFailure('a refusal that reveals nothing', `${leakedData} of the other`, response);
    await expectUnchanged('somebody else', response);
    await foreignDataCase.afterCall?.(context, victim, call);
    if (actor.stage === 'NOT_ACTIVATED') context.removeFromPool(actor);
  };
  return makeScenarioCheck({
    id: `${operation}/others/${subject}`,
    sentence: foreignDataCase.mayIgnore
      ? `${operation} ${obligationWords[level]} NOT ${description.replace(/^to /, '')}.`
      : `${operation} ${obligationWords[level]} refuse ${description}.`,
    rule: foreignDataCase.rule ?? 'access#only-her-own',
    leavesOpen: 'Users with other roles.',
    // The last one, so that each step on the way to it has been judged by its own check before.
    stage: stages.at(-1)?.[1],
    run: async (context) => {
      for (const [actorStage, victimStage] of stages) {
        const actor = await context.lendPerson(actorStage);
        if (actor.stage !== actorStage && actorStage === 'NOT_ACTIVATED')
          throw makeSkip('the dialect sets the password with the activation');
        await tryForeignCall(context, actor, await context.lendPerson(victimStage));
      }
    },
  });
}
