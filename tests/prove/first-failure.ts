/** Runs the checks until one fails: whether a fault is caught needs no more. */
import type { OperationName } from '@one-planet/contract';
import { catalogue } from '../../cli/src/checks/catalogue/index.ts';
import type { RunContext } from '../../cli/src/checks/context.ts';
import { type CheckResult, runChecks } from '../../cli/src/checks/run.ts';
import { lanes } from './broken-server.ts';

/**
 * @param operation its checks come first
 * @param without ids of checks that are left out
 * @returns the id of a check of level must or should that failed; `undefined` when all held
 */
export async function firstFailure(
  runContext: RunContext,
  operation?: OperationName,
  without: readonly string[] = [],
): Promise<string | undefined> {
  const chosen = catalogue.filter(({ id }) => !without.includes(id));
  const isNear = chosen.map((check) => check.operation === operation && !check.afterAll);
  for (const near of [true, false]) {
    const checks = chosen.filter((_, at) => isNear[at] === near);
    const { results } = await runChecks(checks, runContext, lanes, undefined, isFailure);
    const failed = results.find(isFailure);
    if (failed) return failed.check.id;
  }
  return undefined;
}

function isFailure({ outcome, check }: CheckResult): boolean {
  return outcome === 'failed' && check.level !== 'info';
}
