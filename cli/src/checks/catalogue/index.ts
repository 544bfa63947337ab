/** All checks, in the order of their reports. */
import type { Check } from '../check.ts';
import { answers } from './answers.ts';
import { bodies } from './bodies.ts';
import { browser } from './browser.ts';
import { guessable } from './guessable.ts';
import { methods } from './methods.ts';
import { overPosting } from './over-posting.ts';
import { ownership } from './ownership.ts';
import { passive } from './passive.ts';
import { rules } from './rules/index.ts';
import { activationScenarios } from './scenarios/activation.ts';
import { atOnce } from './scenarios/at-once.ts';
import { examScenarios } from './scenarios/exams.ts';
import { fileContent } from './scenarios/file-content.ts';
import { files } from './scenarios/files.ts';
import { keptText } from './scenarios/kept-text.ts';
import { lists } from './scenarios/lists.ts';
import { mailScenarios } from './scenarios/mails.ts';
import { moneyScenarios } from './scenarios/money.ts';
import { passMark } from './scenarios/pass-mark.ts';
import { passwordScenarios } from './scenarios/passwords.ts';
import { paymentScenarios } from './scenarios/payments.ts';
import { profileScenarios } from './scenarios/profiles.ts';
import { readingBack } from './scenarios/reading-back.ts';
import { refusedWhole } from './scenarios/refused-whole.ts';
import { registrationScenarios } from './scenarios/registration.ts';
import { sessionEnd } from './scenarios/session-end.ts';
import { server } from './server.ts';
import { states } from './states.ts';
import { tokens } from './tokens.ts';
import { unknown } from './unknown.ts';

export const catalogue: readonly Check[] = [
  ...answers,
  ...tokens,
  ...methods,
  ...bodies,
  ...rules,
  ...unknown,
  ...ownership,
  ...states,
  ...registrationScenarios,
  ...activationScenarios,
  ...passwordScenarios,
  sessionEnd,
  ...examScenarios,
  passMark,
  ...paymentScenarios,
  ...moneyScenarios,
  ...atOnce,
  ...files,
  ...fileContent,
  ...profileScenarios,
  ...readingBack,
  ...refusedWhole,
  ...keptText,
  ...overPosting,
  ...lists,
  ...browser,
  ...server,
  ...passive,
  ...guessable,
  ...mailScenarios,
];
