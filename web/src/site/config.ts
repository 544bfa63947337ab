/** The settings of a deployment, from `config.json` beside the built site (decisions, section 3). */

import type { Dialect } from '@one-planet/contract/wire';
import { type LanguageCode, languages } from '../texts/languages.ts';
import { parseUrl } from './addresses.ts';
import { fieldsOf, isRecord } from './unchecked.ts';

export interface Settings {
  /** The API's address, with its `/api`. */
  apiBase: string;
  /** The name of a dialect that ships with the contract, or a whole dialect. */
  dialect: string | Dialect;
  /** Where students and staff are sent; `{token}` is replaced by their token. */
  portals: { student: string; staff: string };
  /** Sites the applicant may be sent to: portals and payment providers. */
  redirectOrigins: readonly string[];
  /** The home page's video, as an address that allows framing; without it a picture stands there. */
  videoUrl?: string;
  contact: { address: readonly string[]; phones: readonly string[]; email: string };
  /** The fee for PayPal and Stripe; without it they are shown as unavailable. */
  prices: { usd: number | null };
  /** Accounts to pay into, shown if the backend's own list can't be loaded. */
  bankChoices: readonly { bank: string; account: string }[];
  /** The site's own origin, for the addresses in what its pages say to search engines; only the build reads it. */
  siteUrl?: string;
  /** The wallets and cards that Arifpay opens, named below its button. May be left out. */
  arifpayWallets?: readonly string[];
  /** The college's zone, in which times of day are shown. Default: `Africa/Addis_Ababa`. */
  timeZone?: string;
  /** How the fee can be paid, a text each; of a site in several languages, by their codes. May be left out. */
  paymentHints?: PaymentHints;
}

/** The texts, or the texts of each language: one that is missing there reads those of `en`. */
type PaymentHints = readonly string[] | Readonly<Partial<Record<LanguageCode, readonly string[]>>>;

/** Settings that are missing or wrong; each problem begins with the setting's name. */
export class SettingsError extends Error {
  override name = 'SettingsError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The name of every setting, those of a group as `group.name`: each has a check. */
type SettingName = {
  [K in keyof Settings]-?: K extends 'paymentHints'
    ? K
    : Settings[K] extends string | Dialect | readonly unknown[] | undefined
      ? K
      : `${K}.${Extract<keyof Settings[K], string>}`;
}[keyof Settings];

type Check = [holds: (value: unknown) => boolean, must: string];

const text: Check = [(value) => typeof value === 'string' && value.trim() !== '', 'be a text'];
const texts: Check = [
  (value) => Array.isArray(value) && value.length > 0 && value.every(text[0]),
  'be a list of texts',
];
const https: Check = [(value) => protocolOf(value) === 'https:', 'be an https address'];

const checks: Readonly<Record<SettingName, Check>> = {
  apiBase: [
    (value) => /^https?:$/.test(protocolOf(value) ?? ''),
    "be the API's address, e.g. https://api.college.example/api",
  ],
  dialect: [
    (value) => text[0](value) || (typeof value === 'object' && value !== null),
    'be the name of a dialect, or a dialect',
  ],
  'portals.student': https,
  'portals.staff': https,
  redirectOrigins: [
    (value) => Array.isArray(value) && value.every((origin) => protocolOf(origin) !== undefined),
    'be a list of addresses',
  ],
  videoUrl: https,
  'contact.address': texts,
  'contact.phones': texts,
  'contact.email': text,
  'prices.usd': [
    (value) => value === null || (typeof value === 'number' && value > 0),
    'be a number above 0, or null',
  ],
  bankChoices: [
    (value) =>
      Array.isArray(value) &&
      value.every((choice) => text[0](choice?.bank) && text[0](choice?.account)),
    'be a list of { "bank", "account" }',
  ],
  siteUrl: https,
  arifpayWallets: texts,
  timeZone: [isZone, "be a zone's name, e.g. Africa/Addis_Ababa"],
  paymentHints: [
    (value) =>
      isRecord(value) &&
      Object.entries(Array.isArray(value) ? { en: value } : value).every(
        ([code, list]) => code in languages && texts[0](list),
      ),
    'be a list of texts, or one for each language, e.g. { "en": […], "am": […] }',
  ],
};

const optional = new Set(['arifpayWallets', 'paymentHints', 'siteUrl', 'timeZone', 'videoUrl']);

/**
 * Checks the parsed `config.json`.
 * @throws {SettingsError} naming every setting that is missing, wrong or unknown
 */
export function parseSettings(json: unknown): Settings {
  const problems = Object.entries(checks).flatMap(([name, [holds, must]]) => {
    const value = name.split('.').reduce<unknown>(inside, json);
    if (value === undefined)
      return optional.has(name) ? [] : [`${name} is missing: it must ${must}`];
    return holds(value) ? [] : [`${name} must ${must}`];
  });
  for (const name of settingNames(json)) {
    if (!(name in checks) && name !== '$schema') problems.push(`${name} is not a setting`);
  }
  if (!isChecked(json, problems)) throw new SettingsError(problems);
  return json;
}

function isChecked(_json: unknown, problems: readonly string[]): _json is Settings {
  return problems.length === 0;
}

/** The names of what is there, groups as `group.name`. */
function settingNames(json: unknown): string[] {
  if (typeof json !== 'object') return [];
  return Object.entries(json ?? {}).flatMap(([name, value]) =>
    Object.keys(checks).some((known) => known.startsWith(`${name}.`))
      ? Object.keys(value ?? {}).map((inner) => `${name}.${inner}`)
      : name,
  );
}

function inside(outer: unknown, key: string): unknown {
  return fieldsOf(outer)[key];
}

function protocolOf(address: unknown): string | undefined {
  return typeof address === 'string' ? parseUrl(address)?.protocol : undefined;
}

/** @returns whether browsers know a zone by this name */
function isZone(value: unknown): boolean {
  try {
    return typeof value === 'string' && Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}
