/** The language of this build: the site is built once for each, and web/build/languages.ts puts in what it is. */
import type { LanguageCode } from './languages.ts';

export const code: LanguageCode = 'en';

/** How dates, numbers and lists are written. */
export const locale: string = 'en-GB';

/** The prefix of every path, e.g. `/am`. */
export const prefix: string = '';

/** A line of the footer about the language, e.g. that nobody has reviewed it yet. */
export const note: string | undefined = undefined;

/** The routes whose words are still English. */
export const english: readonly string[] | undefined = undefined;

let rules: Intl.PluralRules | undefined;

/** @returns the category of a number in the language of this build; its catalogues choose texts by it */
export function plural(count: number): Intl.LDMLPluralRule {
  rules ??= new Intl.PluralRules(locale);
  return rules.select(count);
}

/** @returns a path as the table of routes has it, without the language */
export function plainPath(path: string): string {
  const isPrefixed = prefix && `${path}/`.toLowerCase().startsWith(`${prefix}/`);
  return isPrefixed ? path.slice(prefix.length) || '/' : path;
}
