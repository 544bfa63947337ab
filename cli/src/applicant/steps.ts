/** The steps of the journey, in order (specification/journey §1; specification/decisions §2). */
import {
  activatesWithPassword,
  applicantRole,
  currencyByProvider,
  type Exam,
  type ExamAnswer,
  fromExamResults,
  type Gateway,
  type LifecycleName,
  type OperationName,
  type StaffDecision,
  toExamResults,
} from '@one-planet/contract';
import { isPayable } from '../backend/provider.ts';
import { CliError, exitCodes } from '../core/exit.ts';
import { sleepUntilInterrupted } from '../core/interruption.ts';
import { runSecrets } from '../core/secrets.ts';
import { ask } from '../core/terminal.ts';
import { makeRandomText } from '../core/text.ts';
import { makeStaffCase, type Payment, readFacts } from './applicant.ts';
import {
  assertContract,
  BrokenContractError,
  type JourneyContext,
  readState,
  requireSuccessfulBody,
  type StartedExam,
  sendCall,
  sendSuccessfully,
} from './context.ts';
import { sampleFiles, toUpload, type UploadFile } from './sample-files.ts';
import { stageAfter } from './stages.ts';
import {
  describeForwarders,
  findAnswerKeyForExam,
  pickRightAnswers,
  readTokenFromLink,
} from './valid-calls.ts';

/* From registration to the first login (specification/website §2, §3, §4). */

async function registerApplicant(context: JourneyContext): Promise<string> {
  const { memory, isRepeatedStep } = context;
  context.remember({ registeredAt: memory.registeredAt ?? Date.now() });
  const response = await sendCall(context, 'applicants.register');
  if (isRepeatedStep && response.status === 409) return 'was registered before';
  requireSuccessfulBody('applicants.register', response);
  return '';
}

async function activateApplicant(context: JourneyContext): Promise<string> {
  const { settings, email, mailbox, signal, isRepeatedStep } = context;
  // No other run has this address, so that every mail to it is one of this registration.
  const link = await mailbox.waitForActivationLink(email, new Set(), signal);
  const activationBody = await openActivationLink(link.address, context, isRepeatedStep);
  if (activationBody === undefined) return 'was activated before';
  context.remember(readFacts('applicants.activate', activationBody));
  const activationNotes = [
    activatesWithPassword(settings.dialect) ? 'activated and password set in one call' : '',
    describeForwarders(link),
    ...(mailbox.problemTexts ?? []),
  ];
  return activationNotes.filter(Boolean).join('; ');
}

async function createPassword(context: JourneyContext): Promise<string> {
  const { settings, memory, isRepeatedStep } = context;
  if (activatesWithPassword(settings.dialect)) return 'set by activation, as the dialect says';
  const passwordToken = memory.passwordToken ?? (await requestPasswordToken(context));
  const response = await sendCall(context, 'applicants.createPassword', { passwordToken });
  if (isRepeatedStep && response.status === 406) return 'was created before';
  requireSuccessfulBody('applicants.createPassword', response);
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
  const expectedFlagText = 'shouldChangePassword false for a password she chose herself';
  assertContract('auth.login', !shouldChangePassword, expectedFlagText, 'true');
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
  const activationToken = readTokenFromLink(linkAddress, siteOrigin);
  runSecrets.addReceived(activationToken);
  const response = await sendCall(context, 'applicants.activate', { activationToken });
  if (isRepeat && response.status === 409) return undefined;
  const activationBody = requireSuccessfulBody('applicants.activate', response);
  const expectedStage = stageAfter('applicants.activate', dialect);
  const isExpectedStage = activationBody.status === expectedStage;
  assertContract(
    'applicants.activate',
    isExpectedStage,
    `status ${expectedStage} in the answer`,
    activationBody.status,
  );
  return activationBody;
}

/**
 * The password token that an earlier run received is lost. As on the site, a new activation mail leads to a new token.
 * @throws {BrokenContractError} where the backend sends no more activation mails
 */
async function requestPasswordToken(context: JourneyContext): Promise<string> {
  const { email, mailbox, signal } = context;
  const newestLink = await mailbox.waitForActivationLink(email, new Set(), signal);
  const seenMailIds = await mailbox.findSeenMailIds(email, signal);
  await sendSuccessfully(context, 'applicants.resendEmail');
  const link = await mailbox.waitForActivationLink(email, seenMailIds, signal, newestLink.address);
  const activationBody = await openActivationLink(link.address, context, true);
  if (activationBody) return activationBody.token;
  throw new BrokenContractError(
    'applicants.activate',
    'another token for the password, after a new activation mail',
    'status 409; the token of the run that was killed is lost: start a new journey',
  );
}

/* The three forms, the application and the receipt (specification/journey §2, §3, §5). */

async function saveBiography(context: JourneyContext): Promise<string> {
  const pictureFile = sampleFiles.profilePicture;
  const [profilePicture, educationDocument] = await Promise.all([
    uploadFile(context, pictureFile),
    uploadFile(context, sampleFiles.educationDocument),
  ]);
  const uploadedNames = { profilePicture, educationDocument };
  await sendSuccessfully(context, 'applicants.saveBioData', { storedFileNames: uploadedNames });
  const pictureBlob = await sendSuccessfully(context, 'files.get', {
    storedFileNames: uploadedNames,
  });
  const isSamePicture =
    Buffer.compare(pictureFile.bytes, Buffer.from(await pictureBlob.arrayBuffer())) === 0;
  const expectedText = 'the picture byte for byte as it was uploaded';
  assertContract('files.get', isSamePicture, expectedText, `${pictureBlob.size} other bytes`);
  return 'picture and PDF uploaded, picture read back';
}

const makeFormStep = (operation: OperationName) => async (context: JourneyContext) => {
  await sendSuccessfully(context, operation);
  return '';
};

async function uploadFile({ client }: JourneyContext, file: UploadFile): Promise<string> {
  return requireSuccessfulBody(
    'files.upload',
    await client.files.upload({ body: { file: toUpload(file) } }),
  );
}

async function applyForProgram(context: JourneyContext): Promise<string> {
  const offers = await sendSuccessfully(context, 'batchPrograms.applicable');
  assertContract(
    'batchPrograms.applicable',
    offers.length > 0,
    'a program to apply to',
    'an empty list',
  );
  const programName = context.applicant.program;
  const isWantedProgram = (offeredName: string) =>
    offeredName.trim().toLowerCase() === programName?.trim().toLowerCase();
  const chosenOffer = programName
    ? offers.find(({ program }) => isWantedProgram(program.name))
    : offers[0];
  if (!chosenOffer) {
    const offeredNamesText = offers.map(({ program }) => program.name).join(', ');
    throw new CliError(
      `the applicant wants "${programName}"; the backend offers ${offeredNamesText}. Change "program" in the applicant's file`,
    );
  }
  await sendSuccessfully(context, 'applicants.applyForProgram', {
    offerId: Number(chosenOffer.id),
  });
  context.remember({ program: chosenOffer.program.name });
  return chosenOffer.program.name;
}

async function readReceipt(context: JourneyContext): Promise<string> {
  const { payment } = context.memory;
  if (!payment) throw new CliError('the payment code is not known, so the receipt cannot be read');
  const { paymentCode, paymentAmount, bankAccount } = await sendSuccessfully(
    context,
    'payments.getReceipt',
  );
  const isSameCode = paymentCode === payment.code;
  assertContract(
    'payments.getReceipt',
    isSameCode,
    'the payment code that was paid',
    'another one',
  );
  const isPaidAmount = Number(paymentAmount) === payment.amount;
  assertContract(
    'payments.getReceipt',
    isPaidAmount,
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
  const examMode = context.settings.exam;
  if (examMode === 'fail') return toExamResults([]);
  if (examMode === 'ask') return toExamResults(await askAnswers(exam, context.signal));
  const answerKey = await findAnswerKeyForExam(
    context.settings,
    context.requestMockPage,
    context.signal,
  );
  if (!answerKey) throw new CliError('the mock answered no answer key', exitCodes.brokenContract);
  const answers = pickRightAnswers(exam, answerKey);
  // Half of the right answers fail the exam on every backend, and still have to be graded.
  return toExamResults(
    examMode === 'pass' ? answers : answers.slice(0, Math.floor(answers.length / 2)),
  );
}

async function askAnswers(exam: Exam, signal: AbortSignal): Promise<ExamAnswer[]> {
  const answers: ExamAnswer[] = [];
  for (const [index, { id, questionDto }] of exam.examQuestionDtoList.entries()) {
    const choices = questionDto.questionChoiceDtoList;
    const lines = choices.map(
      ({ choiceText }, choiceIndex) => `  ${choiceIndex + 1}  ${choiceText}`,
    );
    const questionHeading = `\n${index + 1} of ${exam.examQuestionDtoList.length}: ${questionDto.questionText}`;
    const questionToAsk = `${[questionHeading, ...lines].join('\n')}\nNumber, or nothing to leave it out:`;
    const choice = await ask(questionToAsk, (answer) => pickChoice(answer, choices), signal);
    if (choice) answers.push([id, choice.id]);
  }
  return answers;
}

function pickChoice<T>(answer: string, choices: readonly T[]): T | undefined {
  if (answer === '') return undefined;
  const chosenChoice = choices[Number(answer) - 1];
  if (chosenChoice) return chosenChoice;
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

/* The Digital Literacy Test (specification/journey §2, §4). */

/** The result each `--exam` mode has to lead to; a mode that is not listed allows any result. */
const expectedPassByMode: Readonly<Record<string, boolean>> = { pass: true, fail: false };
/** The statuses with which a backend refuses an exam that was submitted before. */
const submittedStatuses: readonly number[] = [400, 404, 409];

/** Starts an exam, or continues the one an earlier run started, and submits the answers. */
async function takeExam(context: JourneyContext): Promise<string> {
  const startedExam = context.memory.exam;
  const exam = startedExam ?? (await startExam(context));
  const { id, results, questions } = exam;
  if (context.settings.exam === 'timeout') await waitUntilTimeIsUp(exam.endsAt, context);
  const response = await sendCall(context, 'exams.submit', { examAnswers: { id, results } });
  if (startedExam && submittedStatuses.includes(response.status)) {
    // The exam was submitted before and the response was lost. It was not passed, because then the state would have
    // changed.
    context.remember({ exam: undefined });
    return takeExam(context);
  }
  const examResult = requireSuccessfulBody('exams.submit', response);
  const examFacts = readFacts('exams.submit', examResult);
  const hasPassed = examFacts.examPassed === true;
  context.remember({ exam: undefined, examPassed: hasPassed });
  const { exam: mode, answerKey } = context.settings;
  const answersDescription = answerKey ? 'the answers of the key file' : 'the right answers';
  const shouldPass = expectedPassByMode[mode];
  assertContract(
    'exams.submit',
    shouldPass === undefined || hasPassed === shouldPass,
    shouldPass ? `a pass for ${answersDescription}` : 'Fail for no answers',
    examResult.resultDesc,
  );
  if (hasPassed) {
    const payment = examFacts.examPayment;
    if (!payment) throw new BrokenContractError('exams.submit', 'paymentDto after a pass', 'none');
    context.remember({ payment });
  }
  const answeredCount = fromExamResults(results)?.length ?? 0;
  return `${examResult.resultDesc}: ${answeredCount} of ${questions} questions answered`;
}

async function startExam(context: JourneyContext): Promise<StartedExam> {
  const response = await sendCall(context, 'exams.create');
  if (context.isRepeatedStep && response.status === 409) {
    throw new CliError(
      'the backend does not hand out again the exam that the earlier run began: resume when its time is over',
      exitCodes.waiting,
    );
  }
  const exam = requireSuccessfulBody('exams.create', response);
  const { id, duration } = exam.examDto;
  const endsAt = Date.now() + Number(duration) * 60_000;
  const questionCount = exam.examQuestionDtoList.length;
  const startedExam = {
    id,
    endsAt,
    questions: questionCount,
    results: await answerExam(exam, context),
  };
  context.remember({ exam: startedExam });
  return startedExam;
}

/*
 * The fee: a bank deposit with its receipt, or one of the payment providers; then the staff's decision
 * (specification/journey §2, §3, §4).
 */

async function payFee(context: JourneyContext): Promise<string> {
  const payment = await readPendingPayment(context);
  const payMethod = context.settings.pay;
  return payMethod === 'offline'
    ? payOffline(context, payment)
    : payOnline(context, payment, payMethod);
}

async function askStaff(context: JourneyContext, decision: StaffDecision): Promise<void> {
  const { staff, email, memory, signal } = context;
  const staffCase = makeStaffCase({ ...memory, email }, () => readState(context));
  await staff.decide(decision, staffCase, signal);
}

async function waitForVerification(context: JourneyContext): Promise<string> {
  await askStaff(context, 'verify');
  return '';
}

async function waitForRejection(context: JourneyContext): Promise<string> {
  await askStaff(context, 'reject');
  const applicantState = await readState(context);
  if (applicantState !== 'TOOK_EXAM' && applicantState !== 'ACTIVATION_PAID') {
    throw new CliError(
      `a rejected payment leads to ${applicantState} on this backend, where nothing can be paid again: leave out --reject-first`,
    );
  }
  // After a rejection the payment that is due may have another code.
  if (applicantState === 'TOOK_EXAM') context.remember({ rejectFirst: false, payment: undefined });
  return '';
}

/** Reads the pending payment, which has to be the one from the exam's result. */
async function readPendingPayment(context: JourneyContext): Promise<Payment> {
  const pendingOperation = 'payments.getPending';
  const { payment: pendingPayment } = readFacts(
    pendingOperation,
    await sendSuccessfully(context, pendingOperation),
  );
  if (!pendingPayment) throw new BrokenContractError(pendingOperation, 'a payment code', 'none');
  const { payment: examPayment } = context.memory;
  if (examPayment) {
    assertContract(
      pendingOperation,
      examPayment.code === pendingPayment.code,
      'the payment code of the exam result',
      'another one',
    );
    const expectedText = `the amount of the exam result, ${examPayment.amount}`;
    assertContract(
      pendingOperation,
      examPayment.amount === pendingPayment.amount,
      expectedText,
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
  const bankAccounts =
    banks.length > 0 ? banks : await sendSuccessfully(context, 'bankAccounts.list');
  const activeAccount = bankAccounts.find(({ status }) => status === 'ACTIVE');
  assertContract(
    'bankAccounts.list',
    activeAccount !== undefined,
    'an ACTIVE bank account to pay to',
    'none',
  );
  const storedReceiptName = await uploadFile(context, sampleFiles.receipt);
  // A backend may refuse a reference that was used before.
  const transactionReference = `${context.applicant.transactionReference}${makeRandomText('0123456789', 6)}`;
  const depositValues = {
    bankAccount: activeAccount.account,
    storedFileNames: { receipt: storedReceiptName },
    transactionReference,
  };
  await sendSuccessfully(context, 'payments.makeOffline', depositValues);
  return `${amount} ETB to ${activeAccount.bank}, receipt uploaded`;
}

async function payOnline(
  context: JourneyContext,
  { amount }: Payment,
  gateway: Gateway,
): Promise<string> {
  const { settings, provider, signal } = context;
  const currency = currencyByProvider[gateway];
  const paidPrice = currency === 'ETB' ? amount : settings.usdPrice;
  if (paidPrice === undefined) {
    throw new CliError(`${gateway} is paid in USD: set usdPrice (flag --usd-price)`);
  }
  const paymentValues = { gateway, usdPrice: settings.usdPrice };
  const { redirect } = await sendSuccessfully(context, 'payments.payOnline', paymentValues);
  const expectedText = 'a redirect with https (or http on this machine)';
  assertContract('payments.payOnline', isPayable(redirect), expectedText, 'another address');
  await provider.pay(redirect, signal);
  return `${paidPrice} ${currency} at ${gateway}`;
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
  { id: 'register', title: 'Register', run: registerApplicant },
  { id: 'activate', title: 'Activate', movedBy: 'applicants.activate', run: activateApplicant },
  {
    id: 'password',
    title: 'Create password',
    movedBy: 'applicants.createPassword',
    run: createPassword,
  },
  { id: 'log-in', title: 'Log in', run: logIn },
  { id: 'exam', title: 'Take the exam', movedBy: 'exams.submit', run: takeExam },
  { id: 'pay', title: 'Pay the fee', movedBy: 'payments.makeOffline', run: payFee },
  { id: 'verify', title: 'Staff verify', movedBy: 'staff.verify', run: waitForVerification },
  { id: 'biography', title: 'Biography', movedBy: 'applicants.saveBioData', run: saveBiography },
  {
    id: 'education',
    title: 'Education',
    movedBy: 'applicants.saveEducationData',
    run: makeFormStep('applicants.saveEducationData'),
  },
  {
    id: 'contact',
    title: 'Contact',
    movedBy: 'applicants.saveContactData',
    run: makeFormStep('applicants.saveContactData'),
  },
  { id: 'apply', title: 'Apply', movedBy: 'applicants.applyForProgram', run: applyForProgram },
  { id: 'receipt', title: 'Receipt', run: readReceipt },
];

/**
 * The steps between the payment and its verification in a journey where staff reject the first payment
 * (specification/decisions §2).
 */
const rejectionSteps: readonly Step[] = [
  { id: 'reject', title: 'Staff reject', movedBy: 'staff.reject', run: waitForRejection },
  { id: 'pay-again', title: 'Pay again', movedBy: 'payments.makeOffline', run: payFee },
];

/**
 * @param rejectsFirst whether staff reject the first payment
 * @returns the steps of the journey
 */
export function listJourneySteps(rejectsFirst = false): readonly Step[] {
  if (!rejectsFirst) return steps;
  return steps.flatMap((step) => (step.id === 'verify' ? [...rejectionSteps, step] : step));
}

export const stepIds: readonly string[] = steps.map(({ id }) => id);
