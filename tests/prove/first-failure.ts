/** Runs the checks until one fails: whether a fault is caught needs no more. */
import type { OperationName } from '@one-planet/contract';
import { catalogue } from '../../cli/src/checks/catalogue/index.ts';
import type { RunContext } from '../../cli/src/checks/context.ts';
import { type CheckResult, runChecks } from '../../cli/src/checks/run.ts';
import { lanes } from './broken-server.ts';

/**
 * @param operation its checks come first
 * @returns the id of a check of level must or should that failed; `undefined` when all held
 */
export async function firstFailure(
  runContext: RunContext,
  operation?: OperationName,
): Promise<string | undefined> {
  const isNear = catalogue.map((check) => check.operation === operation && !check.afterAll);
  for (const near of [true, false]) {
    const checks = catalogue.filter((_, at) => isNear[at] === near);
    const { results } = await runChecks(checks, runContext, lanes, undefined, isFailure);
    const failed = results.find(isFailure);
    if (failed) return failed.check.id;
  }
  return undefined;
}

function isFailure({ outcome, check }: CheckResult): boolean {
  return outcome === 'failed' && check.level !== 'info';
}
