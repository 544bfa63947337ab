/** Lets `detect` loose on one backend, first without an applicant, then with one. */
import { dialectSettings, readingIn } from '@one-planet/contract';
import { serve } from '@one-planet/mocks/node';
import { detect } from '../../../cli/src/commands/detect/detect.ts';
import { loadSettings } from '../../../cli/src/config/load.ts';
import type { Case } from './cases.ts';
import { createFront } from './front.ts';

export type Verdict = 'right' | 'unknown' | 'wrong';

export interface Run {
  /** In the order of `dialectSettings`. */
  verdicts: Verdict[];
  why: string[];
  requests: number;
  warnings: string[];
}

export interface Trial {
  harmless: Run;
  registering: Run;
  /** What the harmless requests changed on the backend, which must be nothing. */
  changed: string[];
}

export interface Tried extends Case, Trial {}

/** @returns what must not be, in words */
export function mistakesOf({ seed, dialect, changed, ...runs }: Tried): string[] {
  const wrong = [runs.harmless, runs.registering].flatMap(({ verdicts, why }) =>
    dialectSettings.flatMap((setting, at) => {
      const { operation, name } = setting;
      if (verdicts[at] !== 'wrong') return [];
      return `${seed}: ${operation} ${name} is ${readingIn(dialect, setting)}; detect: ${why[at]}`;
    }),
  );
  return [...wrong, ...changed.map((page) => `${seed}: harmless requests changed /_mock/${page}`)];
}

export async function tryCase({ dialect, style }: Case): Promise<Trial> {
  const { url, close } = await serve(await createFront(dialect, style));
  const look = async (page: string) => (await fetch(`${url}/_mock/${page}.json`)).text();
  const pages = ['state', 'outbox', 'staff'];
  const run = async (register: boolean): Promise<Run> => {
    const settings = await loadSettings({ target: url }, { env: {}, cwd: import.meta.dirname });
    const { entries, requests } = await detect(settings, { register });
    const verdicts = dialectSettings.map((setting): Verdict => {
      const reading = entries.reading(setting);
      if (reading === undefined) return 'unknown';
      return reading === readingIn(dialect, setting) ? 'right' : 'wrong';
    });
    const why = entries.list().map((entry) => `${entry.reading}: ${entry.why}`);
    return { verdicts, why, requests, warnings: entries.warnings };
  };
  try {
    const before = await Promise.all(pages.map(look));
    const harmless = await run(false);
    const after = await Promise.all(pages.map(look));
    const changed = pages.filter((_, at) => before[at] !== after[at]);
    return { harmless, registering: await run(true), changed };
  } finally {
    await close();
  }
}
