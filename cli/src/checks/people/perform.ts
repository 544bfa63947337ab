/** One operation done as it should be, with what has to come before it and what follows from it. */
import { activatesWithPassword, allowedStates, type OperationName } from '@one-planet/contract';
import type { Stage } from '../../applicant/stages.ts';
import { fieldsOf, type Reply } from '../wire/reply.ts';
import { callOf } from './payloads.ts';
import type { Person } from './person.ts';
import {
  beginExam,
  confirmStage,
  type Helpers,
  isPassed,
  learnPayment,
  logIn,
  readMail,
  readPayment,
} from './stages.ts';

/** Where an operation that no state binds finds its applicant. */
const homes: Partial<Record<OperationName, Stage>> = {
  'applicants.activate': 'REGISTERED',
  'applicants.resendEmail': 'REGISTERED',
  'applicants.createPassword': 'NOT_ACTIVATED',
  'payments.getReceipt': 'BIOGRAPHIC_APPLICANT',
  'batchPrograms.applicable': 'READY_TO_APPLY',
};

/** The stage in which an operation is right. */
export function stageOf(operation: OperationName): Stage {
  return homes[operation] ?? allowedStates(operation)?.[0] ?? 'ACTIVATED';
}

/** What an operation moves an applicant on to. */
const next: Partial<Record<OperationName, Stage>> = {
  'applicants.activate': 'NOT_ACTIVATED',
  'applicants.createPassword': 'ACTIVATED',
  'exams.submit': 'TOOK_EXAM',
  'payments.makeOffline': 'ACTIVATION_PAID',
  'applicants.saveBioData': 'BIOGRAPHIC_APPLICANT2',
  'applicants.saveEducationData': 'BIOGRAPHIC_APPLICANT3',
  'applicants.saveContactData': 'READY_TO_APPLY',
  'applicants.applyForProgram': 'APPLIED',
};

/** The stage after an operation that moves her on; `undefined` for the others. */
export function stageAfter(operation: OperationName): Stage | undefined {
  return next[operation];
}

/** Gets ready what an operation needs: her mail, her exam, her payment. */
export async function prepare(
  operation: OperationName,
  person: Person,
  helpers: Helpers,
): Promise<void> {
  if (operation === 'applicants.activate' && !person.activationToken) {
    await readMail(person, helpers);
  }
  if (operation === 'exams.submit' && person.stage === 'ACTIVATED') {
    await beginExam(person, helpers);
  }
  const pays = operation === 'payments.makeOffline' || operation === 'payments.payOnline';
  if (pays && person.stage === 'TOOK_EXAM') await learnPayment(person, helpers);
}

/** Takes note of what a success changed. */
export async function settle(person: Person, reply: Reply, helpers: Helpers): Promise<void> {
  const { operation } = reply;
  if (!operation || reply.status >= 300) return;
  if (operation === 'applicants.register') person.isRegistered = true;
  if (operation === 'applicants.activate') {
    const { token } = fieldsOf(reply.json);
    if (typeof token === 'string') person.passwordToken = token;
  }
  if (operation === 'exams.create') person.exam = reply.json as NonNullable<Person['exam']>;
  if (operation === 'exams.submit') readPayment(person, reply);
  const from = person.stage;
  const to = operation === 'exams.submit' && !isPassed(reply) ? undefined : next[operation];
  if (to) {
    const atOnce = operation === 'applicants.activate' && activatesWithPassword(helpers.dialect);
    person.stage = atOnce ? 'ACTIVATED' : to;
  }
  if (person.stage === 'ACTIVATED' && !person.token) await logIn(person, helpers);
  // Nobody is to be lent in a state she is not in.
  if (to && person.token) await confirmStage(person, from, helpers);
}

/** Does an operation for an applicant in its stage, whatever the answer. */
export async function perform(
  operation: OperationName,
  person: Person,
  helpers: Helpers,
): Promise<Reply> {
  await prepare(operation, person, helpers);
  const reply = await helpers.send(operation, await callOf(operation, person, helpers));
  await settle(person, reply, helpers);
  return reply;
}
