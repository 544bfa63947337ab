/**
 * Every fault and every harmless variation. Loading this file makes the mock know them by their names; the package
 * contains only the faults of mocks/src/faults.
 */
import { type Fault, faultList, registerFaults } from '@one-planet/mocks';
import { accountFaults } from './accounts.ts';
import { answerFaults } from './answers.ts';
import { examFaults } from './exam.ts';
import { fileFaults } from './files.ts';
import { inputFaults } from './input.ts';
import { serverFaults } from './server.ts';
import { stateFaults } from './states.ts';
import { behaviourVariations } from './variations-of-behaviour.ts';
import { formatVariations, writingVariations } from './variations-of-formats.ts';
import {
  examVariations,
  mailVariations,
  sessionVariations,
  worldVariations,
} from './variations-of-records.ts';
import { statusVariations, strictnessVariations } from './variations-of-statuses.ts';

const faultsOfFolder: readonly Fault[] = [
  ...accountFaults,
  ...answerFaults,
  ...examFaults,
  ...fileFaults,
  ...inputFaults,
  ...serverFaults,
  ...stateFaults,
];

/** Every fault, those of the package included. */
export const faults: readonly Fault[] = [...faultList, ...faultsOfFolder];

/** Every harmless variation: a correct way to behave that differs from the mock's. */
export const variations: readonly Fault[] = [
  ...writingVariations,
  ...formatVariations,
  ...statusVariations,
  ...behaviourVariations,
  ...strictnessVariations,
  ...mailVariations,
  ...examVariations,
  ...sessionVariations,
  ...worldVariations,
];

registerFaults([...faultsOfFolder, ...variations]);
