/** Builds the site in another language: the words of its catalogue take the place of the English ones. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { z } from 'zod';
import { type LanguageCode, prefixOf } from '../src/texts/languages.ts';
import { BuildProblem, reasonOf, root } from './problem.ts';
import { type Leaf, leavesOf, problemsOf, translated } from './words.ts';

const src = join(root, 'src');

/** @returns what each English module of words exports, by the module's name, e.g. `features/exam/exam-words` */
async function readWords(): Promise<Map<string, object>> {
  const files = (await readdir(src, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  const names = files
    .filter((file) => file.endsWith('-words.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
  const read = names.map(async (name): Promise<[string, object]> => {
    return [name, await import(pathToFileURL(join(src, `${name}.ts`)).href)];
  });
  return new Map(await Promise.all(read));
}

/** @returns the texts of each English module of words, by the module's name */
export async function readEnglish(): Promise<Map<string, Map<string, Leaf>>> {
  const words = Array.from(await readWords());
  return new Map(words.map(([name, exported]) => [name, new Map(leavesOf(exported))]));
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
  /** The texts of each module of words, by the module's name. */
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

/** @returns what a catalogue lacks, and what it has that the site has not, each with its module and key */
export async function catalogueProblems({ words }: Catalogue): Promise<string[]> {
  const english = await readEnglish();
  const unknown = [...words.keys()].filter((name) => !english.has(name));
  const wrong = Array.from(english).flatMap(([name, leaves]) =>
    problemsOf(leaves, words.get(name)).map((problem) => `${name}: ${problem}`),
  );
  return [...unknown.map((name) => `${name} is no module of words`), ...wrong];
}

/**
 * @returns the source of each module that is another one in a language, by the module's name
 * @throws {BuildProblem} naming every text that is missing or wrong
 */
async function modulesIn(code: LanguageCode): Promise<Map<string, string>> {
  const file = `web/languages/${code}.json`;
  try {
    const catalogue = await readCatalogue(code);
    const problems = await catalogueProblems(catalogue);
    if (problems.length > 0) throw new BuildProblem(problems.join('\n  '));
    const { note, reviewed, clock } = catalogue.about;
    const language = {
      code,
      locale: `${code}-ET`,
      prefix: prefixOf(code),
      note: reviewed ? undefined : note,
      clock,
      rules: catalogue.rules,
    };
    const current = join(src, 'texts/current.ts');
    const modules = Array.from(await readWords()).map(([name, words]): [string, string] => [
      name,
      translated({ ...words }, catalogue.words.get(name), current),
    ]);
    const local = JSON.stringify(join(src, 'texts/local-beside.ts'));
    return new Map([
      ...modules,
      ['texts/language', `export const language=${JSON.stringify(language)};`],
      ['texts/local', `export * from ${local};`],
    ]);
  } catch (error) {
    throw new BuildProblem(
      `${file}:\n  ${error instanceof BuildProblem ? error.message : reasonOf(error)}`,
    );
  }
}

/** @param code of the language; for English nothing is replaced */
export function language(code: LanguageCode): Plugin {
  const modules = code === 'en' ? undefined : modulesIn(code);
  // Whoever loads the first module is told.
  modules?.catch(() => {});
  return {
    name: 'language',
    enforce: 'pre',
    async load(id) {
      return (await modules)?.get(relative(src, id).replace(/\.ts$/, ''));
    },
  };
}
