/** The schema of a run's settings. A profile in `admissions.config.json` has the same schema. */
import { applicantExamples, dialectSchema, emailForm, gateways } from '@one-planet/contract';
import { z } from 'zod';

/* Kinds of values that several settings share. */

/** The longest time a timer supports; a longer one would fire at once. */
const milliseconds = z.number().int().positive().max(2_147_483_647);

const nonEmptyText = () => z.string().min(1);

const environmentName = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable, not its value');

/** The environment variables that hold passwords by default. */
export const passwordVariables = {
  mail: 'ADMISSIONS_MAIL_PASSWORD',
  staff: 'ADMISSIONS_STAFF_PASSWORD',
  basic: 'ADMISSIONS_BASIC_PASSWORD',
};

/**
 * The setting that says where a password is stored.
 * @param variable default: the environment variable of this name
 */
function passwordSettings(variable: string) {
  return {
    passwordEnv: environmentName
      .optional()
      .describe(`The environment variable that holds the password; default: ${variable}.`),
    passwordFile: nonEmptyText().optional().describe('A file that contains only the password.'),
  };
}

/**
 * A text in which `{env:NAME}` stands for an environment variable. Other spellings are refused, because they would be
 * sent literally.
 */
function withVariables(schema: z.ZodString) {
  return schema.refine(
    (value) => !/\{\s*env\b(?!:\w+\})/i.test(value),
    'names an environment variable otherwise than {env:NAME}',
  );
}

/** @param or another kind of value that is allowed, for the message */
function webAddress(or = '') {
  const message = `must be ${or}an address with http:// or https://, e.g. https://test.example.edu`;
  return z
    .string()
    .url(message)
    .refine((text) => /^https?:\/\//.test(text), message)
    .refine(
      (text) => !/^https?:\/\/[^/]*@|[?#]/.test(text),
      'must be an address only, without user name, "?" or "#"',
    );
}

/* Settings that all adapters share. */

const commandWords = z.array(nonEmptyText()).min(1);
const mock = z.strictObject({ use: z.literal('mock') });
const none = z.strictObject({ use: z.literal('none') });
const prompt = z.strictObject({ use: z.literal('prompt') });
const command = (contract: string) =>
  z.strictObject({
    use: z.literal('command'),
    command: commandWords.describe(contract),
    timeoutMs: milliseconds.optional(),
  });

/** A request to another system. `{email}`, `{env:NAME}` and the other placeholders of the adapter are filled in. */
const requestSettings = z.strictObject({
  url: z
    .string()
    .regex(/^https?:\/\/[^@]+$/, 'must be an address with http:// or https://, without user name'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional().describe('Default: POST.'),
  headers: z.record(withVariables(z.string())).optional(),
  body: z.unknown().optional().describe('Sent as JSON; a text is sent as it is.'),
});
export type RequestSettings = z.infer<typeof requestSettings>;

/* The settings of the clean-up adapters, which remove what a run created on the backend. */

const cleanUpSettings = z.discriminatedUnion('use', [
  none,
  command(
    'Run once after a run, with the backend\'s address as its last argument and what the run created as JSON on stdin: {"applicants": [{"email": "…", "id": 7}], "uploads": ["…"]}. It is done when it exits with 0.',
  ),
  z.strictObject({
    use: z.literal('http'),
    request: requestSettings.describe(
      'Sent once for each applicant: {email}, {applicantId} and {env:NAME} are filled in; any status below 300, and 404, means that she is gone.',
    ),
  }),
]);

/* The settings of the mailbox adapters. */

const patternSchema = z.string().refine(isPattern, 'must be a regular expression');
/** The settings that every mailbox of real mail has. */
const realMailboxSettings = {
  waitMs: milliseconds
    .optional()
    .describe('How long to wait for a mail, in milliseconds; default: 120,000.'),
  everyMs: milliseconds
    .optional()
    .describe('The pause between two attempts, in milliseconds; default: 2,000.'),
  linkPattern: patternSchema
    .optional()
    .describe('A regular expression that matches the activation link, if it is not the usual one.'),
  passwordPattern: patternSchema
    .refine((text) => !isPattern(text) || groupsOf(text) === 1, 'must have exactly one group')
    .optional()
    .describe('A regular expression whose one group is the temporary password.'),
};

const imap = z.strictObject({
  use: z.literal('imap'),
  host: nonEmptyText(),
  port: z.number().int().min(1).max(65_535).optional().describe('993, or 143 without "tls".'),
  security: z
    .enum(['tls', 'starttls', 'none'])
    .optional()
    .describe('Default: "tls"; "none" sends the password and the mails unencrypted.'),
  caFile: nonEmptyText().optional().describe("The certificate of the server's own authority."),
  user: nonEmptyText(),
  ...passwordSettings(passwordVariables.mail),
  accessTokenEnv: environmentName
    .optional()
    .describe(
      'The environment variable that holds an OAuth 2 access token, for servers that require one.',
    ),
  folder: nonEmptyText().optional().describe('Default: INBOX.'),
  ...realMailboxSettings,
});

const mailpit = z.strictObject({
  use: z.literal('mailpit'),
  url: webAddress().describe("Mailpit's address, e.g. http://127.0.0.1:8025."),
  user: nonEmptyText().optional().describe('The user name, where Mailpit asks for a password.'),
  ...passwordSettings(passwordVariables.mail),
  ...realMailboxSettings,
});

const eml = z.strictObject({
  use: z.literal('eml'),
  path: nonEmptyText().describe('A file or a folder of messages (.eml, or a Maildir).'),
  ...realMailboxSettings,
});

export const mailboxSettings = z.discriminatedUnion('use', [
  mock,
  imap,
  mailpit,
  eml,
  command(
    'Run with the email address as its last argument; prints what ADMISSIONS_WANTS says: the link (activation-link) or the password (temporary-password).',
  ),
  prompt,
]);
export type MailboxSettings = z.infer<typeof mailboxSettings>;
export type ImapSettings = z.infer<typeof imap>;
export type MailpitSettings = z.infer<typeof mailpit>;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

function groupsOf(text: string): number {
  return (new RegExp(`${text}|`).exec('')?.length ?? 1) - 1;
}

const providerSettings = z.discriminatedUnion('use', [
  mock,
  command("Run with the provider's address as its last argument; it is done when it exits with 0."),
  prompt,
  none,
]);
export type ProviderSettings = z.infer<typeof providerSettings>;

/* The settings of the staff adapters. */

export const staffSettings = z.discriminatedUnion('use', [
  mock,
  command(
    'Run with the email address as its last argument, and the decision in ADMISSIONS_WANTS (verify, reject, admit); it is done when it exits with 0.',
  ),
  z.strictObject({
    use: z.literal('http'),
    requests: z
      .strictObject({
        verify: requestSettings,
        reject: requestSettings.optional(),
        admit: requestSettings.optional(),
      })
      .describe('One for each decision; any status below 300 means that it is done.'),
  }),
  z.strictObject({
    use: z.literal('wait'),
    waitMs: milliseconds.describe('How long staff may take, in milliseconds.'),
    everyMs: milliseconds
      .optional()
      .describe(
        "The pause between two attempts at the applicant's state, in milliseconds; default: 10,000.",
      ),
  }),
  prompt,
  none,
]);
export type StaffSettings = z.infer<typeof staffSettings>;

const staffLogin = z.strictObject({
  email: z.string().email('must be an email address'),
  ...passwordSettings(passwordVariables.staff),
});

/* The settings of gateways, proxies and private networks between this command and a backend. */

export const headerTextPattern = /^[\t\x20-\x7e]*$/;

const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header')
  .refine(
    (name) => !reservedHeaders.includes(name.toLowerCase()),
    'must not be a header that a request has anyway; for a user name and a password, use "basicAuth"',
  );
const reservedHeaders = [
  'authorization',
  'accept',
  'content-type',
  'content-length',
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
];

export const connectionSettings = z.strictObject({
  headers: z
    .record(
      headerName,
      withVariables(z.string().regex(headerTextPattern, 'must be plain text on one line')),
    )
    .optional()
    .describe(
      'Headers of every request to the backend, and to nobody else. {env:NAME} stands for an environment variable, whose value is hidden in reports; anything else is shown there.',
    ),
  basicAuth: z
    .strictObject({
      user: z.string().regex(/^[^:]+$/, 'must not be empty or contain ":"'),
      ...passwordSettings(passwordVariables.basic),
    })
    .optional()
    .describe(
      'Basic authentication. A request with a session has its token in that header, as in a browser: the server in front must let those pass.',
    ),
  clientCertificate: z
    .strictObject({
      certFile: nonEmptyText().describe('The certificate, in PEM.'),
      keyFile: nonEmptyText().describe('Its private key, in PEM.'),
      passphraseEnv: environmentName
        .optional()
        .describe("The environment variable that holds the key's passphrase."),
    })
    .optional()
    .describe('What a backend that asks for a client certificate (mutual TLS) is shown.'),
  caFile: nonEmptyText()
    .optional()
    .describe(
      "The certificate of the backend's own authority, in PEM; trusted besides the others.",
    ),
});
export type ConnectionSettings = z.infer<typeof connectionSettings>;

const payMethods = ['offline', ...(Object.keys(gateways) as (keyof typeof gateways)[])] as const;

export const settingsSchema = z.strictObject({
  target: z
    .literal('mock')
    .or(webAddress('"mock", or '))
    .describe('The backend: "mock" (in this process), or its address with or without /api.'),
  dialect: z
    .union([nonEmptyText(), dialectSchema])
    .describe('The dialect of the backend: canonical, alternate, or a dialect file.'),
  siteOrigin: webAddress()
    .optional()
    .describe("The site's origin: activation links must lead there, and CORS must let it in."),
  applicant: nonEmptyText().describe(
    `Who applies: ${Object.keys(applicantExamples).join(', ')}, or a JSON file like them.`,
  ),
  email: z
    .string()
    .includes('{run}', { message: 'must contain {run}, which makes each applicant unique' })
    .refine(
      (pattern) => emailForm.safeParse({ email: pattern.replaceAll('{run}', 'run') }).success,
      'must be an email address around {run}',
    )
    .optional()
    .describe('Pattern of the email addresses, e.g. nightly+{run}@college.example.'),
  exam: z
    .enum(['pass', 'fail', 'partly', 'timeout', 'ask'])
    .describe(
      'How the exam is taken: pass, fail (no answers), partly (half of them), timeout (half, at the last second), ask (you, at the terminal).',
    ),
  examKey: nonEmptyText()
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
    .describe('How long a session of the backend lasts, in minutes, where its token does not say.'),
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
  staffLogin: staffLogin
    .optional()
    .describe(
      'An account of staff, where the API has any: the checks try whether it can act as an applicant.',
    ),
  provider: providerSettings.describe('Who completes an online payment.'),
  cleanUp: cleanUpSettings.describe('Who removes what a journey, smoke or check run created.'),
});

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
 * The settings that can be given as one word on the command line or in the environment, each with the placeholder its
 * flag shows. Adapters are not among them: only the file can describe those.
 */
export const settingPlaceholders = {
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
export type FlagSettingKey = keyof typeof settingPlaceholders;

/** A profile, or the top of the file, may contain any of them. */
const partialSettings = settingsSchema.partial();

export const configFileSchema = partialSettings.extend({
  $schema: z.string().optional(),
  profile: z.string().optional().describe('The profile used when none is named.'),
  profiles: z
    .record(partialSettings)
    .optional()
    .describe('Settings by name; a profile overrides the top of the file.'),
});
