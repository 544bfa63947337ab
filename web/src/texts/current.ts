/** The language of this build. */
import { language } from './language.ts';

export const { code, locale, prefix, note: languageNote } = language;

let pluralRules: Intl.PluralRules | undefined;

/** @returns the plural category of a number in the language of this build, by which its catalogue chooses texts */
export function plural(count: number): Intl.LDMLPluralRule {
  pluralRules ??= new Intl.PluralRules(locale);
  return pluralRules.select(count);
}

/** @returns a path without the prefix of the language, as in the route table */
export function plainPath(path: string): string {
  const isPrefixed = prefix && `${path}/`.toLowerCase().startsWith(`${prefix}/`);
  return isPrefixed ? path.slice(prefix.length) || '/' : path;
}
