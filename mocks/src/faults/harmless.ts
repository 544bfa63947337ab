import type { Fault } from './fault.ts';
import { pickByName } from './fault.ts';
import { behaviourFaults, exams, mails, sessions, worlds } from './harmless-behaviour.ts';
import { forms, writingFaults } from './harmless-formats.ts';
import { statusVariations, strictness } from './harmless-statuses.ts';

const allVariations: readonly Fault[] = [
  ...writingFaults,
  ...forms,
  ...statusVariations,
  ...behaviourFaults,
  ...strictness,
  ...mails,
  ...exams,
  ...sessions,
  ...worlds,
];

/** Every harmless variation that can be switched on, with a sentence about it. */
export const harmlessList: readonly { name: string; sentence: string }[] = allVariations.map(
  ({ name, sentence }) => ({ name, sentence }),
);

/**
 * @returns the variations of these names
 * @throws {Error} naming an unknown one and all known ones
 */
export function findHarmless(names: readonly string[]): readonly Fault[] {
  return pickByName('harmless variation', allVariations, names);
}
