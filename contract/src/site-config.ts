/**
 * The settings of a deployed site: what its `config.json` has to contain, and which facts its `content.json` lacks
 * (docs/hosting.md).
 */
import { type ZodIssue, z } from 'zod';
import { dialectSchema, namedDialects } from './dialects.ts';

const textSchema = z.string({ message: 'must be a text' }).refine(hasWords, 'must be a text');
const textListSchema = z
  .array(textSchema, { message: 'must be a list of texts' })
  .min(1, 'must be a list of texts');
const makeUrlSchema = (protocols: readonly string[], message: string) =>
  z.string({ message }).refine((value) => protocols.includes(readProtocol(value)), message);
const httpsAddressSchema = makeUrlSchema(['https:'], 'must be an https address');
const groupErrorOptions = { message: 'must be a group of settings' };
const dialectMessage = `must be ${Object.keys(namedDialects).join(', ')}, or a dialect`;
const bankChoicesMessage = 'must be a list of { "bank", "account" }';
const paymentHintsMessage =
  'must be a list of texts, or one for each language, e.g. { "en": […], "am": […] }';
const bannerMessage =
  'must be a text, null, or one for each language, e.g. { "en": "…", "am": "…" }';
const priceMessage = 'must be a number above 0, or null';

/** The settings of a deployment, `config.json` beside the built site (specification/decisions §3). */
export const siteSettings = z.strictObject(
  {
    $schema: z.unknown(),
    /** The API's address, with its `/api`. */
    apiBase: makeUrlSchema(
      ['http:', 'https:'],
      "must be the API's address, e.g. https://api.college.example/api",
    ),
    /** The name of a dialect that ships with the contract, or a whole dialect. */
    dialect: z.union([
      z.string().refine((name) => Object.hasOwn(namedDialects, name), dialectMessage),
      dialectSchema,
    ]),
    /** Where students and staff are redirected; `{token}` is replaced by their token. */
    portals: z.strictObject(
      { student: httpsAddressSchema, staff: httpsAddressSchema },
      groupErrorOptions,
    ),
    /** The origins that the applicant may be redirected to: portals and payment providers. */
    redirectOrigins: z.array(
      z.string({ message: 'must be an address' }).refine(readProtocol, 'must be an address'),
      { message: 'must be a list of addresses' },
    ),
    /** The video on the home page, an address that allows framing; without it a picture is shown. */
    videoUrl: httpsAddressSchema.optional(),
    contact: z.strictObject(
      { address: textListSchema, phones: textListSchema, email: textSchema },
      groupErrorOptions,
    ),
    /** The fee for PayPal and Stripe; without it they are shown as unavailable. */
    prices: z.strictObject(
      { usd: z.number({ message: priceMessage }).positive(priceMessage).nullable() },
      groupErrorOptions,
    ),
    /** Accounts to pay into, shown when the backend's list cannot be loaded. */
    bankChoices: z.array(
      z.object({ bank: textSchema, account: textSchema }, { message: bankChoicesMessage }),
      {
        message: bankChoicesMessage,
      },
    ),
    /** The site's origin, for the addresses that its pages give to search engines; only the build reads it. */
    siteUrl: httpsAddressSchema.optional(),
    /** The wallets and cards that Arifpay accepts, named below its button. */
    arifpayWallets: textListSchema.optional(),
    /** The college's time zone, in which times of day are shown. Default: `Africa/Addis_Ababa`. */
    timeZone: z
      .string({ message: "must be a zone's name, e.g. Africa/Addis_Ababa" })
      .refine(isZone, "must be a zone's name, e.g. Africa/Addis_Ababa")
      .optional(),
    /**
     * One text for each way to pay the fee. For several languages, an object by language code; `en` is used where a
     * language is missing.
     */
    paymentHints: z
      .union(
        [
          textListSchema,
          z.record(z.string().regex(/^[a-z]{2}$/, paymentHintsMessage), textListSchema),
        ],
        {
          errorMap: () => ({ message: paymentHintsMessage }),
        },
      )
      .optional(),
    /** The line at the top of every page; `null` for none. Default: that the site is under development. */
    banner: z
      .union(
        [z.null(), textSchema, z.record(z.string().regex(/^[a-z]{2}$/, bannerMessage), textSchema)],
        { errorMap: () => ({ message: bannerMessage }) },
      )
      .optional(),
    /** Where pages report what went wrong; without it they report nothing. */
    errorReports: httpsAddressSchema.optional(),
    /**
     * Whether each call has an `X-Request-Id`. An API on another origin must allow that header, and browsers ask it first,
     * for public reads, too. Default: only where the API is on the site's own origin.
     */
    requestIds: z
      .boolean({
        required_error: 'must be true or false',
        invalid_type_error: 'must be true or false',
      })
      .optional(),
  },
  groupErrorOptions,
);

export type SiteSettings = Omit<z.output<typeof siteSettings>, '$schema'>;

export interface SettingsCheck {
  /** A message for every setting that is missing or wrong. */
  problems: string[];
  /** The names of settings that this version does not know: after a rollback, those of the newer one. */
  unknownSettings: string[];
}

/** @param configJson the parsed `config.json` */
export function checkSettings(configJson: unknown): SettingsCheck {
  const issues = siteSettings.safeParse(configJson).error?.issues ?? [];
  return {
    problems: issues.flatMap(describeIssue),
    unknownSettings: issues.flatMap((issue) =>
      isUnknownSetting(issue) ? issue.keys.map((key) => [...issue.path, key].join('.')) : [],
    ),
  };
}

/** What a dialect contains is read whole, so a mistyped key of one is a mistake. */
function isUnknownSetting(issue: ZodIssue): issue is ZodIssue & { code: 'unrecognized_keys' } {
  return issue.code === 'unrecognized_keys' && issue.path[0] !== 'dialect';
}

function describeIssue(issue: ZodIssue): string[] {
  if (isUnknownSetting(issue)) return [];
  const settingName = issue.path.join('.') || 'config.json';
  if (issue.code === 'invalid_union')
    return [`${settingName} ${settingName === 'dialect' ? dialectMessage : issue.message}`];
  const isMissing = issue.code === 'invalid_type' && issue.received === 'undefined';
  return [`${settingName} ${isMissing ? 'is missing: it ' : ''}${issue.message}`];
}

function hasWords(value: string): boolean {
  return value.trim() !== '';
}

/** @returns an empty text for a value that is not an address; the browsers of older phones lack `URL.canParse` */
function readProtocol(value: string): string {
  try {
    return new URL(value).protocol;
  } catch {
    return '';
  }
}

function isZone(zoneName: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zoneName });
    return true;
  } catch {
    return false;
  }
}

/** The list of what a build wrote: a line for each file, as `sha256sum` writes and checks them. */
export const siteFileListName = 'files.sha256';

/** What a college may change in a built site, and what is made of it: the list of its files leaves them out. */
export const editableSiteFiles: readonly string[] = [
  ...['config.json', 'content.json', 'policy.nginx.conf', 'policy.caddy'],
];

/** By field of `content.json`: what the fact tells, and where the site shows it. Only the college can supply them. */
const meaningsByContentField = new Map([
  ['accreditation', 'whether the degree counts: the four facts, each program, the questions'],
  ['cost', 'what it costs: the four facts, each program'],
  ['intake', 'when it begins and until when to apply: the home page, each program'],
  ['scholarships', 'who gets how much: the home page, each program, the questions'],
  ['takes', 'how long the college takes to verify a payment and to decide'],
  ['openingHours', 'when somebody answers: the contact page'],
  ['principal', 'who leads the college: the home page'],
  ['teachers', 'who teaches: the page about the college'],
  ['voices', 'what students say: the home page'],
  ['photos', 'the college as it is, in the place of drawings'],
  ['confirmed', 'the days on which the college confirmed its terms and its privacy policy'],
]);

/**
 * Lists the facts that the site leaves out because `content.json` lacks them.
 * @param contentJson the parsed `content.json`
 * @returns each missing field with what it would show, e.g. `cost (what it costs: …)`, the most important first
 */
export function missingFacts(contentJson: object): string[] {
  return Array.from(meaningsByContentField)
    .filter(([name]) => !(name in contentJson))
    .map(([name, shows]) => `${name} (${shows})`);
}
