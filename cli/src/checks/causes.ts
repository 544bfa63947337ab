/** What the findings of a run are: every cause once, and behind it what waits for it. */
import type { ReportedCheck } from '../report/report.ts';
import type { CheckResult } from './ending.ts';

/**
 * Makes a finding of whatever blocks a check: also where the check that reports it passed, for another applicant or
 * another record, or is not in the run.
 * @param find the check of an id, or the nearest one, also when it is not in the run
 */
export function withCauses<K extends ReportedCheck>(
  results: readonly CheckResult<K>[],
  find: (id: string) => K | undefined = () => undefined,
): CheckResult<K>[] {
  const byId = new Map(results.map((result) => [result.check.id, result]));
  const causes = new Map<K, CheckResult<K>>();
  /** The ids that other checks stand for: theirs are in no list of checks. */
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
    const expected = 'what the check says, for everybody and every record';
    causes.set(check, { check, outcome: 'failed', ms, notes, expected, got: reason, response });
  }
  const resultsWithCauses = results.map((result): CheckResult<K> => {
    const { check, blockedBy = '' } = result;
    const standIn = standIns.get(blockedBy);
    return causes.get(check) ?? (standIn ? { ...result, blockedBy: standIn } : result);
  });
  return [...resultsWithCauses, ...[...causes.values()].filter(({ check }) => !byId.has(check.id))];
}

/** @returns the failed check that a blocked one waits for in the end; else the last of its chain that is blocked */
function lastOfChain<K extends ReportedCheck>(
  result: CheckResult<K>,
  byId: ReadonlyMap<string, CheckResult<K>>,
): CheckResult<K> {
  const passed = new Set<CheckResult<K>>();
  let lastResult = result;
  while (lastResult.outcome === 'blocked' && !passed.has(lastResult)) {
    passed.add(lastResult);
    const blocker = byId.get(lastResult.blockedBy ?? '');
    if (blocker?.outcome !== 'blocked' && blocker?.outcome !== 'failed') break;
    lastResult = blocker;
  }
  return lastResult;
}

/** @returns the results, where what is refused in the words of its operation's plainest call waits for that */
export function withoutEchoes<K extends ReportedCheck>(
  results: readonly CheckResult<K>[],
): CheckResult<K>[] {
  const failed = new Map(
    results.flatMap((result) =>
      result.outcome === 'failed' ? [[result.check.id, result] as const] : [],
    ),
  );
  return results.map((result) => {
    const { isRefusal, got, expected: _, ...rest } = result;
    const plainest = `${result.check.id.split('/', 1)}/answers`;
    const cause = failed.get(plainest);
    if (!isRefusal || cause === undefined || cause === result || cause.got !== got) return result;
    return { ...rest, isRefusal, outcome: 'blocked', blockedBy: plainest, reason: got };
  });
}
