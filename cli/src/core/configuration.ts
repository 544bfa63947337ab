/**
 * Merges the configuration file, the profile, the environment and the flags into one typed object, and reports all
 * mistakes at once.
 */
import { lstatSync } from 'node:fs';
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
import { readText, readWorkingFolder } from './files.ts';
import { fieldsOf, findDifferences, JsonSyntaxError, parseJson } from './json.ts';
import { runSecrets } from './secrets.ts';
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

const answerKeyFormText = '{"question text": "text of the right choice", …}';

const answerKeySchema = z.union([
  z.record(z.string()),
  z.array(z.object({ questionText: z.string(), choiceText: z.string() })),
]);

/** @returns the key, from an object or from the mock's list; `undefined` for anything else */
export function toAnswerKey(value: unknown): AnswerKey | undefined {
  const { data } = answerKeySchema.safeParse(value);
  if (!data) return undefined;
  const questionChoicePairs = Array.isArray(data)
    ? data.map(({ questionText, choiceText }) => [questionText, choiceText] as const)
    : Object.entries(data);
  return new Map(
    questionChoicePairs.map(([question, choice]) => [
      normalizeCaseAndSpaces(question),
      normalizeCaseAndSpaces(choice),
    ]),
  );
}

/** A text in the form in which keys are compared: without regard to case and spacing. */
export function normalizeCaseAndSpaces(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

/* The settings that name something, or the path of a file: the dialect, the applicant, and the answer key. */

interface SettingPlace {
  /** The name of the setting in messages, e.g. `--dialect`. */
  placeText: string;
  /** The folder that relative paths start from. */
  folder: string;
  mistakes: Mistakes;
}

/**
 * Finds a dialect by its name or in a file.
 * @returns the dialect and its name; the canonical one, with a mistake added, when it cannot be read
 */
async function findDialect(
  dialectSetting: Settings['dialect'],
  settingPlace: SettingPlace,
): Promise<{ name: string; dialect: Dialect }> {
  if (typeof dialectSetting !== 'string')
    return {
      name: 'inline',
      dialect: parseDialectSetting(dialectSetting, settingPlace.placeText, settingPlace),
    };
  if (Object.hasOwn(namedDialects, dialectSetting))
    return { name: dialectSetting, dialect: parseDialect(dialectSetting) };
  const parsedDialectFile = await readNamedFile(dialectSetting, {
    ...settingPlace,
    settingKind: 'dialect',
    builtInValues: namedDialects,
  });
  return {
    name: dialectSetting,
    dialect: parsedDialectFile
      ? parseDialectSetting(parsedDialectFile.value, dialectSetting, settingPlace)
      : canonical,
  };
}

function parseDialectSetting(
  value: unknown,
  placeText: string,
  { mistakes }: SettingPlace,
): Dialect {
  try {
    return parseDialect(value);
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    for (const problem of error.problems) mistakes.addMistake(placeText, problem);
    return canonical;
  }
}

/**
 * Finds an applicant by name or in a file.
 * @returns `hana`, with a mistake added, when the applicant cannot be read
 */
async function findApplicant(
  applicantSetting: string,
  settingPlace: SettingPlace,
): Promise<ApplicantInput> {
  if (Object.hasOwn(applicantExamples, applicantSetting)) {
    // The example is parsed like a file, because it is written as a person types, with spaces in the phone number.
    return applicantInput.parse(
      applicantExamples[applicantSetting as keyof typeof applicantExamples],
    );
  }
  const parsedApplicantFile = await readNamedFile(applicantSetting, {
    ...settingPlace,
    settingKind: 'example',
    builtInValues: applicantExamples,
  });
  const applicantFromFile =
    parsedApplicantFile &&
    settingPlace.mistakes.parseOrAddMistakes(
      applicantSetting,
      applicantInput,
      parsedApplicantFile.value,
    );
  return applicantFromFile ?? applicantExamples.hana;
}

/** @returns the answer key in the file; `undefined`, with a mistake added, when the file is not an answer key */
export async function findAnswerKey(
  keyPathSetting: string | undefined,
  { placeText, folder, mistakes }: SettingPlace,
): Promise<AnswerKey | undefined> {
  if (keyPathSetting === undefined) return undefined;
  const keyFilePath = resolve(folder, keyPathSetting);
  const missingFileText = `the key file ${keyFilePath} cannot be read`;
  const parsedKeyFile = await readJsonFile(keyFilePath, {
    mistakes,
    shownName: keyPathSetting,
    missingMistake: [placeText, missingFileText],
  });
  const answerKey = parsedKeyFile && toAnswerKey(parsedKeyFile.value);
  if (parsedKeyFile && !answerKey)
    mistakes.addMistake(keyPathSetting, `is not an answer key: write ${answerKeyFormText}`);
  return answerKey;
}

function readNamedFile(
  nameOrPath: string,
  {
    settingKind,
    builtInValues: builtIn,
    placeText,
    folder,
    mistakes,
  }: SettingPlace & { settingKind: string; builtInValues: object },
): Promise<{ value: unknown } | undefined> {
  const knownNames = Object.keys(builtIn);
  const suggestion = didYouMean(nameOrPath, knownNames);
  const missingText = `there is no ${settingKind} and no file "${nameOrPath}"${suggestion}; known are ${knownNames.join(', ')}`;
  return readJsonFile(resolve(folder, nameOrPath), {
    mistakes,
    shownName: nameOrPath,
    missingMistake: [placeText, missingText],
  });
}

/**
 * Reads a JSON file that a setting names.
 * @param shownName its name in messages
 * @param missingMistake the name and the message for a missing file
 * @returns its value, or `undefined` with a mistake added
 */
async function readJsonFile(
  path: string,
  {
    mistakes,
    shownName,
    missingMistake,
  }: { mistakes: Mistakes; shownName: string; missingMistake: [string, string] },
): Promise<{ value: unknown } | undefined> {
  try {
    return { value: parseJson(await readText(path)) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) mistakes.addMistake(shownName, error.message);
    else if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      mistakes.addMistake(...missingMistake);
    else
      mistakes.addMistake(
        missingMistake[0],
        `${shownName} cannot be read: ${(error as Error).message}`,
      );
    return undefined;
  }
}

const defaultFileName = 'admissions.config.json';

interface FileLayers {
  configPath: string | undefined;
  profileName: string | undefined;
  baseSettings: Partial<Settings>;
  profileSettings: Partial<Settings>;
}

/**
 * Reads the file that `--config` or ADMISSIONS_CONFIG names, or else `admissions.config.json` if it exists, and finds
 * the profile that `--profile`, ADMISSIONS_PROFILE or the file names.
 */
async function readFileLayers(
  flags: Flags,
  { env, cwd, mistakes }: { env: NodeJS.ProcessEnv; cwd: string; mistakes: Mistakes },
): Promise<FileLayers> {
  const emptyLayers: FileLayers = {
    configPath: undefined,
    profileName: undefined,
    baseSettings: {},
    profileSettings: {},
  };
  const namedPath = flags.config ?? (env.ADMISSIONS_CONFIG || undefined);
  const configPath = resolve(cwd, namedPath ?? defaultFileName);
  const [profileName, profileOption] = findRequestedProfile(flags, env);
  if (namedPath === undefined && isMissing(configPath)) {
    if (profileName !== undefined) {
      mistakes.addMistake(
        profileOption,
        `there is no ${defaultFileName} in ${cwd} with profiles; name one with --config`,
      );
    }
    return emptyLayers;
  }
  const fileName = namedPath ?? defaultFileName;
  const pathSource = flags.config === undefined ? 'ADMISSIONS_CONFIG' : '--config';
  const parsedFile = await readJsonFile(configPath, {
    mistakes,
    shownName: fileName,
    missingMistake:
      namedPath === undefined
        ? [fileName, 'it is a link to a file that is not there']
        : [pathSource, `there is no file ${fileName}`],
  });
  if (!parsedFile) return emptyLayers;
  mistakes.parseOrAddMistakes(fileName, configFileSchema, parsedFile.value);
  const fileFields = fieldsOf(parsedFile.value);
  const profiles = fieldsOf(fileFields.profiles);
  const chosenProfile =
    profileName ?? (typeof fileFields.profile === 'string' ? fileFields.profile : undefined);
  if (chosenProfile !== undefined && !Object.hasOwn(profiles, chosenProfile)) {
    const profileNames = Object.keys(profiles);
    const knownProfilesText =
      profileNames.length > 0
        ? `known are ${profileNames.join(', ')}`
        : `${fileName} has no profiles`;
    const placeText = profileName === undefined ? `${fileName}: profile` : profileOption;
    mistakes.addMistake(
      placeText,
      `there is no profile "${chosenProfile}"${didYouMean(chosenProfile, profileNames)}; ${knownProfilesText}`,
    );
  }
  return {
    configPath,
    profileName: chosenProfile,
    baseSettings: pickValidSettings(fileFields),
    profileSettings:
      chosenProfile === undefined ? {} : pickValidSettings(fieldsOf(profiles[chosenProfile])),
  };
}

/** Whether a path has no entry: a link to nothing, and a folder that nobody may look into, are mistakes. */
function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

function findRequestedProfile(flags: Flags, env: NodeJS.ProcessEnv): [string | undefined, string] {
  if (flags.profile !== undefined) return [flags.profile, '--profile'];
  return [env.ADMISSIONS_PROFILE || undefined, 'ADMISSIONS_PROFILE'];
}

/** Reads the valid settings, with everything they name; the invalid ones are reported as mistakes. */
function pickValidSettings(settingFields: Record<string, unknown>): Partial<Settings> {
  const settingKeys = settingsSchema.keyof().options;
  return Object.fromEntries(
    settingKeys.flatMap((settingKey) => {
      const { success, data } = settingsSchema.shape[settingKey].safeParse(
        settingFields[settingKey],
      );
      return success && data !== undefined ? [[settingKey, data]] : [];
    }),
  );
}

/** A path as messages show it: relative to the working directory where that is shorter. */
function toShortestPath(path: string, cwd: string): string {
  const relativePath = relative(cwd, path);
  return relativePath.startsWith('..') ? path : relativePath || join('.', path);
}

/* The settings that the environment and the flags can set, named after the schema's keys. */

type FlagName<K extends FlagSettingKey> = K extends `${infer N}Ms` ? N : K;
/** The flags of the command line, as typed. `loadSettings` checks them together with everything else. */
export type Flags = {
  [K in FlagSettingKey as FlagName<K>]?: string;
} & { config?: string; profile?: string };

interface FlagSetting {
  settingKey: FlagSettingKey;
  /** e.g. `ADMISSIONS_TIMEOUT_MS` */
  variableName: string;
  /** e.g. `--timeout` */
  optionName: string;
  flagName: FlagName<FlagSettingKey>;
  /** As commander declares it, e.g. `--timeout <ms>`. */
  optionDeclaration: string;
  helpText: string;
}

export const flagSettings: readonly FlagSetting[] = Object.entries(settingPlaceholders).map(
  ([name, placeholder]) => {
    const settingKey = name as FlagSettingKey;
    const flagName = settingKey.replace(/Ms$/, '') as FlagName<FlagSettingKey>;
    const optionName = `--${toKebabCase(flagName)}`;
    const variableName = `ADMISSIONS_${toKebabCase(settingKey).replaceAll('-', '_').toUpperCase()}`;
    return {
      settingKey,
      variableName,
      optionName,
      flagName,
      optionDeclaration: `${optionName} <${placeholder}>`,
      helpText: makeHelpText(settingKey),
    };
  },
);

/** The schema's description of a setting, in the form that a command's help uses. */
function makeHelpText(settingKey: FlagSettingKey): string {
  const { description = '' } = settingsSchema.shape[settingKey];
  const defaultValue = defaultSettings[settingKey];
  const text = description
    .replace(/\.$/, '')
    .replace(/^[A-Z](?=[a-z' ])/, (letter) => letter.toLowerCase());
  return defaultValue === undefined ? text : `${text} (default: ${defaultValue})`;
}

/** The names of all flags that set settings, and of the two that choose the file and the profile. */
export const settingFlagNames: readonly string[] = [
  'config',
  'profile',
  ...flagSettings.map(({ flagName }) => flagName),
];

function readSettingsLayer(
  mistakes: Mistakes,
  readSetting: (setting: FlagSetting) => [placeText: string, text: string | undefined],
): Partial<Settings> {
  const settingEntries = flagSettings.flatMap((setting) => {
    const { settingKey } = setting;
    const [placeText, text] = readSetting(setting);
    if (text === undefined) return [];
    const settingValue = mistakes.parseOrAddMistakes(
      placeText,
      settingsSchema.shape[settingKey],
      toNumberOrText(settingKey, text),
    );
    return settingValue === undefined ? [] : [[settingKey, settingValue]];
  });
  return Object.fromEntries(settingEntries);
}

/**
 * Converts a text to a number where the setting is one. A text that is not a number stays a text, so that the schema
 * reports it.
 */
function toNumberOrText(settingKey: FlagSettingKey, text: string): string | number {
  let schema: z.ZodTypeAny = settingsSchema.shape[settingKey];
  if (schema instanceof z.ZodOptional) schema = schema.unwrap();
  return schema instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function toKebabCase(camelCaseName: string): string {
  return camelCaseName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/* Mistakes in what people wrote, each with its place; they are collected and reported together. */

/** Collects mistakes until {@link Mistakes.throwAll}. */
export class Mistakes {
  readonly #mistakeLines: string[] = [];

  /** @param placeText the file, variable or option, e.g. `--timeout` */
  addMistake(placeText: string, problem: string): void {
    this.#mistakeLines.push(`${placeText}: ${problem}`);
  }

  /** Each mistake once, in order. */
  get lines(): string[] {
    return [...new Set(this.#mistakeLines)];
  }

  /**
   * Parses a value with a schema and adds its mistakes.
   * @returns the parsed value, or `undefined` with at least one mistake added
   */
  parseOrAddMistakes<S extends ZodTypeAny>(
    placeText: string,
    schema: S,
    value: unknown,
  ): S['_output'] | undefined {
    const parsing = schema.safeParse(value);
    if (parsing.success) return parsing.data;
    for (const [path, problem] of findDifferences(schema, value)) {
      this.addMistake([placeText, path].filter(Boolean).join(': '), problem);
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
  settingOrigins: Record<keyof Settings, SettingOrigin>;
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
  { env = process.env, cwd = readWorkingFolder() }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<ResolvedSettings> {
  const mistakes = new Mistakes();
  const fileLayers = await readFileLayers(flags, { env, cwd, mistakes });
  const layersAndOriginMakers: [
    Partial<Settings>,
    (settingKey: keyof Settings) => SettingOrigin,
  ][] = [
    [fileLayers.baseSettings, () => 'file'],
    [fileLayers.profileSettings, () => `profile ${fileLayers.profileName}`],
    [
      readSettingsLayer(mistakes, ({ variableName }) => [
        variableName,
        env[variableName] || undefined,
      ]),
      (settingKey) => `environment ${findFlagSetting(settingKey)?.variableName}`,
    ],
    [
      readSettingsLayer(mistakes, ({ optionName, flagName }) => [optionName, flags[flagName]]),
      () => 'flag',
    ],
  ];
  const settings: Settings = Object.assign(
    {},
    defaultSettings,
    ...layersAndOriginMakers.map(([layer]) => layer),
  );
  if (settings.target === 'mock') settings.usdPrice ??= mockUsdPrice;
  const settingOrigins = Object.fromEntries(
    settingsSchema.keyof().options.map((settingKey): [string, SettingOrigin] => {
      const lastLayerPair = layersAndOriginMakers.findLast(
        ([layer]) => layer[settingKey] !== undefined,
      );
      return [settingKey, lastLayerPair ? lastLayerPair[1](settingKey) : 'default'];
    }),
  ) as ResolvedSettings['settingOrigins'];

  const configFile = fileLayers.configPath && toShortestPath(fileLayers.configPath, cwd);
  const findSettingPlace = (settingKey: keyof Settings): SettingPlace => {
    const origin = settingOrigins[settingKey];
    const isFromFile =
      fileLayers.configPath !== undefined && (origin === 'file' || origin.startsWith('profile '));
    const path =
      origin === 'file' ? settingKey : `profiles.${fileLayers.profileName}.${settingKey}`;
    const flagOrVariableName =
      origin === 'flag'
        ? findFlagSetting(settingKey)?.optionName
        : findFlagSetting(settingKey)?.variableName;
    return {
      placeText: isFromFile ? `${configFile}: ${path}` : (flagOrVariableName ?? settingKey),
      folder: isFromFile ? dirname(fileLayers.configPath as string) : cwd,
      mistakes,
    };
  };
  const { name, dialect } = await findDialect(settings.dialect, findSettingPlace('dialect'));
  const applicant = await findApplicant(settings.applicant, findSettingPlace('applicant'));
  runSecrets.add(applicant.password);
  const answerKey = await findAnswerKey(settings.examKey, findSettingPlace('examKey'));
  mistakes.throwAll();
  return {
    ...settings,
    answerKey,
    dialectName: name,
    dialect,
    applicantName: settings.applicant,
    applicant,
    settingOrigins,
    configFile,
    folder: fileLayers.configPath ? dirname(fileLayers.configPath) : cwd,
    profile: fileLayers.profileName,
  };
}

function findFlagSetting(settingKey: keyof Settings) {
  return flagSettings.find((flagSetting) => flagSetting.settingKey === settingKey);
}

/**
 * Hides what looks like a secret among the arguments of a command: `--password abc`, `API_KEY=abc`, the user part of an
 * address, and everything `hideSecrets` recognizes by its form.
 */
export function hideSecretArguments(commandArguments: readonly string[]): string[] {
  return commandArguments.map((commandArgument, index) => {
    const previousArgument = commandArguments[index - 1] ?? '';
    if (
      /^-/.test(previousArgument) &&
      !previousArgument.includes('=') &&
      isSecretName(previousArgument)
    )
      return hidden;
    const assignmentMatch = /^([\w.-]+)=(.*)$/s.exec(commandArgument);
    if (assignmentMatch && isSecretName(assignmentMatch[1] as string))
      return `${assignmentMatch[1]}=${hidden}`;
    return hideSecrets(commandArgument.replace(/(:\/\/)[^/@\s]+@/g, `$1${hidden}@`));
  });
}

/** Whether a name belongs to a secret: `--imap-password`, `API_KEY`, `GITHUB_TOKEN`. */
function isSecretName(argumentName: string): boolean {
  const nameParts = argumentName.split(/[-_.]+/).filter(Boolean);
  return nameParts.some(
    (namePart) =>
      /^(key|pass|passwd|pwd|auth|credentials?|pat|apikey)$/i.test(namePart) ||
      isSecretArgument(namePart),
  );
}

function isSecretArgument(argumentName: string): boolean {
  return hideSecrets({ [argumentName]: 'value' })[argumentName] === hidden;
}
