/**
 * Makes a valid call of every operation from what the command knows about an applicant. The journey and the checks both
 * send these calls.
 */
import {
  currencyByProvider,
  type Exam,
  type ExamAnswer,
  type FileKind,
  limits,
  type OperationName,
  toBioData,
  toContactData,
  toEducationData,
  toOfflinePayment,
  toProfileUpdate,
  toRegistration,
} from '@one-planet/contract';
import type { Client } from '@one-planet/sdk';
import type { MailedLink } from '../backend/addresses.ts';
import type { MockHelpers } from '../backend/page-requests.ts';
import {
  type AnswerKey,
  normalizeCaseAndSpaces,
  type ResolvedSettings,
  toAnswerKey,
} from '../core/configuration.ts';
import { CliError, exitCodes } from '../core/exit.ts';
import type { Applicant } from './applicant.ts';
import { sampleFiles, toUpload } from './sample-files.ts';

type FunctionOf<N extends OperationName> = N extends `${infer R}.${infer O}`
  ? R extends keyof Client
    ? O extends keyof Client[R]
      ? Client[R][O]
      : never
    : never
  : never;
type ArgumentOf<N extends OperationName> =
  FunctionOf<N> extends (args: infer A) => unknown ? NonNullable<A> : never;
/** What the SDK's function for an operation returns. */
export type ResultOf<N extends OperationName> =
  FunctionOf<N> extends (args: never) => Promise<infer A> ? A : never;

export interface AnyCall {
  params?: Readonly<Record<string, string | number>>;
  body?: unknown;
}
type AnyFunction = (call: AnyCall) => Promise<{ status: number; body: unknown }>;

/** The SDK's function for an operation whose name is known only at run time. */
export function findClientFunction(client: Client, operationName: OperationName): AnyFunction {
  const [resource = '', key = ''] = operationName.split('.');
  return (client as unknown as Record<string, Record<string, AnyFunction>>)[resource]?.[
    key
  ] as AnyFunction;
}

/**
 * Makes a valid call of an operation. Where it needs a value that nobody has yet, it gets a value that no backend
 * knows.
 */
export function makeValidCall(operationName: OperationName, applicant: Applicant): AnyCall {
  const call: object = callMakersByOperation[operationName](applicant);
  return call;
}

/** A token that no backend has ever issued. */
export const tokenNeverMailed = 'unknown0123456789abcdef0123456789';

const makeEmptyCall = () => ({});
const storedFileNameOf = ({ storedFileNames }: Applicant, fileKind: FileKind) =>
  storedFileNames[fileKind] ?? tokenNeverMailed;

const callMakersByOperation: { [N in OperationName]: (applicant: Applicant) => ArgumentOf<N> } = {
  'applicants.register': ({ applicantInput, email }) => ({
    body: toRegistration({ ...applicantInput.register, email }),
  }),
  'applicants.activate': ({
    activationToken: token = tokenNeverMailed,
    password,
    activatesWithPassword,
  }) => ({
    params: { token },
    body: activatesWithPassword ? { password } : undefined,
  }),
  'applicants.createPassword': ({ passwordToken: token = tokenNeverMailed, email, password }) => ({
    params: { token },
    body: { name: email, email, password },
  }),
  'applicants.resendEmail': ({ email }) => ({ params: { email }, body: { email } }),
  'applicants.getByEmail': ({ email }) => ({ params: { email } }),
  'applicants.editProfile': ({ id = tokenNeverMailed, applicantInput, email }) => ({
    params: { applicantId: id },
    body: toProfileUpdate(applicantInput.register, email),
  }),
  'applicants.getBioData': makeEmptyCall,
  'applicants.saveBioData': (applicant) => ({
    body: toBioData(
      { ...applicant.applicantInput.bio, profilePicture: undefined, educationDocument: undefined },
      {
        id: applicant.id,
        profilePicture: storedFileNameOf(applicant, 'profilePicture'),
        educationDocument: storedFileNameOf(applicant, 'educationDocument'),
      },
    ),
  }),
  'applicants.saveEducationData': ({ applicantInput }) => ({
    body: toEducationData(applicantInput.education),
  }),
  'applicants.saveContactData': ({ applicantInput }) => ({
    body: toContactData(applicantInput.contact),
  }),
  'applicants.applyForProgram': ({ offerId = 0 }) => ({
    body: { selectedBatchProgramId: offerId },
  }),
  'auth.login': ({ email, password }) => ({ body: { email, password } }),
  'auth.forgotPassword': ({ email }) => ({ body: { email } }),
  'auth.changePassword': ({ email, password }) => ({ body: { email, password } }),
  'auth.getUser': ({ id = tokenNeverMailed }) => ({ params: { userId: id } }),
  'auth.updateUser': ({ applicantInput: { register } }) => {
    const { firstName, middleName, lastName } = register;
    return { body: { firstName, middleName, lastName } };
  },
  'batchPrograms.applicable': makeEmptyCall,
  'programs.list': makeEmptyCall,
  'programs.courses': ({ programId = tokenNeverMailed }) => ({ params: { programId } }),
  'contents.list': makeEmptyCall,
  'exams.create': makeEmptyCall,
  'exams.submit': ({ examAnswers = { id: 1, results: '' } }) => ({ body: examAnswers }),
  'payments.getPending': makeEmptyCall,
  'payments.makeOffline': (applicant) => ({
    body: toOfflinePayment(
      {
        paymentCode: applicant.payment?.code ?? tokenNeverMailed,
        paymentBank: applicant.bankAccount ?? tokenNeverMailed,
        txnRefNumber: applicant.transactionReference,
        receiptFile: undefined,
      },
      storedFileNameOf(applicant, 'receipt'),
    ),
  }),
  'payments.payOnline': ({ payment, usdPrice, gateway: method = 'arifpay' }) => ({
    body: {
      price: (currencyByProvider[method] === 'ETB' ? payment?.amount : usdPrice) ?? 500,
      currency: currencyByProvider[method],
      method,
      intent: limits.payment.intent,
      description: payment?.description ?? 'Application fee',
    },
  }),
  'payments.getReceipt': ({ payment }) => ({
    params: { paymentCode: payment?.code ?? tokenNeverMailed },
  }),
  'bankAccounts.list': makeEmptyCall,
  'files.upload': () => ({ body: { file: toUpload(sampleFiles.profilePicture) } }),
  'files.get': (applicant) => ({
    params: { fileName: storedFileNameOf(applicant, 'profilePicture') },
  }),
};

/* Answers to an exam, from the key of the right answers. */

/** The answer key of each mock, read once: all applicants of a command get exams from the same set of questions. */
const answerKeysByMock = new WeakMap<MockHelpers, AnswerKey>();

/**
 * Finds the right answers of the exam: those of the settings, or else the mock's.
 * @returns `undefined` where the mock returns none
 * @throws {CliError} (exit 2) where the settings have none and the backend is no mock
 */
export async function findAnswerKeyForExam(
  { answerKey }: Pick<ResolvedSettings, 'answerKey'>,
  requestMockPage: MockHelpers,
  signal: AbortSignal,
): Promise<AnswerKey | undefined> {
  const knownAnswerKey = answerKey ?? answerKeysByMock.get(requestMockPage);
  if (knownAnswerKey) return knownAnswerKey;
  const mockAnswerKey = toAnswerKey(
    await requestMockPage('/_mock/exam-key.json', { settingName: 'examKey', signal }),
  );
  if (mockAnswerKey) answerKeysByMock.set(requestMockPage, mockAnswerKey);
  return mockAnswerKey;
}

/**
 * Chooses the right choice of each question.
 * @throws {CliError} naming the first question that is not in the key
 */
export function pickRightAnswers(exam: Exam, answerKey: AnswerKey): ExamAnswer[] {
  return exam.examQuestionDtoList.map(({ id, questionDto }) => {
    const rightChoiceText = answerKey.get(normalizeCaseAndSpaces(questionDto.questionText));
    const rightChoice = questionDto.questionChoiceDtoList.find(
      ({ choiceText }) => normalizeCaseAndSpaces(choiceText) === rightChoiceText,
    );
    if (rightChoice) return [id, rightChoice.id] as const;
    throw new CliError(
      `the answer key ${rightChoiceText ? 'names a choice that is not offered for' : 'does not know'} "${questionDto.questionText}"`,
    );
  });
}

/**
 * Answers some questions right and the others wrong.
 * @param rightAnswerCount how many answers are right: the first ones, or with `rightAnswersComeLast` the last ones
 * @returns `undefined` where a question has only one choice, so that it cannot be answered wrong
 */
export function pickPartlyRightAnswers(
  exam: Exam,
  answerKey: AnswerKey,
  rightAnswerCount: number,
  rightAnswersComeLast = false,
): ExamAnswer[] | undefined {
  const chosenAnswers: ExamAnswer[] = [];
  const rightPairs = pickRightAnswers(exam, answerKey);
  for (const [index, [questionId, rightId]] of rightPairs.entries()) {
    const questionChoices =
      exam.examQuestionDtoList[index]?.questionDto.questionChoiceDtoList ?? [];
    const wrongChoice = questionChoices.find(({ id }) => id !== rightId);
    if (!wrongChoice) return undefined;
    const isRight = rightAnswersComeLast
      ? index >= rightPairs.length - rightAnswerCount
      : index < rightAnswerCount;
    chosenAnswers.push([questionId, isRight ? rightId : wrongChoice.id]);
  }
  return chosenAnswers;
}

/**
 * Reads the one-time token from an activation link (`…/applicant/activate/{token}`).
 * @param siteOrigin where the link must lead, if the settings name the site
 * @throws {CliError} for any other link; the message leaves the link out, because it is a secret
 */
export function readTokenFromLink(link: string, siteOrigin: string | undefined): string {
  const linkUrl = URL.canParse(link) ? new URL(link) : undefined;
  const token = linkUrl && /\/applicant\/activate\/([^/]+)\/?$/i.exec(linkUrl.pathname)?.[1];
  if (!linkUrl || !token)
    throw makeBrokenLinkError('no link to the page /applicant/activate with a token');
  if (siteOrigin && linkUrl.origin !== new URL(siteOrigin).origin) {
    throw new CliError(
      `the activation link leads to ${linkUrl.origin}, the configured siteOrigin is ${siteOrigin}`,
    );
  }
  try {
    return decodeURIComponent(token);
  } catch {
    throw makeBrokenLinkError('a link whose token cannot be decoded');
  }
}

/**
 * @returns a text for messages that names the hosts a mailed link passes, without its secrets; empty where the mail has
 * the link itself
 */
export function describeForwarders({ forwardingHosts }: MailedLink): string {
  return forwardingHosts.length > 0
    ? `the mailed link goes through ${forwardingHosts.join(', ')}`
    : '';
}

/** The backend writes the mail, so a link in the wrong form breaks the contract. */
function makeBrokenLinkError(problem: string): CliError {
  return new CliError(`the activation mail has ${problem}`, exitCodes.brokenContract);
}
