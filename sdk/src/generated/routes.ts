/** Written by `npm run generate` from the contract. */
import type { contract, OperationMeta, OperationName } from '@one-planet/contract';

/** Every operation may be refused with any of these. */
const refusals = [400, 401, 402, 403, 404, 405, 406, 409, 410, 412, 413, 415, 417, 422, 423, 428, 451];

/** An operation as the fetcher reads it. */
export interface GeneratedMeta extends Pick<OperationMeta, 'auth' | 'readsBodyAs' | 'safeToRepeat'> {
  operation: OperationName;
  /** True if only the person who is logged in may see what it answers. */
  isPersonal: boolean;
}

function route(
  operation: OperationName,
  method: string,
  path: string,
  successes: readonly number[],
  auth: GeneratedMeta['auth'],
  readsBodyAs: GeneratedMeta['readsBodyAs'],
  safeToRepeat: boolean,
  isPersonal = false,
  isMultipart = false,
) {
  return {
    method,
    path,
    responses: Object.fromEntries([...successes, ...refusals].map((status) => [status, null])),
    metadata: { operation, auth, readsBodyAs, safeToRepeat, isPersonal } satisfies GeneratedMeta,
    ...(isMultipart ? { contentType: 'multipart/form-data' } : {}),
  };
}

/** The contract's routes, without its schemas. */
export const routes = {
  applicants: {
    register: route("applicants.register", "POST", "/applicants/public/apply", [201], "none", "nothing", false, true),
    activate: route("applicants.activate", "POST", "/applicants/public/active/:token", [200, 201], "none", "json", false, true),
    createPassword: route("applicants.createPassword", "POST", "/applicants/public/create_password/:token", [200], "none", "nothing", false, true),
    resendEmail: route("applicants.resendEmail", "POST", "/applicants/public/resend_email/:email", [200, 201, 202, 204], "none", "nothing", false, true),
    getByEmail: route("applicants.getByEmail", "GET", "/applicants/private/get_by_email/:email", [200], "bearer", "json", true, true),
    editProfile: route("applicants.editProfile", "PUT", "/applicants/private/edit_profile/:applicantId", [200, 201, 202, 204], "bearer", "nothing", true, true),
    getBioData: route("applicants.getBioData", "GET", "/applicants/private/get_bio_data", [200], "bearer", "json", true, true),
    saveBioData: route("applicants.saveBioData", "POST", "/applicants/private/save_bio_data", [200], "bearer", "nothing", false, true),
    saveEducationData: route("applicants.saveEducationData", "POST", "/applicants/private/save_education_data", [200, 201, 202, 204], "bearer", "nothing", false, true),
    saveContactData: route("applicants.saveContactData", "POST", "/applicants/private/save_contact_data", [200, 201, 202, 204], "bearer", "nothing", false, true),
    applyForProgram: route("applicants.applyForProgram", "POST", "/applicants/private/apply_for_program", [200], "bearer", "nothing", false, true),
  },
  auth: {
    login: route("auth.login", "POST", "/auth/public/login", [200], "none", "json", true, true),
    forgotPassword: route("auth.forgotPassword", "POST", "/auth/public/forgot_password", [200], "none", "nothing", false, true),
    changePassword: route("auth.changePassword", "POST", "/auth/private/change_password", [200, 201, 202, 204], "bearer", "nothing", false, true),
    getUser: route("auth.getUser", "GET", "/auth/private/:userId", [200], "bearer", "json", true, true),
    updateUser: route("auth.updateUser", "PUT", "/auth/private/update_user", [200, 201, 202, 204], "bearer", "nothing", false, true),
  },
  batchPrograms: {
    applicable: route("batchPrograms.applicable", "GET", "/batch_programs/private/applicable", [200], "bearer", "json", true, true),
  },
  programs: {
    list: route("programs.list", "GET", "/programs/private", [200], "optional", "json", true),
    courses: route("programs.courses", "GET", "/program_courses/private/my_courses/:programId", [200], "optional", "json", true),
  },
  contents: {
    list: route("contents.list", "GET", "/contents/private", [200], "optional", "json", true),
  },
  exams: {
    create: route("exams.create", "POST", "/exams/private/create", [201], "bearer", "json", false, true),
    submit: route("exams.submit", "POST", "/exams/private/submit_exam", [202], "bearer", "json", false, true),
  },
  payments: {
    getPending: route("payments.getPending", "GET", "/payments/private/get_pending_payment", [200], "bearer", "json", true, true),
    makeOffline: route("payments.makeOffline", "POST", "/payments/private/make_offline_payment", [200, 201], "bearer", "nothing", false, true),
    payOnline: route("payments.payOnline", "POST", "/payments/paypal/pay", [200, 201], "bearer", "json", false, true),
    getReceipt: route("payments.getReceipt", "GET", "/payments/private/get_receipt1/:paymentCode", [200], "optional", "json", true, true),
  },
  bankAccounts: {
    list: route("bankAccounts.list", "GET", "/bank-accounts/private", [200], "optional", "json", true),
  },
  files: {
    upload: route("files.upload", "POST", "/files/private/upload_v2", [200, 201], "bearer", "text", false, true, true),
    get: route("files.get", "GET", "/files/private/get_file_1/:fileName", [200], "bearer", "bytes", true, true),
  },
} as unknown as typeof contract;

/** Fields that are secret, in every dialect. */
export const secretFields: readonly string[] = ["password","passwords","redirect","token"];

/** Fields that hold personal data, in every dialect. */
export const personalFields: readonly string[] = ["applicant","contactFullName","contactPhone","dateOfBirth","email","emailOfEmployer","firstName","lastName","middleName","nameOfEmployer","phone","phoneNumber","phoneOfEmployer"];
