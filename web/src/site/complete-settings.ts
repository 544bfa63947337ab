/** What every page and the service worker can tell about settings without the contract's schema. */
import type { SiteSettings } from '@one-planet/contract';
import type { Dialect } from '@one-planet/contract/wire';
import { fieldsOf } from './unchecked.ts';

export type Settings = Omit<SiteSettings, 'dialect'> & { dialect: string | Dialect };

/** @returns whether a parsed `config.json` has every setting that a page cannot do without */
export function isComplete(json: unknown): json is Settings {
  const { apiBase, dialect, portals, redirectOrigins, contact, prices, bankChoices } =
    fieldsOf(json);
  const { student, staff } = fieldsOf(portals);
  const { address, phones, email } = fieldsOf(contact);
  return (
    [redirectOrigins, bankChoices, address, phones].every(Array.isArray) &&
    [apiBase, student, staff, email].every((settingText) => typeof settingText === 'string') &&
    Boolean(dialect && prices)
  );
}

/** All settings of this version; a test compares them with the contract's schema. */
export const settingNames: readonly string[] = [
  '$schema',
  'apiBase',
  'arifpayWallets',
  'bankChoices',
  'banner',
  'contact',
  'dialect',
  'errorReports',
  'paymentHints',
  'portals',
  'prices',
  'redirectOrigins',
  'requestIds',
  'siteUrl',
  'timeZone',
  'videoUrl',
];
