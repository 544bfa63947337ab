/** The settings that the environment and the flags give, named after the schema's keys. */
import { applicantExamples, namedDialects } from '@one-planet/contract';
import { z } from 'zod';
import type { Mistakes } from './mistakes.ts';
import {
  defaultSettings,
  type Settings,
  type SettingWord,
  settingsSchema,
  settingWords,
} from './settings.ts';

type FlagName<K extends SettingWord> = K extends `${infer N}Ms` ? N : K;
/** What was given on the command line, as typed: `loadSettings` checks it with everything else. */
export type Flags = {
  [K in SettingWord as FlagName<K>]?: string | undefined;
} & { config?: string | undefined; profile?: string | undefined };

/** A setting that one word can give. */
interface WordSetting {
  key: SettingWord;
  /** e.g. `ADMISSIONS_TIMEOUT_MS` */
  variable: string;
  /** e.g. `--timeout` */
  option: string;
  flag: FlagName<SettingWord>;
  /** As commander declares it, e.g. `--timeout <ms>`. */
  declaration: string;
  help: string;
  /** What it may be, where that is a list. */
  words?: readonly string[] | undefined;
}

export const wordSettings: readonly WordSetting[] = Object.entries(settingWords).map(
  ([name, placeholder]) => {
    const key = name as SettingWord;
    const flag = key.replace(/Ms$/, '') as FlagName<SettingWord>;
    const option = `--${kebab(flag)}`;
    const variable = `ADMISSIONS_${kebab(key).replaceAll('-', '_').toUpperCase()}`;
    return {
      key,
      variable,
      option,
      flag,
      declaration: `${option} <${placeholder}>`,
      help: help(key),
      words: wordsOf(key),
    };
  },
);

function wordsOf(key: SettingWord): readonly string[] | undefined {
  if (key === 'dialect') return Object.keys(namedDialects);
  if (key === 'applicant') return Object.keys(applicantExamples);
  let schema: z.ZodTypeAny = settingsSchema.shape[key];
  if (schema instanceof z.ZodOptional) schema = schema.unwrap();
  return schema instanceof z.ZodEnum ? schema.options : undefined;
}

/** What the schema says of a setting, in the form of a command's help. */
function help(key: SettingWord): string {
  const { description = '' } = settingsSchema.shape[key];
  const usual = defaultSettings[key];
  const text = description
    .replace(/\.$/, '')
    .replace(/^[A-Z](?=[a-z' ])/, (it) => it.toLowerCase());
  return usual === undefined ? text : `${text} (default: ${usual})`;
}

/** The names of all flags that set settings, with the two that choose the file and the profile. */
export const settingFlags: readonly string[] = [
  'config',
  'profile',
  ...wordSettings.map(({ flag }) => flag),
];

/** The environment's layer; an empty variable counts as none. */
export function environmentLayer(env: NodeJS.ProcessEnv, mistakes: Mistakes): Partial<Settings> {
  return layer(mistakes, ({ variable }) => [variable, env[variable] || undefined]);
}

/** The command line's layer. */
export function flagLayer(flags: Flags, mistakes: Mistakes): Partial<Settings> {
  return layer(mistakes, ({ option, flag }) => [option, flags[flag]]);
}

function layer(
  mistakes: Mistakes,
  given: (setting: WordSetting) => [where: string, text: string | undefined],
): Partial<Settings> {
  const values = wordSettings.flatMap((setting) => {
    const { key } = setting;
    const [where, text] = given(setting);
    if (text === undefined) return [];
    const value = mistakes.parse(where, settingsSchema.shape[key], fromText(key, text));
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(values);
}

/** Text stays text where no number is asked for, or it is none: the schema then says so. */
function fromText(key: SettingWord, text: string): string | number {
  let schema: z.ZodTypeAny = settingsSchema.shape[key];
  if (schema instanceof z.ZodOptional) schema = schema.unwrap();
  return schema instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
