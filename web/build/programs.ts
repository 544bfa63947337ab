/** The programs that the build knows of: read from the API, or from a file with its answer. */
import { readFile } from 'node:fs/promises';
import { canonical, type Dialect } from '@one-planet/contract/wire';
import { createClient } from '@one-planet/sdk';
import type { Settings } from '../src/config.ts';
import { readOtherDialect } from '../src/other-dialect.ts';
import { type Program, programsOf } from '../src/site/records.ts';
import { isAddress } from './options.ts';
import { BuildProblem, reasonOf, warn } from './problem.ts';

/**
 * Reads the public list of programs as the site does, in the dialect of its settings.
 * @param from the API's address, like `apiBase`, or a file with what the API answers
 * @throws {BuildProblem} when there is no such list
 */
export async function readPrograms(from: string, settings: Settings): Promise<Program[]> {
  const list = isAddress(from) ? await fetchList(from, settings) : await readList(from);
  if (!Array.isArray(list)) {
    throw new BuildProblem(
      `--programmes: ${from} holds no list of programs; the API's answer to its list of programs is one.`,
    );
  }
  const programs = programsOf(list);
  const odd = list.length - programs.length;
  if (list.length > 0 && programs.length === 0) {
    throw new BuildProblem(`--programmes: no record in ${from} has a name; is it another list?`);
  }
  if (odd > 0) warn(`${odd} of ${list.length} programs have no name and are left out.`);
  if (list.length === 0) warn(`${from} lists no programs.`);
  return programs;
}

async function readList(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BuildProblem(
      `--programmes: ${file} cannot be read (${error.code}); name a file, or the address of the API.`,
    );
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BuildProblem(`--programmes: ${file} is not JSON (${reasonOf(error)}).`);
  }
}

async function fetchList(baseUrl: string, settings: Settings): Promise<unknown> {
  const client = createClient({ baseUrl, dialect: dialectOf(settings) });
  const answer = await client.programs.list().catch((error: unknown) => {
    throw new BuildProblem(
      `--programmes: ${baseUrl}: ${reasonOf(error)}. Is it the address of the API, as in apiBase? A saved list can be used instead.`,
    );
  });
  if (answer.status === 200) return answer.body;
  throw new BuildProblem(
    `--programmes: ${baseUrl} answers its list of programs with status ${answer.status}; visitors must be able to read it.`,
  );
}

function dialectOf({ dialect }: Settings): Dialect {
  return dialect === 'canonical' ? canonical : readOtherDialect(dialect);
}
