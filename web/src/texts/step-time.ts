/** How long the steps of the application take. */
import { steps, stepTexts } from './step-words.ts';

/** @returns how long a step takes the applicant, or that the college does it */
export function formatStepTime({ minutes, note }: (typeof steps)[number]): string {
  if (minutes === undefined) return stepTexts.collegeActs;
  return note ? stepTexts.takesWithNote(minutes, note) : stepTexts.takes(minutes);
}

/** @returns how long the applicant's own steps take from this one on, in minutes */
export const sumMinutesFrom = (stepNumber: number): number =>
  steps.slice(stepNumber - 1).reduce((sum, { minutes = 0 }) => sum + minutes, 0);
