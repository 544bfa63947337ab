/** The settings that name something: a dialect and an applicant, by name or by file, and the exam's key. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
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
import { JsonSyntaxError, parseJson } from '../process/json.ts';
import { didYouMean } from '../process/nearest.ts';
import { type AnswerKey, keyForm, toAnswerKey } from './answer-key.ts';
import type { Mistakes } from './mistakes.ts';
import type { Settings } from './settings.ts';

/** Where a setting was given. */
export interface Given {
  /** How messages name it, e.g. `--dialect`. */
  where: string;
  /** The folder its file paths start from. */
  folder: string;
  mistakes: Mistakes;
}

/** @returns the dialect and how it is called; the canonical one with a mistake added when it cannot be had */
export async function findDialect(
  setting: Settings['dialect'],
  given: Given,
): Promise<{ name: string; dialect: Dialect }> {
  if (typeof setting !== 'string')
    return { name: 'inline', dialect: parse(setting, given.where, given) };
  if (Object.hasOwn(namedDialects, setting))
    return { name: setting, dialect: parseDialect(setting) };
  const file = await readNamed(setting, { ...given, kind: 'dialect', known: namedDialects });
  return { name: setting, dialect: file ? parse(file.value, setting, given) : canonical };
}

function parse(value: unknown, where: string, { mistakes }: Given): Dialect {
  try {
    return parseDialect(value);
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    for (const problem of error.problems) mistakes.add(where, problem);
    return canonical;
  }
}

/** @returns the applicant, `hana` with a mistake added when she cannot be had */
export async function findApplicant(setting: string, given: Given): Promise<ApplicantInput> {
  if (Object.hasOwn(applicantExamples, setting)) {
    // Parsed like a file: an example is what a person types, with the spaces in her phone number.
    return applicantInput.parse(applicantExamples[setting as keyof typeof applicantExamples]);
  }
  const file = await readNamed(setting, { ...given, kind: 'example', known: applicantExamples });
  const applicant = file && given.mistakes.parse(setting, applicantInput, file.value);
  return applicant ?? applicantExamples.hana;
}

/** @returns what the key file says; `undefined` with a mistake added when it is none */
export async function findAnswerKey(
  setting: string | undefined,
  { where, folder, mistakes }: Given,
): Promise<AnswerKey | undefined> {
  if (setting === undefined) return undefined;
  const path = resolve(folder, setting);
  const missing = `the key file ${path} cannot be read`;
  const file = await readJsonFile(path, { mistakes, where: setting, missing: [where, missing] });
  const answerKey = file && toAnswerKey(file.value);
  if (file && !answerKey) mistakes.add(setting, `is not an answer key: write ${keyForm}`);
  return answerKey;
}

function readNamed(
  setting: string,
  { kind, known, where, folder, mistakes }: Given & { kind: string; known: object },
): Promise<{ value: unknown } | undefined> {
  const names = Object.keys(known);
  const near = didYouMean(setting, names);
  const missing = `there is no ${kind} and no file "${setting}"${near}; known are ${names.join(', ')}`;
  return readJsonFile(resolve(folder, setting), {
    mistakes,
    where: setting,
    missing: [where, missing],
  });
}

/**
 * Reads a JSON file that a person named.
 * @param where how mistakes in it are told
 * @param missing how it is told that there is none: where it was named, and what to say
 * @returns its value, or `undefined` with a mistake added
 */
export async function readJsonFile(
  path: string,
  { mistakes, where, missing }: { mistakes: Mistakes; where: string; missing: [string, string] },
): Promise<{ value: unknown } | undefined> {
  try {
    return { value: parseJson(await readFile(path, 'utf8')) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) mistakes.add(where, error.message);
    else if ((error as NodeJS.ErrnoException).code === 'ENOENT') mistakes.add(...missing);
    else mistakes.add(missing[0], `${where} cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}
