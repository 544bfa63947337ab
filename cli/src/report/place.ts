import { type RuleName, rulePlace } from '@one-planet/contract';

/** What a check holds to: a rule of the API, or of a deployed site, in docs/hosting.md. */
export type ReportedRule = RuleName | `hosting#${string}`;

/** @returns where a rule can be read, from the root of the repository: `docs/rules/accounts.md#one-account-an-address` */
export function placeOf(rule: ReportedRule): string {
  return isOfSite(rule) ? `docs/${rule.replace('#', '.md#')}` : rulePlace(rule);
}

function isOfSite(rule: ReportedRule): rule is `hosting#${string}` {
  return rule.startsWith('hosting#');
}
