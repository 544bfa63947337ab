import { acceptsChoices, acceptsSteps } from './accepts.ts';
import { oddMails, scenarioFaultsOfAccounts, scenarioFaultsOfMail } from './account.ts';
import { authorisation, claims, othersData } from './authorisation.ts';
import { browser } from './browser.ts';
import { listsOfOthers, readBackFaults, scenarioFaultsOfProfiles } from './data.ts';
import { scenarioFaultsOfExams } from './exam.ts';
import type { Fault } from './fault.ts';
import { pickByName } from './fault.ts';
import { fileContent, files } from './file.ts';
import { guessableSecrets, leaks, privacy } from './leak.ts';
import { brokenEntries, moneyFaults, scenarioFaultsOfPayments } from './payment.ts';
import { scenarioFaultsOfRaces } from './race.ts';
import { refusedButDone, refuses } from './refuses.ts';
import { shapes, shapesOfForms, shapesOfLists } from './shape.ts';
import { stateGates, states } from './state.ts';
import { refusalBodies, refusals, statuses } from './status.ts';
import { changedResponses, sweeping } from './sweeping.ts';
import { changedText } from './text.ts';
import { transport } from './transport.ts';

const classes: Readonly<Record<string, readonly Fault[]>> = {
  status: [...statuses, ...refusals, ...refusalBodies],
  shape: [...shapes, ...shapesOfLists, ...shapesOfForms],
  authorisation: [...authorisation, ...othersData, ...claims],
  leak: [...leaks, ...privacy],
  secret: guessableSecrets,
  text: changedText,
  accepts: [...acceptsSteps, ...acceptsChoices],
  refuses,
  half: refusedButDone,
  file: [...files, ...fileContent],
  state: [...states, ...stateGates],
  account: [...scenarioFaultsOfMail, ...oddMails, ...scenarioFaultsOfAccounts],
  exam: scenarioFaultsOfExams,
  payment: [...scenarioFaultsOfPayments, ...moneyFaults, ...brokenEntries],
  data: [...scenarioFaultsOfProfiles, ...readBackFaults, ...listsOfOthers],
  race: scenarioFaultsOfRaces,
  browser,
  transport,
  sweeping: [...sweeping, ...changedResponses],
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
