/**
 * The calls of the journey, which are made with a generated client. Bodies and results have the contract's
 * types, so the generated types must agree with them.
 */
import type {
  BankAccount,
  BatchProgram,
  BioData,
  ContactData,
  EducationData,
  Exam,
  ExamResult,
  Id,
  PendingPayment,
  Profile,
  Receipt,
  toApplication,
  toOfflinePayment,
  toRegistration,
} from '@one-planet/contract';

export interface Client {
  register(body: ReturnType<typeof toRegistration>): Promise<unknown>;
  activate(linkToken: string): Promise<{ status: string; token: string }>;
  createPassword(
    passwordToken: string,
    body: { name: string; email: string; password: string },
  ): Promise<unknown>;
  /** The following calls send the token of the response. */
  login(body: { email: string; password: string }): Promise<{ token: string }>;
  profile(email: string): Promise<Profile>;
  startExam(): Promise<Exam>;
  submitExam(body: { id: Id; results: string }): Promise<Pick<ExamResult, 'resultDesc'>>;
  bankAccounts(): Promise<BankAccount[]>;
  pendingPayment(): Promise<PendingPayment>;
  upload(file: File): Promise<string>;
  readFile(name: string): Promise<Blob>;
  payOffline(body: ReturnType<typeof toOfflinePayment>): Promise<unknown>;
  saveBiography(body: BioData): Promise<unknown>;
  saveEducation(body: EducationData): Promise<unknown>;
  saveContact(body: ContactData): Promise<unknown>;
  /** A generator gives an object that may be empty the type of a list, too. */
  offers(): Promise<Pick<BatchProgram, 'id' | 'program'>[]>;
  apply(body: ReturnType<typeof toApplication>): Promise<unknown>;
  receipt(paymentCode: string): Promise<Receipt>;
}

/** The generated client is made by such a `connect`. @param baseUrl of the API, e.g. `http://127.0.0.1:8080/api` */
export type Connect = (baseUrl: string) => Client;

/** The body of a response that refuses a call: JSON with `message`, or text. */
export type ErrorBody = { message?: string | null } | string | undefined;

/** The error of a refused call: its message is the server's. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, body: ErrorBody) {
    super((typeof body === 'string' ? body : body?.message) ?? '');
    this.status = status;
  }
}
