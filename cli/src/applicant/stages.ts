/**
 * The stages of an applicant in order, and the operation that leads from one to the next. Derived from the contract's
 * lifecycle.
 */
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

/** The states an applicant can be in. `REGISTERED` is the stage before the first state that a backend shows. */
export type Stage = 'REGISTERED' | ApplicantState;

export const stages: readonly Stage[] = ['REGISTERED', ...applicantStates];

/** True when the first stage comes before the second. */
export function isBefore(stage: Stage, otherStage: Stage): boolean {
  return stages.indexOf(stage) < stages.indexOf(otherStage);
}

/**
 * True for an operation that is allowed in every state, but only makes sense for an applicant who has come far enough.
 */
export function hasUsualStage(moveName: OperationName): boolean {
  return findOperation(moveName)?.meta.usualState !== undefined;
}

/** The stage in which an operation, or a decision of the staff, is expected. */
export function stageOf(moveName: OperationName | LifecycleName): Stage {
  const lifecycleMove = lifecycleRow(moveName);
  const { usualState = 'ACTIVATED' } = findOperation(moveName)?.meta ?? {};
  return (lifecycleMove ? lifecycleMove.from : usualState) ?? 'REGISTERED';
}

/**
 * @returns the operation or staff decision that usually moves an applicant on from a stage, e.g. `payments.makeOffline`
 * from `TOOK_EXAM`
 */
export function usualMoveFrom(stage: Stage): LifecycleName | undefined {
  return wayOut(stage === 'REGISTERED' ? null : stage);
}

/** The response to this operation changes no state: the payment provider's notification does, later. */
const delayedMove: LifecycleName = 'payments.payOnline';

/**
 * The stage after an operation or decision that moves the applicant on, e.g. `ACTIVATION_PAID` after
 * `payments.makeOffline`; `undefined` for the others.
 */
export function stageAfter(
  moveName: OperationName | LifecycleName,
  dialect?: Dialect,
): Stage | undefined {
  const lifecycleMove = lifecycleRow(moveName);
  if (!lifecycleMove || lifecycleMove.from === lifecycleMove.to || moveName === delayedMove)
    return undefined;
  const setsPasswordToo =
    moveName === 'applicants.activate' && dialect && activatesWithPassword(dialect);
  return setsPasswordToo ? lifecycleRow('applicants.createPassword')?.to : lifecycleMove.to;
}
