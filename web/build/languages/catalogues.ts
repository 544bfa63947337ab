/** The catalogues of texts in `web/languages`: a folder for each language, and in it a file for each module of words. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LanguageCode } from '../../src/language/languages.ts';
import { root } from '../folders.ts';

const folder = join(root, 'languages');

const said = (part: string) => z.string().includes(part);

const about = z
  .object({
    /** Who has to review it. */
    reviewer: z.string().min(1),
    /** The day on which that was done, e.g. `2027-03-01`. */
    reviewed: z.string().date().nullable(),
    /** What the footer says until then, in the language. */
    note: z.string().min(1),
    /** How the time of day is said where it is counted from 6 o'clock (web/src/calendar/local-time.ts). */
    clock: z
      .object({
        night: said('{time}'),
        morning: said('{time}'),
        afternoon: said('{time}'),
        evening: said('{time}'),
        both: said('{local}').includes('{clock}'),
      })
      .strict()
      .optional(),
  })
  .strict();

/** @returns the names of a language's catalogues, e.g. `features/exam/words` */
export async function cataloguesOf(code: LanguageCode): Promise<string[]> {
  const names = await readdir(join(folder, code), { recursive: true });
  return names
    .filter((name) => name.endsWith('.json') && !own.has(name))
    .map((name) => name.replaceAll('\\', '/').replace(/\.json$/, ''))
    .sort();
}
const own = new Set(['about.json', 'rules.json']);

/** @returns one catalogue, parsed; nothing where the language does not have it */
export async function readCatalogue(code: LanguageCode, name: string): Promise<unknown> {
  return await readJson(code, name);
}

/** @returns the messages of the contract's rules, by the English ones */
export async function readRules(code: LanguageCode): Promise<Record<string, string>> {
  return z.record(z.string()).parse((await readJson(code, 'rules')) ?? {});
}

/** @returns who reviews a language, and what the footer says of it: nothing once it was reviewed */
export async function readAbout(code: LanguageCode): Promise<z.output<typeof about>> {
  return about.parse(await readJson(code, 'about'));
}

async function readJson(code: LanguageCode, name: string): Promise<unknown> {
  const text = await readFile(join(folder, code, `${name}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
