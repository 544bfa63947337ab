import type { Saying } from './calendar.ts';
import type { LanguageCode } from './languages.ts';

interface Language {
  code: LanguageCode;
  /** How dates, numbers and lists are written. */
  locale: string;
  /** The prefix of every path, e.g. `/am`. */
  prefix: string;
  /** A line of the footer about the language, e.g. that nobody has reviewed it yet. */
  note?: string;
  /** How the time of day is said where it is counted from 6 o'clock. */
  clock?: Saying;
  /** The messages of the contract's rules, by the English ones. */
  rules: Readonly<Record<string, string>>;
}

/** The language of this build: the site is built once for each, and web/build/languages.ts puts another one here. */
export const language: Language = { code: 'en', locale: 'en-GB', prefix: '', rules: {} };
