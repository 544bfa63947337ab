/** Runs the checks until one fails: whether a fault is caught needs no more. */
import { catalogue } from '../../cli/src/checks/catalogue/index.ts';
import type { Check } from '../../cli/src/checks/check.ts';
import type { RunContext } from '../../cli/src/checks/context.ts';
import { type CheckResult, runChecks } from '../../cli/src/checks/run.ts';
import { lanes } from './broken-server.ts';

export interface Order {
  /** Checks that come first, where they do not speak of all others. */
  near?: ((check: Check) => boolean) | undefined;
  /** Ids of checks that are left out. */
  without?: readonly string[];
}

/** @returns the id of a check of level must or should that failed; `undefined` when all held */
export async function firstFailure(
  runContext: RunContext,
  { near = () => false, without = [] }: Order = {},
): Promise<string | undefined> {
  const chosen = catalogue.filter(({ id }) => !without.includes(id));
  const first = new Set(chosen.filter((check) => near(check) && !check.afterAll));
  for (const checks of [[...first], chosen.filter((check) => !first.has(check))]) {
    const { results } = await runChecks(checks, runContext, lanes, undefined, isFailure);
    const failed = results.find(isFailure);
    if (failed) return failed.check.id;
  }
  return undefined;
}

function isFailure({ outcome, check }: CheckResult): boolean {
  return outcome === 'failed' && check.level !== 'info';
}
