/** How an applicant gets from one stage to the next: leniently, so that one wrong status stops nobody. */
import {
  activatesWithPassword,
  type Exam,
  exam as examSchema,
  isPass,
  type OperationName,
  transitions,
} from '@one-planet/contract';
import type { Mailbox } from '../../adapters/mailbox/mailbox.ts';
import type { Staff } from '../../adapters/staff/index.ts';
import { tokenOf } from '../../applicant/activation-link.ts';
import type { Stage } from '../../applicant/stages.ts';
import { adapt } from '../adapter-errors.ts';
import { Blocked } from '../outcome.ts';
import { describeReply, fieldsOf, type Reply } from '../wire/reply.ts';
import { callOf, type Sources } from './payloads.ts';
import type { Person } from './person.ts';

export interface Helpers extends Sources {
  mailbox: Mailbox;
  staff: Staff;
  signal: AbortSignal;
  siteOrigin: string | undefined;
}

/** What moves an applicant from one stage to another: an operation, or staff. */
function moverOf(from: Stage, to: Stage): string {
  const state = from === 'REGISTERED' ? null : from;
  return transitions.find((move) => move.from === state && move.to === to)?.by ?? 'staff.verify';
}

/** Moves an applicant on by one step. @throws {Blocked} naming the check that tells why it can't be done */
export async function advance(person: Person, helpers: Helpers): Promise<void> {
  const from = person.stage;
  await steps[from](person, helpers);
  if (person.token) await confirmStage(person, from, helpers);
}

type StepOf = (person: Person, helpers: Helpers) => Promise<void>;

const steps: Record<Stage, StepOf> = {
  REGISTERED: activate,
  NOT_ACTIVATED: async (person, helpers) => {
    await demand('applicants.createPassword', person, helpers);
    await logIn(person, helpers);
    person.stage = 'ACTIVATED';
  },
  ACTIVATED: async (person, helpers) => {
    await beginExam(person, helpers);
    const result = await demand('exams.submit', person, helpers);
    if (!isPassed(result)) {
      throw new Blocked('exams.submit/all-right', 'right answers are failed');
    }
    readPayment(person, result);
    person.stage = 'TOOK_EXAM';
  },
  TOOK_EXAM: async (person, helpers) => {
    await learnPayment(person, helpers);
    await demand('payments.makeOffline', person, helpers);
    person.stage = 'ACTIVATION_PAID';
  },
  ACTIVATION_PAID: async (person, helpers) => {
    await askStaff('verify', person, helpers);
    person.stage = 'BIOGRAPHIC_APPLICANT';
  },
  BIOGRAPHIC_APPLICANT: simply('applicants.saveBioData', 'BIOGRAPHIC_APPLICANT2'),
  BIOGRAPHIC_APPLICANT2: simply('applicants.saveEducationData', 'BIOGRAPHIC_APPLICANT3'),
  BIOGRAPHIC_APPLICANT3: simply('applicants.saveContactData', 'READY_TO_APPLY'),
  READY_TO_APPLY: simply('applicants.applyForProgram', 'APPLIED'),
  APPLIED: async (person, helpers) => {
    await askStaff('admit', person, helpers);
    person.stage = 'ADMITTED';
  },
  ADMITTED: async () => {
    throw new Error('Nothing comes after ADMITTED');
  },
};

function simply(operation: OperationName, to: Stage): StepOf {
  return async (person, helpers) => {
    await demand(operation, person, helpers);
    person.stage = to;
  };
}

/** Sends a valid call that has to succeed, in whatever way. */
async function demand(operation: OperationName, person: Person, helpers: Sources): Promise<Reply> {
  const reply = await helpers.send(operation, await callOf(operation, person, helpers));
  if (reply.status < 300) return reply;
  const why = `${operation} refuses what is right in ${person.stage}: ${describeReply(reply)}`;
  throw new Blocked(`${operation}/answers`, why);
}

/** Has staff decide on her, whatever state she is in then. */
export async function askStaff(
  decision: 'verify' | 'admit',
  person: Person,
  helpers: Helpers,
): Promise<void> {
  const { staff, signal } = helpers;
  const about = {
    email: person.email,
    applicantId: person.id,
    paymentCode: person.payment?.code,
    readState: async () => {
      const call = await callOf('applicants.getByEmail', person, helpers);
      const { status } = fieldsOf((await helpers.send('applicants.getByEmail', call)).json);
      return typeof status === 'string' ? status : null;
    },
  };
  await adapt(() => staff.decide(decision, about, signal));
}

/** Registers somebody. */
export async function register(person: Person, helpers: Sources): Promise<void> {
  await demand('applicants.register', person, helpers);
  person.isRegistered = true;
}

/** Waits for her activation mail, where its token is not known yet. */
export async function readMail(person: Person, helpers: Helpers): Promise<string> {
  const { mailbox, signal, siteOrigin } = helpers;
  const link = await adapt(() => mailbox.activationLink(person.email, 0, signal), {
    missing: 'applicants.register/mails-a-link',
  });
  const token = await adapt(async () => tokenOf(link, siteOrigin), {
    missing: 'applicants.register/mails-a-link',
  });
  person.activationToken = token;
  return token;
}

async function activate(person: Person, helpers: Helpers): Promise<void> {
  if (!person.activationToken) await readMail(person, helpers);
  const { json } = await demand('applicants.activate', person, helpers);
  if (activatesWithPassword(helpers.dialect)) {
    await logIn(person, helpers);
    person.stage = 'ACTIVATED';
    return;
  }
  const { token } = fieldsOf(json);
  if (typeof token !== 'string') {
    throw new Blocked('applicants.activate/answers', 'the activation answers no token');
  }
  person.passwordToken = token;
  person.stage = 'NOT_ACTIVATED';
}

/** Gets her a bearer token, and the id of her profile where it is told. */
export async function logIn(person: Person, helpers: Sources): Promise<void> {
  const { json } = await demand('auth.login', person, helpers);
  const { token } = fieldsOf(json);
  if (typeof token !== 'string' || !token) {
    throw new Blocked('auth.login/answers', 'the log-in answers no token');
  }
  person.token = token;
  if (person.id === undefined) await readProfile(person, helpers);
}

/** Her profile as the backend tells it; learns her id. */
export async function readProfile(person: Person, helpers: Sources): Promise<Reply> {
  const call = await callOf('applicants.getByEmail', person, helpers);
  const reply = await helpers.send('applicants.getByEmail', call);
  const { id } = fieldsOf(reply.json);
  if (typeof id === 'string' || typeof id === 'number') person.id = id;
  return reply;
}

/** True for a result that the site takes for a pass. */
export function isPassed({ json }: Reply): boolean {
  const { result, resultDesc } = fieldsOf(json);
  return isPass({ result, resultDesc });
}

/** Gets her an exam, unless one is running. */
export async function beginExam(person: Person, helpers: Sources): Promise<void> {
  const reply = await helpers.send('exams.create', await callOf('exams.create', person, helpers));
  if (reply.status < 300 && examSchema.safeParse(reply.json).success) {
    // As it came, with whatever the contract does not have.
    person.exam = reply.json as Exam;
    const ids = person.exam.examQuestionDtoList.map((question) => question.id);
    if (new Set(ids).size < ids.length) {
      throw new Blocked('exams.create/distinct-ids', 'two questions have one id');
    }
  } else if (!person.exam || reply.status < 300) {
    const why = `exams.create gives no exam: ${describeReply(reply)}`;
    throw new Blocked('exams.create/answers', why);
  }
}

/** Reads what is to be paid out of the exam's result. */
export function readPayment(person: Person, reply: Reply): void {
  const payment = paymentIn(reply);
  if (payment) person.examPayment = payment;
}

function paymentIn({ json }: Reply): Person['payment'] {
  const told = fieldsOf(fieldsOf(json).paymentDto);
  const { paymentCode, paymentAmount, description = told.paymentDescription } = told;
  if (typeof paymentCode !== 'string') return undefined;
  const amount = Number(paymentAmount);
  return { code: paymentCode, amount, description: String(description ?? '') };
}

/** Asks what is to be paid; where that is not told, the exam's result has to do. */
export async function learnPayment(person: Person, helpers: Sources): Promise<void> {
  if (person.payment) return;
  const call = await callOf('payments.getPending', person, helpers);
  const payment = paymentIn(await helpers.send('payments.getPending', call)) ?? person.examPayment;
  if (!payment) throw new Blocked('payments.getPending/answers', 'no payment code is told');
  person.payment = payment;
}

/** Holds her state against the one she should be in now. */
export async function confirmStage(person: Person, from: Stage, helpers: Sources): Promise<void> {
  const reply = await readProfile(person, helpers);
  const { status } = fieldsOf(reply.json);
  if (reply.status >= 300 || typeof status !== 'string' || status === person.stage) return;
  const by =
    from === 'REGISTERED'
      ? 'applicants.activate/status'
      : `${moverOf(from, person.stage)}/moves-on`;
  throw new Blocked(by, `she is ${status} instead of ${person.stage}`);
}
