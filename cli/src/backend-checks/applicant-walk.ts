/**
 * Walks an applicant of the run through the lifecycle. It is lenient, so that one wrong status does not stop the walk.
 */

import {
  type Exam,
  exam as examSchema,
  type OperationName,
  type StaffDecision,
} from '@one-planet/contract';
import { makeStaffCase, readFacts } from '../applicant/applicant.ts';
import { isBefore, type Stage, stageAfter, usualMoveFrom } from '../applicant/stages.ts';
import { readTokenFromLink } from '../applicant/valid-calls.ts';
import type { Mailbox } from '../backend/mailbox.ts';
import type { Provider } from '../backend/provider.ts';
import type { Staff } from '../backend/staff.ts';
import { describeResponse } from '../checks/evidence.ts';
import {
  type Blocked,
  callAdapter,
  findBlock,
  findThrownOutcome,
  makeBlock,
  makeSkip,
} from '../checks/outcome.ts';
import { fieldsOf } from '../core/json.ts';
import { countsEveryBlock, makePerson, type Person, startSession } from './applicants.ts';
import { findReporter, findReporterOfWrongState, makeBlockBy, makeUnusableBlock } from './blame.ts';
import { type Sources, sendValidCall } from './call-needs.ts';
import type { ApiResponse } from './http-messages.ts';
import { findBodyIssues, isMisspelledState } from './observations.ts';

export interface Helpers extends Sources {
  mailbox: Mailbox;
  staff: Staff;
  provider: Provider;
  signal: AbortSignal;
}

/**
 * Moves an applicant on by one stage.
 * @throws {OutcomeError} naming the check that reports why it is not possible
 */
export async function advanceStage(person: Person, helpers: Helpers): Promise<void> {
  const stageBefore = person.stage;
  const usualMove = usualMoveFrom(stageBefore);
  if (!usualMove) throw new Error(`Nothing comes after ${stageBefore}`);
  if (!isStaffMove(usualMove)) {
    const judgeResponse = (response: ApiResponse) => {
      if (response.status >= 300) throw makeUnusableBlock(response, refusalOf(stageBefore));
    };
    await takeStageStep(usualMove, person, helpers, judgeResponse, countsEveryBlock);
    return;
  }
  const decide = async () => {
    await requestDecision(usualMove.slice('staff.'.length) as StaffDecision, person, helpers);
    person.stage = stageAfter(usualMove) ?? stageBefore;
    await confirmStage(person, stageBefore, `${usualMove} was done`, helpers);
  };
  await helpers.stepHistories.takeStepUnlessFailing(usualMove, person, decide, countsEveryBlock);
}

const refusalOf = (stage: Stage) => `refuses what is right in ${stage}`;

/**
 * @param judgeResponse called with a refusal, or with a success that led to no wrong state; throws what is wrong with it
 * @param countsForOthers see `StepHistories.takeStepUnlessFailing`
 * @throws {OutcomeError} for a success that did not change her state
 */
function takeStageStep(
  operation: OperationName,
  person: Person,
  helpers: Helpers,
  judgeResponse: (response: ApiResponse) => void,
  countsForOthers?: (block: Blocked) => boolean,
): Promise<ApiResponse> {
  const stageBefore = person.stage;
  const runStep = async () => {
    const response = await prepareAndSend(operation, person, helpers);
    judgeResponse(response);
    if (response.status >= 300) return response;
    const responseText = describeResponse(response);
    // Only an exam that was failed is a success that leaves the stage as it is (`recordSuccess`).
    if (person.stage === stageBefore) {
      const reason = `right answers are failed, or a word like "fail" is in the result: ${responseText}`;
      throw makeBlockBy('exams.submit', 'right answers failed', reason, response, 'everybody');
    }
    if (person.stage === 'NOT_ACTIVATED' && !person.passwordToken) {
      const reason = `the activation answers no token: ${responseText}`;
      throw makeBlockBy('applicants.activate', 'unusable answer', reason, response, 'everybody');
    }
    return response;
  };
  return helpers.stepHistories.takeStepUnlessFailing(operation, person, runStep, countsForOthers);
}

function isStaffMove(name: string): name is `staff.${StaffDecision}` {
  return name.startsWith('staff.');
}

/**
 * Performs an operation for an applicant in its stage.
 * @returns the response, whatever its status
 */
export async function performMove(
  operation: OperationName,
  person: Person,
  helpers: Helpers,
): Promise<ApiResponse> {
  if (usualMoveFrom(person.stage) !== operation) return prepareAndSend(operation, person, helpers);
  let judgedResponse: ApiResponse | undefined;
  const judgeResponse = (response: ApiResponse) => {
    judgedResponse = response;
  };
  try {
    return await takeStageStep(operation, person, helpers, judgeResponse);
  } catch (error) {
    // The check that called this judges the response itself.
    if (judgedResponse) return judgedResponse;
    throw error;
  }
}

async function prepareAndSend(
  operation: OperationName,
  person: Person,
  helpers: Helpers,
): Promise<ApiResponse> {
  await prepareForCall(operation, person, helpers);
  const response = await sendValidCall(person, operation, helpers);
  await recordSuccess(person, response, helpers);
  return response;
}

/** Prepares what an operation needs: her mail, her exam, her payment. */
export async function prepareForCall(
  operation: OperationName,
  person: Person,
  helpers: Helpers,
): Promise<void> {
  if (operation === 'applicants.activate') await readActivationToken(person, helpers);
  if (operation === 'applicants.resendEmail') await rememberMails(person, helpers);
  if (operation === 'exams.submit' && person.stage === 'ACTIVATED')
    await beginExam(person, helpers);
  const isPayment = operation === 'payments.makeOffline' || operation === 'payments.payOnline';
  if (isPayment && person.stage === 'TOOK_EXAM') await updatePendingPayment(person, helpers);
}

/** Records what a successful response changed. */
export async function recordSuccess(
  person: Person,
  response: ApiResponse,
  helpers: Helpers,
): Promise<void> {
  const { operation } = response;
  if (!operation || response.status >= 300) return;
  if (operation === 'applicants.register') person.isRegistered = true;
  if (operation === 'applicants.resendEmail' && person.activationToken) {
    // The backend may have replaced the link that was read before.
    person.olderLinks = [...(person.olderLinks ?? []), person.activationToken];
    delete person.activationToken;
  }
  if (operation === 'exams.create') person.exam = response.json as Exam;
  if (operation === 'exams.submit') person.isExamOver = true;
  if (operation === 'applicants.activate' || operation === 'exams.submit')
    Object.assign(person, readFacts(operation, response.json));
  if (operation === 'payments.payOnline' && person.payment) {
    const { code, amount } = person.payment;
    const pendingResponse = await sendValidCall(person, 'payments.getPending', helpers);
    const { payment = person.payment } = readFacts('payments.getPending', pendingResponse.json);
    const { status } =
      pendingResponse.status < 300 ? {} : fieldsOf((await readProfile(person, helpers)).json);
    const movedReason = 'opening a payment online made her ACTIVATION_PAID';
    if (status === 'ACTIVATION_PAID')
      throw makeBlockBy('payments.payOnline', 'wrong state', movedReason, response);
    const reason = `${amount} became ${payment.amount} by a payment online`;
    if (payment.code !== code || payment.amount !== amount)
      throw makeBlockBy('payments.payOnline', 'change of what is due', reason, response);
  }
  const earlierStage = person.stage;
  const hasFailedExam = operation === 'exams.submit' && !person.examPassed;
  const nextStage = hasFailedExam ? undefined : stageAfter(operation, helpers.dialect);
  if (nextStage) person.stage = nextStage;
  if (person.stage === 'ACTIVATED' && !person.token) await logIn(person, helpers, operation);
  // The state is confirmed, so that no check borrows an applicant who is in another state than expected.
  if (!nextStage) return;
  const cause = `${operation} answered ${describeResponse(response)}`;
  await confirmStage(person, earlierStage, cause, helpers);
}

/** Has staff make a decision about her, whatever state she is in after it. */
export async function requestDecision(
  decision: StaffDecision,
  person: Person,
  helpers: Helpers,
): Promise<void> {
  const { staff, signal } = helpers;
  const staffCase = makeStaffCase(person, async () => {
    const { status } = fieldsOf((await readProfile(person, helpers)).json);
    return typeof status === 'string' ? status : null;
  });
  await callAdapter(() => staff.decide(decision, staffCase, signal), { want: 'staff' });
}

/**
 * Waits for her activation mail, unless it was read.
 * @returns the token in its link, whatever origin the link has
 */
export async function readActivationToken(person: Person, helpers: Helpers): Promise<string> {
  if (person.activationToken) return person.activationToken;
  const { mailbox, signal, stepHistories } = helpers;
  const waitForToken = async () => {
    const { email, seenMailIds = new Set() } = person;
    person.activationLink = await mailbox.waitForActivationLink(email, seenMailIds, signal);
    return readTokenFromLink(person.activationLink.address, undefined);
  };
  const [step, operation] =
    person.mailRequestCounts.resend > 0
      ? (['the mail with a new link', 'applicants.resendEmail'] as const)
      : (['the activation mail', 'applicants.register'] as const);
  const token = await stepHistories.takeStepUnlessFailing(
    step,
    person,
    () =>
      callAdapter(waitForToken, {
        reportingCheckId: findReporter(operation, 'no link in the mail'),
        want: 'mailbox',
      }),
    countsEveryBlock,
  );
  person.activationToken = token;
  return token;
}

/**
 * Reads the mails that are there before a new link is requested: the new mail is the one that is not among them,
 * whatever its clock says.
 */
async function rememberMails(person: Person, helpers: Helpers): Promise<void> {
  const readSeenMailIds = async () => {
    await readActivationToken(person, helpers);
    return helpers.mailbox.findSeenMailIds(person.email, helpers.signal);
  };
  person.seenMailIds = await callAdapter(readSeenMailIds, { want: 'mailbox' }).catch((error) => {
    // Without a mailbox, a link can be requested all the same.
    if (findThrownOutcome(error)) return undefined;
    throw error;
  });
}

async function logIn(person: Person, helpers: Sources, previousStep: OperationName): Promise<void> {
  const response = await sendValidCall(person, 'auth.login', helpers);
  if (!startSession(person, response)) {
    const reason = `after ${previousStep} the login answers no token: ${describeResponse(response)}`;
    throw makeBlockBy('auth.login', 'unusable answer', reason, response, 'everybody');
  }
  if (person.id === undefined) await readProfile(person, helpers);
}

/** Reads her profile and remembers her id. */
export async function readProfile(person: Person, helpers: Sources): Promise<ApiResponse> {
  const response = await sendValidCall(person, 'applicants.getByEmail', helpers);
  Object.assign(person, readFacts('applicants.getByEmail', response.json));
  return response;
}

/**
 * Whether the site would show this exam result as a pass.
 * @throws {OutcomeError} for a result that says neither that it was failed nor what to pay
 */
export function isExamPassed(response: ApiResponse): boolean {
  if (response.status >= 300) return false;
  const { examPassed, examPayment } = readFacts('exams.submit', response.json);
  if (!examPassed || examPayment) return examPassed;
  const reason = 'the result of an exam says neither "fail" nor what to pay';
  throw makeBlockBy('exams.submit', 'neither passed nor failed', reason, response);
}

/**
 * Starts an exam for her, unless she has one.
 * @throws {OutcomeError} where the backend allows her no further attempt
 */
export async function beginExam(person: Person, helpers: Sources): Promise<void> {
  const response = await helpers.stepHistories.takeStepUnlessFailing('exams.create', person, () =>
    createExam(person, helpers),
  );
  if (person.isExamOver && response.status >= 400) {
    throw makeSkip(`the backend lets nobody take the exam again: ${describeResponse(response)}`);
  }
}

async function createExam(person: Person, helpers: Sources): Promise<ApiResponse> {
  const response = await sendValidCall(person, 'exams.create', helpers);
  if (response.status < 300 && examSchema.safeParse(response.json).success) {
    // The response is kept unchanged, including fields that the contract does not declare.
    person.exam = response.json as Exam;
    person.isExamOver = false;
    const questionIds = person.exam.examQuestionDtoList.map((question) => question.id);
    if (new Set(questionIds).size < questionIds.length) {
      throw makeBlockBy(
        'exams.create',
        'one id for two questions',
        'two questions have one id',
        response,
      );
    }
  } else if (response.status < 300 || !(person.exam || person.isExamOver)) {
    throw makeUnusableBlock(response, 'gives no exam');
  }
  return response;
}

/** Reads the pending payment; where the backend returns none, the payment in the exam's result is used. */
export async function updatePendingPayment(person: Person, helpers: Sources): Promise<void> {
  if (person.payment) return;
  await helpers.stepHistories.takeStepUnlessFailing('payments.getPending', person, async () => {
    const response = await sendValidCall(person, 'payments.getPending', helpers);
    const { payment = person.examPayment } = readFacts('payments.getPending', response.json);
    // The result of her exam had no payment either.
    const reason = `payments.getPending answers no payment code: ${describeResponse(response)}`;
    if (!payment)
      throw makeBlockBy('payments.getPending', 'unusable answer', reason, response, 'everybody');
    person.payment = payment;
  });
}

/** Compares her state with the expected one; without a token it cannot be read. */
async function confirmStage(
  person: Person,
  stageBefore: Stage,
  cause: string,
  helpers: Helpers,
): Promise<void> {
  if (!person.token) return;
  const response = await readProfile(person, helpers);
  const { status } = fieldsOf(response.json);
  if (response.status >= 300 || typeof status !== 'string' || status === person.stage) return;
  if (isMisspelledState(status)) {
    const [issue = ''] = findBodyIssues(response, helpers.dialect);
    throw makeBlockBy('applicants.getByEmail', 'unknown state', issue, response, 'everybody');
  }
  const reason = `${cause}, and she is ${status} instead of ${person.stage}`;
  // Any other state may be the effect of an earlier check on this applicant, so it counts for her alone.
  const affects = status === stageBefore ? 'everybody' : undefined;
  throw makeBlock(findReporterOfWrongState(stageBefore), reason, response, affects);
}

/*
 * The run's applicants. Each is lent to one check at a time, moved on to the requested stage, and created when none is
 * free.
 */

export class People {
  readonly everybody: Person[] = [];
  readonly #freePeople: Person[] = [];
  readonly #helpers: Helpers;
  readonly #makeEmail: (number: number) => string;

  /** @param makeEmail makes the email address of the run's nth applicant */
  constructor(helpers: Helpers, makeEmail: (number: number) => string) {
    this.#helpers = helpers;
    this.#makeEmail = makeEmail;
  }

  /**
   * Lends an applicant in that stage.
   * @throws {OutcomeError} when no applicant can reach it
   */
  async lendPerson(stage: Stage): Promise<Person> {
    const person = this.#take(stage) ?? (await this.registerPerson());
    while (isBefore(person.stage, stage)) await this.#advance(person);
    return person;
  }

  /** Takes an applicant back, in the stage she is in now. */
  takeBack(person: Person): void {
    // A backend may allow one attempt: other checks need somebody who has hers before her.
    if (person.stage === 'ACTIVATED' && person.isExamOver) return;
    // A new link may never come: whoever waits for it would hold up every check that borrows her.
    const { resend } = person.mailRequestCounts;
    if (person.stage === 'REGISTERED' && resend > 0 && !person.activationToken) return;
    person.isLendable = true;
    this.#freePeople.push(person);
  }

  /** Makes an applicant who is not registered yet. */
  draftPerson(): Person {
    const number = this.everybody.length + 1;
    const person = makePerson(number, this.#makeEmail(number));
    this.everybody.push(person);
    return person;
  }

  async registerPerson(): Promise<Person> {
    const { stepHistories } = this.#helpers;
    stepHistories.refuseFailingStep('applicants.register');
    const person = this.draftPerson();
    person.isLendable = true;
    await stepHistories.takeStepUnlessFailing('applicants.register', person, async () => {
      const response = await prepareAndSend('applicants.register', person, this.#helpers);
      if (response.status >= 300) throw makeUnusableBlock(response, refusalOf(person.stage));
    });
    return person;
  }

  /** Finds a free applicant; those closest to the stage come first. */
  #take(stage: Stage): Person | undefined {
    const freePeople = this.#freePeople.filter((applicant) => !isBefore(stage, applicant.stage));
    const [closestPerson] = freePeople.sort((a, b) => (isBefore(a.stage, b.stage) ? 1 : -1));
    if (closestPerson) this.#freePeople.splice(this.#freePeople.indexOf(closestPerson), 1);
    return closestPerson;
  }

  async #advance(person: Person): Promise<void> {
    try {
      await advanceStage(person, this.#helpers);
    } catch (error) {
      // Returns her to the pool if no request was sent for her, so that the next check can use her.
      const block = findBlock(error);
      if (!block || block.affects === 'nobody') this.takeBack(person);
      throw error;
    }
  }
}
