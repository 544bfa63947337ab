import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { didYouMean } from '../process/nearest.ts';
import type { Flags } from './layers.ts';
import type { Mistakes } from './mistakes.ts';
import { readJsonFile } from './named.ts';
import { configFileSchema, type Settings, settingsSchema } from './settings.ts';

const usualName = 'admissions.config.json';

/** What the configuration file gives. */
export interface FileLayers {
  /** The file's full path; `undefined` when there is none. */
  path: string | undefined;
  /** The profile in force. */
  profile: string | undefined;
  top: Partial<Settings>;
  ofProfile: Partial<Settings>;
}

/**
 * Reads the file that `--config` or ADMISSIONS_CONFIG names, else `admissions.config.json` where it exists, and
 * finds the profile that `--profile`, ADMISSIONS_PROFILE or the file itself names.
 */
export async function fileLayers(
  flags: Flags,
  { env, cwd, mistakes }: { env: NodeJS.ProcessEnv; cwd: string; mistakes: Mistakes },
): Promise<FileLayers> {
  const none: FileLayers = { path: undefined, profile: undefined, top: {}, ofProfile: {} };
  const named = flags.config ?? (env.ADMISSIONS_CONFIG || undefined);
  const path = resolve(cwd, named ?? usualName);
  const [wanted, asked] = wantedProfile(flags, env);
  if (named === undefined && !existsSync(path)) {
    if (wanted !== undefined) {
      mistakes.add(
        asked,
        `there is no ${usualName} in ${cwd} with profiles; name one with --config`,
      );
    }
    return none;
  }
  const shown = named ?? usualName;
  const namedBy = flags.config === undefined ? 'ADMISSIONS_CONFIG' : '--config';
  const json = await readJsonFile(path, {
    mistakes,
    where: shown,
    missing: [namedBy, `there is no file ${shown}`],
  });
  if (!json) return none;
  mistakes.parse(shown, configFileSchema, json.value);
  const file = fieldsOf(json.value);
  const profiles = fieldsOf(file.profiles);
  const profile = wanted ?? (typeof file.profile === 'string' ? file.profile : undefined);
  if (profile !== undefined && !Object.hasOwn(profiles, profile)) {
    const known = Object.keys(profiles);
    const list = known.length > 0 ? `known are ${known.join(', ')}` : `${shown} has no profiles`;
    const where = wanted === undefined ? `${shown}: profile` : asked;
    mistakes.add(where, `there is no profile "${profile}"${didYouMean(profile, known)}; ${list}`);
  }
  return {
    path,
    profile,
    top: settingsOf(file),
    ofProfile: profile === undefined ? {} : settingsOf(fieldsOf(profiles[profile])),
  };
}

function wantedProfile(flags: Flags, env: NodeJS.ProcessEnv): [string | undefined, string] {
  if (flags.profile !== undefined) return [flags.profile, '--profile'];
  return [env.ADMISSIONS_PROFILE || undefined, 'ADMISSIONS_PROFILE'];
}

/** The settings that are right: what they name is checked too, and the others are reported as mistakes. */
function settingsOf(fields: Record<string, unknown>): Partial<Settings> {
  const keys = settingsSchema.keyof().options;
  return Object.fromEntries(
    keys.flatMap((key) => {
      const { success, data } = settingsSchema.shape[key].safeParse(fields[key]);
      return success && data !== undefined ? [[key, data]] : [];
    }),
  );
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A path as messages show it: relative to the working directory where that is shorter. */
export function shownPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.startsWith('..') ? path : short || join('.', path);
}
