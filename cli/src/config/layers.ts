/** The settings the environment and the flags give, named after the schema's keys. */
import { z } from 'zod';
import type { Mistakes } from './mistakes.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** What was given on the command line, as typed: options by their names in camel case. */
export interface Flags {
  config?: string;
  profile?: string;
  target?: string;
  dialect?: string;
  siteOrigin?: string;
  applicant?: string;
  email?: string;
  exam?: string;
  examKey?: string;
  pay?: string;
  usdPrice?: string;
  timeout?: string;
}

/** A setting that one word can give: by a variable and by an option. */
export interface WordSetting {
  key: keyof Settings;
  /** e.g. `ADMISSIONS_TIMEOUT_MS` */
  variable: string;
  /** e.g. `--timeout` */
  option: string;
  flag: keyof Flags;
}

const adapters: readonly string[] = ['mailbox', 'staff', 'provider'];

/** All but the adapters, which only the file can describe. */
export const wordSettings: readonly WordSetting[] = settingsSchema
  .keyof()
  .options.filter((key) => !adapters.includes(key))
  .map((key) => {
    const flag = key.replace(/Ms$/, '') as keyof Flags;
    return { key, variable: `ADMISSIONS_${snake(key)}`, option: `--${kebab(flag)}`, flag };
  });

/** The environment's layer; an empty variable counts as none. */
export function environmentLayer(env: NodeJS.ProcessEnv, mistakes: Mistakes): Partial<Settings> {
  const words = wordSettings.map(({ key, variable }) => [
    key,
    variable,
    env[variable] || undefined,
  ]);
  return layer(words as Word[], mistakes);
}

/** The command line's layer. */
export function flagLayer(flags: Flags, mistakes: Mistakes): Partial<Settings> {
  const words = wordSettings.map(({ key, option, flag }) => [key, option, flags[flag]]);
  return layer(words as Word[], mistakes);
}

type Word = [key: keyof Settings, where: string, text: string | undefined];

function layer(words: readonly Word[], mistakes: Mistakes): Partial<Settings> {
  const given = words.flatMap(([key, where, text]) => {
    if (text === undefined) return [];
    const value = mistakes.parse(where, settingsSchema.shape[key], fromText(key, text));
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(given);
}

/** Text stays text where no number is asked for, or it is none: the schema then says so. */
function fromText(key: keyof Settings, text: string): string | number {
  let schema: z.ZodTypeAny = settingsSchema.shape[key];
  if (schema instanceof z.ZodOptional) schema = schema.unwrap();
  return schema instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
