/** How long the steps of the application take. */
import { steps, stepTexts } from './step-words.ts';

/** @returns how long a step takes the applicant, or that the college does it */
export function formatStepTime({ minutes, note }: (typeof steps)[number]): string {
  if (minutes === undefined) return stepTexts.collegeActs;
  return note ? stepTexts.takesWithNote(minutes, note) : stepTexts.takes(minutes);
}

/**
 * @returns how long the applicant's own steps take from this one on, in minutes; a longer time is rounded to five, as
 *   people say it
 */
export function sumMinutesFrom(stepNumber: number): number {
  const minutes = steps.slice(stepNumber - 1).reduce((sum, step) => sum + (step.minutes ?? 0), 0);
  return minutes < 10 ? minutes : Math.round(minutes / 5) * 5;
}
