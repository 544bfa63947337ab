/** All checks, in the order of their reports. */
import type { Check } from '../check.ts';
import { answers } from './answers.ts';
import { atOnce } from './at-once.ts';
import { bodies } from './bodies.ts';
import { browser } from './browser.ts';
import { files } from './files.ts';
import { lists } from './lists.ts';
import { methods } from './methods.ts';
import { ownership } from './ownership.ts';
import { passMark } from './promise-of-pass-mark.ts';
import { activationPromises } from './promises-of-activation.ts';
import { examPromises } from './promises-of-exams.ts';
import { passwordPromises } from './promises-of-passwords.ts';
import { paymentPromises } from './promises-of-payments.ts';
import { profilePromises } from './promises-of-profiles.ts';
import { registrationPromises } from './promises-of-registration.ts';
import { rules } from './rules.ts';
import { states } from './states.ts';
import { tokens } from './tokens.ts';
import { unknown } from './unknown.ts';
import { watched } from './watched.ts';

export const catalogue: readonly Check[] = [
  ...answers,
  ...tokens,
  ...methods,
  ...bodies,
  ...rules,
  ...unknown,
  ...ownership,
  ...states,
  ...registrationPromises,
  ...activationPromises,
  ...passwordPromises,
  ...examPromises,
  passMark,
  ...paymentPromises,
  ...atOnce,
  ...files,
  ...profilePromises,
  ...lists,
  ...browser,
  ...watched,
];
