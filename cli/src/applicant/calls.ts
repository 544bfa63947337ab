/** A valid call of every operation, made from what is known of an applicant. The journey and the checks both send these. */
import {
  type ApplicantInput,
  type FileKind,
  type Gateway,
  gateways,
  type Id,
  limits,
  type OperationName,
  profileForm,
  toBioData,
  toContactData,
  toEducationData,
  toOfflinePayment,
  toProfileUpdate,
  toRegistration,
} from '@one-planet/contract';
import type { Client } from '@one-planet/sdk';
import { sampleFiles, toUpload } from './sample-files.ts';

/** What is known of an applicant. What a call needs and nobody knows yet is sent as something no backend has. */
export interface Known {
  input: ApplicantInput;
  email: string;
  password: string;
  transactionReference: string;
  /** The token of the activation link, and the one that activation answers. */
  activationToken?: string | undefined;
  passwordToken?: string | undefined;
  /** Whether activation sets the password too, as some dialects have it. */
  activatesWithPassword?: boolean;
  id?: Id | undefined;
  /** The exam and its answers as they are handed in. */
  answers?: { id: Id; results: string } | undefined;
  payment?: { code: string; amount: number; description: string } | undefined;
  bankAccount?: string | undefined;
  gateway?: Gateway;
  usdPrice?: number | undefined;
  /** The names her files are stored under. */
  files: Partial<Record<FileKind, string>>;
  programId?: Id | undefined;
  /** Of the offer she applies for. */
  offerId?: number | undefined;
}

type FunctionOf<N extends OperationName> = N extends `${infer R}.${infer O}`
  ? R extends keyof Client
    ? O extends keyof Client[R]
      ? Client[R][O]
      : never
    : never
  : never;
type ArgumentOf<N extends OperationName> =
  FunctionOf<N> extends (args: infer A) => unknown ? NonNullable<A> : never;
/** What the SDK's function for an operation answers. */
export type AnswerOf<N extends OperationName> =
  FunctionOf<N> extends (args: never) => Promise<infer A> ? A : never;

/** A call whatever its operation. */
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

/** A valid call of an operation. */
export function callFor(name: OperationName, known: Known): AnyCall {
  const call: object = calls[name](known);
  return call;
}

/** No backend has given it out. */
export const unknownToken = 'unknown0123456789abcdef0123456789';

const nothing = () => ({});
const fileOf = ({ files }: Known, kind: FileKind) => files[kind] ?? unknownToken;

const calls: { [N in OperationName]: (known: Known) => ArgumentOf<N> } = {
  'applicants.register': ({ input, email }) => ({
    body: toRegistration({ ...input.register, email }),
  }),
  'applicants.activate': ({ activationToken: token = unknownToken, password, ...known }) => ({
    params: { token },
    body: known.activatesWithPassword ? { password } : undefined,
  }),
  'applicants.createPassword': ({ passwordToken: token = unknownToken, email, password }) => ({
    params: { token },
    body: { name: email, email, password },
  }),
  'applicants.resendEmail': ({ email }) => ({ params: { email }, body: { email } }),
  'applicants.getByEmail': ({ email }) => ({ params: { email } }),
  'applicants.editProfile': ({ id = unknownToken, input, email }) => ({
    params: { applicantId: id },
    // A strict parser refuses what else stands in a registration.
    body: toProfileUpdate(profileForm.parse(input.register), email),
  }),
  'applicants.getBioData': nothing,
  'applicants.saveBioData': (known) => ({
    body: toBioData(
      { ...known.input.bio, profilePicture: undefined, educationDocument: undefined },
      {
        ...(known.id === undefined ? {} : { id: known.id }),
        profilePicture: fileOf(known, 'profilePicture'),
        educationDocument: fileOf(known, 'educationDocument'),
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
  'payments.makeOffline': (known) => ({
    body: toOfflinePayment(
      {
        paymentCode: known.payment?.code ?? unknownToken,
        paymentBank: known.bankAccount ?? unknownToken,
        txnRefNumber: known.transactionReference,
        receiptFile: undefined,
      },
      fileOf(known, 'receipt'),
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
  'files.get': (known) => ({ params: { fileName: fileOf(known, 'profilePicture') } }),
};
