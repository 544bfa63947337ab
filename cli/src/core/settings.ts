/** The schema of a run's settings. A profile in `admissions.config.json` has the same schema. */
import {
  applicantExamples,
  currencyByProvider,
  dialectSchema,
  emailForm,
} from '@one-planet/contract';
import { z } from 'zod';

/* Kinds of values that several settings share. */

/** The longest time a timer supports; a longer one would fire at once. */
const millisecondsSchema = z.number().int().positive().max(2_147_483_647);

const makeNonEmptyTextSchema = () => z.string().min(1);

const variableNameSchema = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable, not its value');

/** The environment variables that hold passwords by default. */
export const passwordVariableNames = {
  mail: 'ADMISSIONS_MAIL_PASSWORD',
  staff: 'ADMISSIONS_STAFF_PASSWORD',
  basic: 'ADMISSIONS_BASIC_PASSWORD',
};

/**
 * The setting that says where a password is stored.
 * @param defaultVariable default: the environment variable of this name
 */
function makePasswordSourceFields(defaultVariable: string) {
  return {
    passwordEnv: variableNameSchema
      .optional()
      .describe(`The environment variable that holds the password; default: ${defaultVariable}.`),
    passwordFile: makeNonEmptyTextSchema()
      .optional()
      .describe('A file that contains only the password.'),
  };
}

/**
 * A text in which `{env:NAME}` stands for an environment variable. Other spellings are refused, because they would be
 * sent literally.
 */
function allowOnlyEnvPlaceholders(schema: z.ZodString) {
  return schema.refine(
    (settingText) => !/\{\s*env\b(?!:\w+\})/i.test(settingText),
    'names an environment variable otherwise than {env:NAME}',
  );
}

/** @param otherKindText another kind of value that is allowed, for the message */
function makeWebAddressSchema(otherKindText = '') {
  const message = `must be ${otherKindText}an address with http:// or https://, e.g. https://test.example.edu`;
  return z
    .string()
    .url(message)
    .refine((text) => /^https?:\/\//i.test(text), message)
    .refine(
      (text) => !/^https?:\/\/[^/]*@|[?#]/i.test(text),
      'must be an address only, without user name, "?" or "#"',
    )
    .transform((text) => text.replace(/^[^/]+\/\/[^/]+/, (origin) => origin.toLowerCase()));
}

/* Settings that all adapters share. */

const commandWordsSchema = z.array(makeNonEmptyTextSchema()).min(1);
const mockSchema = z.strictObject({ use: z.literal('mock') });
const noneSchema = z.strictObject({ use: z.literal('none') });
const promptSchema = z.strictObject({ use: z.literal('prompt') });
const makeCommandSchema = (commandDescription: string) =>
  z.strictObject({
    use: z.literal('command'),
    command: commandWordsSchema.describe(commandDescription),
    timeoutMs: millisecondsSchema.optional(),
  });

/** A request to another system. `{email}`, `{env:NAME}` and the other placeholders of the adapter are filled in. */
const requestSchema = z.strictObject({
  url: z
    .string()
    .regex(/^https?:\/\/[^@]+$/, 'must be an address with http:// or https://, without user name'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional().describe('Default: POST.'),
  headers: z.record(allowOnlyEnvPlaceholders(z.string())).optional(),
  body: z.unknown().optional().describe('Sent as JSON; a text is sent as it is.'),
});
export type RequestSettings = z.infer<typeof requestSchema>;

/* The settings of the clean-up adapters, which remove what a run created on the backend. */

const cleanUpSchema = z.discriminatedUnion('use', [
  noneSchema,
  makeCommandSchema(
    'Run once after a run, with the backend\'s address as its last argument and what the run created as JSON on stdin: {"applicants": [{"email": "…", "id": 7}], "uploads": ["…"]}. It is done when it exits with 0.',
  ),
  z.strictObject({
    use: z.literal('http'),
    request: requestSchema.describe(
      'Sent once for each applicant: {email}, {applicantId} and {env:NAME} are filled in; any status below 300, and 404, means that she is gone.',
    ),
  }),
]);

/* The settings of the mailbox adapters. */

const patternSchema = z.string().refine(isPattern, 'must be a regular expression');
/** The settings that every mailbox of real mail has. */
const realMailboxFields = {
  waitMs: millisecondsSchema
    .optional()
    .describe('How long to wait for a mail, in milliseconds; default: 120,000.'),
  everyMs: millisecondsSchema
    .optional()
    .describe('The pause between two attempts, in milliseconds; default: 2,000.'),
  linkPattern: patternSchema
    .optional()
    .describe(
      'A regular expression that matches the link which counts, if a mail has several: the activation link, or one that leads to it.',
    ),
  passwordPattern: patternSchema
    .refine((text) => !isPattern(text) || countGroups(text) === 1, 'must have exactly one group')
    .optional()
    .describe('A regular expression whose one group is the temporary password.'),
};

const imapSchema = z.strictObject({
  use: z.literal('imap'),
  host: makeNonEmptyTextSchema(),
  port: z.number().int().min(1).max(65_535).optional().describe('993, or 143 without "tls".'),
  security: z
    .enum(['tls', 'starttls', 'none'])
    .optional()
    .describe('Default: "tls"; "none" sends the password and the mails unencrypted.'),
  caFile: makeNonEmptyTextSchema()
    .optional()
    .describe("The certificate of the server's own authority."),
  user: makeNonEmptyTextSchema(),
  ...makePasswordSourceFields(passwordVariableNames.mail),
  accessTokenEnv: variableNameSchema
    .optional()
    .describe(
      'The environment variable that holds an OAuth 2 access token, for servers that require one.',
    ),
  folder: makeNonEmptyTextSchema().optional().describe('Default: INBOX.'),
  ...realMailboxFields,
});

const mailpitSchema = z.strictObject({
  use: z.literal('mailpit'),
  url: makeWebAddressSchema().describe("Mailpit's address, e.g. http://127.0.0.1:8025."),
  user: makeNonEmptyTextSchema()
    .optional()
    .describe('The user name, where Mailpit asks for a password.'),
  ...makePasswordSourceFields(passwordVariableNames.mail),
  ...realMailboxFields,
});

const emlSchema = z.strictObject({
  use: z.literal('eml'),
  path: makeNonEmptyTextSchema().describe('A file or a folder of messages (.eml, or a Maildir).'),
  ...realMailboxFields,
});

export const mailboxSchema = z.discriminatedUnion('use', [
  mockSchema,
  imapSchema,
  mailpitSchema,
  emlSchema,
  makeCommandSchema(
    'Run with the email address as its last argument; prints what ADMISSIONS_WANTS says: the link (activation-link) or the password (temporary-password).',
  ),
  promptSchema,
]);
export type MailboxSettings = z.infer<typeof mailboxSchema>;
export type ImapSettings = z.infer<typeof imapSchema>;
export type MailpitSettings = z.infer<typeof mailpitSchema>;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

function countGroups(text: string): number {
  return (new RegExp(`${text}|`).exec('')?.length ?? 1) - 1;
}

const providerOriginsFields = {
  origins: z
    .array(makeWebAddressSchema())
    .min(1)
    .optional()
    .describe(
      "The origins of the providers' pages, e.g. https://checkout.example.com; a payment page anywhere else is not opened. Default: any address with https, or with http on this machine.",
    ),
};
const providerSchema = z.discriminatedUnion('use', [
  mockSchema,
  makeCommandSchema(
    "Run with the provider's address as its last argument; it is done when it exits with 0.",
  ).extend(providerOriginsFields),
  promptSchema.extend(providerOriginsFields),
  noneSchema,
]);
export type ProviderSettings = z.infer<typeof providerSchema>;

/* The settings of the staff adapters. */

export const staffSchema = z.discriminatedUnion('use', [
  mockSchema,
  makeCommandSchema(
    'Run with the email address as its last argument, and the decision in ADMISSIONS_WANTS (verify, reject, admit); it is done when it exits with 0.',
  ),
  z.strictObject({
    use: z.literal('http'),
    requests: z
      .strictObject({
        verify: requestSchema,
        reject: requestSchema.optional(),
        admit: requestSchema.optional(),
      })
      .describe('One for each decision; any status below 300 means that it is done.'),
  }),
  z.strictObject({
    use: z.literal('wait'),
    waitMs: millisecondsSchema.describe('How long staff may take, in milliseconds.'),
    everyMs: millisecondsSchema
      .optional()
      .describe(
        "The pause between two attempts at the applicant's state, in milliseconds; default: 10,000.",
      ),
  }),
  promptSchema,
  noneSchema,
]);
export type StaffSettings = z.infer<typeof staffSchema>;

const staffLoginSchema = z.strictObject({
  email: z.string().email('must be an email address'),
  ...makePasswordSourceFields(passwordVariableNames.staff),
});

/* The settings of gateways, proxies and private networks between this command and a backend. */

export const headerTextPattern = /^[\t\x20-\x7e]*$/;

const headerNameSchema = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header')
  .refine(
    (headerName) => !reservedHeaderNames.includes(headerName.toLowerCase()),
    'must not be a header that a request has anyway; for a user name and a password, use "basicAuth"',
  );
const reservedHeaderNames = [
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

export const connectionSchema = z.strictObject({
  headers: z
    .record(
      headerNameSchema,
      allowOnlyEnvPlaceholders(
        z.string().regex(headerTextPattern, 'must be plain text on one line'),
      ),
    )
    .optional()
    .describe(
      'Headers of every request to the backend, and to nobody else. {env:NAME} stands for an environment variable, whose value is hidden in reports; anything else is shown there.',
    ),
  basicAuth: z
    .strictObject({
      user: z.string().regex(/^[^:]+$/, 'must not be empty or contain ":"'),
      ...makePasswordSourceFields(passwordVariableNames.basic),
    })
    .optional()
    .describe(
      'Basic authentication. A request with a session has its token in that header, as in a browser: the server in front must let those pass.',
    ),
  clientCertificate: z
    .strictObject({
      certFile: makeNonEmptyTextSchema().describe('The certificate, in PEM.'),
      keyFile: makeNonEmptyTextSchema().describe('Its private key, in PEM.'),
      passphraseEnv: variableNameSchema
        .optional()
        .describe("The environment variable that holds the key's passphrase."),
    })
    .optional()
    .describe('What a backend that asks for a client certificate (mutual TLS) is shown.'),
  caFile: makeNonEmptyTextSchema()
    .optional()
    .describe(
      "The certificate of the backend's own authority, in PEM; trusted besides the others.",
    ),
});
export type ConnectionSettings = z.infer<typeof connectionSchema>;

const payMethods = [
  'offline',
  ...(Object.keys(currencyByProvider) as (keyof typeof currencyByProvider)[]),
] as const;

export const settingsSchema = z.strictObject({
  target: z
    .literal('mock')
    .or(makeWebAddressSchema('"mock", or '))
    .describe('The backend: "mock" (in this process), or its address with or without /api.'),
  dialect: z
    .union([makeNonEmptyTextSchema(), dialectSchema])
    .describe('The dialect of the backend: canonical, alternate, or a dialect file.'),
  siteOrigin: makeWebAddressSchema()
    .optional()
    .describe("The site's origin: activation links must lead there, and CORS must let it in."),
  applicant: makeNonEmptyTextSchema().describe(
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
  examKey: makeNonEmptyTextSchema()
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
  timeoutMs: millisecondsSchema
    .optional()
    .describe(
      'The time limit for one answer, in milliseconds; default: 30,000 (`check`: 10,000), and 300,000 for an upload.',
    ),
  wait: z
    .number()
    .positive()
    .max(86_400)
    .optional()
    .describe('How long the backend may take to start, in seconds; default: not at all.'),
  connection: connectionSchema
    .optional()
    .describe('What a gateway, proxy or private network in front of the backend asks for.'),
  mailbox: mailboxSchema.describe('Where activation links and temporary passwords come from.'),
  staff: staffSchema.describe('Who verifies the payment.'),
  staffLogin: staffLoginSchema
    .optional()
    .describe(
      'An account of staff, where the API has any: the checks try whether it can act as an applicant.',
    ),
  provider: providerSchema.describe('Who completes an online payment.'),
  cleanUp: cleanUpSchema.describe('Who removes what a journey, smoke or check run created.'),
});

export type Settings = z.infer<typeof settingsSchema>;

type SettingsWithSecrets = Partial<
  Pick<Settings, 'mailbox' | 'staff' | 'staffLogin' | 'cleanUp' | 'connection'>
>;

/** @returns the names of the environment variables from which the settings take secrets */
export function listSecretVariables(settings: SettingsWithSecrets): string[] {
  const { mailbox, staff, staffLogin, cleanUp, connection } = settings;
  const namedVariables = collectVariableNames([mailbox, staff, staffLogin, cleanUp, connection]);
  const passwordOwners: [owner: object | undefined, defaultVariable: string][] = [
    [mailbox && 'user' in mailbox ? mailbox : undefined, passwordVariableNames.mail],
    [staffLogin, passwordVariableNames.staff],
    [connection?.basicAuth, passwordVariableNames.basic],
  ];
  const defaultVariables = passwordOwners.flatMap(([owner, defaultVariable]) =>
    owner === undefined || 'passwordEnv' in owner ? [] : [defaultVariable],
  );
  return [...namedVariables, ...defaultVariables];
}

function collectVariableNames(settingValue: unknown, name = ''): string[] {
  if (typeof settingValue === 'string') {
    const placeholderNames = [...settingValue.matchAll(/\{env:(\w+)\}/g)].map(
      ([, each = '']) => each,
    );
    return name.endsWith('Env') ? [settingValue] : placeholderNames;
  }
  if (typeof settingValue !== 'object' || settingValue === null) return [];
  return Object.entries(settingValue).flatMap(([key, innerValue]) =>
    collectVariableNames(innerValue, key),
  );
}

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
const partialSettingsSchema = settingsSchema.partial();

export const configFileSchema = partialSettingsSchema.extend({
  $schema: z.string().optional(),
  profile: z.string().optional().describe('The profile used when none is named.'),
  profiles: z
    .record(partialSettingsSchema)
    .optional()
    .describe('Settings by name; a profile overrides the top of the file.'),
});
