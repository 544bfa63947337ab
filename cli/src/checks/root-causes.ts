/** Relates the results of a run: each cause is reported once, and what waits for it is blocked. */
import type { ReportedCheck } from '../report/report.ts';
import type { CheckResult } from './outcome.ts';

/**
 * Makes sure that whatever blocks a check is reported as a finding, even if the check that reports it passed (for
 * another applicant or another record) or is not part of the run.
 * @param find finds the check of an id, or the most similar one, also if it is not part of the run
 */
export function withCauses<K extends ReportedCheck>(
  results: readonly CheckResult<K>[],
  find: (id: string) => K | undefined = () => undefined,
): CheckResult<K>[] {
  const byId = new Map(results.map((result) => [result.check.id, result]));
  const causes = new Map<K, CheckResult<K>>();
  /** Ids that exist only as a blocking reason, with the check that reports each of them. */
  const standIns = new Map<string, string>();
  for (const result of results) {
    const lastResult = lastOfChain(result, byId);
    if (lastResult.outcome !== 'blocked') continue;
    const { blockedBy = '', reason, response } = lastResult;
    const check = byId.get(blockedBy)?.check ?? find(blockedBy);
    const earlierResult = check && byId.get(check.id);
    if (!check || earlierResult?.outcome === 'blocked') continue;
    if (check.id !== blockedBy) standIns.set(blockedBy, check.id);
    if (earlierResult?.outcome === 'failed' || causes.has(check)) continue;
    const { ms = 0, notes = [] } = earlierResult ?? {};
    const expectedText = 'what the check says, for everybody and every record';
    causes.set(check, {
      check,
      outcome: 'failed',
      ms,
      notes,
      expected: expectedText,
      got: reason,
      response,
    });
  }
  const resultsWithCauses = results.map((result): CheckResult<K> => {
    const { check, blockedBy = '' } = result;
    const standIn = standIns.get(blockedBy);
    return causes.get(check) ?? (standIn ? { ...result, blockedBy: standIn } : result);
  });
  return [...resultsWithCauses, ...[...causes.values()].filter(({ check }) => !byId.has(check.id))];
}

/**
 * @returns the failed check at the end of the chain of blocks that starts with this check; where none failed, the last
 * blocked one
 */
function lastOfChain<K extends ReportedCheck>(
  result: CheckResult<K>,
  byId: ReadonlyMap<string, CheckResult<K>>,
): CheckResult<K> {
  const visitedResults = new Set<CheckResult<K>>();
  let lastResult = result;
  while (lastResult.outcome === 'blocked' && !visitedResults.has(lastResult)) {
    visitedResults.add(lastResult);
    const blocker = byId.get(lastResult.blockedBy ?? '');
    if (blocker?.outcome !== 'blocked' && blocker?.outcome !== 'failed') break;
    lastResult = blocker;
  }
  return lastResult;
}

/**
 * Marks a refusal as blocked when the plainest call of the same operation was refused in the same words.
 * @returns the results
 */
export function blockRepeatedRefusals<K extends ReportedCheck>(
  results: readonly CheckResult<K>[],
): CheckResult<K>[] {
  const failed = new Map(
    results.flatMap((result) =>
      result.outcome === 'failed' ? [[result.check.id, result] as const] : [],
    ),
  );
  return results.map((result) => {
    const { isRefusal, got, expected: _, ...rest } = result;
    const plainestCheckId = `${result.check.id.split('/', 1)}/answers`;
    const cause = failed.get(plainestCheckId);
    if (!isRefusal || cause === undefined || cause === result || cause.got !== got) return result;
    return { ...rest, isRefusal, outcome: 'blocked', blockedBy: plainestCheckId, reason: got };
  });
}
