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
import { files } from './scenarios/files.ts';
import { keptText } from './scenarios/kept-text.ts';
import { lists } from './scenarios/lists.ts';
import { passMark } from './scenarios/pass-mark.ts';
import { passwordScenarios } from './scenarios/passwords.ts';
import { paymentScenarios } from './scenarios/payments.ts';
import { profileScenarios } from './scenarios/profiles.ts';
import { registrationScenarios } from './scenarios/registration.ts';
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
  ...examScenarios,
  passMark,
  ...paymentScenarios,
  ...atOnce,
  ...files,
  ...profileScenarios,
  ...keptText,
  ...overPosting,
  ...lists,
  ...browser,
  ...passive,
  ...guessable,
];
