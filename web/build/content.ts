import { readFile } from 'node:fs/promises';
import type { Content } from '../src/content/content.ts';
import { ContentError, parseContent } from '../src/content/schema/schema.ts';
import { BuildProblem, reasonOf } from './problem.ts';

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
