import { prefixOf } from '../src/language/addresses.ts';
import type { LanguageCode } from '../src/language/languages.ts';

/**
 * What a phone is told of the site that is installed in a language: it opens there, under its own name.
 * @param english the manifest of the English site @param name of the college, in the language
 */
export function installed(english: string, code: LanguageCode, name: string): string {
  const home = `${prefixOf(code)}/`;
  const own = { lang: code, id: home, start_url: home, name, short_name: name };
  return `${JSON.stringify({ ...JSON.parse(english), ...own }, null, 2)}\n`;
}
