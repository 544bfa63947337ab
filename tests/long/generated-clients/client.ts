/** What the journey needs of a client, whoever made it. The bodies are the contract's: types hold each generator against it. */
import type {
  Application,
  BankAccount,
  BatchProgram,
  BioData,
  ContactData,
  EducationData,
  Exam,
  ExamResult,
  Id,
  OfflinePayment,
  PendingPayment,
  Profile,
  Receipt,
  Registration,
} from '@one-planet/contract';

export interface Client {
  register(body: Registration): Promise<unknown>;
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
  payOffline(body: OfflinePayment): Promise<unknown>;
  saveBiography(body: BioData): Promise<unknown>;
  saveEducation(body: EducationData): Promise<unknown>;
  saveContact(body: ContactData): Promise<unknown>;
  offers(): Promise<BatchProgram[]>;
  apply(body: Application): Promise<unknown>;
  receipt(paymentCode: string): Promise<Receipt>;
}

/** What each adapter exports. @param base where the API is, e.g. `http://127.0.0.1:8080/api` */
export type Connect = (base: string) => Client;

/** What a refusal says: JSON with `message`, or text. */
export type Said = { message?: string | null } | string | undefined;

/** A call that was refused. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, said: Said) {
    super((typeof said === 'string' ? said : said?.message) ?? '');
    this.status = status;
  }
}
