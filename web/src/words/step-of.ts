import {
  type ApplicantState,
  applicantStates,
  isApplicantState,
} from '@one-planet/contract/lifecycle';
import { steps, texts } from './steps/steps.ts';

/**
 * The step that a state waits for: the states follow each other as the steps do.
 * @returns 1 for the first; one more than there are steps after the last; `undefined` for an unknown state
 */
export function stepOf(state: string): number | undefined {
  return isApplicantState(state) ? applicantStates.indexOf(state) + 1 : undefined;
}

/** @returns e.g. `Step 3 of 9` */
export function stepCount(step: number): string {
  return texts.step(step, steps.length);
}

/** @returns what stands above the page of a state's step */
export function progressOf(state: ApplicantState): string {
  const step = stepOf(state) ?? 0;
  return texts.stepIs(stepCount(step), steps[step - 1]?.title ?? '');
}
