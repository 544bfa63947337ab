/** The settings of a run: their schema, which is also that of a profile in `admissions.config.json`. */
import { dialectSchema, emailForm, gateways } from '@one-planet/contract';
import { z } from 'zod';

/** No timer can wait longer; one that is asked to ends at once. */
const milliseconds = z.number().int().positive().max(2_147_483_647);
const words = z.array(z.string().min(1)).min(1);
/** @param or what else may stand there, for the message */
const webAddress = (or = '') => {
  const message = `must be ${or}an address with http:// or https://, e.g. https://test.example.edu`;
  return z
    .string()
    .url(message)
    .refine((text) => /^https?:\/\//.test(text), message)
    .refine(
      (text) => !/^https?:\/\/[^/]*@|[?#]/.test(text),
      'must be an address alone, without user name, "?" or "#"',
    );
};

export const payMethods = [
  'offline',
  ...(Object.keys(gateways) as (keyof typeof gateways)[]),
] as const;
export type PayMethod = (typeof payMethods)[number];

function isEmailPattern(pattern: string): boolean {
  return emailForm.safeParse({ email: pattern.replaceAll('{run}', 'run') }).success;
}

const mock = z.object({ use: z.literal('mock') }).strict();
const none = z.object({ use: z.literal('none') }).strict();
/** @param contract what the program gets and has to do */
const command = (contract: string) =>
  z
    .object({
      use: z.literal('command'),
      command: words.describe(contract),
      timeoutMs: milliseconds.optional(),
    })
    .strict();

/** How mail reaches the run. `mock`: the outbox of the mock backend; `command`: a program of one's own. */
const mailboxSettings = z.discriminatedUnion('use', [
  mock,
  command(
    'Run with the e-mail address as its last argument; prints what ADMISSIONS_WANTS says: the link (activation-link) or the password (temporary-password).',
  ),
]);

/** How the staff's decision on a payment is got. */
const staffSettings = z.discriminatedUnion('use', [
  mock,
  command(
    'Run with the e-mail address as its last argument, and the decision in ADMISSIONS_WANTS (verify, reject, admit); done when it exits with 0.',
  ),
  none,
]);

/** How an online payment is completed at the provider. */
const providerSettings = z.discriminatedUnion('use', [
  mock,
  command("Run with the provider's address as its last argument; done when it exits with 0."),
  none,
]);

export const settingsSchema = z
  .object({
    target: z
      .literal('mock')
      .or(webAddress('"mock", or '))
      .describe('The backend: "mock" (in this process), or its address with or without /api.'),
    dialect: z
      .union([z.string().min(1), dialectSchema])
      .describe('"canonical", "alternate", the path of a dialect file, or a dialect itself.'),
    siteOrigin: webAddress()
      .optional()
      .describe("The site's origin; activation links must point there when it is set."),
    applicant: z.string().min(1).describe('An example by name, or the path of a file like it.'),
    email: z
      .string()
      .includes('{run}', { message: 'must contain {run}, which makes each applicant unique' })
      .refine(isEmailPattern, 'must be an e-mail address around {run}')
      .optional()
      .describe('Pattern of the e-mail addresses, e.g. nightly+{run}@college.example.'),
    exam: z
      .string()
      .regex(/^(pass|fail|key:.+)$/, 'must be pass, fail or key:FILE')
      .describe('"pass", "fail", or "key:FILE" with the right answers by question text.'),
    pay: z.enum(payMethods).describe('How the fee is paid.'),
    usdPrice: z.number().positive().optional().describe('The price for PayPal and Stripe, in USD.'),
    timeoutMs: milliseconds
      .optional()
      .describe(
        'For one answer, in milliseconds; when left out, 30,000, and 300,000 for an upload.',
      ),
    mailbox: mailboxSettings.describe('Where activation links and temporary passwords come from.'),
    staff: staffSettings.describe('Who verifies the payment.'),
    provider: providerSettings.describe('Who completes an online payment.'),
  })
  .strict();

/** The settings in force. */
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  target: 'mock',
  dialect: 'canonical',
  applicant: 'hana',
  exam: 'pass',
  pay: 'offline',
  mailbox: { use: 'mock' },
  staff: { use: 'mock' },
  provider: { use: 'mock' },
};

/** A profile, or the top of the file, gives any of them. */
const partialSettings = settingsSchema.partial();

export const configFileSchema = partialSettings.extend({
  $schema: z.string().optional(),
  profile: z.string().optional().describe('The profile used when none is named.'),
  profiles: z
    .record(partialSettings)
    .optional()
    .describe('Settings by name; a profile overrides the top of the file.'),
});
