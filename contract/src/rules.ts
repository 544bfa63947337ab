/** The rules of the API stand in docs/rules: a page for each topic, a heading for each rule. */
import type { RuleName } from './generated/rules.ts';

/** The page and the heading's anchor, e.g. `accounts#one-account-an-address`. */
export type { RuleName } from './generated/rules.ts';

/** @returns where a rule can be read, from the root of the repository: `docs/rules/accounts.md#one-account-an-address` */
export function rulePlace(rule: RuleName): string {
  return `docs/rules/${rule.replace('#', '.md#')}`;
}
