import {
  type ApplicantState,
  applicantStates,
  isApplicantState,
} from '@one-planet/contract/lifecycle';

interface Step {
  title: string;
  /** Who acts. Default: the applicant. */
  who?: 'you' | 'college';
}

/** What lies ahead of an applicant, in order: the one count of steps, on every page that tells one. */
export const steps: readonly Step[] = [
  { title: 'Your account' },
  { title: 'Digital Literacy Test (DLT)' },
  { title: 'Payment of the fee' },
  { title: 'Verification of the payment', who: 'college' },
  { title: 'Biographical data' },
  { title: 'Education background' },
  { title: 'Emergency contact' },
  { title: 'Choice of a program' },
  { title: 'Decision of the college', who: 'college' },
];

/**
 * The step that a state waits for: the states follow each other as the steps do.
 * @returns 1 for the first; one more than there are steps after the last; `undefined` for an unknown state
 */
export function stepOf(state: string): number | undefined {
  return isApplicantState(state) ? applicantStates.indexOf(state) + 1 : undefined;
}

/** @returns e.g. `Step 3 of 9` */
export function stepCount(step: number): string {
  return `Step ${step} of ${steps.length}`;
}

/** @returns what stands above the page of a state's step */
export function progressOf(state: ApplicantState): string {
  const step = stepOf(state) ?? 0;
  return `${stepCount(step)}: ${steps[step - 1]?.title.toLowerCase()}`;
}
