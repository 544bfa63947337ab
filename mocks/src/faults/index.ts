import { acceptsChoices } from './accepts-choices.ts';
import { acceptsRegister } from './accepts-register.ts';
import { acceptsSteps } from './accepts-steps.ts';
import { authorisation } from './authorisation.ts';
import { browser } from './browser.ts';
import { claims } from './claims.ts';
import type { Fault } from './fault.ts';
import { fileContent } from './file-content.ts';
import { files } from './files.ts';
import { halfRefused } from './half-refused.ts';
import { changedText } from './kept-text.ts';
import { leaks } from './leaks.ts';
import { listsOfOthers } from './lists-of-others.ts';
import { oddMails } from './mails.ts';
import { moneyFaults } from './money.ts';
import { othersData } from './others-data.ts';
import { pick } from './pick.ts';
import { privacy } from './privacy.ts';
import { readBackFaults } from './reading-back.ts';
import { refusalBodies } from './refusal-bodies.ts';
import { refusals } from './refusals.ts';
import { refuses } from './refuses.ts';
import { scenarioFaultsOfAccounts } from './scenario-accounts.ts';
import { scenarioFaultsOfExams } from './scenario-exam.ts';
import { scenarioFaultsOfMail } from './scenario-mail.ts';
import { scenarioFaultsOfPayments } from './scenario-payments.ts';
import { scenarioFaultsOfProfiles } from './scenario-profiles.ts';
import { scenarioFaultsOfRaces } from './scenario-races.ts';
import { guessableSecrets } from './secrets.ts';
import { shapes } from './shapes.ts';
import { shapesOfForms } from './shapes-forms.ts';
import { shapesOfLists } from './shapes-lists.ts';
import { stateGates } from './state-gates.ts';
import { states } from './states.ts';
import { statuses } from './statuses.ts';
import { sweeping } from './sweeping.ts';
import { sweepingAnswers } from './sweeping-answers.ts';
import { transport } from './transport.ts';

const classes: Readonly<Record<string, readonly Fault[]>> = {
  status: [...statuses, ...refusals, ...refusalBodies],
  shape: [...shapes, ...shapesOfLists, ...shapesOfForms],
  authorisation: [...authorisation, ...othersData, ...claims],
  leak: [...leaks, ...privacy],
  secret: guessableSecrets,
  text: changedText,
  accepts: [...acceptsRegister, ...acceptsSteps, ...acceptsChoices],
  refuses,
  half: halfRefused,
  file: [...files, ...fileContent],
  state: [...states, ...stateGates],
  account: [...scenarioFaultsOfMail, ...oddMails, ...scenarioFaultsOfAccounts],
  exam: scenarioFaultsOfExams,
  payment: [...scenarioFaultsOfPayments, ...moneyFaults],
  data: [...scenarioFaultsOfProfiles, ...readBackFaults, ...listsOfOthers],
  race: scenarioFaultsOfRaces,
  browser,
  transport,
  sweeping: [...sweeping, ...sweepingAnswers],
};

/** Every fault that can be switched on: what the backend then does wrong, and what kind of mistake that is. */
export const faultList: readonly { name: string; sentence: string; class: string }[] =
  Object.entries(classes).flatMap(([kind, faults]) =>
    faults.map(({ name, sentence }) => ({ name, sentence, class: kind })),
  );

const all = Object.values(classes).flat();

/**
 * @returns the faults of these names
 * @throws {Error} naming an unknown fault and all known ones
 */
export function findFaults(names: readonly string[]): readonly Fault[] {
  return pick('fault', all, names);
}
