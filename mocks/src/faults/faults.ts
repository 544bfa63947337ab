import { acceptsChoices, acceptsSteps } from './accepts.ts';
import { oddMails, scenarioFaultsOfAccounts, scenarioFaultsOfMail } from './account.ts';
import { authorisationFaults, claims, othersData } from './authorisation.ts';
import { browserFaults } from './browser.ts';
import { listsOfOthers, readBackFaults, scenarioFaultsOfProfiles } from './data.ts';
import { scenarioFaultsOfExams } from './exam.ts';
import type { Fault } from './fault.ts';
import { pickByName } from './fault.ts';
import { fileContentFaults, files } from './file.ts';
import { guessableSecrets, leaks, privacyFaults } from './leak.ts';
import { brokenEntries, moneyFaults, scenarioFaultsOfPayments } from './payment.ts';
import { scenarioFaultsOfRaces } from './race.ts';
import { refusedButDoneFaults, refuses } from './refuses.ts';
import { shapes, shapesOfForms, shapesOfLists } from './shape.ts';
import { stateGates, states } from './state.ts';
import { refusalBodies, refusals, statuses } from './status.ts';
import { changedResponses, sweepingFaults } from './sweeping.ts';
import { changedTextFaults } from './text.ts';
import { transportFaults } from './transport.ts';

const classes: Readonly<Record<string, readonly Fault[]>> = {
  status: [...statuses, ...refusals, ...refusalBodies],
  shape: [...shapes, ...shapesOfLists, ...shapesOfForms],
  authorisation: [...authorisationFaults, ...othersData, ...claims],
  leak: [...leaks, ...privacyFaults],
  secret: guessableSecrets,
  text: changedTextFaults,
  accepts: [...acceptsSteps, ...acceptsChoices],
  refuses,
  half: refusedButDoneFaults,
  file: [...files, ...fileContentFaults],
  state: [...states, ...stateGates],
  account: [...scenarioFaultsOfMail, ...oddMails, ...scenarioFaultsOfAccounts],
  exam: scenarioFaultsOfExams,
  payment: [...scenarioFaultsOfPayments, ...moneyFaults, ...brokenEntries],
  data: [...scenarioFaultsOfProfiles, ...readBackFaults, ...listsOfOthers],
  race: scenarioFaultsOfRaces,
  browser: browserFaults,
  transport: transportFaults,
  sweeping: [...sweepingFaults, ...changedResponses],
};

/** Every fault that can be switched on, with a sentence about it and its class. */
export const faultList: readonly { name: string; sentence: string; class: string }[] =
  Object.entries(classes).flatMap(([kind, faults]) =>
    faults.map(({ name, sentence }) => ({ name, sentence, class: kind })),
  );

const allFaults = Object.values(classes).flat();

/**
 * @returns the faults of these names
 * @throws {Error} naming an unknown fault and all known ones
 */
export function findFaults(names: readonly string[]): readonly Fault[] {
  return pickByName('fault', allFaults, names);
}
