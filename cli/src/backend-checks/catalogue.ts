/** All checks, in the order of their reports. */
import { accountRules } from './catalogue/account-rules.ts';
import { activationScenarios, registrationScenarios } from './catalogue/accounts.ts';
import { responseChecks } from './catalogue/answers.ts';
import { applicationRules } from './catalogue/application-rules.ts';
import { simultaneousCallChecks } from './catalogue/at-once.ts';
import { bodyChecks, methodChecks } from './catalogue/bodies.ts';
import { examScenarios, submissionScenarios } from './catalogue/exams.ts';
import { makeFieldRuleCheck } from './catalogue/field-rules.ts';
import { contentChecks, fileChecks } from './catalogue/files.ts';
import { guessableSecretChecks } from './catalogue/guessable.ts';
import { storedTextScenarios } from './catalogue/kept-text.ts';
import { listChecks } from './catalogue/lists.ts';
import { mailScenarios } from './catalogue/mails.ts';
import { missingFieldChecks, oddTextChecks } from './catalogue/odd-text.ts';
import { overPostingChecks } from './catalogue/over-posting.ts';
import { ownershipChecks } from './catalogue/ownership.ts';
import { passMarkCheck } from './catalogue/pass-mark.ts';
import { passiveChecks } from './catalogue/passive.ts';
import { passwordScenarios } from './catalogue/passwords.ts';
import { paymentScenarios, receiptScenarios } from './catalogue/payments.ts';
import { profileScenarios } from './catalogue/profiles.ts';
import { browserChecks, serverChecks } from './catalogue/server.ts';
import { sessionEndCheck, tokenChecks } from './catalogue/sessions.ts';
import { stateChecks } from './catalogue/states.ts';
import { readBackChecks, refusedRegistrationChecks } from './catalogue/stored-data.ts';
import { unknownValueChecks } from './catalogue/unknown.ts';
import type { BackendCheck } from './check.ts';

export const catalogue: readonly BackendCheck[] = [
  ...responseChecks,
  ...tokenChecks,
  ...methodChecks,
  ...bodyChecks,
  ...[...accountRules, ...applicationRules].map(makeFieldRuleCheck),
  ...unknownValueChecks,
  ...ownershipChecks,
  ...stateChecks,
  ...registrationScenarios,
  ...activationScenarios,
  ...passwordScenarios,
  sessionEndCheck,
  ...examScenarios,
  ...submissionScenarios,
  passMarkCheck,
  ...paymentScenarios,
  ...receiptScenarios,
  ...simultaneousCallChecks,
  ...fileChecks,
  ...contentChecks,
  ...profileScenarios,
  ...readBackChecks,
  ...refusedRegistrationChecks,
  ...storedTextScenarios,
  ...oddTextChecks,
  ...missingFieldChecks,
  ...overPostingChecks,
  ...listChecks,
  ...browserChecks,
  ...serverChecks,
  ...passiveChecks,
  ...guessableSecretChecks,
  ...mailScenarios,
];
