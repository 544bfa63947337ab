/** Which checks of the catalogue a run runs. */
import { operations } from '@one-planet/contract';
import { CliError } from '../process/exit.ts';
import { didYouMean } from '../process/nearest.ts';
import type { Check, Level } from './check.ts';

export interface Choice {
  /** Ids, or globs of ids with `*`. */
  only?: readonly string[] | undefined;
  /** Names of operations, or globs of them. */
  operation?: readonly string[] | undefined;
  level?: Level | undefined;
}

/** @throws {CliError} (exit 2) for a filter that fits nothing, naming the near one */
export function chooseChecks(
  checks: readonly Check[],
  { only, operation, level }: Choice,
): Check[] {
  const ids = checks.map(({ id }) => id);
  const byId = matcher(only, ids, 'check');
  const byOperation = matcher(
    operation,
    operations.map(({ name }) => name),
    'operation',
  );
  const chosen = checks.filter(
    (check) =>
      byId(check.id) &&
      (operation === undefined ||
        (check.operation !== undefined && byOperation(check.operation))) &&
      (level === undefined || check.level === level),
  );
  if (chosen.length > 0) return chosen;
  throw new CliError(
    'no check matches all the filters; list the checks with: admissions check --list',
  );
}

/** @returns the check of that id. @throws {CliError} (exit 2) naming the near one */
export function findCheck(checks: readonly Check[], id: string): Check {
  const check = checks.find((one) => one.id === id);
  if (check) return check;
  throw unknown(
    id,
    checks.map((one) => one.id),
    'check',
  );
}

function matcher(
  globs: readonly string[] | undefined,
  words: readonly string[],
  what: string,
): (word: string) => boolean {
  const patterns = (globs ?? ['*']).map(toPattern);
  for (const [at, pattern] of patterns.entries()) {
    if (!words.some((word) => pattern.test(word))) throw unknown(globs?.[at] ?? '', words, what);
  }
  return (word) => patterns.some((pattern) => pattern.test(word));
}

function toPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`);
}

function unknown(word: string, words: readonly string[], what: string): CliError {
  // A glob is near to what it begins like.
  const near = didYouMean(word.replaceAll('*', ''), words) || beginsLike(word, words);
  return new CliError(
    `there is no ${what} "${word}"${near}. See them all with: admissions check --list`,
  );
}

function beginsLike(word: string, words: readonly string[]): string {
  const [operation = ''] = word.split('/');
  const near = didYouMean(operation, new Set(words.map((one) => one.split('/')[0] ?? '')));
  return near || '';
}
