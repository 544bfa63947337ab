/** The table of docs/languages.md: the languages of the site, and the reviewer of each. */
import { readCatalogue } from '../../web/build/languages.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { languages } from '../../web/src/texts/languages.ts';
import { fillTables, markdownTable } from './markdown-tables.ts';

const rows = await Promise.all(
  keysOf(languages).map(async (languageCode) => {
    const name = `${languages[languageCode]} (\`${languageCode}\`)`;
    if (languageCode === 'en') return [name, 'the source of all others', ''];
    const { reviewer, reviewed } = (await readCatalogue(languageCode)).about;
    return [name, reviewed ?? 'not yet', reviewer];
  }),
);

/** @returns docs/languages.md with its table, from the current catalogues */
export function renderLanguages(currentText: string): string {
  const headings = ['Language', 'Reviewed', 'Who reviews it'];
  return fillTables(currentText, { languages: () => markdownTable(headings, rows) });
}
