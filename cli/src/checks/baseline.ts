/** Known findings: each with a comment and a day on which it expires. */
import { readFile, writeFile } from 'node:fs/promises';
import { today } from '@one-planet/contract';
import { z } from 'zod';
import { CliError } from '../process/exit.ts';
import type { CheckResult } from './run.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD');
const schema = z
  .object({
    findings: z.array(
      z
        .object({
          id: z.string().min(1),
          comment: z.string().trim().min(1, 'must say why the finding is known'),
          expires: day,
        })
        .strict(),
    ),
  })
  .strict();
export type Baseline = z.infer<typeof schema>;
type Known = Baseline['findings'][number];

const newComment = 'TODO: say why this is known, and who fixes it';
const monthMs = 30 * 24 * 60 * 60 * 1000;

/** @throws {CliError} (exit 2) naming what is wrong with the file */
export async function readBaseline(path: string, missing: 'fails' | 'is empty'): Promise<Baseline> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && missing === 'is empty') return '{"findings":[]}';
    throw new CliError(
      `the baseline ${path} cannot be read: ${error.message}. Make one with --update-baseline`,
    );
  });
  const parsed = schema.safeParse(parse(text, path));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path: at, message }) => `\n- ${at.join('.')}: ${message}`,
  );
  throw new CliError(`the baseline ${path} has mistakes:${problems.join('')}`);
}

/** The entry that excuses a failure; an expired one excuses nothing. */
export function knownFinding({ findings }: Baseline, result: CheckResult): Known | undefined {
  return findings.find(({ id, expires }) => id === result.check.id && expires >= today());
}

/**
 * What is wrong with the baseline itself: entries that have expired, or no longer happen.
 * @param results of the run; entries whose checks were not made say nothing
 */
export function baselineProblems(
  { findings }: Baseline,
  results: readonly CheckResult[],
): string[] {
  return findings.flatMap(({ id, expires }) => {
    const result = results.find(({ check }) => check.id === id);
    if (!result) return [];
    if (result.outcome === 'passed')
      return [`${id} no longer happens: remove it from the baseline`];
    if (result.outcome === 'failed' && expires < today())
      return [`${id} should have been fixed by ${expires}`];
    return [];
  });
}

/** Writes the findings of a run, keeping the comments and days of those that were known. */
export async function updateBaseline(
  path: string,
  { findings }: Baseline,
  failures: readonly CheckResult[],
  made: readonly CheckResult[],
): Promise<number> {
  const ids = new Set(made.map(({ check }) => check.id));
  const untouched = findings.filter(({ id }) => !ids.has(id));
  const expires = today(new Date(Date.now() + monthMs));
  const entries = failures.map(({ check: { id } }): Known => {
    const known = findings.find((one) => one.id === id);
    return known && known.expires >= today()
      ? known
      : { id, comment: known?.comment ?? newComment, expires };
  });
  const all = [...untouched, ...entries].sort((a, b) => a.id.localeCompare(b.id));
  await writeFile(path, `${JSON.stringify({ findings: all }, null, 2)}\n`).catch((error: Error) => {
    throw new CliError(`the baseline ${path} cannot be written: ${error.message}`);
  });
  return entries.length;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(`the baseline ${path} is not JSON: ${(error as Error).message}`);
  }
}
