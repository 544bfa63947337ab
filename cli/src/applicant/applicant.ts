/**
 * An applicant as the command sees her, and what her steps teach. The journey and load (strict, through the SDK) and the
 * checks (lenient, raw) differ in how they send; what they learn from an answer stands here.
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

/** Everything that is known of an applicant. */
export interface Applicant {
  input: ApplicantInput;
  email: string;
  password: string;
  transactionReference: string;
  /** The token of the newest activation link, and the one that activation answers. */
  activationToken?: string;
  passwordToken?: string;
  /** Mailed after she forgot her password. */
  temporaryPassword?: string;
  /** The bearer token of her session. */
  token?: string;
  /** Whether activation sets the password too, as some dialects have it. */
  activatesWithPassword?: boolean;
  id?: Id;
  /** The exam and its answers as they are handed in. */
  answers?: { id: Id; results: string };
  examPassed?: boolean;
  /** What is due according to the exam's result, and to `payments.getPending`. */
  examPayment?: Payment;
  payment?: Payment;
  /** The account she pays to. */
  bankAccount?: string;
  gateway?: Gateway;
  usdPrice?: number;
  /** The names under which her files are stored. */
  files: Partial<Record<FileKind, string>>;
  programId?: Id;
  offerId?: number;
}

export interface Payment {
  code: string;
  /** In birr. */
  amount: number;
  description: string;
  /** The accounts to pay to, as the backend lists them beside the payment. */
  banks: readonly BankAccount[];
}

/** What the success of an operation says of her; each function takes the body. */
const lessons = {
  'applicants.activate': ({ token }) => (typeof token === 'string' ? { passwordToken: token } : {}),
  'applicants.getByEmail': ({ id }) =>
    typeof id === 'string' || typeof id === 'number' ? { id } : {},
  'exams.submit': (body) => {
    const { result, resultDesc } = body;
    const examPayment = due(body);
    return { examPassed: isPass({ result, resultDesc }), ...(examPayment && { examPayment }) };
  },
  'payments.getPending': (body) => {
    const payment = due(body);
    return payment ? { payment } : {};
  },
} satisfies Partial<Record<OperationName, (body: Record<string, unknown>) => Partial<Applicant>>>;

/**
 * @param body of a success, whatever its form
 * @returns what it says of the applicant that later steps need; what it does not say is left out
 */
export function learn<N extends keyof typeof lessons>(
  operation: N,
  body: unknown,
): ReturnType<(typeof lessons)[N]> {
  return lessons[operation](fieldsOf(body)) as ReturnType<(typeof lessons)[N]>;
}

/** @returns what is to be paid, according to an exam's result or to `payments.getPending` (2 §3) */
function due(body: Record<string, unknown>): Payment | undefined {
  const dto = fieldsOf(body.paymentDto);
  const { paymentCode: code, paymentAmount, description = dto.paymentDescription } = dto;
  if (typeof code !== 'string') return undefined;
  // The entries are not validated here: a caller that has not checked the response against the schema has to look at
  // each field.
  const banks = entriesOf(body.bankAccountList) as unknown as BankAccount[];
  return { code, amount: Number(paymentAmount), description: String(description ?? ''), banks };
}

/** @returns whom staff are asked to decide about. @param readState answers her state, to wait for their decision */
export function staffCase(
  { email, id, payment }: Pick<Applicant, 'email' | 'id' | 'payment'>,
  readState: StaffCase['readState'],
): StaffCase {
  return { email, applicantId: id, paymentCode: payment?.code, readState };
}

/** @returns her secrets, as far as they are known by now */
export function secretsOf(applicant: Partial<Applicant>): string[] {
  const { password, temporaryPassword, token, activationToken, passwordToken } = applicant;
  return [password, temporaryPassword, token, activationToken, passwordToken].filter(
    (secret) => secret !== undefined,
  );
}
