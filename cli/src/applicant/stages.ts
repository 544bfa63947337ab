/** How far an applicant of a run has come. */
import { type ApplicantState, applicantStates } from '@one-planet/contract';

/** The states an applicant of a check can be in; `REGISTERED` comes before the first one a backend shows. */
export type Stage = 'REGISTERED' | ApplicantState;

export const stages: readonly Stage[] = ['REGISTERED', ...applicantStates];

/** True when the second comes after the first. */
export function isBefore(one: Stage, other: Stage): boolean {
  return stages.indexOf(one) < stages.indexOf(other);
}
