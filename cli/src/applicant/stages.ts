/** The applicant's walk: the stages in order, and what leads from one to the next. Derived from the contract's lifecycle. */
import {
  type ApplicantState,
  activatesWithPassword,
  applicantStates,
  type Dialect,
  findOperation,
  type LifecycleName,
  lifecycleRow,
  type OperationName,
  wayOut,
} from '@one-planet/contract';

/** The states an applicant can be in; `REGISTERED` comes before the first one a backend shows. */
export type Stage = 'REGISTERED' | ApplicantState;

export const stages: readonly Stage[] = ['REGISTERED', ...applicantStates];

/** True when the second comes after the first. */
export function isBefore(stage: Stage, otherStage: Stage): boolean {
  return stages.indexOf(stage) < stages.indexOf(otherStage);
}

/** True for an operation that belongs to no state, yet makes sense for somebody who has come far enough only. */
export function hasUsualStage(name: OperationName): boolean {
  return findOperation(name)?.meta.usualState !== undefined;
}

/** The stage in which an operation, or a decision of the staff, is right. */
export function stageOf(name: OperationName | LifecycleName): Stage {
  const row = lifecycleRow(name);
  const { usualState = 'ACTIVATED' } = findOperation(name)?.meta ?? {};
  return (row ? row.from : usualState) ?? 'REGISTERED';
}

/** @returns the operation or staff decision that usually leads on from a stage */
export function leadsOn(stage: Stage): LifecycleName | undefined {
  return wayOut(stage === 'REGISTERED' ? null : stage);
}

/** The answer to this operation moves nobody: the provider's report does, later. */
const movesLater: LifecycleName = 'payments.payOnline';

/** The stage after an operation or decision that moves the applicant on; `undefined` for the others. */
export function stageAfter(
  name: OperationName | LifecycleName,
  dialect?: Dialect,
): Stage | undefined {
  const row = lifecycleRow(name);
  if (!row || row.from === row.to || name === movesLater) return undefined;
  const alsoSetsPassword =
    name === 'applicants.activate' && dialect && activatesWithPassword(dialect);
  return alsoSetsPassword ? lifecycleRow('applicants.createPassword')?.to : row.to;
}
