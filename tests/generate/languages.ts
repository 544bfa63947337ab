/** The table of docs/languages.md: how much of the site there is in each language, and who reviews it. */
import { readCatalogue, readEnglish } from '../../web/build/languages.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { languages } from '../../web/src/texts/languages.ts';
import { ruleMessages } from '../support/rule-messages.ts';
import { filled, table } from './tables.ts';

const english = await readEnglish();
const count = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + (english.get(name)?.size ?? 0), 0);
const all = count(english.keys()) + ruleMessages().length;

const rows = await Promise.all(
  keysOf(languages).map(async (code) => {
    const name = `${languages[code]} (\`${code}\`)`;
    if (code === 'en') return [name, String(all), '', 'the source of all others', ''];
    const { about, rules, words } = await readCatalogue(code);
    const translated = count(words.keys()) + Object.keys(rules).length;
    const { reviewer, reviewed } = about;
    const share = `${Math.round((100 * translated) / all)} %`;
    return [name, String(translated), share, reviewed ?? 'not yet', reviewer];
  }),
);

/** @returns docs/languages.md with its table as the catalogues are now */
export function renderLanguages(before: string): string {
  const heads = ['Language', 'Texts', 'Of all', 'Reviewed', 'Who reviews it'];
  return filled(before, { languages: () => table(heads, rows) });
}
