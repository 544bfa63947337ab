/** The last good run: what tonight's is compared with. It holds shapes and times, and no values. */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { CliError } from '../process/exit.ts';
import { tryParseJson } from '../process/json.ts';
import { writeWhole } from '../process/write-whole.ts';
import { compareShapes } from '../report/shape.ts';
import type { Observation } from './item.ts';

const schema = z
  .object({
    version: z.literal(1),
    at: z.string(),
    target: z.string(),
    operations: z.record(
      z.object({ status: z.number(), ms: z.number(), shape: z.record(z.string()) }).strict(),
    ),
  })
  .strict();
export type LastGood = z.infer<typeof schema>;

/**
 * @returns `undefined` where there is no such file yet
 * @throws {CliError} (exit 2) when it is of another target, or no such file at all
 */
export async function readLastGood(path: string, target: string): Promise<LastGood | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CliError(`--last-good: ${path} cannot be read: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(tryParseJson(text));
  if (!parsed.success) {
    throw new CliError(`--last-good: ${path} was not written by a smoke run: name another file`);
  }
  if (parsed.data.target !== target) {
    throw new CliError(
      `--last-good: ${path} is of ${parsed.data.target}, this run is of ${target}: name another file`,
    );
  }
  return parsed.data;
}

/** Writes the file whole or not at all. @throws {CliError} (exit 2) when it cannot be written */
export async function writeLastGood(
  path: string,
  target: string,
  seen: ReadonlyMap<string, Observation>,
): Promise<void> {
  const file: LastGood = {
    version: 1,
    at: new Date().toISOString(),
    target,
    operations: Object.fromEntries(seen),
  };
  try {
    await mkdir(dirname(path), { recursive: true });
    writeWhole(path, `${JSON.stringify(file, null, 2)}\n`, 0o644);
  } catch (error) {
    throw new CliError(`--last-good: ${path} cannot be written: ${(error as Error).message}`);
  }
}

export interface Change {
  operation: string;
  /** `status 200 | 201`, the last good run first. */
  what: string;
}

/** What answers differently from the last good run. Fields that come and go with the data are included. */
export function changesSince(
  { operations }: LastGood,
  seen: ReadonlyMap<string, Observation>,
): Change[] {
  return [...seen].flatMap(([operation, now]): Change[] => {
    const then = operations[operation];
    if (!then) return [];
    const status = then.status === now.status ? [] : [`status ${then.status} | ${now.status}`];
    const shapes = compareShapes(
      new Map(Object.entries(then.shape)),
      new Map(Object.entries(now.shape)),
    );
    return [...status, ...shapes].map((what) => ({ operation, what }));
  });
}

/** This many times slower than in the last good run, in the median of all operations. */
const slowFactor = 3;
/** And slower by at least this much, in the median: a few milliseconds more do not matter. */
const slowByMs = 200;

/**
 * @param limitMs for the fastest answer of each operation
 * @returns why the backend counts as slow; empty where it does not
 */
export function slowness(
  seen: ReadonlyMap<string, Observation>,
  limitMs: number,
  lastGood: LastGood | undefined,
): string[] {
  const over = [...seen]
    .filter(([, { ms }]) => ms > limitMs)
    .sort(([, a], [, b]) => b.ms - a.ms)
    .map(([operation, { ms }]) => `${operation} took ${ms} ms (limit ${limitMs})`);
  return [...over, ...comparedWith(lastGood, seen)];
}

function comparedWith(
  lastGood: LastGood | undefined,
  seen: ReadonlyMap<string, Observation>,
): string[] {
  const pairs = [...seen].flatMap(([operation, { ms }]) => {
    const then = lastGood?.operations[operation]?.ms;
    return then === undefined ? [] : [{ then, now: ms }];
  });
  if (pairs.length === 0) return [];
  const factor = median(pairs.map(({ then, now }) => now / Math.max(1, then)));
  const more = median(pairs.map(({ then, now }) => now - then));
  if (factor < slowFactor || more < slowByMs) return [];
  return [
    `answers take ${factor.toFixed(1)} times as long as in the last good run, ${Math.round(more)} ms more (median of ${pairs.length} operations)`,
  ];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
