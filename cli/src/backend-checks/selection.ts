/** Chooses which checks of the catalogue a run makes. */
import { operations } from '@one-planet/contract';
import { z } from 'zod';
import { CliError, didYouMean } from '../core/exit.ts';
import { readText } from '../core/files.ts';
import { parseJson } from '../core/json.ts';
import type { Level } from '../report/report.ts';
import type { BackendCheck } from './check.ts';

interface CheckFilters {
  /** Ids, or patterns of ids with `*`. */
  only?: readonly string[];
  operation?: readonly string[];
  level?: Level;
}

/** @throws {CliError} (exit 2) for a filter that matches no check, suggesting a similar one */
export function chooseChecks(
  checks: readonly BackendCheck[],
  { only, operation, level }: CheckFilters,
): BackendCheck[] {
  const ids = checks.map(({ id }) => id);
  const operationNames = operations.map(({ name }) => name);
  const isChosenId = makeGlobMatcher(only, ids, 'check');
  const isChosenOperation = makeGlobMatcher(operation, operationNames, 'operation');
  const chosenChecks = checks.filter(
    (check) =>
      isChosenId(check.id) &&
      (operation === undefined ||
        (check.operation !== undefined && isChosenOperation(check.operation))) &&
      (level === undefined || check.level === level),
  );
  if (chosenChecks.length > 0) return chosenChecks;
  throw new CliError(
    'no check matches all the filters; list the checks with: admissions check --list',
  );
}

/**
 * @returns the check with that id
 * @throws {CliError} (exit 2) suggesting a similar one
 */
export function findCheck(checks: readonly BackendCheck[], id: string): BackendCheck {
  const check = checks.find((candidate) => candidate.id === id);
  if (check) return check;
  const ids = checks.map((candidate) => candidate.id);
  throw makeUnknownNameError(id, ids, 'check');
}

function makeGlobMatcher(
  globTexts: readonly string[] | undefined,
  knownNames: readonly string[],
  nameKind: string,
): (name: string) => boolean {
  const globPatterns = (globTexts ?? ['*']).map(
    (glob) => new RegExp(`^${glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`),
  );
  for (const [index, pattern] of globPatterns.entries()) {
    if (!knownNames.some((name) => pattern.test(name)))
      throw makeUnknownNameError(globTexts?.[index] ?? '', knownNames, nameKind);
  }
  return (name) => globPatterns.some((globPattern) => globPattern.test(name));
}

function makeUnknownNameError(
  name: string,
  knownNames: readonly string[],
  nameKind: string,
): CliError {
  const prefixOf = (text: string) => text.split('/')[0] ?? '';
  // For a pattern, a name that begins alike is suggested.
  const suggestion =
    didYouMean(name.replaceAll('*', ''), knownNames) ||
    didYouMean(prefixOf(name), new Set(knownNames.map(prefixOf)));
  return new CliError(
    `there is no ${nameKind} "${name.slice(0, maxIdLength)}"${suggestion}. See them all with: admissions check --list`,
  );
}

/* The failures of an earlier run, read from its JSON report. */

/** In characters; no check has a longer id. */
export const maxIdLength = 80;

const failedReportSchema = z.object({
  command: z.literal('check'),
  results: z.array(z.object({ id: z.string().max(maxIdLength), outcome: z.string() })),
});

/** Blocked checks are repeated too, because they may fail as well. */
const unsettledOutcomes = ['failed', 'blocked'];

/**
 * Reads which checks to repeat.
 * @returns their ids, in the report's order; none where all passed
 * @throws {CliError} (exit 2) when the file is not a JSON report of `admissions check`
 */
export async function readFailedIds(path: string): Promise<string[]> {
  const text = await readText(path).catch((error: Error) => {
    throw new CliError(`--failed: ${path} cannot be read: ${error.message}`);
  });
  const { success, data } = failedReportSchema.safeParse(parseReport(text));
  if (!success) {
    throw new CliError(
      `--failed: ${path} is no report of a check: write one with admissions check --report json=${path}`,
    );
  }
  return data.results
    .filter(({ outcome }) => unsettledOutcomes.includes(outcome))
    .map(({ id }) => id);
}

function parseReport(text: string): unknown {
  try {
    // A report has more values than a response may have.
    return parseJson(text);
  } catch {
    return undefined;
  }
}
