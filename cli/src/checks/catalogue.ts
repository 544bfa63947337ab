/** All checks, in the order of their reports. */
import { accountRules, activationScenarios, registrationScenarios } from './catalogue/accounts.ts';
import { applicationRules } from './catalogue/application.ts';
import { bodies, methods } from './catalogue/bodies.ts';
import { examScenarios } from './catalogue/exams.ts';
import { toCheck } from './catalogue/field-rules.ts';
import { fileContent, files } from './catalogue/files.ts';
import { guessable } from './catalogue/guessable.ts';
import { lists } from './catalogue/lists.ts';
import { mailScenarios } from './catalogue/mails.ts';
import { oddText } from './catalogue/odd-text.ts';
import { overPosting } from './catalogue/over-posting.ts';
import { ownership } from './catalogue/ownership.ts';
import { passMark } from './catalogue/pass-mark.ts';
import { passive } from './catalogue/passive.ts';
import { passwordScenarios } from './catalogue/passwords.ts';
import { moneyScenarios, paymentScenarios } from './catalogue/payments.ts';
import { keptText, profileScenarios } from './catalogue/profiles.ts';
import { browser, server } from './catalogue/server.ts';
import { sessionEnd, tokens } from './catalogue/sessions.ts';
import { answers, states } from './catalogue/states.ts';
import { atOnce, readingBack, refusedWhole } from './catalogue/stored-data.ts';
import { unknown } from './catalogue/unknown.ts';
import type { BackendCheck } from './check.ts';

export const catalogue: readonly BackendCheck[] = [
  ...answers,
  ...tokens,
  ...methods,
  ...bodies,
  ...[...accountRules, ...applicationRules].map(toCheck),
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
  ...oddText,
  ...overPosting,
  ...lists,
  ...browser,
  ...server,
  ...passive,
  ...guessable,
  ...mailScenarios,
];
