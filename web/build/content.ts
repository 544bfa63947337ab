import { readFile } from 'node:fs/promises';
import { programSlug } from '@one-planet/contract/program-slug';
import type { Content } from '../src/content/content.ts';
import { ContentError, parseContent } from '../src/content/schema/schema.ts';
import type { Program } from '../src/site/records.ts';
import { BuildProblem, reasonOf, warn } from './problem.ts';

/** Reads what the college tells of itself. @throws {BuildProblem} naming everything that is wrong in the file */
export async function readContent(file: string): Promise<Content> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BuildProblem(`${file} cannot be read (${error.code}); name one with --content.`);
  });
  try {
    return parseContent(JSON.parse(text));
  } catch (error) {
    const problems = error instanceof ContentError ? error.problems.join('; ') : reasonOf(error);
    throw new BuildProblem(`${file}: ${problems}.`);
  }
}

/** Says which of the programs in the content the API does not list: nobody would see what is told of them. */
export function tellUnknownPrograms(content: Content, listed: readonly Program[]): void {
  const slugs = new Set(listed.map(({ name }) => programSlug(name)));
  const unknown = Object.keys(content.programs ?? {}).filter(
    (name) => !slugs.has(programSlug(name)),
  );
  for (const name of unknown) {
    warn(`content.json tells of a program ${JSON.stringify(name)}, which the API does not list.`);
  }
}

/** @returns whether pages say of a day whether it is over */
export function hasDays({ intake, shortCourses = [] }: Content): boolean {
  return intake !== undefined || shortCourses.some(({ starts }) => starts);
}
