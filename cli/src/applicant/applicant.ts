/**
 * What the command knows about one applicant, and how it reads new facts about her from response bodies. The journey
 * and load send strict requests through the SDK, the checks send raw ones; both read responses with the functions of
 * this file.
 */
import {
  type ApplicantInput,
  type BankAccount,
  type FileKind,
  type Gateway,
  type Id,
  isPass,
  type OperationName,
} from '@one-planet/contract';
import type { StaffCase } from '../backend/staff.ts';
import { entriesOf, fieldsOf } from '../core/json.ts';

/** Everything the command knows about one applicant. */
export interface Applicant {
  applicantInput: ApplicantInput;
  email: string;
  password: string;
  transactionReference: string;
  /** The token of the newest activation link. `passwordToken` comes from the response to the activation. */
  activationToken?: string;
  passwordToken?: string;
  /** The password that was mailed after she forgot hers. */
  temporaryPassword?: string;
  /** The bearer token of her session. */
  token?: string;
  /** Whether the activation request sets the password too, as it does in some dialects. */
  activatesWithPassword?: boolean;
  id?: Id;
  /** The exam's id and her answers, in the form in which they are submitted. */
  examAnswers?: { id: Id; results: string };
  examPassed?: boolean;
  /**
   * The payment that is due: `examPayment` according to the exam's result, `payment` according to
   * `payments.getPending`.
   */
  examPayment?: Payment;
  payment?: Payment;
  /** The number of the account she pays to. */
  bankAccount?: string;
  gateway?: Gateway;
  usdPrice?: number;
  /** The names under which the backend stores her files. */
  storedFileNames: Partial<Record<FileKind, string>>;
  programId?: Id;
  offerId?: number;
}

export interface Payment {
  code: string;
  /** In birr. */
  amount: number;
  description: string;
  /** The accounts she can pay to, which the backend lists beside the payment. */
  banks: readonly BankAccount[];
}

/**
 * One function per operation: it takes the body of a successful response and returns what the body says about the
 * applicant.
 */
const factReadersByOperation = {
  'applicants.activate': ({ token }) => (typeof token === 'string' ? { passwordToken: token } : {}),
  'applicants.getByEmail': ({ id }) =>
    typeof id === 'string' || typeof id === 'number' ? { id } : {},
  'exams.submit': (body) => {
    const { result, resultDesc } = body;
    const examPayment = readPayment(body);
    return { examPassed: isPass({ result, resultDesc }), ...(examPayment && { examPayment }) };
  },
  'payments.getPending': (body) => {
    const payment = readPayment(body);
    return payment ? { payment } : {};
  },
} satisfies Partial<Record<OperationName, (body: Record<string, unknown>) => Partial<Applicant>>>;

/**
 * Reads facts about the applicant that later steps need: the token for her password, her id, whether she passed the exam,
 * and the payment that is due.
 * @param body of a successful response, in any form
 * @returns only the facts that the body contains
 */
export function readFacts<N extends keyof typeof factReadersByOperation>(
  operation: N,
  body: unknown,
): ReturnType<(typeof factReadersByOperation)[N]> {
  return factReadersByOperation[operation](fieldsOf(body)) as ReturnType<
    (typeof factReadersByOperation)[N]
  >;
}

/** @returns the payment in the body of `exams.submit` or `payments.getPending` (specification/journey §3) */
function readPayment(body: Record<string, unknown>): Payment | undefined {
  const paymentDto = fieldsOf(body.paymentDto);
  const {
    paymentCode: code,
    paymentAmount,
    description = paymentDto.paymentDescription,
  } = paymentDto;
  if (typeof code !== 'string') return undefined;
  // The entries are not validated here: a caller that has not checked the response against the schema has to look at
  // each field.
  const banks = entriesOf(body.bankAccountList) as unknown as BankAccount[];
  return { code, amount: Number(paymentAmount), description: String(description ?? ''), banks };
}

/**
 * @returns the applicant as the staff adapter needs her
 * @param readState reads her state from the backend, to see whether staff have decided
 */
export function makeStaffCase(
  { email: applicantEmail, id, payment }: Pick<Applicant, 'email' | 'id' | 'payment'>,
  readState: StaffCase['readState'],
): StaffCase {
  return { applicantEmail, applicantId: id, paymentCode: payment?.code, readState };
}

/** @returns the secrets of an applicant that are known so far */
export function listSecrets(applicant: Partial<Applicant>): string[] {
  const { password, temporaryPassword, token, activationToken, passwordToken } = applicant;
  return [password, temporaryPassword, token, activationToken, passwordToken].filter(
    (secret) => secret !== undefined,
  );
}
