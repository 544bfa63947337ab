/** Which step of the application comes next in a state. */
import {
  type ApplicantState,
  applicantStates,
  isApplicantState,
} from '@one-planet/contract/lifecycle';
import { steps, stepTexts } from './step-words.ts';

/**
 * The number of the step: states and steps have the same order.
 * @returns 1 for the first step; the number of steps plus 1 after the last; `undefined` for an unknown state
 */
export function stepNumberOf(state: string): number | undefined {
  return isApplicantState(state) ? applicantStates.indexOf(state) + 1 : undefined;
}

/** @returns e.g. `Step 3 of 9` */
export function formatStepCount(stepNumber: number): string {
  return stepTexts.step(stepNumber, steps.length);
}

/** @returns the line above the page of a state's step, e.g. `Step 3 of 9: payment of the fee` */
export function formatProgress(state: ApplicantState): string {
  const stepNumber = stepNumberOf(state) ?? 0;
  return stepTexts.stepIs(formatStepCount(stepNumber), steps[stepNumber - 1]?.title ?? '');
}
