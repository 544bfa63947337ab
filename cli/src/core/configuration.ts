/**
 * Merges the configuration file, the profile, the environment and the flags into one typed object, and reports all
 * mistakes at once.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import {
  type ApplicantInput,
  applicantExamples,
  applicantInput,
  canonical,
  type Dialect,
  DialectError,
  namedDialects,
  parseDialect,
} from '@one-planet/contract';
import { hidden, hideSecrets } from '@one-planet/sdk';
import { type ZodTypeAny, z } from 'zod';
import { CliError, didYouMean } from './exit.ts';
import { readText } from './files.ts';
import { differences, fieldsOf, JsonSyntaxError, parseJson } from './json.ts';
import {
  configFileSchema,
  defaultSettings,
  type FlagSettingKey,
  type Settings,
  settingPlaceholders,
  settingsSchema,
} from './settings.ts';

/* The right answers of the exam, by the text of the question: each exam has other questions, with other ids. */

/** From the text of a question to the text of its right choice, both normalized. */
export type AnswerKey = ReadonlyMap<string, string>;

const keyForm = '{"question text": "text of the right choice", …}';

const keySchema = z.union([
  z.record(z.string()),
  z.array(z.object({ questionText: z.string(), choiceText: z.string() })),
]);

/** @returns the key, from an object or from the mock's list; `undefined` for anything else */
export function toAnswerKey(value: unknown): AnswerKey | undefined {
  const { data } = keySchema.safeParse(value);
  if (!data) return undefined;
  const pairs = Array.isArray(data)
    ? data.map(({ questionText, choiceText }) => [questionText, choiceText] as const)
    : Object.entries(data);
  return new Map(pairs.map(([question, choice]) => [normalize(question), normalize(choice)]));
}

/** A text in the form in which keys are compared: without regard to case and spacing. */
export function normalize(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

/* The settings that name something, or the path of a file: the dialect, the applicant, and the answer key. */

interface SettingPlace {
  /** The name of the setting in messages, e.g. `--dialect`. */
  where: string;
  /** The folder that relative paths start from. */
  folder: string;
  mistakes: Mistakes;
}

/**
 * Finds a dialect by its name or in a file.
 * @returns the dialect and its name; the canonical one, with a mistake added, when it cannot be read
 */
async function findDialect(
  setting: Settings['dialect'],
  place: SettingPlace,
): Promise<{ name: string; dialect: Dialect }> {
  if (typeof setting !== 'string')
    return { name: 'inline', dialect: parseDialectSetting(setting, place.where, place) };
  if (Object.hasOwn(namedDialects, setting))
    return { name: setting, dialect: parseDialect(setting) };
  const file = await readNamedFile(setting, { ...place, kind: 'dialect', known: namedDialects });
  return {
    name: setting,
    dialect: file ? parseDialectSetting(file.value, setting, place) : canonical,
  };
}

function parseDialectSetting(value: unknown, where: string, { mistakes }: SettingPlace): Dialect {
  try {
    return parseDialect(value);
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    for (const problem of error.problems) mistakes.add(where, problem);
    return canonical;
  }
}

/**
 * Finds an applicant by name or in a file.
 * @returns `hana`, with a mistake added, when the applicant cannot be read
 */
async function findApplicant(setting: string, place: SettingPlace): Promise<ApplicantInput> {
  if (Object.hasOwn(applicantExamples, setting)) {
    // The example is parsed like a file, because it is written as a person types, with spaces in the phone number.
    return applicantInput.parse(applicantExamples[setting as keyof typeof applicantExamples]);
  }
  const file = await readNamedFile(setting, {
    ...place,
    kind: 'example',
    known: applicantExamples,
  });
  const applicant = file && place.mistakes.parse(setting, applicantInput, file.value);
  return applicant ?? applicantExamples.hana;
}

/** @returns the answer key in the file; `undefined`, with a mistake added, when the file is not an answer key */
export async function findAnswerKey(
  setting: string | undefined,
  { where, folder, mistakes }: SettingPlace,
): Promise<AnswerKey | undefined> {
  if (setting === undefined) return undefined;
  const path = resolve(folder, setting);
  const missingText = `the key file ${path} cannot be read`;
  const file = await readJsonFile(path, {
    mistakes,
    where: setting,
    missing: [where, missingText],
  });
  const answerKey = file && toAnswerKey(file.value);
  if (file && !answerKey) mistakes.add(setting, `is not an answer key: write ${keyForm}`);
  return answerKey;
}

function readNamedFile(
  setting: string,
  { kind, known: builtIn, where, folder, mistakes }: SettingPlace & { kind: string; known: object },
): Promise<{ value: unknown } | undefined> {
  const names = Object.keys(builtIn);
  const near = didYouMean(setting, names);
  const missingText = `there is no ${kind} and no file "${setting}"${near}; known are ${names.join(', ')}`;
  return readJsonFile(resolve(folder, setting), {
    mistakes,
    where: setting,
    missing: [where, missingText],
  });
}

/**
 * Reads a JSON file that a setting names.
 * @param where its name in messages
 * @param missing the name and the message for a missing file
 * @returns its value, or `undefined` with a mistake added
 */
async function readJsonFile(
  path: string,
  {
    mistakes,
    where,
    missing: missingMistake,
  }: { mistakes: Mistakes; where: string; missing: [string, string] },
): Promise<{ value: unknown } | undefined> {
  try {
    return { value: parseJson(await readText(path)) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) mistakes.add(where, error.message);
    else if ((error as NodeJS.ErrnoException).code === 'ENOENT') mistakes.add(...missingMistake);
    else mistakes.add(missingMistake[0], `${where} cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}

const defaultFileName = 'admissions.config.json';

interface FileLayers {
  path: string | undefined;
  profile: string | undefined;
  top: Partial<Settings>;
  ofProfile: Partial<Settings>;
}

/**
 * Reads the file that `--config` or ADMISSIONS_CONFIG names, or else `admissions.config.json` if it exists, and finds
 * the profile that `--profile`, ADMISSIONS_PROFILE or the file names.
 */
async function fileLayers(
  flags: Flags,
  { env, cwd, mistakes }: { env: NodeJS.ProcessEnv; cwd: string; mistakes: Mistakes },
): Promise<FileLayers> {
  const noFile: FileLayers = { path: undefined, profile: undefined, top: {}, ofProfile: {} };
  const namedPath = flags.config ?? (env.ADMISSIONS_CONFIG || undefined);
  const path = resolve(cwd, namedPath ?? defaultFileName);
  const [profileName, profileOption] = requestedProfile(flags, env);
  if (namedPath === undefined && !existsSync(path)) {
    if (profileName !== undefined) {
      mistakes.add(
        profileOption,
        `there is no ${defaultFileName} in ${cwd} with profiles; name one with --config`,
      );
    }
    return noFile;
  }
  const shownName = namedPath ?? defaultFileName;
  const pathOption = flags.config === undefined ? 'ADMISSIONS_CONFIG' : '--config';
  const json = await readJsonFile(path, {
    mistakes,
    where: shownName,
    missing: [pathOption, `there is no file ${shownName}`],
  });
  if (!json) return noFile;
  mistakes.parse(shownName, configFileSchema, json.value);
  const file = fieldsOf(json.value);
  const profiles = fieldsOf(file.profiles);
  const profile = profileName ?? (typeof file.profile === 'string' ? file.profile : undefined);
  if (profile !== undefined && !Object.hasOwn(profiles, profile)) {
    const profileNames = Object.keys(profiles);
    const list =
      profileNames.length > 0
        ? `known are ${profileNames.join(', ')}`
        : `${shownName} has no profiles`;
    const where = profileName === undefined ? `${shownName}: profile` : profileOption;
    mistakes.add(
      where,
      `there is no profile "${profile}"${didYouMean(profile, profileNames)}; ${list}`,
    );
  }
  return {
    path,
    profile,
    top: settingsOf(file),
    ofProfile: profile === undefined ? {} : settingsOf(fieldsOf(profiles[profile])),
  };
}

function requestedProfile(flags: Flags, env: NodeJS.ProcessEnv): [string | undefined, string] {
  if (flags.profile !== undefined) return [flags.profile, '--profile'];
  return [env.ADMISSIONS_PROFILE || undefined, 'ADMISSIONS_PROFILE'];
}

/** Reads the valid settings, with everything they name; the invalid ones are reported as mistakes. */
function settingsOf(fields: Record<string, unknown>): Partial<Settings> {
  const keys = settingsSchema.keyof().options;
  return Object.fromEntries(
    keys.flatMap((key) => {
      const { success, data } = settingsSchema.shape[key].safeParse(fields[key]);
      return success && data !== undefined ? [[key, data]] : [];
    }),
  );
}

/** A path as messages show it: relative to the working directory where that is shorter. */
function shownPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.startsWith('..') ? path : short || join('.', path);
}

/* The settings that the environment and the flags can set, named after the schema's keys. */

type FlagName<K extends FlagSettingKey> = K extends `${infer N}Ms` ? N : K;
/** The flags of the command line, as typed. `loadSettings` checks them together with everything else. */
export type Flags = {
  [K in FlagSettingKey as FlagName<K>]?: string;
} & { config?: string; profile?: string };

interface FlagSetting {
  key: FlagSettingKey;
  /** e.g. `ADMISSIONS_TIMEOUT_MS` */
  variable: string;
  /** e.g. `--timeout` */
  option: string;
  flag: FlagName<FlagSettingKey>;
  /** As commander declares it, e.g. `--timeout <ms>`. */
  declaration: string;
  help: string;
}

export const flagSettings: readonly FlagSetting[] = Object.entries(settingPlaceholders).map(
  ([name, placeholder]) => {
    const key = name as FlagSettingKey;
    const flag = key.replace(/Ms$/, '') as FlagName<FlagSettingKey>;
    const option = `--${kebab(flag)}`;
    const variable = `ADMISSIONS_${kebab(key).replaceAll('-', '_').toUpperCase()}`;
    return {
      key,
      variable,
      option,
      flag,
      declaration: `${option} <${placeholder}>`,
      help: help(key),
    };
  },
);

/** The schema's description of a setting, in the form that a command's help uses. */
function help(key: FlagSettingKey): string {
  const { description = '' } = settingsSchema.shape[key];
  const defaultValue = defaultSettings[key];
  const text = description
    .replace(/\.$/, '')
    .replace(/^[A-Z](?=[a-z' ])/, (letter) => letter.toLowerCase());
  return defaultValue === undefined ? text : `${text} (default: ${defaultValue})`;
}

/** The names of all flags that set settings, and of the two that choose the file and the profile. */
export const settingFlagNames: readonly string[] = [
  'config',
  'profile',
  ...flagSettings.map(({ flag }) => flag),
];

function settingsLayer(
  mistakes: Mistakes,
  textOf: (setting: FlagSetting) => [where: string, text: string | undefined],
): Partial<Settings> {
  const values = flagSettings.flatMap((setting) => {
    const { key } = setting;
    const [where, text] = textOf(setting);
    if (text === undefined) return [];
    const value = mistakes.parse(where, settingsSchema.shape[key], fromText(key, text));
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(values);
}

/**
 * Converts a text to a number where the setting is one. A text that is not a number stays a text, so that the schema
 * reports it.
 */
function fromText(key: FlagSettingKey, text: string): string | number {
  let schema: z.ZodTypeAny = settingsSchema.shape[key];
  if (schema instanceof z.ZodOptional) schema = schema.unwrap();
  return schema instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/* Mistakes in what people wrote, each with its place; they are collected and reported together. */

/** Collects mistakes until {@link Mistakes.throwAll}. */
export class Mistakes {
  readonly #lines: string[] = [];

  /** @param where the file, variable or option, e.g. `--timeout` */
  add(where: string, problem: string): void {
    this.#lines.push(`${where}: ${problem}`);
  }

  /** Each mistake once, in order. */
  get lines(): string[] {
    return [...new Set(this.#lines)];
  }

  /**
   * Parses a value with a schema and adds its mistakes.
   * @returns the parsed value, or `undefined` with at least one mistake added
   */
  parse<S extends ZodTypeAny>(where: string, schema: S, value: unknown): S['_output'] | undefined {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const [path, problem] of differences(schema, value)) {
      this.add([where, path].filter(Boolean).join(': '), problem);
    }
    return undefined;
  }

  /** @throws {CliError} (exit 2) naming every mistake, if there are any */
  throwAll(): void {
    const { lines } = this;
    if (lines.length === 0) return;
    if (lines.length === 1) throw new CliError(lines[0] as string);
    throw new CliError(
      `${lines.length} mistakes in the configuration:\n${lines.map((line) => `- ${line}`).join('\n')}`,
    );
  }
}

/**
 * Where the value of a setting comes from: `default`, `file`, `profile staging`, `environment ADMISSIONS_TARGET`,
 * `flag`.
 */
type SettingOrigin = 'default' | 'file' | `profile ${string}` | `environment ${string}` | 'flag';

/** The settings in force, with everything they name read and checked. */
export interface ResolvedSettings extends Omit<Settings, 'dialect' | 'applicant'> {
  /** `canonical`, `alternate`, the dialect file's path as given, or `inline`. */
  dialectName: string;
  dialect: Dialect;
  /** The example's name, or the file's path as given. */
  applicantName: string;
  applicant: ApplicantInput;
  answerKey: AnswerKey | undefined;
  origins: Record<keyof Settings, SettingOrigin>;
  /** The configuration file, as messages show it; `undefined` when there is none. */
  configFile: string | undefined;
  /** The folder in which the settings' commands run: that of the configuration file, or else the working directory. */
  folder: string;
  profile: string | undefined;
}

/** The price of PayPal and Stripe on the mock: a backend cannot know the price in USD, so the settings supply it. */
const mockUsdPrice = 20;

/**
 * Finds the settings in force: defaults < top of the file < profile < environment < flags.
 * @throws {CliError} (exit 2) naming every mistake in any of them, and in the dialect and the applicant file
 */
export async function loadSettings(
  flags: Flags,
  { env = process.env, cwd = process.cwd() }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<ResolvedSettings> {
  const mistakes = new Mistakes();
  const file = await fileLayers(flags, { env, cwd, mistakes });
  const layers: [Partial<Settings>, (key: keyof Settings) => SettingOrigin][] = [
    [file.top, () => 'file'],
    [file.ofProfile, () => `profile ${file.profile}`],
    [
      settingsLayer(mistakes, ({ variable }) => [variable, env[variable] || undefined]),
      (key) => `environment ${flagSettingOf(key)?.variable}`,
    ],
    [settingsLayer(mistakes, ({ option, flag }) => [option, flags[flag]]), () => 'flag'],
  ];
  const settings: Settings = Object.assign({}, defaultSettings, ...layers.map(([layer]) => layer));
  if (settings.target === 'mock') settings.usdPrice ??= mockUsdPrice;
  const origins = Object.fromEntries(
    settingsSchema.keyof().options.map((key): [string, SettingOrigin] => {
      const lastLayer = layers.findLast(([layer]) => layer[key] !== undefined);
      return [key, lastLayer ? lastLayer[1](key) : 'default'];
    }),
  ) as ResolvedSettings['origins'];

  const configFile = file.path && shownPath(file.path, cwd);
  const placeOf = (key: keyof Settings): SettingPlace => {
    const origin = origins[key];
    const isFromFile =
      file.path !== undefined && (origin === 'file' || origin.startsWith('profile '));
    const path = origin === 'file' ? key : `profiles.${file.profile}.${key}`;
    const flagOrVariable =
      origin === 'flag' ? flagSettingOf(key)?.option : flagSettingOf(key)?.variable;
    return {
      where: isFromFile ? `${configFile}: ${path}` : (flagOrVariable ?? key),
      folder: isFromFile ? dirname(file.path as string) : cwd,
      mistakes,
    };
  };
  const { name, dialect } = await findDialect(settings.dialect, placeOf('dialect'));
  const applicant = await findApplicant(settings.applicant, placeOf('applicant'));
  const answerKey = await findAnswerKey(settings.examKey, placeOf('examKey'));
  mistakes.throwAll();
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

function flagSettingOf(key: keyof Settings) {
  return flagSettings.find((flagSetting) => flagSetting.key === key);
}

/**
 * Hides what looks like a secret among the arguments of a command: `--password abc`, `API_KEY=abc`, the user part of an
 * address, and everything `hideSecrets` recognizes by its form.
 */
export function hideArguments(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const previousWord = words[index - 1] ?? '';
    if (/^-/.test(previousWord) && !previousWord.includes('=') && isSecretName(previousWord))
      return hidden;
    const assignment = /^([\w.-]+)=(.*)$/s.exec(word);
    if (assignment && isSecretName(assignment[1] as string)) return `${assignment[1]}=${hidden}`;
    return hideSecrets(word.replace(/(:\/\/)[^/@\s]+@/g, `$1${hidden}@`));
  });
}

/** Whether a name belongs to a secret: `--imap-password`, `API_KEY`, `GITHUB_TOKEN`. */
function isSecretName(name: string): boolean {
  const parts = name.split(/[-_.]+/).filter(Boolean);
  return parts.some(
    (part) =>
      /^(key|pass|passwd|pwd|auth|credentials?|pat|apikey)$/i.test(part) || isSecretArgument(part),
  );
}

function isSecretArgument(name: string): boolean {
  return hideSecrets({ [name]: 'value' })[name] === hidden;
}
