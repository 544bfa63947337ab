/** file + profile + environment + flags -> one typed object, all mistakes reported at once. */
import { dirname } from 'node:path';
import type { ApplicantInput, Dialect } from '@one-planet/contract';
import type { AnswerKey } from './answer-key.ts';
import { fileLayers, shownPath } from './config-file.ts';
import { environmentLayer, type Flags, flagLayer, wordSettings } from './layers.ts';
import { Mistakes } from './mistakes.ts';
import { findAnswerKey, findApplicant, findDialect, type Given } from './named.ts';
import { defaultSettings, type Settings, settingsSchema } from './settings.ts';

export type { Flags } from './layers.ts';

/** Where a setting comes from: `default`, `file`, `profile staging`, `environment ADMISSIONS_TARGET`, `flag`. */
type Origin = 'default' | 'file' | `profile ${string}` | `environment ${string}` | 'flag';

/** The settings in force, with everything they name found and checked. */
export interface ResolvedSettings extends Omit<Settings, 'dialect' | 'applicant'> {
  /** `canonical`, `alternate`, the dialect file's path as given, or `inline`. */
  dialectName: string;
  dialect: Dialect;
  /** The example's name, or the file's path as given. */
  applicantName: string;
  applicant: ApplicantInput;
  /** What the file of `examKey` says. */
  answerKey: AnswerKey | undefined;
  origins: Record<keyof Settings, Origin>;
  /** The configuration file, as messages show it; `undefined` when there is none. */
  configFile: string | undefined;
  /** Where the file's commands run: its own folder; without a file, the working directory. */
  folder: string;
  profile: string | undefined;
}

/** What PayPal and Stripe cost on the mock, which cannot know a price in USD any more than a backend can. */
const mockUsdPrice = 20;

/**
 * Finds the settings in force: defaults < top of the file < profile < environment < flags.
 * @throws {CliError} (exit 2) naming every mistake in any of them, and in the dialect and applicant file
 */
export async function loadSettings(
  flags: Flags,
  { env = process.env, cwd = process.cwd() }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<ResolvedSettings> {
  const mistakes = new Mistakes();
  const file = await fileLayers(flags, { env, cwd, mistakes });
  const layers: [Partial<Settings>, (key: keyof Settings) => Origin][] = [
    [file.top, () => 'file'],
    [file.ofProfile, () => `profile ${file.profile}`],
    [environmentLayer(env, mistakes), (key) => `environment ${wordOf(key)?.variable}`],
    [flagLayer(flags, mistakes), () => 'flag'],
  ];
  const settings: Settings = Object.assign({}, defaultSettings, ...layers.map(([layer]) => layer));
  if (settings.target === 'mock') settings.usdPrice ??= mockUsdPrice;
  const origins = Object.fromEntries(
    settingsSchema.keyof().options.map((key): [string, Origin] => {
      const last = layers.findLast(([layer]) => layer[key] !== undefined);
      return [key, last ? last[1](key) : 'default'];
    }),
  ) as ResolvedSettings['origins'];

  const configFile = file.path && shownPath(file.path, cwd);
  const given = (key: keyof Settings): Given => {
    const origin = origins[key];
    const inFile = file.path !== undefined && (origin === 'file' || origin.startsWith('profile '));
    const path = origin === 'file' ? key : `profiles.${file.profile}.${key}`;
    const word = origin === 'flag' ? wordOf(key)?.option : wordOf(key)?.variable;
    return {
      where: inFile ? `${configFile}: ${path}` : (word ?? key),
      folder: inFile ? dirname(file.path as string) : cwd,
      mistakes,
    };
  };
  const { name, dialect } = await findDialect(settings.dialect, given('dialect'));
  const applicant = await findApplicant(settings.applicant, given('applicant'));
  const answerKey = await findAnswerKey(settings.examKey, given('examKey'));
  mistakes.tell();
  return {
    ...settings,
    answerKey,
    dialectName: name,
    dialect,
    applicantName: settings.applicant,
    applicant,
    origins,
    configFile,
    folder: file.path ? dirname(file.path) : cwd,
    profile: file.profile,
  };
}

function wordOf(key: keyof Settings) {
  return wordSettings.find((word) => word.key === key);
}
