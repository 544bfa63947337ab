/** Written by `npm run generate` from the contract. */
import type { AppRoute } from '@ts-rest/core';
import type { Answer } from '../answers.ts';
import type { CallInput } from '../call.ts';
import type { CallOptions, UploadOptions } from '../options.ts';
import type {
  ActivateRequest,
  ApplyForProgramRequest,
  ChangePasswordRequest,
  CreatePasswordRequest,
  EditProfileRequest,
  ForgotPasswordRequest,
  Id,
  LoginRequest,
  MakeOfflinePaymentRequest,
  OperationName,
  PayOnlineRequest,
  RegisterRequest,
  ResendEmailRequest,
  SaveBioDataRequest,
  SaveContactDataRequest,
  SaveEducationDataRequest,
  SubmitExamRequest,
  UpdateUserRequest,
  UploadFileRequest,
} from './operations.ts';
import { routes } from './routes.ts';

/** Every operation as a function, by resource: `client.auth.login({ body })`. */
export interface Client {
  /** Applicants. Registration, the applicant's own profile, and the four forms of her application: biography, education, emergency contact and the choice of a program. */
  applicants: {
    /**
     * Register.
     *
     * Creates an account that cannot log in yet, and mails an activation link to its address. First, middle and last name arrive in capitals. Any success other than 201 counts as a failure on the site.
     *
     * Succeeds with 201. Refuses with:
     * - 400: A field is missing or invalid, or a box that must be ticked is not.
     * - 409: The address has an account already. The site shows the message, so it should say what to do next.
     *
     * @example
     * const answer = await client.applicants.register({ body: { firstName, middleName, lastName, email, phoneNumber, iAm18, iAgreeTerms, agreeToPrivacy, iAgreeMarketing, referral } });
     */
    register(input: { body: RegisterRequest } & CallOptions): Promise<Answer<'applicants.register'>>;
    /**
     * Activate the account.
     *
     * Opens the activation link: its token is used up, the account is `NOT_ACTIVATED`, and the answer has a second token, which creates the password. Nothing is sent, unless the backend sets the password in the same call.
     *
     * Succeeds with 200, 201. Refuses with:
     * - 400: The password is too weak, where it is set with the activation.
     * - 404: The token was never mailed.
     * - 409: The link was used before, or the account has its password already.
     *
     * @example
     * const answer = await client.applicants.activate({ params: { token }, body: { password } });
     */
    activate(input: { params: { token: string }; body?: ActivateRequest } & CallOptions): Promise<Answer<'applicants.activate'>>;
    /**
     * Set the first password.
     *
     * Sets the first password of the account that the token of the activation stands for. She is `ACTIVATED` then and can log in.
     *
     * Succeeds with 200. Refuses with:
     * - 400: The password is too weak, the address is not the activated one, or the link was not opened yet.
     * - 404: The token was never given out.
     * - 406: The account has a password, which stays what it is. The site leads to the login then.
     *
     * @example
     * const answer = await client.applicants.createPassword({ params: { token }, body: { name, email, password } });
     */
    createPassword(input: { params: { token: string }; body: CreatePasswordRequest } & CallOptions): Promise<Answer<'applicants.createPassword'>>;
    /**
     * Mail another activation link.
     *
     * Mails another activation link to an account that has no password yet. Older links may go on working until one of them is used.
     *
     * Succeeds with 200, 201, 202, 204. Refuses with:
     * - 400: The address is missing, or not that of the path.
     * - 404: Nobody registered this address.
     * - 409: The account is activated already.
     *
     * @example
     * const answer = await client.applicants.resendEmail({ params: { email }, body: { email } });
     */
    resendEmail(input: { params: { email: string }; body: ResendEmailRequest } & CallOptions): Promise<Answer<'applicants.resendEmail'>>;
    /**
     * Read the profile and the state.
     *
     * Reads what the backend knows about her. `status` is the only field that is certain: by it a client knows which step comes next. Read it again after each step, and while a payment waits to be verified.
     *
     * Succeeds with 200. Refuses with:
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 404: There is no such applicant.
     *
     * @example
     * const answer = await client.applicants.getByEmail({ params: { email } });
     */
    getByEmail(input: { params: { email: string } } & CallOptions): Promise<Answer<'applicants.getByEmail'>>;
    /**
     * Change names and phone.
     *
     * Saves her names and phone; all four are required. Her address and her state stay what they are.
     *
     * Succeeds with 200, 201, 202, 204. Refuses with:
     * - 400: A field is missing, or the address is not her own.
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 404: There is no such applicant.
     *
     * @example
     * const answer = await client.applicants.editProfile({ params: { applicantId }, body: { firstName, middleName, lastName, phone, email } });
     */
    editProfile(input: { params: { applicantId: Id }; body: EditProfileRequest } & CallOptions): Promise<Answer<'applicants.editProfile'>>;
    /**
     * Read a part of the biography.
     *
     * Reads what the profile page shows of the biography. Its fields are null before it is saved.
     *
     * Succeeds with 200. Refuses with:
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     *
     * @example
     * const answer = await client.applicants.getBioData();
     */
    getBioData(input?: CallOptions): Promise<Answer<'applicants.getBioData'>>;
    /**
     * Save the biography.
     *
     * Saves the biography. Upload the picture and the document first (`files.upload`) and send the names they were stored under. The education level of the form is not sent.
     *
     * Succeeds with 200. Refuses with:
     * - 400: A field is missing or invalid, or a file is not one she uploaded.
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 409: She is in another state: her payment is not verified yet, or the biography is saved already.
     *
     * @example
     * const answer = await client.applicants.saveBioData({ body: { id, countryOfBirth, countryOfResidence, nationality, nativeLanguage, gender, dateOfBirth, placeOfBirth, maritalStatus, profilePicture, educationDocument } });
     */
    saveBioData(input: { body: SaveBioDataRequest } & CallOptions): Promise<Answer<'applicants.saveBioData'>>;
    /**
     * Save the education background.
     *
     * Saves where she went to school, and the years and results of both exams.
     *
     * Succeeds with 200, 201, 202, 204. Refuses with:
     * - 400: A field is missing, a year or result is no number, or the years are less than 2 apart.
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 409: She is in another state: the biography is not saved yet, or the education is saved already.
     *
     * @example
     * const answer = await client.applicants.saveEducationData({ body: { lastAttendedHighSchool, highSchoolAddress, grade10Result, grade10Year, grade12Result, grade12Year } });
     */
    saveEducationData(input: { body: SaveEducationDataRequest } & CallOptions): Promise<Answer<'applicants.saveEducationData'>>;
    /**
     * Save the emergency contact.
     *
     * Saves whom to call in an emergency. Occupation and employer may be left out.
     *
     * Succeeds with 200, 201, 202, 204. Refuses with:
     * - 400: The name, the phone or the relationship is missing or invalid.
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 409: She is in another state: the education is not saved yet, or the contact is saved already.
     *
     * @example
     * const answer = await client.applicants.saveContactData({ body: { contactFullName, contactOccupation, nameOfEmployer, phoneOfEmployer, emailOfEmployer, contactPhone, contactRelation } });
     */
    saveContactData(input: { body: SaveContactDataRequest } & CallOptions): Promise<Answer<'applicants.saveContactData'>>;
    /**
     * Apply for a program.
     *
     * Applies for one program, which ends the application: she is `APPLIED`, and the staff decide.
     *
     * Succeeds with 200. Refuses with:
     * - 400: The id is missing, or is no whole number.
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 404: The program is not offered.
     * - 409: She is in another state: a form is not saved yet, or she applied already.
     *
     * @example
     * const answer = await client.applicants.applyForProgram({ body: { selectedBatchProgramId } });
     */
    applyForProgram(input: { body: ApplyForProgramRequest } & CallOptions): Promise<Answer<'applicants.applyForProgram'>>;
  };
  /** Login and account. Login, passwords, and the names of an account. */
  auth: {
    /**
     * Log in.
     *
     * Answers a bearer token. The site takes it for 50 minutes; how long it is valid is up to the backend. Where `shouldChangePassword` is true she logged in with a temporary password, and changes it before anything else. A role other than `ROLE_APPLICANT` belongs to the staff, whose portal is not part of this API.
     *
     * Succeeds with 200. Refuses with:
     * - 401: The password is wrong, or the account has none yet.
     * - 404: Nobody registered this address.
     * - 417: The login is refused; as good as 401 and 404.
     *
     * @example
     * const answer = await client.auth.login({ body: { email, password } });
     */
    login(input: { body: LoginRequest } & CallOptions): Promise<Answer<'auth.login'>>;
    /**
     * Mail a temporary password.
     *
     * Mails a temporary password, which works for one login. The old password goes on working until it is changed.
     *
     * Succeeds with 200. Refuses with:
     * - 400: There is no account with this address that has a password.
     *
     * @example
     * const answer = await client.auth.forgotPassword({ body: { email } });
     */
    forgotPassword(input: { body: ForgotPasswordRequest } & CallOptions): Promise<Answer<'auth.forgotPassword'>>;
    /**
     * Change the password.
     *
     * Replaces the password of the applicant who is logged in; the one before, and a temporary one, work no longer.
     *
     * Succeeds with 200, 201, 202, 204. Refuses with:
     * - 400: The new password is too weak, or the address is missing.
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     *
     * @example
     * const answer = await client.auth.changePassword({ body: { email, password } });
     */
    changePassword(input: { body: ChangePasswordRequest } & CallOptions): Promise<Answer<'auth.changePassword'>>;
    /**
     * Read the account.
     *
     * Reads the names and the phone of her own account, the same as in her profile.
     *
     * Succeeds with 200. Refuses with:
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 404: There is no such account.
     *
     * @example
     * const answer = await client.auth.getUser({ params: { userId } });
     */
    getUser(input: { params: { userId: Id } } & CallOptions): Promise<Answer<'auth.getUser'>>;
    /**
     * Update the account (not specified).
     *
     * The specification names this operation and says nothing about what it takes. The site never calls it.
     *
     * Succeeds with 200, 201, 202, 204. Refuses with:
     * - 400: The backend does not take what was sent.
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 404: There is no such account.
     *
     * @example
     * const answer = await client.auth.updateUser({ body: {} });
     */
    updateUser(input: { body: UpdateUserRequest } & CallOptions): Promise<Answer<'auth.updateUser'>>;
  };
  /** Offers. The programs that can be applied for now. */
  batchPrograms: {
    /**
     * List the programs on offer.
     *
     * Lists the programs she can apply for now. The `id` of an entry, not that of its program, is what `applicants.applyForProgram` takes.
     *
     * Succeeds with 200. Refuses with:
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     *
     * @example
     * const answer = await client.batchPrograms.applicable();
     */
    applicable(input?: CallOptions): Promise<Answer<'batchPrograms.applicable'>>;
  };
  /** Programs. The degree programs and their courses, for everybody. */
  programs: {
    /**
     * List the programs.
     *
     * Lists the degree programs for everybody, with what their pages show. Only `id` and `name` are certain.
     *
     * Succeeds with 200. Refuses with:
     * - 401: A token was sent and is invalid. Ignoring it is as good: the call works without one.
     *
     * @example
     * const answer = await client.programs.list();
     */
    list(input?: CallOptions): Promise<Answer<'programs.list'>>;
    /**
     * List the courses of a program.
     *
     * Lists the courses of one program for everybody, in no order that counts.
     *
     * Succeeds with 200. Refuses with:
     * - 401: A token was sent and is invalid. Ignoring it is as good: the call works without one.
     * - 404: There is no such program; an empty list is as good.
     *
     * @example
     * const answer = await client.programs.courses({ params: { programId } });
     */
    courses(input: { params: { programId: Id } } & CallOptions): Promise<Answer<'programs.courses'>>;
  };
  /** Contents. Texts of the site that the staff can change. */
  contents: {
    /**
     * List the texts of the site.
     *
     * Lists the blocks of text that the staff can change. The home page shows the one with the id 1, as text and never as HTML.
     *
     * Succeeds with 200. Refuses with:
     * - 401: A token was sent and is invalid. Ignoring it is as good: the call works without one.
     *
     * @example
     * const answer = await client.contents.list();
     */
    list(input?: CallOptions): Promise<Answer<'contents.list'>>;
  };
  /** Exam. The Digital Literacy Test, which opens the way to the payment. */
  exams: {
    /**
     * Start the exam.
     *
     * Starts the exam, and its clock. While one is running the answer is the same exam, or a refusal: nobody draws new questions until she likes them. The answer never says which choices are right.
     *
     * Succeeds with 201. Refuses with:
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 409: She is in another state, or has used all her attempts.
     *
     * @example
     * const answer = await client.exams.create();
     */
    create(input?: CallOptions): Promise<Answer<'exams.create'>>;
    /**
     * Submit the exam.
     *
     * Ends the exam. After a pass she is `TOOK_EXAM`, and `paymentDto` says what to pay; after a fail she stays `ACTIVATED`, and `paymentDto` is null, empty or absent. A word that begins with `fail` in `result` or `resultDesc`, in any case of letters, means a fail; anything else is a pass.
     *
     * Succeeds with 202. Refuses with:
     * - 400: The answers are no list of pairs, or name questions and choices of another exam.
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 404: There is no such exam.
     * - 409: The exam was submitted before, or she is in another state.
     *
     * @example
     * const answer = await client.exams.submit({ body: { id, results } });
     */
    submit(input: { body: SubmitExamRequest } & CallOptions): Promise<Answer<'exams.submit'>>;
  };
  /** Payments. The one fee: what is due, the deposit at a bank or the payment online, and the receipt. */
  payments: {
    /**
     * Read what is due.
     *
     * Reads what she has to pay after the exam, the same as in its result. A payment that the staff rejected may be pending again.
     *
     * Succeeds with 200. Refuses with:
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 404: Nothing is pending: she did not pass the exam yet, or has paid.
     *
     * @example
     * const answer = await client.payments.getPending();
     */
    getPending(input?: CallOptions): Promise<Answer<'payments.getPending'>>;
    /**
     * Report a bank deposit.
     *
     * Reports a deposit at a bank. Upload the picture of the receipt first (`files.upload`). She is `ACTIVATION_PAID` until the staff verify the payment, which leads on, or reject it; where that leads is up to the backend.
     *
     * Succeeds with 200, 201. Refuses with:
     * - 400: A field is missing, the code is not hers, the account is not active, or the receipt is not her upload.
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 409: Nothing is pending.
     *
     * @example
     * const answer = await client.payments.makeOffline({ body: { paymentCode, transactionReference, bankAccount, attachmentUrl } });
     */
    makeOffline(input: { body: MakeOfflinePaymentRequest } & CallOptions): Promise<Answer<'payments.makeOffline'>>;
    /**
     * Open an online payment.
     *
     * Opens a payment at a provider and answers the address to send her to. She stays `TOOK_EXAM` until the provider reports that she paid. Whatever price is sent, she owes what is pending.
     *
     * Succeeds with 200, 201. Refuses with:
     * - 400: The provider is unknown, the currency is not the one it is paid in, or the price is not what is pending.
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 409: Nothing is pending.
     *
     * @example
     * const answer = await client.payments.payOnline({ body: { price, currency, method, intent, description } });
     */
    payOnline(input: { body: PayOnlineRequest } & CallOptions): Promise<Answer<'payments.payOnline'>>;
    /**
     * Read a receipt.
     *
     * Reads the receipt of a payment by its code. It is there once the payment is reported. A backend may show it to everybody who has the code, or to its owner alone.
     *
     * Succeeds with 200. Refuses with:
     * - 401: A token was sent and is invalid. Ignoring it is as good: the call works without one.
     * - 403: The payment is another applicant's.
     * - 404: The code was never given out, or its payment is still due.
     *
     * @example
     * const answer = await client.payments.getReceipt({ params: { paymentCode } });
     */
    getReceipt(input: { params: { paymentCode: string } } & CallOptions): Promise<Answer<'payments.getReceipt'>>;
  };
  /** Bank accounts. Where to pay at a bank. */
  bankAccounts: {
    /**
     * List the bank accounts.
     *
     * Lists the college's bank accounts for everybody. Only those with the status `ACTIVE` take deposits.
     *
     * Succeeds with 200. Refuses with:
     * - 401: A token was sent and is invalid. Ignoring it is as good: the call works without one.
     *
     * @example
     * const answer = await client.bankAccounts.list();
     */
    list(input?: CallOptions): Promise<Answer<'bankAccounts.list'>>;
  };
  /** Files. Receipts, pictures and documents that applicants upload. */
  files: {
    /**
     * Upload a file.
     *
     * Stores a receipt, a picture or a document, and answers the name it is stored under: plain text, not the name it was sent with. Send that name with the payment or the biography.
     *
     * Succeeds with 200, 201. Refuses with:
     * - 400: The field `file` is missing or empty, or the file was cut off.
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 413: The file is too large: pictures have at most 4 MB, a PDF at most 10 MB.
     * - 415: The content is neither a JPEG, a PNG nor a PDF, whatever its name says.
     *
     * @example
     * const answer = await client.files.upload({ body: { file } });
     */
    upload(input: { body: UploadFileRequest } & UploadOptions): Promise<Answer<'files.upload'>>;
    /**
     * Read a file.
     *
     * Reads a file that she uploaded, byte for byte, as the type that its content has.
     *
     * Succeeds with 200. Refuses with:
     * - 401: The token is missing or invalid, or its session has ended: log in again.
     * - 403: The data belongs to another applicant, or the caller's role is not that of an applicant.
     * - 404: The name was never given out.
     *
     * @example
     * const answer = await client.files.get({ params: { fileName } });
     */
    get(input: { params: { fileName: string } } & CallOptions): Promise<Answer<'files.get'>>;
  };
}

/** Makes the call of an operation. */
type OperationCaller = <Name extends OperationName>(route: AppRoute, input?: CallInput) => Promise<Answer<Name>>;

export function makeClient(call: OperationCaller): Client {
  return {
    applicants: {
      register: (input) => call<'applicants.register'>(routes.applicants.register, input),
      activate: (input) => call<'applicants.activate'>(routes.applicants.activate, input),
      createPassword: (input) => call<'applicants.createPassword'>(routes.applicants.createPassword, input),
      resendEmail: (input) => call<'applicants.resendEmail'>(routes.applicants.resendEmail, input),
      getByEmail: (input) => call<'applicants.getByEmail'>(routes.applicants.getByEmail, input),
      editProfile: (input) => call<'applicants.editProfile'>(routes.applicants.editProfile, input),
      getBioData: (input) => call<'applicants.getBioData'>(routes.applicants.getBioData, input),
      saveBioData: (input) => call<'applicants.saveBioData'>(routes.applicants.saveBioData, input),
      saveEducationData: (input) => call<'applicants.saveEducationData'>(routes.applicants.saveEducationData, input),
      saveContactData: (input) => call<'applicants.saveContactData'>(routes.applicants.saveContactData, input),
      applyForProgram: (input) => call<'applicants.applyForProgram'>(routes.applicants.applyForProgram, input),
    },
    auth: {
      login: (input) => call<'auth.login'>(routes.auth.login, input),
      forgotPassword: (input) => call<'auth.forgotPassword'>(routes.auth.forgotPassword, input),
      changePassword: (input) => call<'auth.changePassword'>(routes.auth.changePassword, input),
      getUser: (input) => call<'auth.getUser'>(routes.auth.getUser, input),
      updateUser: (input) => call<'auth.updateUser'>(routes.auth.updateUser, input),
    },
    batchPrograms: {
      applicable: (input) => call<'batchPrograms.applicable'>(routes.batchPrograms.applicable, input),
    },
    programs: {
      list: (input) => call<'programs.list'>(routes.programs.list, input),
      courses: (input) => call<'programs.courses'>(routes.programs.courses, input),
    },
    contents: {
      list: (input) => call<'contents.list'>(routes.contents.list, input),
    },
    exams: {
      create: (input) => call<'exams.create'>(routes.exams.create, input),
      submit: (input) => call<'exams.submit'>(routes.exams.submit, input),
    },
    payments: {
      getPending: (input) => call<'payments.getPending'>(routes.payments.getPending, input),
      makeOffline: (input) => call<'payments.makeOffline'>(routes.payments.makeOffline, input),
      payOnline: (input) => call<'payments.payOnline'>(routes.payments.payOnline, input),
      getReceipt: (input) => call<'payments.getReceipt'>(routes.payments.getReceipt, input),
    },
    bankAccounts: {
      list: (input) => call<'bankAccounts.list'>(routes.bankAccounts.list, input),
    },
    files: {
      upload: (input) => call<'files.upload'>(routes.files.upload, input),
      get: (input) => call<'files.get'>(routes.files.get, input),
    },
  };
}
