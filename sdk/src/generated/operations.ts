/** Written by `npm run generate` from the contract. */
import type { Uploadable } from '@one-planet/contract/file-rules';
import type { CallOptions, UploadOptions } from '../options.ts';

/** Nothing, unless the backend sets the password with the activation. */
export interface ActivateRequest {
  /** The first password, where it is set with the activation. At least 8 characters, with an uppercase letter (A-Z), a lowercase letter and a digit. */
  password?: string | undefined;
}

/** An account that was activated. */
export interface Activation {
  /** The applicant's first name. */
  firstName?: string | null | undefined;
  /** The applicant's last name. */
  lastName?: string | null | undefined;
  /** The account's email address. */
  email: string;
  /** The state she is in now. */
  status: ApplicantState;
  /** A second token. Authorises the creation of the password, once. */
  token: string;
}

/**
 * Where an applicant is, in the order of the application:
 *
 * - `NOT_ACTIVATED`: she opened the activation link and has no password yet.
 * - `ACTIVATED`: she can log in, and takes the exam.
 * - `TOOK_EXAM`: she passed the exam, and has to pay.
 * - `ACTIVATION_PAID`: she reported her payment, and the staff verify it.
 * - `BIOGRAPHIC_APPLICANT`: her payment is verified; the biography comes next.
 * - `BIOGRAPHIC_APPLICANT2`: the biography is saved; the education background comes next.
 * - `BIOGRAPHIC_APPLICANT3`: the education is saved; the emergency contact comes next.
 * - `READY_TO_APPLY`: all three forms are saved; she chooses a program.
 * - `APPLIED`: she applied, and the staff decide.
 * - `ADMITTED`: she is admitted.
 *
 * A backend may answer states that are not listed: show them as they are, and do nothing about them.
 */
export type ApplicantState = "NOT_ACTIVATED" | "ACTIVATED" | "TOOK_EXAM" | "ACTIVATION_PAID" | "BIOGRAPHIC_APPLICANT" | "BIOGRAPHIC_APPLICANT2" | "BIOGRAPHIC_APPLICANT3" | "READY_TO_APPLY" | "APPLIED" | "ADMITTED" | (string & {});

/** The program she applies for. */
export interface ApplyForProgramRequest {
  /** The offer she chose. The id of an applicable program (`batchPrograms.applicable`). */
  selectedBatchProgramId: number;
}

/** A bank account of the college. */
export interface BankAccount {
  /** The account's id. */
  id: Id;
  /** The bank's name. */
  bank: string;
  /** The account number. */
  account: string;
  /** `ACTIVE` where payments are taken. */
  status: string;
}

/** The applicants who begin together. */
export interface Batch {
  /** The batch's id. */
  id?: Id | null | undefined;
  /** Its name, such as the month it begins. */
  name?: string | null | undefined;
}

/** An offer: a program that can be applied for now. */
export interface BatchProgram {
  /** The offer's own id, a whole number or the same as text. An application sends it as a number. */
  id: number | string;
  /** The program that is offered. */
  program: OfferedProgram;
  /** When it begins. */
  batch?: Batch | null | undefined;
}

/** What the profile page shows of the biography. */
export interface BioSummary {
  /** The stored name of her picture (`files.get`). */
  profilePicture?: string | null | undefined;
  /** The country she lives in. */
  countryOfResidence?: string | null | undefined;
  /** Her nationality, as she wrote it. */
  nationality?: string | null | undefined;
}

/** A new password. */
export interface ChangePasswordRequest {
  /** The address of the account that is logged in. An email address as browsers take it (letters A to Z, digits and usual signs), with a dot after the @. */
  email: string;
  /** The new password. At least 8 characters, with an uppercase letter (A-Z), a lowercase letter and a digit. */
  password: string;
}

/** A choice of a question. */
export interface Choice {
  /** The id that an answer names. */
  id: Id;
  /** A letter or number to show before it. */
  label?: string | null | undefined;
  /** What can be chosen. */
  choiceText: string;
}

/** A text block that the staff can change. */
export interface Content {
  /** The block's id; 1 is the text of the home page. */
  id: Id;
  /** The text, shown as it is. */
  content?: string | null | undefined;
}

/** A course of a program. */
export interface Course {
  /** The semester it is taught in. 1 to 8; two per year. */
  semesterNumber: number | string;
  /** A short code. */
  courseCode?: string | null | undefined;
  /** The course's name. */
  courseName: string;
  /** Its credit hours. A number, or the same as text. */
  creditHours?: number | string | "" | null | undefined;
  /** Its credits in the European system. A number, or the same as text. */
  ectsCredit?: number | string | "" | null | undefined;
  /** What has to be passed before it. */
  prerequisite?: string | null | undefined;
}

/** The first password. */
export interface CreatePasswordRequest {
  /** The name to log in with. The email address, again. */
  name: string;
  /** The address that was activated. An email address as browsers take it (letters A to Z, digits and usual signs), with a dot after the @. */
  email: string;
  /** The password she chose. At least 8 characters, with an uppercase letter (A-Z), a lowercase letter and a digit. */
  password: string;
}

/** A currency, by its ISO code. */
export type Currency = "ETB" | "USD";

/** Names and phone as they should be. */
export interface EditProfileRequest {
  /** The first name. */
  firstName: string;
  /** The middle name. */
  middleName: string;
  /** The last name. */
  lastName: string;
  /** The phone, without spaces and dashes. */
  phone: string;
  /** Her own address; it cannot be changed. An email address as browsers take it (letters A to Z, digits and usual signs), with a dot after the @. */
  email: string;
}

/** A running exam. */
export interface Exam {
  /** The exam itself. */
  examDto: ExamFrame;
  /** Its questions, in the order they are shown. */
  examQuestionDtoList: ExamQuestion[];
}

/** An exam's id and length. */
export interface ExamFrame {
  /** The id it is submitted under. */
  id: Id;
  /** How long it takes. In minutes. */
  duration: number | string;
}

/** The fee that is due after a pass. */
export interface ExamPayment {
  /** What the payment is for. */
  description?: string | null | undefined;
  /** Her payment code, which she names with the payment. */
  paymentCode: string;
  /** The amount in birr. A number; the same as text is tolerated. */
  paymentAmount: number | string;
  /** Whether it is paid at a bank. */
  isOffline?: boolean | null | undefined;
}

/** A question of this exam. */
export interface ExamQuestion {
  /** The id that an answer names, of this entry and not of the question in it. */
  id: Id;
  /** The question. */
  questionDto: Question;
}

/** How an exam ended. */
export interface ExamResult {
  /** The result in words or points. */
  result?: string | number | null | undefined;
  /** The result in words. A word that begins with "fail", in any case of letters, means that it was not passed. */
  resultDesc: string;
  /** The payment that follows. What to pay after a pass; null or empty after a fail. */
  paymentDto?: ExamPayment | null | undefined;
  /** Where to pay; only accounts with the status `ACTIVE` are shown. */
  bankAccountList?: BankAccount[] | null | undefined;
}

/** Whose password is forgotten. */
export interface ForgotPasswordRequest {
  /** The address of the account. An email address as browsers take it (letters A to Z, digits and usual signs), with a dot after the @. */
  email: string;
}

/** A gender. */
export type Gender = "male" | "female";

/** An identifier that the backend made: a whole number or text, to be kept as it is. */
export type Id = number | string;

/** A session that has begun. */
export interface LoginAnswer {
  /** Sent with the calls that follow, as `Authorization: Bearer …`. */
  token: string;
  /** The account's email address. */
  email: string;
  /** True after a temporary password, which has to be replaced first. */
  shouldChangePassword: boolean;
  /** What the account may do. Applicants have `ROLE_APPLICANT`. */
  roles: Role[];
}

/** Who logs in. */
export interface LoginRequest {
  /** The address of the account. */
  email: string;
  /** The password, or a temporary one. Spaces count. */
  password: string;
}

/** A deposit at a bank. */
export interface MakeOfflinePaymentRequest {
  /** Her payment code, which she names with the payment. */
  paymentCode: string;
  /** The bank's reference of the deposit. */
  transactionReference: string;
  /** Where it was paid to. The account number. */
  bankAccount: string;
  /** The receipt: a JPEG or PNG of at most 4 MB that she uploaded. The stored name of the uploaded receipt. */
  attachmentUrl: string;
}

/** A marital status. */
export type MaritalStatus = "single" | "married" | "divorced" | "widowed";

/** The program of an offer. */
export interface OfferedProgram {
  /** Its id in the list of programs. */
  id?: Id | null | undefined;
  /** Its name, the same as in the list of programs. */
  name: string;
}

/** A payment that was opened. */
export interface OnlinePayment {
  /** The provider's page to send her to: an https address. */
  redirect: string;
}

/** A payment at a provider. */
export interface PayOnlineRequest {
  /** The amount, in the currency of the provider. */
  price: number;
  /** The currency. ETB for arifpay, USD for paypal and stripe. */
  currency: Currency;
  /** The provider. */
  method: PaymentProvider;
  /** Always `SALE`. */
  intent: "SALE";
  /** What the payment is for. The pending payment's description. */
  description: string;
}

/** What to pay. */
export interface PaymentDue {
  /** What the payment is for. */
  paymentDescription?: string | null | undefined;
  /** Her payment code, which she names with the payment. */
  paymentCode: string;
  /** The amount in birr, more than 0. A number; the same as text is tolerated. */
  paymentAmount: number | string;
  /** Whether it is paid at a bank. */
  isOffline?: boolean | null | undefined;
}

/** A provider of online payments. */
export type PaymentProvider = "paypal" | "stripe" | "arifpay";

/** A payment that is due. */
export interface PendingPayment {
  /** The payment that is due. */
  paymentDto: PaymentDue;
  /** Where to pay; only accounts with the status `ACTIVE` are shown. */
  bankAccountList?: BankAccount[] | null | undefined;
}

/** What the backend knows about an applicant. */
export interface Profile {
  /** Where she is in the application. */
  status: ApplicantState;
  /** The profile's id; also that of the account. */
  id?: Id | null | undefined;
  /** The applicant's first name. */
  firstName?: string | null | undefined;
  /** Her middle name. */
  middleName?: string | null | undefined;
  /** The applicant's last name. */
  lastName?: string | null | undefined;
  /** Her phone. */
  phone?: string | null | undefined;
  /** The account's email address. */
  email?: string | null | undefined;
  /** The stored name of her picture (`files.get`). */
  profilePicture?: string | null | undefined;
  /** The country she lives in. */
  countryOfResidence?: string | null | undefined;
  /** Her nationality, as she wrote it. */
  nationality?: string | null | undefined;
  /** The same as `status`, where it is answered. */
  applicationStatus?: string | null | undefined;
}

/** A degree program; what is only shown may be a number or text. */
export interface Program {
  /** The program's id. */
  id: Id;
  /** Its name, in no other program. */
  name: string;
  /** What it is about. */
  description?: string | null | undefined;
  /** The level, such as Undergraduate. */
  studyLevel?: string | null | undefined;
  /** How long it takes. */
  duration?: string | number | null | undefined;
  /** How it is taught, such as Online. */
  modality?: string | null | undefined;
  /** The credit hours of the whole program, whatever the name says. Shown as total credit hours. */
  feePerCreditHour?: string | number | null | undefined;
  /** What its graduates work as. */
  careerOpportunity?: string | null | undefined;
  /** Shown with the program. The picture, in base64. */
  base64String?: string | null | undefined;
}

/** A question with its choices. */
export interface Question {
  /** What is asked. */
  questionText: string;
  /** The choices; exactly one is right. */
  questionChoiceDtoList: Choice[];
}

/** A receipt; missing fields stay blank. */
export interface Receipt {
  /** The day of the payment: text, milliseconds, or year, month and day. */
  datePaid?: string | number | number[] | null | undefined;
  /** Whether it was paid at a bank. */
  isOffline?: boolean | null | undefined;
  /** The applicant's full name. */
  applicant?: string | null | undefined;
  /** The code of the payment. */
  paymentCode: string;
  /** The bank's reference of the deposit. */
  transactionReference?: string | null | undefined;
  /** The applicant's email address. */
  email?: string | null | undefined;
  /** The account it was paid to. */
  accountNumber?: string | null | undefined;
  /** The bank it was paid to. */
  bankAccount?: string | null | undefined;
  /** What was paid for. */
  description?: string | null | undefined;
  /** The amount that was paid. A number; the same as text is tolerated. */
  paymentAmount: number | string;
}

/** A registration. */
export interface RegisterRequest {
  /** The applicant's first name. Letters of any script, no spaces. */
  firstName: string;
  /** Her middle name. Letters of any script, no spaces. */
  middleName: string;
  /** The applicant's last name. Letters of any script, no spaces. */
  lastName: string;
  /** The address the activation link is mailed to, and that she logs in with. An email address as browsers take it (letters A to Z, digits and usual signs), with a dot after the @. */
  email: string;
  /** A phone to reach her. An optional plus, then 8 to 15 digits. */
  phoneNumber: string;
  /** She is 18 or older. */
  iAm18: true;
  /** She agrees to the terms and conditions. */
  iAgreeTerms: true;
  /** She agrees to the privacy policy. */
  agreeToPrivacy: true;
  /** Whether she wants news; her own choice. */
  iAgreeMarketing: boolean;
  /** A referral code, if she has one. */
  referral?: string | undefined;
}

/** Who needs another link. */
export interface ResendEmailRequest {
  /** The same address as in the path. An email address as browsers take it (letters A to Z, digits and usual signs), with a dot after the @. */
  email: string;
}

/** A role of an account. */
export interface Role {
  /** `ROLE_APPLICANT` for applicants; others belong to the staff. */
  name: string;
}

/** The biography. */
export interface SaveBioDataRequest {
  /** Her profile's id. It never says whose biography this is: the token does. */
  id?: Id | null | undefined;
  /** The country she was born in. A country from the list, or letters and spaces, at most 40. */
  countryOfBirth: string;
  /** The country she lives in. A country from the list, or letters and spaces, at most 40. */
  countryOfResidence: string;
  /** Her nationality, in any script. */
  nationality: string;
  /** Her native language, in any script. */
  nativeLanguage: string;
  /** Her gender. */
  gender: Gender;
  /** The day she was born. YYYY-MM-DD: a real day, not in the future, in a year at least 18 before this one. */
  dateOfBirth: string;
  /** Where she was born. Filled with the country of birth. */
  placeOfBirth: string;
  /** Whether she is married; may be left out. */
  maritalStatus?: MaritalStatus | null | undefined;
  /** Her picture: a JPEG or PNG of at most 4 MB that she uploaded. A stored file name. */
  profilePicture: string;
  /** Her school documents: a PDF of at most 10 MB that she uploaded. A stored file name. */
  educationDocument: string;
}

/** Whom to call in an emergency. */
export interface SaveContactDataRequest {
  /** The contact's full name. */
  contactFullName: string;
  /** The contact's occupation. */
  contactOccupation?: string | null | undefined;
  /** The contact's employer. */
  nameOfEmployer?: string | null | undefined;
  /** The employer's phone. */
  phoneOfEmployer?: string | null | undefined;
  /** The employer's email address. */
  emailOfEmployer?: string | null | undefined;
  /** The contact's phone. An optional plus, then 8 to 15 digits. */
  contactPhone: string;
  /** What the contact is to her. One of the list, or what was typed for "Other". */
  contactRelation: string;
}

/** The education background. */
export interface SaveEducationDataRequest {
  /** The high school she attended last. */
  lastAttendedHighSchool: string;
  /** Where that school is. */
  highSchoolAddress: string;
  /** The result of the grade 10 exam, from 0 to 4. A number, or the same as text. */
  grade10Result: number | string;
  /** The year of the grade 10 exam. A number, or the same as text. */
  grade10Year: number | string;
  /** The result of the grade 12 exam, from 0 to 700. A number, or the same as text. */
  grade12Result: number | string;
  /** The year of the grade 12 exam. At least 2 years after grade10Year. */
  grade12Year: number | string;
}

/** An exam with its answers. */
export interface SubmitExamRequest {
  /** Which exam. The id of `examDto`. */
  id: Id;
  /** The answers. questionId:choiceId pairs, comma-separated; questionId is the id of the `examQuestionDtoList` entry. May be empty. */
  results: string;
}

/** Whatever the backend takes. Not given in the specification. */
export type UpdateUserRequest = Record<string, unknown>;

/** An account's names and phone. */
export interface UserNames {
  /** The applicant's first name. */
  firstName: string;
  /** The middle name. */
  middleName: string;
  /** The applicant's last name. */
  lastName: string;
  /** The applicant's phone. */
  phone: string;
}

/** The body of a refusal: text, JSON with a message, or nothing. `readMessage` finds the message. */
export type Refusal = string | { message?: string | null | undefined } | null | undefined;

/** A file to store. */
export interface UploadFileRequest {
  /** A `File` or `Blob`, bytes, or either with a name. */
  file: Uploadable;
}

/** What each operation takes, what a success of it answers, and the statuses with which it refuses. */
export interface Operations {
  'applicants.register': {
    method: 'POST';
    params: undefined;
    body: RegisterRequest;
    input: { body: RegisterRequest } & CallOptions;
    answers: { 201: unknown };
    refusals: 400 | 409;
  };
  'applicants.activate': {
    method: 'POST';
    params: { token: string };
    body: ActivateRequest;
    input: { params: { token: string }; body?: ActivateRequest } & CallOptions;
    answers: { 200: Activation; 201: Activation };
    refusals: 400 | 404 | 409;
  };
  'applicants.createPassword': {
    method: 'POST';
    params: { token: string };
    body: CreatePasswordRequest;
    input: { params: { token: string }; body: CreatePasswordRequest } & CallOptions;
    answers: { 200: unknown };
    refusals: 400 | 404 | 406;
  };
  'applicants.resendEmail': {
    method: 'POST';
    params: { email: string };
    body: ResendEmailRequest;
    input: { params: { email: string }; body: ResendEmailRequest } & CallOptions;
    answers: { 200: unknown; 201: unknown; 202: unknown; 204: unknown };
    refusals: 400 | 404 | 409;
  };
  'applicants.getByEmail': {
    method: 'GET';
    params: { email: string };
    body: undefined;
    input: { params: { email: string } } & CallOptions;
    answers: { 200: Profile };
    refusals: 401 | 403 | 404;
  };
  'applicants.editProfile': {
    method: 'PUT';
    params: { applicantId: Id };
    body: EditProfileRequest;
    input: { params: { applicantId: Id }; body: EditProfileRequest } & CallOptions;
    answers: { 200: unknown; 201: unknown; 202: unknown; 204: unknown };
    refusals: 400 | 401 | 403 | 404;
  };
  'applicants.getBioData': {
    method: 'GET';
    params: undefined;
    body: undefined;
    input: CallOptions | void;
    answers: { 200: BioSummary };
    refusals: 401 | 403;
  };
  'applicants.saveBioData': {
    method: 'POST';
    params: undefined;
    body: SaveBioDataRequest;
    input: { body: SaveBioDataRequest } & CallOptions;
    answers: { 200: unknown };
    refusals: 400 | 401 | 403 | 409;
  };
  'applicants.saveEducationData': {
    method: 'POST';
    params: undefined;
    body: SaveEducationDataRequest;
    input: { body: SaveEducationDataRequest } & CallOptions;
    answers: { 200: unknown; 201: unknown; 202: unknown; 204: unknown };
    refusals: 400 | 401 | 403 | 409;
  };
  'applicants.saveContactData': {
    method: 'POST';
    params: undefined;
    body: SaveContactDataRequest;
    input: { body: SaveContactDataRequest } & CallOptions;
    answers: { 200: unknown; 201: unknown; 202: unknown; 204: unknown };
    refusals: 400 | 401 | 403 | 409;
  };
  'applicants.applyForProgram': {
    method: 'POST';
    params: undefined;
    body: ApplyForProgramRequest;
    input: { body: ApplyForProgramRequest } & CallOptions;
    answers: { 200: unknown };
    refusals: 400 | 401 | 403 | 404 | 409;
  };
  'auth.login': {
    method: 'POST';
    params: undefined;
    body: LoginRequest;
    input: { body: LoginRequest } & CallOptions;
    answers: { 200: LoginAnswer };
    refusals: 401 | 404 | 417;
  };
  'auth.forgotPassword': {
    method: 'POST';
    params: undefined;
    body: ForgotPasswordRequest;
    input: { body: ForgotPasswordRequest } & CallOptions;
    answers: { 200: unknown };
    refusals: 400;
  };
  'auth.changePassword': {
    method: 'POST';
    params: undefined;
    body: ChangePasswordRequest;
    input: { body: ChangePasswordRequest } & CallOptions;
    answers: { 200: unknown; 201: unknown; 202: unknown; 204: unknown };
    refusals: 400 | 401 | 403;
  };
  'auth.getUser': {
    method: 'GET';
    params: { userId: Id };
    body: undefined;
    input: { params: { userId: Id } } & CallOptions;
    answers: { 200: UserNames };
    refusals: 401 | 403 | 404;
  };
  'auth.updateUser': {
    method: 'PUT';
    params: undefined;
    body: UpdateUserRequest;
    input: { body: UpdateUserRequest } & CallOptions;
    answers: { 200: unknown; 201: unknown; 202: unknown; 204: unknown };
    refusals: 400 | 401 | 403 | 404;
  };
  'batchPrograms.applicable': {
    method: 'GET';
    params: undefined;
    body: undefined;
    input: CallOptions | void;
    answers: { 200: BatchProgram[] };
    refusals: 401 | 403;
  };
  'programs.list': {
    method: 'GET';
    params: undefined;
    body: undefined;
    input: CallOptions | void;
    answers: { 200: Program[] };
    refusals: 401;
  };
  'programs.courses': {
    method: 'GET';
    params: { programId: Id };
    body: undefined;
    input: { params: { programId: Id } } & CallOptions;
    answers: { 200: Course[] };
    refusals: 401 | 404;
  };
  'contents.list': {
    method: 'GET';
    params: undefined;
    body: undefined;
    input: CallOptions | void;
    answers: { 200: Content[] };
    refusals: 401;
  };
  'exams.create': {
    method: 'POST';
    params: undefined;
    body: undefined;
    input: CallOptions | void;
    answers: { 201: Exam };
    refusals: 401 | 403 | 409;
  };
  'exams.submit': {
    method: 'POST';
    params: undefined;
    body: SubmitExamRequest;
    input: { body: SubmitExamRequest } & CallOptions;
    answers: { 202: ExamResult };
    refusals: 400 | 401 | 403 | 404 | 409;
  };
  'payments.getPending': {
    method: 'GET';
    params: undefined;
    body: undefined;
    input: CallOptions | void;
    answers: { 200: PendingPayment };
    refusals: 401 | 403 | 404;
  };
  'payments.makeOffline': {
    method: 'POST';
    params: undefined;
    body: MakeOfflinePaymentRequest;
    input: { body: MakeOfflinePaymentRequest } & CallOptions;
    answers: { 200: unknown; 201: unknown };
    refusals: 400 | 401 | 403 | 409;
  };
  'payments.payOnline': {
    method: 'POST';
    params: undefined;
    body: PayOnlineRequest;
    input: { body: PayOnlineRequest } & CallOptions;
    answers: { 200: OnlinePayment; 201: OnlinePayment };
    refusals: 400 | 401 | 403 | 409;
  };
  'payments.getReceipt': {
    method: 'GET';
    params: { paymentCode: string };
    body: undefined;
    input: { params: { paymentCode: string } } & CallOptions;
    answers: { 200: Receipt };
    refusals: 401 | 403 | 404;
  };
  'bankAccounts.list': {
    method: 'GET';
    params: undefined;
    body: undefined;
    input: CallOptions | void;
    answers: { 200: BankAccount[] };
    refusals: 401;
  };
  'files.upload': {
    method: 'POST';
    params: undefined;
    body: UploadFileRequest;
    input: { body: UploadFileRequest } & UploadOptions;
    answers: { 200: string; 201: string };
    refusals: 400 | 401 | 403 | 413 | 415;
  };
  'files.get': {
    method: 'GET';
    params: { fileName: string };
    body: undefined;
    input: { params: { fileName: string } } & CallOptions;
    answers: { 200: Blob };
    refusals: 401 | 403 | 404;
  };
}

export type OperationName = keyof Operations;
