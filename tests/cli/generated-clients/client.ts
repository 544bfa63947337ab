/** The calls of the journey, by any generated client. The bodies are the contract's: types hold each generator to it. */
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
  activate(token: string): Promise<{ status: string; token: string }>;
  createPassword(
    token: string,
    body: { name: string; email: string; password: string },
  ): Promise<unknown>;
  /** The calls that follow carry the answered token. */
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
  offers(): Promise<BatchProgram[]>;
  apply(body: ReturnType<typeof toApplication>): Promise<unknown>;
  receipt(paymentCode: string): Promise<Receipt>;
}

/** Every adapter exports one. @param base where the API is, e.g. `http://127.0.0.1:8080/api` */
export type Connect = (base: string) => Client;

/** The body of a refusal: JSON with `message`, or text. */
export type Said = { message?: string | null } | string | undefined;

/** A call that was refused. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, said: Said) {
    super((typeof said === 'string' ? said : said?.message) ?? '');
    this.status = status;
  }
}
