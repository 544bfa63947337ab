import type { ClockTexts } from './calendar.ts';
import type { LanguageCode } from './languages.ts';

interface Language {
  code: LanguageCode;
  /** How dates, numbers and lists are written. */
  locale: string;
  /** The prefix of every path, e.g. `/am`. */
  prefix: string;
  /** A line for the footer, e.g. that the translation has not been reviewed yet. */
  note?: string;
  /** Templates for the time of day where hours are counted from 6 o'clock. */
  clock?: ClockTexts;
  /** The messages of the contract's rules, by the English message. */
  rules: Readonly<Record<string, string>>;
}

/** The language of this build: the site is built once for each, and web/build/languages.ts replaces this module. */
export const language: Language = { code: 'en', locale: 'en-GB', prefix: '', rules: {} };
