import { locale } from './current.ts';

let rules: Intl.PluralRules | undefined;

/** @returns the category of a number in the language of this build; its catalogues choose texts by it */
export function plural(count: number): Intl.LDMLPluralRule {
  rules ??= new Intl.PluralRules(locale);
  return rules.select(count);
}
