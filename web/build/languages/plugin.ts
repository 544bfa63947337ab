/** Builds the site in another language: its words take the place of the English ones. */
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { prefixOf } from '../../src/language/addresses.ts';
import type { LanguageCode } from '../../src/language/languages.ts';
import { root } from '../folders.ts';
import { BuildProblem, reasonOf } from '../problem.ts';
import { readAbout, readCatalogue, readRules } from './catalogues.ts';
import { englishPages } from './english-pages.ts';
import { translated } from './translated.ts';

const src = join(root, 'src');
const plural = join(src, 'language/plural.ts');
const localTime = join(src, 'calendar/local-time.ts');
const ethiopianDay = join(src, 'calendar/ethiopian-day.ts');

/** @param code of the language; for English nothing is replaced */
export function language(code: LanguageCode): Plugin {
  return {
    name: 'language',
    enforce: 'pre',
    async load(id) {
      if (code === 'en' || !id.startsWith(src)) return undefined;
      const name = relative(src, id).replace(/\.ts$/, '');
      if (name === 'language/current') {
        const { note, reviewed } = await readAbout(code);
        const own = {
          code,
          locale: `${code}-ET`,
          prefix: prefixOf(code),
          note: reviewed ? undefined : note,
          english: await englishPages(code),
        };
        return Object.entries(own)
          .map(([key, value]) => `export const ${key}=${JSON.stringify(value)};`)
          .join('');
      }
      if (name === 'language/other-calendar') {
        return `export { inBothCalendars } from ${JSON.stringify(ethiopianDay)}`;
      }
      if (name === 'language/other-clock') {
        const { clock } = await readAbout(code);
        if (!clock) return undefined;
        return `import { inBothClocks as say } from ${JSON.stringify(localTime)};
const saying=${JSON.stringify(clock)};export const inBothClocks=(clock)=>say(clock,saying)`;
      }
      if (name === 'language/rule-message') {
        const rules = JSON.stringify(await readRules(code));
        return `const rules=${rules};export const ruleMessage=(message)=>rules[message]??message`;
      }
      const catalogue = await readCatalogue(code, name);
      if (!catalogue) return undefined;
      try {
        return translated(await import(pathToFileURL(id).href), catalogue, plural);
      } catch (error) {
        throw new BuildProblem(`web/languages/${code}/${name}.json: ${reasonOf(error)}`);
      }
    },
  };
}
