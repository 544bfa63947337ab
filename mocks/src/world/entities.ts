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

const credential = z.object({ hash: z.string(), salt: z.string() });
export type Credential = z.infer<typeof credential>;

/** Everybody with an account. The contract's schemas checked the three saved steps when they arrived. */
export const person = z.object({
  id: z.number(),
  role: z.enum([applicantRole, staffRole]),
  email: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  /** `null`: registered, link not used yet. Change it only through `World.take` or `moveTo`. */
  state: z.custom<ApplicantState | null>(),
  credential: credential.nullable(),
  /** Works once. */
  temporary: credential.nullable(),
  bio: z.custom<BioData | null>(),
  education: z.custom<EducationData | null>(),
  contact: z.custom<ContactData | null>(),
  failedExams: z.number(),
  runningExam: z.number().nullable(),
  paymentCode: z.string().nullable(),
  batchProgramId: z.number().nullable(),
});
export type Person = z.infer<typeof person>;

/** From an activation link, or from the activation's answer to set the first password. */
export const oneTimeToken = z.object({
  token: z.string(),
  kind: z.enum(['activation', 'password']),
  personId: z.number(),
  used: z.boolean(),
});
export type OneTimeToken = z.infer<typeof oneTimeToken>;

export const session = z.object({ token: z.string(), personId: z.number(), expiresAt: z.number() });

export const mail = z.object({
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
export type Mail = z.infer<typeof mail>;

const examChoice = z.object({ id: z.number(), text: z.string(), right: z.boolean() });
export const examAttempt = z.object({
  id: z.number(),
  personId: z.number(),
  deadline: z.number(),
  questions: z.array(z.object({ id: z.number(), text: z.string(), choices: z.array(examChoice) })),
});
export type ExamAttempt = z.infer<typeof examAttempt>;

export const payment = z.object({
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
  /** `null` while it is pending, and again after a rejection. */
  datePaid: z.string().nullable(),
});
export type Payment = z.infer<typeof payment>;

/** A page opened at a payment provider. */
export const providerPage = z.object({
  id: z.string(),
  provider: z.string(),
  paymentCode: z.string(),
  price: z.number(),
  currency: z.string(),
  description: z.string(),
  paid: z.boolean(),
});
export type ProviderPage = z.infer<typeof providerPage>;

export const upload = z.object({
  name: z.string(),
  ownerId: z.number(),
  type: z.string(),
  bytes: z.instanceof(Uint8Array<ArrayBuffer>),
});
export type Upload = z.infer<typeof upload>;

export const storedCourse = course.extend({ programId: z.number() });
/** The mock's own ids are numbers. */
export const storedBatchProgram = batchProgram.extend({ id: z.number() });
export { bankAccount, content, program };
