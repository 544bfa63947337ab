/** Builds the site in another language: the words of its catalogue take the place of the English ones. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { z } from 'zod';
import type { RouteName } from '../src/site/routes.ts';
import { type LanguageCode, prefixOf } from '../src/texts/languages.ts';
import { BuildProblem, reasonOf, root } from './problem.ts';
import { type Leaf, leavesOf, translated } from './words.ts';

const src = join(root, 'src');

/** @returns the texts of each English module of words, by the module's name, e.g. `features/exam/exam-words` */
export async function readEnglish(): Promise<Map<string, Map<string, Leaf>>> {
  const files = (await readdir(src, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  const names = files
    .filter((file) => file.endsWith('-words.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
  const read = names.map(async (name) => {
    const words: object = await import(pathToFileURL(join(src, `${name}.ts`)).href);
    return [name, new Map(leavesOf(words))] as const;
  });
  return new Map(await Promise.all(read));
}

const withPart = (part: string) => z.string().includes(part);

const about = z
  .object({
    /** Who has to review it. */
    reviewer: z.string().min(1),
    /** The day on which that was done, e.g. `2027-03-01`. */
    reviewed: z.string().date().nullable(),
    /** A line of the footer until then, in the language. */
    note: z.string().min(1),
    /** How the time of day is said where it is counted from 6 o'clock (web/src/texts/calendar.ts). */
    clock: z
      .object({
        night: withPart('{time}'),
        morning: withPart('{time}'),
        afternoon: withPart('{time}'),
        evening: withPart('{time}'),
        both: withPart('{local}').includes('{clock}'),
      })
      .strict()
      .optional(),
  })
  .strict();

/** A language's file in `web/languages`. */
interface Catalogue {
  about: z.output<typeof about>;
  /** The messages of the contract's rules, by the English ones. */
  rules: Readonly<Record<string, string>>;
  /** The texts of each module of words that the language has, by the module's name. */
  words: ReadonlyMap<string, unknown>;
}

/** @returns the catalogue of a language @throws {ZodError} where it says of itself what it must not */
export async function readCatalogue(code: LanguageCode): Promise<Catalogue> {
  const text = await readFile(join(root, 'languages', `${code}.json`), 'utf8');
  const { about: own, rules, ...words } = JSON.parse(text);
  return {
    about: about.parse(own),
    rules: z.record(z.string()).parse(rules),
    words: new Map(Object.entries(words)),
  };
}

/** The module of words that a page needs, where a language may be without it. */
export const wordsOfPages = {
  terms: 'features/pages/legal-words',
  privacy: 'features/pages/legal-words',
  receipt: 'features/receipt/receipt-words',
  receiptSample: 'features/receipt/receipt-words',
  offlinePayment: 'features/payment/payment-words',
  finalizePayment: 'features/payment/payment-words',
  pendingPayVerification: 'features/payment/payment-words',
  editProfile: 'features/profile/profile-words',
  biographyData: 'features/application/application-words',
  educationBackground: 'features/application/application-words',
  emergencyContact: 'features/application/application-words',
  applyProgram: 'features/application/application-words',
  applyProgramConfirmation: 'features/application/application-words',
} as const satisfies Partial<Record<RouteName, string>>;

/** @returns the routes that are shown in English; nothing where the language has all words */
function englishPages({ words }: Catalogue): string[] | undefined {
  const pages = Object.entries(wordsOfPages).filter(([, module]) => !words.has(module));
  return pages.length > 0 ? pages.map(([name]) => name) : undefined;
}

/** @param code of the language; for English nothing is replaced */
export function language(code: LanguageCode): Plugin {
  const catalogue = code === 'en' ? undefined : readCatalogue(code);
  return {
    name: 'language',
    enforce: 'pre',
    async load(id) {
      if (!catalogue || !id.startsWith(src)) return undefined;
      const name = relative(src, id).replace(/\.ts$/, '');
      const own = await catalogue;
      if (name in replacements) return replacements[name]?.(own, code, id);
      const texts = own.words.get(name);
      if (!texts) return undefined;
      try {
        return translated(
          await import(pathToFileURL(id).href),
          texts,
          join(src, 'texts/current.ts'),
        );
      } catch (error) {
        throw new BuildProblem(`web/languages/${code}.json: ${name}: ${reasonOf(error)}`);
      }
    },
  };
}

type Replacement = (
  catalogue: Catalogue,
  code: LanguageCode,
  file: string,
) => string | Promise<string>;

/** Modules that depend on the language besides words: each one's source in the language. */
const replacements: Readonly<Record<string, Replacement>> = {
  'texts/current': async (catalogue, code, file) => {
    const { note, reviewed } = catalogue.about;
    const own: Readonly<Record<string, unknown>> = {
      code,
      locale: `${code}-ET`,
      prefix: prefixOf(code),
      note: reviewed ? undefined : note,
      english: englishPages(catalogue),
    };
    const text = await readFile(file, 'utf8');
    return text.replace(
      /^(export const (\w+): .*) = .*;$/gm,
      (_all, declared, name) => `${declared} = ${JSON.stringify(own[name])};`,
    );
  },
  'texts/local': ({ about: { clock } }) => {
    const calendar = JSON.stringify(join(src, 'texts/calendar.ts'));
    const countries = JSON.stringify(join(src, 'texts/countries.ts'));
    const clocks = clock
      ? `import { inBothClocks as say } from ${calendar};
export const inBothClocks=(clock)=>say(clock,${JSON.stringify(clock)});`
      : 'export const inBothClocks=(time)=>time;';
    return `export { inBothCalendars } from ${calendar};
export { ownCountry } from ${countries};${clocks}`;
  },
  'texts/rule-message': ({ rules }) =>
    `const rules=${JSON.stringify(rules)};export const ruleMessage=(message)=>rules[message]??message`,
};
