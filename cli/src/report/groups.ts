/** Groups of similar results, for the reports that people read. */
import type { CoverageRow, ReportedResult } from './report.ts';

type Results = readonly ReportedResult[];

/** The failures, by what they mean for the run. */
export function sortFailures(results: Results) {
  const others = results.filter(({ outcome, fails }) => outcome === 'failed' && !fails);
  return {
    failing: results.filter(({ fails }) => fails),
    known: others.filter(({ known }) => known),
    lenient: others.filter(({ known, check }) => !known && check.level !== 'info'),
  };
}

/**
 * Failures of one kind together, in the order they came: the same check of several operations, or several states,
 * with the same answer.
 */
export function groupFailures(failures: Results): [ReportedResult, ...ReportedResult[]][] {
  const groups = new Map<string, [ReportedResult, ...ReportedResult[]]>();
  for (const failure of failures) {
    const { check, got = '' } = failure;
    const [, kind = check.id] = /^[^/]+\/([^/]+)/.exec(check.id) ?? [];
    const key = `${check.level} ${kind} ${got.replace(/\d+/g, '#').slice(0, 40)}`;
    const group = groups.get(key);
    if (group) group.push(failure);
    else groups.set(key, [failure]);
  }
  return [...groups.values()];
}

/** What checks were blocked by, the most frequent first. */
export function groupBlocked(results: Results): { by: string; reason: string; count: number }[] {
  const blocked = results.filter(({ outcome }) => outcome === 'blocked');
  return alike(blocked, ({ blockedBy, reason }) => `${blockedBy}\n${reason}`).map((group) => ({
    by: group[0].blockedBy ?? 'an unknown check',
    reason: group[0].reason ?? 'no reason was given',
    count: group.length,
  }));
}

/** Why checks are waiting or were skipped, the most frequent first. */
export function groupReasons(results: Results, outcome: 'waiting' | 'skipped') {
  const some = results.filter((result) => result.outcome === outcome);
  return alike(some, ({ reason }) => reason ?? '').map((group) => ({
    reason: group[0].reason ?? 'no reason was given',
    count: group.length,
  }));
}

/** The tolerated differences, each with the operations (or checks) that show it. */
export function groupNotes(results: Results): { note: string; where: string[] }[] {
  const told = results.flatMap((result) => {
    const { check, expected, got, outcome, notes } = result;
    const informs = check.level === 'info' && outcome === 'failed' && !result.fails;
    const all = informs ? [...notes, `expected ${expected}, got ${got}`] : notes;
    return all.map((note) => ({ note, where: check.operation ?? check.id }));
  });
  return alike(told, ({ note }) => note).map((group) => ({
    note: group[0].note,
    where: [...new Set(group.map(({ where }) => where))],
  }));
}

/** Why statuses were not seen, each reason with its cells (`exams.create 404, 409`). */
export function groupUnseen(coverage: readonly CoverageRow[]): { why: string; cells: string[] }[] {
  const unseen = coverage.flatMap(({ operation, cells }) =>
    alike(
      cells.filter(({ seen }) => seen === 0),
      ({ why }) => why ?? '',
    ).map((group) => ({
      why: group[0].why ?? 'no reason is known',
      cell: `${operation} ${group.map(({ status }) => status).join(', ')}`,
    })),
  );
  return alike(unseen, ({ why }) => why).map((group) => ({
    why: group[0].why,
    cells: group.map(({ cell }) => cell),
  }));
}

/** By operation, in the order of the checks; what is about no operation is together. */
export function groupByOperation(results: Results): { operation: string; results: Results }[] {
  const groups = new Map<string, ReportedResult[]>();
  for (const result of results) {
    const operation = result.check.operation ?? 'the whole backend';
    const group = groups.get(operation);
    if (group) group.push(result);
    else groups.set(operation, [result]);
  }
  return [...groups].map(([operation, group]) => ({ operation, results: group }));
}

/** Groups by a key; the largest group first, groups of one size in the order they came. */
function alike<T>(all: readonly T[], key: (one: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}
