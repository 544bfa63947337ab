import { choiceAcceptanceFaults, stepAcceptanceFaults } from './accepts.ts';
import { oddMailFaults, scenarioFaultsOfAccounts, scenarioFaultsOfMail } from './account.ts';
import { authorisationFaults, othersDataFaults, trustedFieldFaults } from './authorisation.ts';
import { browserFaults } from './browser.ts';
import { listFaults, readBackFaults, scenarioFaultsOfProfiles } from './data.ts';
import { scenarioFaultsOfExams } from './exam.ts';
import type { Fault } from './fault.ts';
import { pickByName } from './fault.ts';
import { fileContentFaults, fileFaults } from './file.ts';
import { examHabits, inputHabits, recordHabits, serverHabits } from './habits.ts';
import { guessableSecretFaults, leakFaults, privacyFaults } from './leak.ts';
import { laterPaymentFaults, moneyFaults, scenarioFaultsOfPayments } from './payment.ts';
import { scenarioFaultsOfRaces } from './race.ts';
import { refusedButDoneFaults, refusedValueFaults } from './refuses.ts';
import { formShapeFaults, listShapeFaults, shapeFaults } from './shape.ts';
import { stateFaults, unexpectedChangeFaults } from './state.ts';
import { refusalBodyFaults, refusalFaults, statusFaults } from './status.ts';
import { responseFaults, sweepingFaults } from './sweeping.ts';
import { changedTextFaults } from './text.ts';
import { transportFaults } from './transport.ts';

const faultsByClass: Readonly<Record<string, readonly Fault[]>> = {
  status: [...statusFaults, ...refusalFaults, ...refusalBodyFaults],
  shape: [...shapeFaults, ...listShapeFaults, ...formShapeFaults],
  authorisation: [...authorisationFaults, ...othersDataFaults, ...trustedFieldFaults],
  leak: [...leakFaults, ...privacyFaults],
  secret: guessableSecretFaults,
  text: changedTextFaults,
  accepts: [...stepAcceptanceFaults, ...choiceAcceptanceFaults],
  refuses: refusedValueFaults,
  half: refusedButDoneFaults,
  file: [...fileFaults, ...fileContentFaults],
  state: [...stateFaults, ...unexpectedChangeFaults],
  account: [...scenarioFaultsOfMail, ...oddMailFaults, ...scenarioFaultsOfAccounts],
  exam: scenarioFaultsOfExams,
  payment: [...scenarioFaultsOfPayments, ...moneyFaults, ...laterPaymentFaults],
  data: [...scenarioFaultsOfProfiles, ...readBackFaults, ...listFaults],
  race: scenarioFaultsOfRaces,
  browser: browserFaults,
  habit: [...inputHabits, ...examHabits, ...recordHabits, ...serverHabits],
  transport: transportFaults,
  sweeping: [...sweepingFaults, ...responseFaults],
};

/** Every fault that can be switched on, with a sentence about it and its class. */
export const faultList: readonly { name: string; sentence: string; class: string }[] =
  Object.entries(faultsByClass).flatMap(([kind, faults]) =>
    faults.map(({ name, sentence }) => ({ name, sentence, class: kind })),
  );

const allFaults = Object.values(faultsByClass).flat();

/**
 * @returns the faults of these names
 * @throws {Error} naming an unknown fault and all known ones
 */
export function findFaults(names: readonly string[]): readonly Fault[] {
  return pickByName('fault', allFaults, names);
}
