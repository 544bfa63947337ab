import { acceptsChoices } from './accepts-choices.ts';
import { acceptsRegister } from './accepts-register.ts';
import { acceptsSteps } from './accepts-steps.ts';
import { authorisation } from './authorisation.ts';
import { browser } from './browser.ts';
import type { Fault } from './fault.ts';
import { files } from './files.ts';
import { leaks } from './leaks.ts';
import { listsOfOthers } from './lists-of-others.ts';
import { othersData } from './others-data.ts';
import { pick } from './pick.ts';
import { refusalBodies } from './refusal-bodies.ts';
import { refusals } from './refusals.ts';
import { refuses } from './refuses.ts';
import { scenarioFaultsOfAccounts } from './scenario-accounts.ts';
import { scenarioFaultsOfExams } from './scenario-exam.ts';
import { scenarioFaultsOfMail } from './scenario-mail.ts';
import { scenarioFaultsOfPayments } from './scenario-payments.ts';
import { scenarioFaultsOfProfiles } from './scenario-profiles.ts';
import { scenarioFaultsOfRaces } from './scenario-races.ts';
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
  authorisation: [...authorisation, ...othersData],
  leak: leaks,
  accepts: [...acceptsRegister, ...acceptsSteps, ...acceptsChoices],
  refuses,
  file: files,
  state: [...states, ...stateGates],
  account: [...scenarioFaultsOfMail, ...scenarioFaultsOfAccounts],
  exam: scenarioFaultsOfExams,
  payment: scenarioFaultsOfPayments,
  data: [...scenarioFaultsOfProfiles, ...listsOfOthers],
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
