/** The steps of the journey, in order (journey specification, section 1; decisions, section 2). */
import {
  activatesWithPassword,
  applicantRole,
  type Exam,
  type ExamAnswer,
  fromExamResults,
  type Gateway,
  gateways,
  type LifecycleName,
  type OperationName,
  type StaffDecision,
  toExamResults,
} from '@one-planet/contract';
import { CliError, exitCodes } from '../core/exit.ts';
import { sleepUntilInterrupted } from '../core/interruption.ts';
import { ask } from '../core/terminal.ts';
import { randomText } from '../core/text.ts';
import { type Payment, readFacts, staffCaseOf } from './applicant.ts';
import {
  assertContract,
  BrokenContractError,
  bodyOf,
  type JourneyContext,
  readState,
  type StartedExam,
  send,
  sendSuccessfully,
} from './context.ts';
import { sampleFiles, toUpload, type UploadFile } from './sample-files.ts';
import { stageAfter } from './stages.ts';
import {
  answerKeyOf,
  describeForwarders,
  isPayable,
  rightAnswers,
  tokenOf,
} from './valid-calls.ts';

/* From registration to the first login (website specification, sections 2 to 4). */

/**
 * The backend or its mail server may have another clock than this machine, so a mail that seems to be up to this much
 * too old is accepted.
 */
const clockDifferenceMs = 15 * 60_000;

async function register(context: JourneyContext): Promise<string> {
  const { memory, isRepeat } = context;
  context.remember({ registeredAt: memory.registeredAt ?? Date.now() - clockDifferenceMs });
  const response = await send(context, 'applicants.register');
  if (isRepeat && response.status === 409) return 'was registered before';
  bodyOf('applicants.register', response);
  return '';
}

async function activate(context: JourneyContext): Promise<string> {
  const { settings, email, memory, mailbox, signal, isRepeat } = context;
  const link = await mailbox.activationLink(email, memory.registeredAt ?? 0, signal);
  const activation = await openActivationLink(link.address, context, isRepeat);
  if (activation === undefined) return 'was activated before';
  context.remember(readFacts('applicants.activate', activation));
  const notes = [
    activatesWithPassword(settings.dialect) ? 'activated and password set in one call' : '',
    describeForwarders(link),
  ];
  return notes.filter(Boolean).join('; ');
}

async function createPassword(context: JourneyContext): Promise<string> {
  const { settings, memory, isRepeat } = context;
  if (activatesWithPassword(settings.dialect)) return 'set by activation, as the dialect says';
  const passwordToken = memory.passwordToken ?? (await requestPasswordToken(context));
  const response = await send(context, 'applicants.createPassword', { passwordToken });
  if (isRepeat && response.status === 406) return 'was created before';
  bodyOf('applicants.createPassword', response);
  return '';
}

export async function logIn(context: JourneyContext): Promise<string> {
  const { token, roles, shouldChangePassword } = await sendSuccessfully(context, 'auth.login');
  const roleNames = roles.map(({ name }) => name);
  assertContract(
    'auth.login',
    roleNames.includes(applicantRole),
    `the role ${applicantRole}`,
    roleNames.join(', ') || 'no role',
  );
  const expected = 'shouldChangePassword false for a password she chose herself';
  assertContract('auth.login', !shouldChangePassword, expected, 'true');
  context.remember({ token });
  return '';
}

/**
 * Opens an activation link.
 * @param isRepeat whether an earlier run may have opened it already
 * @returns the body of the activation's response; `undefined` when the link was used before
 */
async function openActivationLink(linkAddress: string, context: JourneyContext, isRepeat: boolean) {
  const { siteOrigin, dialect } = context.settings;
  const activationToken = tokenOf(linkAddress, siteOrigin);
  const response = await send(context, 'applicants.activate', { activationToken });
  if (isRepeat && response.status === 409) return undefined;
  const activation = bodyOf('applicants.activate', response);
  const expected = stageAfter('applicants.activate', dialect);
  const isExpected = activation.status === expected;
  assertContract(
    'applicants.activate',
    isExpected,
    `status ${expected} in the answer`,
    activation.status,
  );
  return activation;
}

/**
 * The password token that an earlier run received is lost. As on the site, a new activation mail leads to a new token.
 * @throws {BrokenContractError} where the backend sends no more activation mails
 */
async function requestPasswordToken(context: JourneyContext): Promise<string> {
  const { email, memory, mailbox, signal } = context;
  const since = memory.registeredAt ?? 0;
  const usedLink = await mailbox.activationLink(email, since, signal);
  await sendSuccessfully(context, 'applicants.resendEmail');
  const link = await mailbox.activationLink(email, since, signal, usedLink.address);
  const activation = await openActivationLink(link.address, context, true);
  if (activation) return activation.token;
  throw new BrokenContractError(
    'applicants.activate',
    'another token for the password, after a new activation mail',
    'status 409; the token of the run that was killed is lost: start a new journey',
  );
}

/* The three forms, the application and the receipt (journey specification, sections 2, 3 and 5). */

async function saveBiography(context: JourneyContext): Promise<string> {
  const picture = sampleFiles.profilePicture;
  const [profilePicture, educationDocument] = await Promise.all([
    uploadFile(context, picture),
    uploadFile(context, sampleFiles.educationDocument),
  ]);
  const files = { profilePicture, educationDocument };
  await sendSuccessfully(context, 'applicants.saveBioData', { files });
  const returnedPicture = await sendSuccessfully(context, 'files.get', { files });
  const isSame =
    Buffer.compare(picture.bytes, Buffer.from(await returnedPicture.arrayBuffer())) === 0;
  const expected = 'the picture byte for byte as it was uploaded';
  assertContract('files.get', isSame, expected, `${returnedPicture.size} other bytes`);
  return 'picture and PDF uploaded, picture read back';
}

const sendForm = (operation: OperationName) => async (context: JourneyContext) => {
  await sendSuccessfully(context, operation);
  return '';
};

async function uploadFile({ client }: JourneyContext, file: UploadFile): Promise<string> {
  return bodyOf('files.upload', await client.files.upload({ body: { file: toUpload(file) } }));
}

async function apply(context: JourneyContext): Promise<string> {
  const offers = await sendSuccessfully(context, 'batchPrograms.applicable');
  assertContract(
    'batchPrograms.applicable',
    offers.length > 0,
    'a program to apply to',
    'an empty list',
  );
  const programName = context.applicant.program;
  const isWanted = (name: string) =>
    name.trim().toLowerCase() === programName?.trim().toLowerCase();
  const offer = programName ? offers.find(({ program }) => isWanted(program.name)) : offers[0];
  if (!offer) {
    const names = offers.map(({ program }) => program.name).join(', ');
    throw new CliError(
      `the applicant wants "${programName}"; the backend offers ${names}. Change "program" in the applicant's file`,
    );
  }
  await sendSuccessfully(context, 'applicants.applyForProgram', { offerId: Number(offer.id) });
  context.remember({ program: offer.program.name });
  return offer.program.name;
}

async function readReceipt(context: JourneyContext): Promise<string> {
  const { payment } = context.memory;
  if (!payment) throw new CliError('the payment code is not known, so the receipt cannot be read');
  const { paymentCode, paymentAmount, bankAccount } = await sendSuccessfully(
    context,
    'payments.getReceipt',
  );
  const isSame = paymentCode === payment.code;
  assertContract('payments.getReceipt', isSame, 'the payment code that was paid', 'another one');
  const isPaid = Number(paymentAmount) === payment.amount;
  assertContract(
    'payments.getReceipt',
    isPaid,
    `the amount ${payment.amount}`,
    String(paymentAmount),
  );
  return `${paymentAmount} ETB${bankAccount ? `, ${bankAccount}` : ''}`;
}

/* How the exam can be answered. */

/**
 * Answers an exam as the settings say.
 * @returns the answers in the form in which they are submitted
 * @throws {CliError} where the right answers are needed and not known
 */
async function answerExam(exam: Exam, context: JourneyContext): Promise<string> {
  const mode = context.settings.exam;
  if (mode === 'fail') return toExamResults([]);
  if (mode === 'ask') return toExamResults(await answersOfPerson(exam, context.signal));
  const key = await answerKeyOf(context.settings, context.mockPages, context.signal);
  if (!key) throw new CliError('the mock answered no answer key', exitCodes.brokenContract);
  const answers = rightAnswers(exam, key);
  // Half of the right answers fail the exam on every backend, and still have to be graded.
  return toExamResults(
    mode === 'pass' ? answers : answers.slice(0, Math.floor(answers.length / 2)),
  );
}

async function answersOfPerson(exam: Exam, signal: AbortSignal): Promise<ExamAnswer[]> {
  const answers: ExamAnswer[] = [];
  for (const [index, { id, questionDto }] of exam.examQuestionDtoList.entries()) {
    const choices = questionDto.questionChoiceDtoList;
    const lines = choices.map(({ choiceText }, number) => `  ${number + 1}  ${choiceText}`);
    const heading = `\n${index + 1} of ${exam.examQuestionDtoList.length}: ${questionDto.questionText}`;
    const question = `${[heading, ...lines].join('\n')}\nNumber, or nothing to leave it out:`;
    const choice = await ask(question, (answer) => choiceOfNumber(answer, choices), signal);
    if (choice) answers.push([id, choice.id]);
  }
  return answers;
}

function choiceOfNumber<T>(answer: string, choices: readonly T[]): T | undefined {
  if (answer === '') return undefined;
  const choice = choices[Number(answer) - 1];
  if (choice) return choice;
  throw new Error(`Type a number from 1 to ${choices.length}, or nothing.`);
}

/** Waits until the time of the exam is over, like an applicant who does not finish; the site submits at zero. */
async function waitUntilTimeIsUp(
  endsAt: number,
  { signal, showWaiting }: Pick<JourneyContext, 'signal' | 'showWaiting'>,
): Promise<void> {
  for (let leftMs = endsAt - Date.now(); leftMs > 0; leftMs = endsAt - Date.now()) {
    showWaiting(`the exam's time is over in ${Math.ceil(leftMs / 1000)} s`);
    await sleepUntilInterrupted(Math.min(leftMs, 1000), signal);
  }
}

/* The Digital Literacy Test (journey specification, sections 2 and 4). */

/** The result each `--exam` mode has to lead to; a mode that is not listed allows any result. */
const expectedPasses: Readonly<Record<string, boolean>> = { pass: true, fail: false };
/** The statuses with which a backend refuses an exam that was submitted before. */
const submittedStatuses: readonly number[] = [400, 404, 409];

/** Starts an exam, or continues the one an earlier run started, and submits the answers. */
async function takeExam(context: JourneyContext): Promise<string> {
  const startedExam = context.memory.exam;
  const exam = startedExam ?? (await startExam(context));
  const { id, results, questions } = exam;
  if (context.settings.exam === 'timeout') await waitUntilTimeIsUp(exam.endsAt, context);
  const response = await send(context, 'exams.submit', { answers: { id, results } });
  if (startedExam && submittedStatuses.includes(response.status)) {
    // The exam was submitted before and the response was lost. It was not passed, because then the state would have
    // changed.
    context.remember({ exam: undefined });
    return takeExam(context);
  }
  const result = bodyOf('exams.submit', response);
  const facts = readFacts('exams.submit', result);
  const isPassed = facts.examPassed === true;
  context.remember({ exam: undefined, examPassed: isPassed });
  const { exam: mode, answerKey } = context.settings;
  const answersText = answerKey ? 'the answers of the key file' : 'the right answers';
  const shouldPass = expectedPasses[mode];
  assertContract(
    'exams.submit',
    shouldPass === undefined || isPassed === shouldPass,
    shouldPass ? `a pass for ${answersText}` : 'Fail for no answers',
    result.resultDesc,
  );
  if (isPassed) {
    const payment = facts.examPayment;
    if (!payment) throw new BrokenContractError('exams.submit', 'paymentDto after a pass', 'none');
    context.remember({ payment });
  }
  const answeredCount = fromExamResults(results)?.length ?? 0;
  return `${result.resultDesc}: ${answeredCount} of ${questions} questions answered`;
}

async function startExam(context: JourneyContext): Promise<StartedExam> {
  const response = await send(context, 'exams.create');
  if (context.isRepeat && response.status === 409) {
    throw new CliError(
      'the backend does not hand out again the exam that the earlier run began: resume when its time is over',
      exitCodes.waiting,
    );
  }
  const exam = bodyOf('exams.create', response);
  const { id, duration } = exam.examDto;
  const endsAt = Date.now() + Number(duration) * 60_000;
  const questions = exam.examQuestionDtoList.length;
  const startedExam = { id, endsAt, questions, results: await answerExam(exam, context) };
  context.remember({ exam: startedExam });
  return startedExam;
}

/*
 * The fee: a bank deposit with its receipt, or one of the payment providers; then the staff's decision (journey
 * specification, sections 2 to 4).
 */

async function pay(context: JourneyContext): Promise<string> {
  const payment = await readPendingPayment(context);
  const method = context.settings.pay;
  return method === 'offline' ? payOffline(context, payment) : payOnline(context, payment, method);
}

async function askStaff(context: JourneyContext, decision: StaffDecision): Promise<void> {
  const { staff, email, memory, signal } = context;
  const subject = staffCaseOf({ ...memory, email }, () => readState(context));
  await staff.decide(decision, subject, signal);
}

async function waitForVerification(context: JourneyContext): Promise<string> {
  await askStaff(context, 'verify');
  return '';
}

async function waitForRejection(context: JourneyContext): Promise<string> {
  await askStaff(context, 'reject');
  const state = await readState(context);
  if (state !== 'TOOK_EXAM' && state !== 'ACTIVATION_PAID') {
    throw new CliError(
      `a rejected payment leads to ${state} on this backend, where nothing can be paid again: leave out --reject-first`,
    );
  }
  // After a rejection the payment that is due may have another code.
  if (state === 'TOOK_EXAM') context.remember({ rejectFirst: false, payment: undefined });
  return '';
}

/** Reads the pending payment, which has to be the one from the exam's result. */
async function readPendingPayment(context: JourneyContext): Promise<Payment> {
  const name = 'payments.getPending';
  const { payment: pendingPayment } = readFacts(name, await sendSuccessfully(context, name));
  if (!pendingPayment) throw new BrokenContractError(name, 'a payment code', 'none');
  const { payment: examPayment } = context.memory;
  if (examPayment) {
    assertContract(
      name,
      examPayment.code === pendingPayment.code,
      'the payment code of the exam result',
      'another one',
    );
    const expected = `the amount of the exam result, ${examPayment.amount}`;
    assertContract(
      name,
      examPayment.amount === pendingPayment.amount,
      expected,
      String(pendingPayment.amount),
    );
  }
  const payment = {
    ...pendingPayment,
    description: pendingPayment.description || (examPayment?.description ?? ''),
    banks: pendingPayment.banks.length > 0 ? pendingPayment.banks : (examPayment?.banks ?? []),
  };
  context.remember({ payment });
  return payment;
}

async function payOffline(context: JourneyContext, { banks, amount }: Payment): Promise<string> {
  const accounts = banks.length > 0 ? banks : await sendSuccessfully(context, 'bankAccounts.list');
  const bank = accounts.find(({ status }) => status === 'ACTIVE');
  assertContract(
    'bankAccounts.list',
    bank !== undefined,
    'an ACTIVE bank account to pay to',
    'none',
  );
  const receipt = await uploadFile(context, sampleFiles.receipt);
  // A backend may refuse a reference that was used before.
  const transactionReference = `${context.applicant.transactionReference}${randomText('0123456789', 6)}`;
  const deposit = { bankAccount: bank.account, files: { receipt }, transactionReference };
  await sendSuccessfully(context, 'payments.makeOffline', deposit);
  return `${amount} ETB to ${bank.bank}, receipt uploaded`;
}

async function payOnline(
  context: JourneyContext,
  { amount }: Payment,
  gateway: Gateway,
): Promise<string> {
  const { settings, provider, signal } = context;
  const currency = gateways[gateway];
  const price = currency === 'ETB' ? amount : settings.usdPrice;
  if (price === undefined) {
    throw new CliError(`${gateway} is paid in USD: set usdPrice (flag --usd-price)`);
  }
  const details = { gateway, usdPrice: settings.usdPrice };
  const { redirect } = await sendSuccessfully(context, 'payments.payOnline', details);
  const expected = 'a redirect with https (or http on this machine)';
  assertContract('payments.payOnline', isPayable(redirect), expected, 'another address');
  await provider.pay(redirect, signal);
  return `${price} ${currency} at ${gateway}`;
}

export interface Step {
  /** The id of the step for `--until`; it never changes. */
  id: string;
  /** At most 15 letters, so that a line of the report fits into 80 columns. */
  title: string;
  /**
   * The row of the contract's lifecycle that changes the applicant's state; left out where the state stays the same.
   */
  movedBy?: LifecycleName;
  /** @returns a short note for the person at the terminal, without secrets; empty for none */
  run: (context: JourneyContext) => Promise<string>;
}

export const steps: readonly Step[] = [
  { id: 'register', title: 'Register', run: register },
  { id: 'activate', title: 'Activate', movedBy: 'applicants.activate', run: activate },
  {
    id: 'password',
    title: 'Create password',
    movedBy: 'applicants.createPassword',
    run: createPassword,
  },
  { id: 'log-in', title: 'Log in', run: logIn },
  { id: 'exam', title: 'Take the exam', movedBy: 'exams.submit', run: takeExam },
  { id: 'pay', title: 'Pay the fee', movedBy: 'payments.makeOffline', run: pay },
  { id: 'verify', title: 'Staff verify', movedBy: 'staff.verify', run: waitForVerification },
  { id: 'biography', title: 'Biography', movedBy: 'applicants.saveBioData', run: saveBiography },
  {
    id: 'education',
    title: 'Education',
    movedBy: 'applicants.saveEducationData',
    run: sendForm('applicants.saveEducationData'),
  },
  {
    id: 'contact',
    title: 'Contact',
    movedBy: 'applicants.saveContactData',
    run: sendForm('applicants.saveContactData'),
  },
  { id: 'apply', title: 'Apply', movedBy: 'applicants.applyForProgram', run: apply },
  { id: 'receipt', title: 'Receipt', run: readReceipt },
];

/**
 * The steps between the payment and its verification in a journey where staff reject the first payment (decisions,
 * section 2).
 */
const rejectionSteps: readonly Step[] = [
  { id: 'reject', title: 'Staff reject', movedBy: 'staff.reject', run: waitForRejection },
  { id: 'pay-again', title: 'Pay again', movedBy: 'payments.makeOffline', run: pay },
];

/**
 * @param rejectsFirst whether staff reject the first payment
 * @returns the steps of the journey
 */
export function stepsWith(rejectsFirst = false): readonly Step[] {
  if (!rejectsFirst) return steps;
  return steps.flatMap((step) => (step.id === 'verify' ? [...rejectionSteps, step] : step));
}

export const stepIds: readonly string[] = steps.map(({ id }) => id);
