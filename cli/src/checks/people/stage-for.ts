/** Which applicant an operation's checks need. */
import { findOperation, type OperationName } from '@one-planet/contract';
import { hasUsualStage, type Stage, stageOf } from '../../applicant/stages.ts';

/** True for what anybody can do without an account: register, and read what the college offers. */
export function needsNobody(name: OperationName): boolean {
  if (name === 'applicants.register') return true;
  return findOperation(name)?.meta.auth === 'optional' && !hasUsualStage(name);
}

/** The `stage` of a check that does this operation right, or is about to. */
export function stageFor(name: OperationName): { stage?: Stage } {
  return needsNobody(name) ? {} : { stage: stageOf(name) };
}
