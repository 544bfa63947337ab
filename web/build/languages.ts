/** Builds the site in another language: a Vite plugin replaces the modules of English texts by those of its catalogue. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { z } from 'zod';
import { type LanguageCode, pathPrefixOf } from '../src/texts/languages.ts';
import { BuildProblem, reasonOf, webFolder } from './problem.ts';
import { type Leaf, leavesOf, problemsOf, translateModule } from './words.ts';

const sourceFolder = join(webFolder, 'src');

/** @returns the exports of each English `*-words.ts` module, by the module's name, e.g. `features/exam/exam-words` */
async function readWordModules(): Promise<Map<string, object>> {
  const sourcePaths = (await readdir(sourceFolder, { recursive: true })).map((sourcePath) =>
    sourcePath.replaceAll('\\', '/'),
  );
  const moduleNames = sourcePaths
    .filter((sourcePath) => sourcePath.endsWith('-words.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
  const modulePromises = moduleNames.map(async (moduleName): Promise<[string, object]> => {
    return [moduleName, await import(pathToFileURL(join(sourceFolder, `${moduleName}.ts`)).href)];
  });
  return new Map(await Promise.all(modulePromises));
}

/** @returns the texts of each English `*-words.ts` module, by the module's name */
export async function readEnglishLeaves(): Promise<Map<string, Map<string, Leaf>>> {
  const wordModules = Array.from(await readWordModules());
  return new Map(wordModules.map(([name, exported]) => [name, new Map(leavesOf(exported))]));
}

const textSchemaWith = (placeholder: string) => z.string().includes(placeholder);

const aboutSchema = z
  .object({
    /** Who has to review it. */
    reviewer: z.string().min(1),
    /** The day of the review, e.g. `2027-03-01`; `null` before it. */
    reviewed: z.string().date().nullable(),
    /** A line for the footer until the review, in the language. */
    note: z.string().min(1),
    /** How the time of day is written where hours are counted from 6 o'clock (web/src/texts/calendar.ts). */
    clock: z
      .object({
        night: textSchemaWith('{time}'),
        morning: textSchemaWith('{time}'),
        afternoon: textSchemaWith('{time}'),
        evening: textSchemaWith('{time}'),
        both: textSchemaWith('{local}').includes('{clock}'),
      })
      .strict()
      .optional(),
  })
  .strict();

/** A language's file in `web/languages`. */
interface Catalogue {
  about: z.output<typeof aboutSchema>;
  /** The messages of the contract's rules, by the English message. */
  rules: Readonly<Record<string, string>>;
  /** The texts of each `*-words.ts` module, by the module's name. */
  words: ReadonlyMap<string, unknown>;
}

/** @returns the catalogue of a language @throws {ZodError} if its `about` or `rules` are invalid */
export async function readCatalogue(code: LanguageCode): Promise<Catalogue> {
  const catalogueJson = await readFile(join(webFolder, 'languages', `${code}.json`), 'utf8');
  const { about: aboutJson, rules, ...words } = JSON.parse(catalogueJson);
  return {
    about: aboutSchema.parse(aboutJson),
    rules: z.record(z.string()).parse(rules),
    words: new Map(Object.entries(words)),
  };
}

/** @returns the texts that a catalogue lacks, and those that the site does not have, each with its module and key */
export async function listCatalogueProblems({ words }: Catalogue): Promise<string[]> {
  const englishLeaves = await readEnglishLeaves();
  const unknownModules = [...words.keys()].filter((name) => !englishLeaves.has(name));
  const textProblems = Array.from(englishLeaves).flatMap(([name, leaves]) =>
    problemsOf(leaves, words.get(name)).map((problem) => `${name}: ${problem}`),
  );
  return [...unknownModules.map((name) => `${name} is no module of words`), ...textProblems];
}

/**
 * @returns the source code of each module that differs in a language, by the module's name
 * @throws {BuildProblem} naming every text that is missing or wrong
 */
async function translateModules(code: LanguageCode): Promise<Map<string, string>> {
  const cataloguePath = `web/languages/${code}.json`;
  try {
    const catalogue = await readCatalogue(code);
    const problems = await listCatalogueProblems(catalogue);
    if (problems.length > 0) throw new BuildProblem(problems.join('\n  '));
    const { note, reviewed, clock } = catalogue.about;
    const language = {
      code,
      locale: `${code}-ET`,
      prefix: pathPrefixOf(code),
      note: reviewed ? undefined : note,
      clock,
      rules: catalogue.rules,
    };
    const currentModulePath = join(sourceFolder, 'texts/current.ts');
    const pathsWithSources = Array.from(await readWordModules()).map(
      ([name, words]): [string, string] => [
        name,
        translateModule({ ...words }, catalogue.words.get(name), currentModulePath),
      ],
    );
    const localFormatsPath = JSON.stringify(join(sourceFolder, 'texts/translated-formats.ts'));
    return new Map([
      ...pathsWithSources,
      ['texts/language', `export const language=${JSON.stringify(language)};`],
      ['texts/english-formats', `export * from ${localFormatsPath};`],
    ]);
  } catch (error) {
    throw new BuildProblem(
      `${cataloguePath}:\n  ${error instanceof BuildProblem ? error.message : reasonOf(error)}`,
    );
  }
}

/** The Vite plugin that replaces the modules of texts. @param code the language; for English nothing is replaced */
export function languagePlugin(code: LanguageCode): Plugin {
  const sourcesByPath = code === 'en' ? undefined : translateModules(code);
  // A rejection is reported when the first module is loaded.
  sourcesByPath?.catch(() => {});
  return {
    name: 'language',
    enforce: 'pre',
    async load(id) {
      return (await sourcesByPath)?.get(relative(sourceFolder, id).replace(/\.ts$/, ''));
    },
  };
}
