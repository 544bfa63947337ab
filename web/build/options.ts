/** The options of `npm run build -w web -- …`. */

import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSettings } from '@one-planet/contract/site-config';
import type { Settings } from '../src/site/config.ts';
import { BuildProblem, defaultOutFolder, reasonOf, warn, webFolder } from './problem.ts';
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
  /** The folder of the build that is served until this one takes its place. */
  previous: string | undefined;
  /** Whether to only put the worker's off switch into the built site. */
  isOff: boolean;
}

const usage =
  'The options are --programs <address of the API, or file>, --config <file>, --content <file>, --previous <folder>, --out <folder> and --off.';

/** Reads the options. @throws {BuildProblem} for an unknown option, and for a folder that must not be emptied */
export async function readOptions(args: readonly string[]): Promise<Options> {
  const { programs, config, content, out, previous, off = false } = parse(args);
  const outFolder = out === undefined ? defaultOutFolder : resolveFromCaller(out);
  if (!(await canBeEmptied(outFolder))) {
    throw new BuildProblem(
      `--out: ${outFolder} is not empty and holds no built site; name a new folder, or empty this one first.`,
    );
  }
  return {
    programs: programs && !isAddress(programs) ? resolveFromCaller(programs) : programs,
    config: config === undefined ? join(webFolder, 'config.json') : resolveFromCaller(config),
    content: content === undefined ? join(webFolder, 'content.json') : resolveFromCaller(content),
    out: outFolder,
    previous: previous === undefined ? undefined : resolveFromCaller(previous),
    isOff: off,
  };
}

export function isAddress(text: string): boolean {
  return /^https?:/i.test(text);
}

function parse(args: readonly string[]) {
  const textOption = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{ programs: textOption, config: textOption, content: textOption, out: textOption },
        ...{ previous: textOption, off: { type: 'boolean' } },
      },
    });
    const emptyOption = Object.entries(values).find(([, value]) => !value);
    if (emptyOption) throw new Error(`--${emptyOption[0]} is empty`);
    return values;
  } catch (error) {
    throw new BuildProblem(`${reasonOf(error).replace(/\.? .?To specify.*|\.$/, '')}. ${usage}`);
  }
}

/** Resolves a path from the folder in which the command was typed, because npm runs the build in the workspace's folder. */
function resolveFromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path);
}

async function canBeEmptied(folder: string): Promise<boolean> {
  if (folder === defaultOutFolder) return true;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw new BuildProblem(`--out: ${folder} cannot be built into (${error.code}).`);
  });
  return names.length === 0 || names.includes('shell.html');
}

/**
 * Reads the settings, and warns of those that this version does not know.
 * @throws {BuildProblem} for a missing file, or wrong settings
 */
export async function readSettings(file: string): Promise<Settings> {
  const json = await readJson(file, '--config');
  const { problems, unknownSettings } = checkSettings(json);
  for (const name of unknownSettings)
    warn(`${file}: ${name} is not a setting of this version, and changes nothing.`);
  if (isValid(json, problems)) return json;
  throw new BuildProblem(`${file}: ${problems.join('; ')}.`);
}

function isValid(_json: unknown, problems: readonly string[]): _json is Settings {
  return problems.length === 0;
}
