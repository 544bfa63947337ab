/** The options of `npm run build -w web -- …`. */

import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { settingsProblems } from '@one-planet/contract/site-config';
import type { Settings } from '../src/site/config.ts';
import { BuildProblem, dist, reasonOf, root } from './problem.ts';
import { readJson } from './read-text.ts';

export interface Options {
  /** The API's address, or a file with its list of programs. */
  programs: string | undefined;
  /** The settings file. */
  config: string;
  /** The college's `content.json`. */
  content: string;
  /** The folder to build into; it is emptied. */
  out: string;
}

const usage =
  'The options are --programs <address of the API, or file>, --config <file>, --content <file> and --out <folder>.';

/** @throws {BuildProblem} for options that are unknown, and for a folder that must not be emptied */
export async function readOptions(args: readonly string[]): Promise<Options> {
  const { programs, config, content, out } = parse(args);
  const folder = out === undefined ? dist : fromHere(out);
  if (!(await mayEmpty(folder))) {
    throw new BuildProblem(
      `--out: ${folder} is not empty and holds no built site; name a new folder, or empty this one first.`,
    );
  }
  return {
    programs: programs && !isAddress(programs) ? fromHere(programs) : programs,
    config: config === undefined ? join(root, 'config.json') : fromHere(config),
    content: content === undefined ? join(root, 'content.json') : fromHere(content),
    out: folder,
  };
}

export function isAddress(text: string): boolean {
  return /^https?:/i.test(text);
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { programs: text, config: text, content: text, out: text },
    });
    const empty = Object.entries(values).find(([, value]) => !value);
    if (empty) throw new Error(`--${empty[0]} is empty`);
    return values;
  } catch (error) {
    throw new BuildProblem(`${reasonOf(error).replace(/\.? .?To specify.*|\.$/, '')}. ${usage}`);
  }
}

/** npm runs the build in the folder of its workspace; a path is meant from where she typed it. */
function fromHere(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path);
}

async function mayEmpty(folder: string): Promise<boolean> {
  if (folder === dist) return true;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw new BuildProblem(`--out: ${folder} cannot be built into (${error.code}).`);
  });
  return names.length === 0 || names.includes('shell.html');
}

/** @throws {BuildProblem} for a file that is not there, or settings that are wrong */
export async function readSettings(file: string): Promise<Settings> {
  const json = await readJson(file, '--config');
  const problems = settingsProblems(json);
  if (isRight(json, problems)) return json;
  throw new BuildProblem(`${file}: ${problems.join('; ')}.`);
}

function isRight(_json: unknown, problems: readonly string[]): _json is Settings {
  return problems.length === 0;
}
