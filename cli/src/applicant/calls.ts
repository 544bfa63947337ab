/** A valid call of every operation, made from what the command knows of an applicant. The journey and the checks both send these. */
import {
  type Exam,
  type ExamAnswer,
  type FileKind,
  gateways,
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
import type { MockPages } from '../backend/pages.ts';
import {
  type AnswerKey,
  normalize,
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
/** The answer of the SDK's function for an operation. */
export type AnswerOf<N extends OperationName> =
  FunctionOf<N> extends (args: never) => Promise<infer A> ? A : never;

export interface AnyCall {
  params?: Readonly<Record<string, string | number>>;
  body?: unknown;
}
type AnyFunction = (call: AnyCall) => Promise<{ status: number; body: unknown }>;

/** The SDK's function for an operation whose name is known only when the program runs. */
export function functionOf(client: Client, name: OperationName): AnyFunction {
  const [resource = '', key = ''] = name.split('.');
  return (client as unknown as Record<string, Record<string, AnyFunction>>)[resource]?.[
    key
  ] as AnyFunction;
}

/** A valid call of an operation; a value that it needs and nobody knows yet is sent as one that no backend has. */
export function callFor(name: OperationName, applicant: Applicant): AnyCall {
  const call: object = calls[name](applicant);
  return call;
}

/** No backend has given it out. */
export const unknownToken = 'unknown0123456789abcdef0123456789';

const nothing = () => ({});
const fileOf = ({ files }: Applicant, kind: FileKind) => files[kind] ?? unknownToken;

const calls: { [N in OperationName]: (applicant: Applicant) => ArgumentOf<N> } = {
  'applicants.register': ({ input, email }) => ({
    body: toRegistration({ ...input.register, email }),
  }),
  'applicants.activate': ({
    activationToken: token = unknownToken,
    password,
    activatesWithPassword,
  }) => ({
    params: { token },
    body: activatesWithPassword ? { password } : undefined,
  }),
  'applicants.createPassword': ({ passwordToken: token = unknownToken, email, password }) => ({
    params: { token },
    body: { name: email, email, password },
  }),
  'applicants.resendEmail': ({ email }) => ({ params: { email }, body: { email } }),
  'applicants.getByEmail': ({ email }) => ({ params: { email } }),
  'applicants.editProfile': ({ id = unknownToken, input, email }) => ({
    params: { applicantId: id },
    body: toProfileUpdate(input.register, email),
  }),
  'applicants.getBioData': nothing,
  'applicants.saveBioData': (applicant) => ({
    body: toBioData(
      { ...applicant.input.bio, profilePicture: undefined, educationDocument: undefined },
      {
        id: applicant.id,
        profilePicture: fileOf(applicant, 'profilePicture'),
        educationDocument: fileOf(applicant, 'educationDocument'),
      },
    ),
  }),
  'applicants.saveEducationData': ({ input }) => ({ body: toEducationData(input.education) }),
  'applicants.saveContactData': ({ input }) => ({ body: toContactData(input.contact) }),
  'applicants.applyForProgram': ({ offerId = 0 }) => ({
    body: { selectedBatchProgramId: offerId },
  }),
  'auth.login': ({ email, password }) => ({ body: { email, password } }),
  'auth.forgotPassword': ({ email }) => ({ body: { email } }),
  'auth.changePassword': ({ email, password }) => ({ body: { email, password } }),
  'auth.getUser': ({ id = unknownToken }) => ({ params: { userId: id } }),
  'auth.updateUser': ({ input: { register } }) => {
    const { firstName, middleName, lastName } = register;
    return { body: { firstName, middleName, lastName } };
  },
  'batchPrograms.applicable': nothing,
  'programs.list': nothing,
  'programs.courses': ({ programId = unknownToken }) => ({ params: { programId } }),
  'contents.list': nothing,
  'exams.create': nothing,
  'exams.submit': ({ answers = { id: 1, results: '' } }) => ({ body: answers }),
  'payments.getPending': nothing,
  'payments.makeOffline': (applicant) => ({
    body: toOfflinePayment(
      {
        paymentCode: applicant.payment?.code ?? unknownToken,
        paymentBank: applicant.bankAccount ?? unknownToken,
        txnRefNumber: applicant.transactionReference,
        receiptFile: undefined,
      },
      fileOf(applicant, 'receipt'),
    ),
  }),
  'payments.payOnline': ({ payment, usdPrice, gateway: method = 'arifpay' }) => ({
    body: {
      price: (gateways[method] === 'ETB' ? payment?.amount : usdPrice) ?? 500,
      currency: gateways[method],
      method,
      intent: limits.payment.intent,
      description: payment?.description ?? 'Application fee',
    },
  }),
  'payments.getReceipt': ({ payment }) => ({
    params: { paymentCode: payment?.code ?? unknownToken },
  }),
  'bankAccounts.list': nothing,
  'files.upload': () => ({ body: { file: toUpload(sampleFiles.profilePicture) } }),
  'files.get': (applicant) => ({ params: { fileName: fileOf(applicant, 'profilePicture') } }),
};

/* Answers to an exam, from the key of its right ones. */

/** Of each mock: all applicants of a command get their exams from one set of questions. */
const mockKeys = new WeakMap<MockPages, AnswerKey>();

/**
 * The right answers of the exam: those of the settings, or else the mock's.
 * @returns `undefined` where the mock answers none
 * @throws {CliError} (exit 2) where the settings have none and the backend is no mock
 */
export async function answerKeyOf(
  { answerKey }: Pick<ResolvedSettings, 'answerKey'>,
  mockPages: MockPages,
  signal: AbortSignal,
): Promise<AnswerKey | undefined> {
  const answers = answerKey ?? mockKeys.get(mockPages);
  if (answers) return answers;
  const key = toAnswerKey(await mockPages('/_mock/exam-key.json', { setting: 'examKey', signal }));
  if (key) mockKeys.set(mockPages, key);
  return key;
}

/** Chooses the right choice of each question. @throws {CliError} naming the first question the key does not know */
export function rightAnswers(exam: Exam, key: AnswerKey): ExamAnswer[] {
  return exam.examQuestionDtoList.map(({ id, questionDto }) => {
    const rightText = key.get(normalize(questionDto.questionText));
    const choice = questionDto.questionChoiceDtoList.find(
      ({ choiceText }) => normalize(choiceText) === rightText,
    );
    if (choice) return [id, choice.id] as const;
    throw new CliError(
      `the answer key ${rightText ? 'names a choice that is not offered for' : 'does not know'} "${questionDto.questionText}"`,
    );
  });
}

/**
 * Answers some questions right and the others wrong.
 * @param rightCount how many answers are right: the first ones, or the last ones with `fromEnd`
 * @returns `undefined` where a question has one choice only, so that nothing is wrong
 */
export function partlyRight(
  exam: Exam,
  key: AnswerKey,
  rightCount: number,
  fromEnd = false,
): ExamAnswer[] | undefined {
  const answers: ExamAnswer[] = [];
  const rights = rightAnswers(exam, key);
  for (const [index, [questionId, rightId]] of rights.entries()) {
    const choices = exam.examQuestionDtoList[index]?.questionDto.questionChoiceDtoList ?? [];
    const wrongChoice = choices.find(({ id }) => id !== rightId);
    if (!wrongChoice) return undefined;
    const isRight = fromEnd ? index >= rights.length - rightCount : index < rightCount;
    answers.push([questionId, isRight ? rightId : wrongChoice.id]);
  }
  return answers;
}

/** Whether an address a backend answers may be followed: https, or http on this machine (decisions, section 3). */
export function isPayable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isThisMachine =
    hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine);
}

/**
 * Takes the one-time token out of an activation link (`…/applicant/activate/{token}`).
 * @param siteOrigin where the link must lead, when it is known
 * @throws {CliError} for another link; the link itself is a secret and stays out of the message
 */
export function tokenOf(link: string, siteOrigin: string | undefined): string {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const token = url && /\/applicant\/activate\/([^/]+)\/?$/i.exec(url.pathname)?.[1];
  if (!url || !token) throw wrongLink('no link to the page /applicant/activate with a token');
  if (siteOrigin && url.origin !== new URL(siteOrigin).origin) {
    throw new CliError(
      `the activation link leads to ${url.origin}, the configured siteOrigin is ${siteOrigin}`,
    );
  }
  try {
    return decodeURIComponent(token);
  } catch {
    throw wrongLink('a link whose token cannot be decoded');
  }
}

/** @returns whom a mailed link goes through, in words, without its secrets; nothing where the mail has the link itself */
export function throughWhom({ through }: MailedLink): string {
  return through.length > 0 ? `the mailed link goes through ${through.join(', ')}` : '';
}

/** Mail is the backend's too: its links have the form the site's routes have. */
function wrongLink(problem: string): CliError {
  return new CliError(`the activation mail has ${problem}`, exitCodes.brokenContract);
}
