/** Which operation was seen with which status, and why not with the others. */
import { findOperation, type OperationName, operations } from '@one-planet/contract';
import type { CoverageCell, CoverageRow } from '../report/report.ts';
import { successStatuses } from './expect.ts';
import type { Observations } from './passive/observations.ts';

/**
 * One row an operation: every status the contract names for it, and every other that came.
 * @param checked the operations that the checks were of, `undefined` for a check of no single one: then all are told
 */
export function coverageOf(
  { statuses }: Observations,
  checked: readonly (OperationName | undefined)[],
): CoverageRow[] {
  const told = checked.includes(undefined)
    ? operations
    : operations.filter(({ name }) => checked.includes(name));
  return told.map(({ name }) => {
    const seen = statuses.get(name) ?? new Map<number, number>();
    const all = [...new Set([...expectedStatuses(name), ...seen.keys()])].sort((a, b) => a - b);
    return { operation: name, cells: all.map((status) => toCell(status, seen)) };
  });
}

function expectedStatuses(name: OperationName): number[] {
  const { auth, refuses = [] } = findOperation(name)?.meta ?? {};
  return [...successStatuses(name), ...refuses, ...(auth === 'bearer' ? [401] : [])];
}

function toCell(status: number, seen: ReadonlyMap<number, number>): CoverageCell {
  const count = seen.get(status) ?? 0;
  if (count > 0) return { status, seen: count };
  return { status, seen: 0, why: whyNot(status, [...seen.keys()]) };
}

function whyNot(status: number, seen: readonly number[]): string {
  if (seen.length === 0) return 'the operation was not called';
  const kind = Math.floor(status / 100);
  const instead = seen.filter((one) => Math.floor(one / 100) === kind).sort();
  if (instead.length === 0) return `no ${kind === 2 ? 'success' : 'refusal'} was seen`;
  return `the backend ${kind === 2 ? 'answers' : 'refuses with'} ${instead.join(', ')}`;
}
