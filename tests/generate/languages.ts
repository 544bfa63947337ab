/** The table of docs/languages.md: the languages of the site, and who reviews each. */
import { readCatalogue } from '../../web/build/languages.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { languages } from '../../web/src/texts/languages.ts';
import { filled, table } from './tables.ts';

const rows = await Promise.all(
  keysOf(languages).map(async (code) => {
    const name = `${languages[code]} (\`${code}\`)`;
    if (code === 'en') return [name, 'the source of all others', ''];
    const { reviewer, reviewed } = (await readCatalogue(code)).about;
    return [name, reviewed ?? 'not yet', reviewer];
  }),
);

/** @returns docs/languages.md with its table as the catalogues are now */
export function renderLanguages(before: string): string {
  const heads = ['Language', 'Reviewed', 'Who reviews it'];
  return filled(before, { languages: () => table(heads, rows) });
}
