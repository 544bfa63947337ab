/** Which applicant an operation's checks need. */
import type { OperationName } from '@one-planet/contract';
import { type Stage, stageOf } from '../../applicant/stages.ts';

const withoutAccount: readonly OperationName[] = [
  'applicants.register',
  'programs.list',
  'programs.courses',
  'contents.list',
  'bankAccounts.list',
];

/** True for what anybody can do without an account. */
export function needsNobody(name: OperationName): boolean {
  return withoutAccount.includes(name);
}

/** The `stage` of a check that does this operation right, or is about to. */
export function stageFor(name: OperationName): { stage?: Stage } {
  return needsNobody(name) ? {} : { stage: stageOf(name) };
}
