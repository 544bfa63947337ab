/** Relates the results of a run: each cause is reported once, and what waits for it is blocked. */
import type { ReportedCheck } from '../report/report.ts';
import type { CheckResult } from './outcome.ts';

/**
 * Makes sure that whatever blocks a check is reported as a finding, even if the check that reports it passed (for
 * another applicant or another record) or is not part of the run.
 * @param findCheck finds the check of an id, also if it is not part of the run
 */
export function addRootCauses<K extends ReportedCheck>(
  results: readonly CheckResult<K>[],
  findCheck: (id: string) => K | undefined = () => undefined,
): CheckResult<K>[] {
  const resultsById = new Map(results.map((result) => [result.check.id, result]));
  const addedFailures = new Map<K, CheckResult<K>>();
  for (const result of results) {
    const lastResult = findLastOfChain(result, resultsById);
    if (lastResult.outcome !== 'blocked') continue;
    const { blockedBy = '', reason, response } = lastResult;
    const check = resultsById.get(blockedBy)?.check ?? findCheck(blockedBy);
    const earlierResult = check && resultsById.get(check.id);
    if (!check || earlierResult?.outcome === 'blocked') continue;
    if (earlierResult?.outcome === 'failed' || addedFailures.has(check)) continue;
    const { ms = 0, notes = [] } = earlierResult ?? {};
    const expected = 'this in every call of the run';
    const failure = { outcome: 'failed', expected, got: reason, response } as const;
    addedFailures.set(check, { check, ms, notes, ...failure });
  }
  const resultsWithCauses = results.map((result) => addedFailures.get(result.check) ?? result);
  return [
    ...resultsWithCauses,
    ...[...addedFailures.values()].filter(({ check }) => !resultsById.has(check.id)),
  ];
}

/**
 * @returns the failed check at the end of the chain of blocks that starts with this check; where none failed, the last
 * blocked one
 */
function findLastOfChain<K extends ReportedCheck>(
  result: CheckResult<K>,
  resultsById: ReadonlyMap<string, CheckResult<K>>,
): CheckResult<K> {
  const visitedResults = new Set<CheckResult<K>>();
  let lastResult = result;
  while (lastResult.outcome === 'blocked' && !visitedResults.has(lastResult)) {
    visitedResults.add(lastResult);
    const blockerResult = resultsById.get(lastResult.blockedBy ?? '');
    if (blockerResult?.outcome !== 'blocked' && blockerResult?.outcome !== 'failed') break;
    lastResult = blockerResult;
  }
  return lastResult;
}
