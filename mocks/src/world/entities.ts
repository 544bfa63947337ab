import {
  type ApplicantState,
  applicantRole,
  type BioData,
  bankAccount,
  batchProgram,
  type ContactData,
  content,
  course,
  type EducationData,
  program,
} from '@one-planet/contract';
import { z } from 'zod';

/** The role of the seeded staff account. */
export const staffRole = 'ROLE_ADMIN';

const credentialSchema = z.object({ hash: z.string(), salt: z.string() });
export type Credential = z.infer<typeof credentialSchema>;

/**
 * A person with an account. The three saved steps need no validation here, because the contract's schemas validated
 * them when they were sent.
 */
export const personSchema = z.object({
  id: z.number(),
  role: z.enum([applicantRole, staffRole]),
  email: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  /** `null` before the activation link was used. Only `World.takeStep` and `World.moveTo` change it. */
  state: z.custom<ApplicantState | null>(),
  credential: credentialSchema.nullable(),
  /** The temporary password, which works once. */
  temporaryCredential: credentialSchema.nullable(),
  bio: z.custom<BioData | null>(),
  education: z.custom<EducationData | null>(),
  contact: z.custom<ContactData | null>(),
  failedExams: z.number(),
  runningExam: z.number().nullable(),
  paymentCode: z.string().nullable(),
  batchProgramId: z.number().nullable(),
});
export type Person = Readonly<z.infer<typeof personSchema>>;

/** A token from an activation link, or from the response to an activation, which authorises the first password. */
export const oneTimeTokenSchema = z.object({
  token: z.string(),
  kind: z.enum(['activation', 'password']),
  personId: z.number(),
  used: z.boolean(),
});
export type OneTimeToken = Readonly<z.infer<typeof oneTimeTokenSchema>>;

export const sessionSchema = z.object({
  token: z.string(),
  personId: z.number(),
  expiresAt: z.number(),
});
export type Session = Readonly<z.infer<typeof sessionSchema>>;

export const mailSchema = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.string(),
  kind: z.enum([
    'activation',
    'temporary-password',
    'payment-code',
    'payment-verified',
    'payment-rejected',
    'admitted',
    'other',
  ]),
  link: z.string().optional(),
  temporaryPassword: z.string().optional(),
});
export type Mail = z.infer<typeof mailSchema>;

const examChoiceSchema = z.object({ id: z.number(), text: z.string(), right: z.boolean() });
export const examAttemptSchema = z.object({
  id: z.number(),
  personId: z.number(),
  deadline: z.number(),
  questions: z.array(
    z.object({ id: z.number(), text: z.string(), choices: z.array(examChoiceSchema) }),
  ),
});
export type ExamAttempt = Readonly<z.infer<typeof examAttemptSchema>>;

export const paymentSchema = z.object({
  code: z.string(),
  personId: z.number(),
  amount: z.number(),
  description: z.string(),
  isOffline: z.boolean(),
  transactionReference: z.string().nullable(),
  /** The bank or provider, its account number, and the stored receipt. */
  bank: z.string().nullable(),
  account: z.string().nullable(),
  attachment: z.string().nullable(),
  /** `null` while the payment is pending, and again after a rejection. */
  datePaid: z.string().nullable(),
});
export type Payment = Readonly<z.infer<typeof paymentSchema>>;

/** A page of a payment provider that was opened. */
export const providerPageSchema = z.object({
  id: z.string(),
  provider: z.string(),
  paymentCode: z.string(),
  price: z.number(),
  currency: z.string(),
  description: z.string(),
  paid: z.boolean(),
});
export type ProviderPage = Readonly<z.infer<typeof providerPageSchema>>;

export const uploadSchema = z.object({
  name: z.string(),
  ownerId: z.number(),
  type: z.string(),
  bytes: z.instanceof(Uint8Array<ArrayBuffer>),
});
export type Upload = Readonly<z.infer<typeof uploadSchema>>;

export const storedCourseSchema = course.extend({ programId: z.number() });
/** Like the contract's schema, but the mock's ids are always numbers. */
export const storedBatchProgramSchema = batchProgram.extend({ id: z.number() });
export { bankAccount, content, program };
