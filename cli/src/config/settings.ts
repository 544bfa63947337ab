/** The settings of a run: their schema, which is also that of a profile in `admissions.config.json`. */
import { applicantExamples, dialectSchema, emailForm, gateways } from '@one-planet/contract';
import { z } from 'zod';
import { cleanUpSettings } from '../adapters/clean-up/settings.ts';
import { mailboxSettings } from '../adapters/mailbox/settings.ts';
import { providerSettings } from '../adapters/provider/settings.ts';
import { staffSettings } from '../adapters/staff/settings.ts';
import { connectionSettings } from '../backend/connection/settings.ts';
import { notifySettings } from '../notify/settings.ts';
import { milliseconds, webAddress } from '../process/setting-kinds.ts';

const payMethods = ['offline', ...(Object.keys(gateways) as (keyof typeof gateways)[])] as const;

function isEmailPattern(pattern: string): boolean {
  return emailForm.safeParse({ email: pattern.replaceAll('{run}', 'run') }).success;
}

export const settingsSchema = z
  .object({
    target: z
      .literal('mock')
      .or(webAddress('"mock", or '))
      .describe('The backend: "mock" (in this process), or its address with or without /api.'),
    dialect: z
      .union([z.string().min(1), dialectSchema])
      .describe('The dialect of the backend: canonical, alternate, or a dialect file.'),
    siteOrigin: webAddress()
      .optional()
      .describe("The site's origin: activation links must lead there, and CORS must let it in."),
    applicant: z
      .string()
      .min(1)
      .describe(
        `Who applies: ${Object.keys(applicantExamples).join(', ')}, or a JSON file like them.`,
      ),
    email: z
      .string()
      .includes('{run}', { message: 'must contain {run}, which makes each applicant unique' })
      .refine(isEmailPattern, 'must be an e-mail address around {run}')
      .optional()
      .describe('Pattern of the e-mail addresses, e.g. nightly+{run}@college.example.'),
    exam: z
      .enum(['pass', 'fail', 'partly', 'timeout', 'ask'])
      .describe(
        'How the exam is taken: pass, fail (no answers), partly (half of them), timeout (half, at the last second), ask (you, at the terminal).',
      ),
    examKey: z
      .string()
      .min(1)
      .optional()
      .describe('A file with the right answers by question text, for any backend but the mock.'),
    pay: z.enum(payMethods).describe(`How the fee is paid: ${payMethods.join(', ')}.`),
    usdPrice: z
      .number()
      .positive()
      .optional()
      .describe('The price for PayPal and Stripe, in USD; default on the mock: 20.'),
    sessionMinutes: z
      .number()
      .positive()
      .optional()
      .describe(
        'How long a session of the backend lasts, in minutes, where its token does not say.',
      ),
    timeoutMs: milliseconds
      .optional()
      .describe(
        'The time limit for one answer, in milliseconds; default: 30,000, and 300,000 for an upload.',
      ),
    wait: z
      .number()
      .positive()
      .max(86_400)
      .optional()
      .describe('How long the backend may take to start, in seconds; default: not at all.'),
    connection: connectionSettings
      .optional()
      .describe('What a gateway, proxy or private network in front of the backend asks for.'),
    mailbox: mailboxSettings.describe('Where activation links and temporary passwords come from.'),
    staff: staffSettings.describe('Who verifies the payment.'),
    provider: providerSettings.describe('Who completes an online payment.'),
    notify: notifySettings
      .optional()
      .describe('Who is told when the verdict of a smoke or check run changes; needs --history.'),
    cleanUp: cleanUpSettings.describe('Who removes what a journey, smoke or check run created.'),
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
  cleanUp: { use: 'none' },
};

/**
 * The settings that one word can give, on the command line or in the environment, each with the placeholder its flag
 * shows. The adapters' are not among them: only the file can describe those.
 */
export const settingWords = {
  target: 'mock|url',
  dialect: 'name|file',
  timeoutMs: 'ms',
  wait: 'seconds',
  exam: 'how',
  examKey: 'file',
  pay: 'how',
  applicant: 'example|file',
  email: 'pattern',
  siteOrigin: 'url',
  sessionMinutes: 'minutes',
  usdPrice: 'amount',
} as const satisfies Partial<Record<keyof Settings, string>>;
export type SettingWord = keyof typeof settingWords;

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
