/** The language of this build. */
import { language } from './language.ts';

export const { code, locale, prefix, note } = language;

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
