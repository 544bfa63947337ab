/** The contract between a backend and its clients, the site and the CLI. */

export { listBodyIssues } from './body-issues.ts';
export {
  contract,
  findOperation,
  type Operation,
  type OperationName,
  operations,
  preferredOperations,
  preferredRefusals,
  type RouteOf,
  resourceTexts,
} from './contract.ts';
export { countries } from './countries.ts';
export {
  alternate,
  bodyFields,
  DialectError,
  type DialectSetting,
  dialectSchema,
  dialectSettings,
  namedDialects,
  parseDialect,
  type Reading,
  readingIn,
  speaksOf,
  withReading,
  writeDialect,
} from './dialects.ts';
export { errorBody, errorStatusMeanings, sharedRefusals } from './errors.ts';
export { type ApplicantInput, applicantExamples, applicantInput } from './examples.ts';
export { cleanPhone, dateOfBirth, type Id, today } from './fields.ts';
export {
  fileTypes,
  sniffType,
} from './file-rules.ts';
export {
  type ApplyForm,
  applyForm,
  type BioForm,
  bioForm,
  type ContactForm,
  contactForm,
  type EducationForm,
  educationForm,
  emailForm,
  loginForm,
  type OfflinePaymentForm,
  offlinePaymentForm,
  type ProfileForm,
  passwordForm,
  profileForm,
  type RegisterForm,
  registerForm,
  resetMismatchMessage,
  toApplication,
  toBioData,
  toContactData,
  toEducationData,
  toOfflinePayment,
  toProfileUpdate,
  toRegistration,
} from './forms.ts';
export {
  type ApplicantState,
  allowedStates,
  applicantRole,
  applicantStates,
  type ExamAnswer,
  fromExamResults,
  isApplicantState,
  isPass,
  type LifecycleName,
  type LifecycleRow,
  lifecycle,
  lifecycleRow,
  lifecycleRows,
  proceedTo,
  type StaffDecision,
  stateMoves,
  toExamResults,
  wayOut,
} from './lifecycle.ts';
export {
  currencyByProvider,
  type FileKind,
  type Gateway,
  genders,
  limits,
  maritalStatuses,
  maxFileBytes,
  maxRequestBytes,
} from './limits.ts';
export { isHtmlDocument, readMessage } from './messages.ts';
export {
  type Example,
  type Need,
  type OperationMeta,
  type Refusal,
  type RuleName,
  rulePlace,
  type SuccessStatus,
  schemaNames,
} from './operation.ts';
export {
  type BatchProgram,
  type BioData,
  batchProgram,
  type ContactData,
  type EducationData,
} from './operations/application.ts';
export { type Course, content, course, type Program, program } from './operations/catalogue.ts';
export { type Exam, type ExamResult, exam, examResult } from './operations/exams.ts';
export {
  type BankAccount,
  bankAccount,
  type PendingPayment,
  type Receipt,
} from './operations/payments.ts';
export {
  type BioSummary,
  type Profile,
  profileFields,
  shownBiographyFields,
} from './operations/profile.ts';
export {
  checkSettings,
  editableSiteFiles,
  missingFacts,
  type SiteSettings,
  siteFileListName,
  siteSettings,
} from './site-config.ts';
export {
  activatesWithPassword,
  canonical,
  type Dialect,
  fromWire,
  pathParameters,
  toWire,
  trimSlashes,
  wireTemplate,
} from './wire.ts';
