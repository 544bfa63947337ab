/** The contract: what is said between the site, the CLI and any backend. */
export { emailForm, loginForm, passwordForm, resetMismatch } from './account-forms.ts';
export { activation, bioSummary } from './applicants.ts';
export {
  type Application,
  type ApplyForm,
  application,
  applyForm,
  toApplication,
} from './application.ts';
export { loginAnswer, userNames } from './auth.ts';
export {
  type BioData,
  type BioForm,
  bioData,
  bioForm,
  toBioData,
} from './biography.ts';
export { type Gateway, gateways, genders, maritalStatuses } from './choices.ts';
export {
  type ContactData,
  type ContactForm,
  contactData,
  contactForm,
  toContactData,
} from './contact.ts';
export { content } from './contents.ts';
export { contract, preferred } from './contract.ts';
export { countries } from './countries.ts';
export { bodyFields, DialectError, dialectSchema, parseDialect } from './dialects.ts';
export {
  type EducationData,
  type EducationForm,
  educationData,
  educationForm,
  toEducationData,
} from './education.ts';
export { errorBody, errorStatuses } from './errors.ts';
export { type ExamAnswer, fromExamResults, isPass, toExamResults } from './exam-rules.ts';
export { type ApplicantInput, applicantExamples, applicantInput } from './examples.ts';
export { type Exam, type ExamResult, exam, examPayment, examResult } from './exams.ts';
export { cleanPhone, type Id, id, today } from './fields.ts';
export {
  checkFile,
  type FileFacts,
  type FileProblem,
  fileProblem,
  fileTypes,
  sniffType,
} from './file-rules.ts';
export type { Uploadable } from './files.ts';
export {
  type ApplicantState,
  allowedStates,
  applicantRole,
  applicantStates,
  isApplicantState,
  type LifecycleName,
  type LifecycleOperation,
  type LifecycleRow,
  lifecycle,
  lifecycleRow,
  lifecycleRows,
  type MovingOperation,
  moves,
  proceedTo,
  type StaffDecision,
  wayOut,
} from './lifecycle.ts';
export { type FileKind, limits } from './limits.ts';
export { type ErrorBody, isHtmlDocument, readMessage } from './messages.ts';
export { alternate, namedDialects, valueStyles } from './named-dialects.ts';
export {
  type OfflinePayment,
  type OfflinePaymentForm,
  offlinePayment,
  offlinePaymentForm,
  toOfflinePayment,
} from './offline-payment.ts';
export {
  findOperation,
  type Operation,
  type OperationName,
  operations,
  type RouteOf,
} from './operations.ts';
export {
  type BankAccount,
  bankAccount,
  type OnlinePayment,
  type PendingPayment,
  pendingPayment,
  type Receipt,
  receipt,
} from './payments.ts';
export {
  type Profile,
  type ProfileForm,
  type ProfileUpdate,
  profile,
  profileForm,
  profileUpdate,
  toProfileUpdate,
} from './profile.ts';
export { programSlug } from './program-slug.ts';
export {
  type BatchProgram,
  batchProgram,
  type Course,
  course,
  type Program,
  program,
} from './programs.ts';
export {
  type DialectSetting,
  dialectSettings,
  type Reading,
  readingIn,
  withReading,
  writeDialect,
} from './readings.ts';
export {
  type RegisterForm,
  type Registration,
  registerForm,
  registration,
  toRegistration,
} from './registration.ts';
export type { OperationMeta } from './route.ts';
export { type RuleName, rulePlace } from './rules.ts';
export {
  activatesWithPassword,
  canonical,
  type Dialect,
  fromWire,
  pathParameters,
  toWire,
  wireTemplate,
} from './wire.ts';
