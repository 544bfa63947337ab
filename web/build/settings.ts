import { readFile } from 'node:fs/promises';
import { parseSettings, type Settings, SettingsError } from '../src/config.ts';
import { BuildProblem, reasonOf } from './problem.ts';

/** @throws {BuildProblem} for a file that is not there, or settings that are wrong */
export async function readSettings(file: string): Promise<Settings> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BuildProblem(`${file} cannot be read (${error.code}); name one with --config.`);
  });
  try {
    return parseSettings(JSON.parse(text));
  } catch (error) {
    const problems = error instanceof SettingsError ? error.problems.join('; ') : reasonOf(error);
    throw new BuildProblem(`${file}: ${problems}.`);
  }
}
