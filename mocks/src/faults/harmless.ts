import type { Fault } from './fault.ts';
import { pickByName } from './fault.ts';
import {
  behaviourFaults,
  examVariations,
  mailVariations,
  sessionVariations,
  worldVariations,
} from './harmless-behaviour.ts';
import { formatVariations, writingFaults } from './harmless-formats.ts';
import { statusVariations, strictnessVariations } from './harmless-statuses.ts';

const allVariations: readonly Fault[] = [
  ...writingFaults,
  ...formatVariations,
  ...statusVariations,
  ...behaviourFaults,
  ...strictnessVariations,
  ...mailVariations,
  ...examVariations,
  ...sessionVariations,
  ...worldVariations,
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
