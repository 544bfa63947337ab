/**
 * Logging in, forgetting and changing a password: which password works when (specification/website §4;
 * specification/decisions §1, §2).
 */

import { applicantRole } from '@one-planet/contract';
import {
  callAdapter,
  expectAccepted,
  findBlock,
  findFailure,
  findThrownOutcome,
  makeFailure,
  makeSkip,
} from '../../checks/outcome.ts';
import { entriesOf, fieldsOf } from '../../core/json.ts';
import { type Person, startSession } from '../applicants.ts';
import { findReporter, makeBlockBy } from '../blame.ts';
import { type BackendCheck, type CheckContext, makeScenarioChecks } from '../check.ts';
import {
  capitalizeEmail,
  expectNoLogin,
  expectRefused,
  expectState,
  toLowerText,
} from '../expect.ts';
import type { ApiResponse } from '../http-messages.ts';

const swapCapitals = (text: string) =>
  text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

function ignoreSkip(error: unknown): undefined {
  if (findThrownOutcome(error)?.outcome !== 'skipped') throw error;
}

/** How many candidates from mails are tried as the temporary password; more could lock the account. */
const maxPasswordCandidates = 6;

export const passwordScenarios: readonly BackendCheck[] = makeScenarioChecks([
  {
    id: 'auth.login/wrong-password',
    sentence: 'auth.login MUST answer 401 or 417 to a wrong password.',
    rule: 'accounts#failed-logins',
    runFor: async (context, person) => {
      for (const [passwordText, password] of [
        ['a wrong password', `${person.password}x`],
        ['the password in lower case', person.password.toLowerCase()],
      ] as const) {
        const response = await context.logInWith(person, password);
        expectRefused(context, response, passwordText, { onlyStatuses: [401, 417] });
      }
    },
  },
  {
    id: 'auth.login/session',
    sentence: `auth.login MUST answer the role ${applicantRole}, her address, and shouldChangePassword false; staff MUST get another role.`,
    leavesOpen: 'The role of staff, where the settings have no login of staff.',
    runFor: async (context, person) => {
      expectSession(person, await context.logInWith(person, person.password), false);
      const staffResponse = await context.referenceData.logInStaff().catch(ignoreSkip);
      if (!staffResponse || staffResponse.status >= 300) return;
      const roleNames = entriesOf(fieldsOf(staffResponse.json).roles).map(({ name }) => name);
      if (roleNames.every((name) => name === applicantRole))
        throw makeFailure(`another role than ${applicantRole} for staff`, staffResponse);
      // A backend may answer what it has answered somebody else.
      expectSession(person, await context.logInWith(person, person.password), false);
    },
  },
  {
    id: 'auth.login/other-case',
    sentence: 'auth.login SHOULD accept the address with a capital letter.',
    runFor: async (context, person) => {
      const email = capitalizeEmail(person.email);
      const response = await context.logInWith({ ...person, email }, person.password);
      expectAccepted(response, 'her address with a capital letter');
    },
  },
  {
    id: 'auth.forgotPassword/temporary',
    sentence:
      'After auth.forgotPassword, a temporary password MUST be mailed that logs in once and asks for a new one.',
    leavesOpen: 'Whether the old password works meanwhile: it may.',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const { temporaryPassword, response } = await logInWithMailedPassword(context, person);
      expectSession(person, response, true);
      await expectNoLogin(context, person, temporaryPassword, 'a temporary password that was used');
      context.removeFromPool(person);
      // The old password may have ended.
      const oldPasswordResponse = await context.logInWith(person, person.password);
      if (oldPasswordResponse.status < 300) expectSessionOfHerOwn(person, oldPasswordResponse);
      const olderMailIds = await requestTemporaryPassword(context, person);
      const nextPassword = await readMailedPassword(context, person, olderMailIds);
      const reason = 'a temporary password that was used is mailed again';
      if (nextPassword === temporaryPassword)
        throw makeBlockBy(
          'auth.forgotPassword',
          'used password in the mail',
          reason,
          context.lastResponse,
        );
      const otherPassword = swapCapitals(nextPassword);
      const passwordText = 'a temporary password in other capitals';
      if (otherPassword !== nextPassword)
        await expectNoLogin(context, person, otherPassword, passwordText);
    },
  },
  {
    id: 'auth.forgotPassword/keeps-state',
    sentence: 'auth.forgotPassword MUST leave an applicant in her state, and work the same there.',
    rule: 'states#always-open',
    stage: 'ADMITTED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const { response } = await logInWithMailedPassword(context, person);
      expectSession(person, response, true);
      startSession(person, response);
      context.removeFromPool(person);
      await expectState(context, person, 'ADMITTED', 'a forgotten password');
    },
  },
  {
    id: 'auth.forgotPassword/other-case',
    sentence: 'auth.forgotPassword SHOULD find the address with a capital letter.',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const body = { email: capitalizeEmail(person.email) };
      const response = await context.sendAs(person, 'auth.forgotPassword', { body });
      context.removeFromPool(person);
      expectAccepted(response, 'her address with a capital letter');
    },
  },
  {
    id: 'auth.forgotPassword/at-once',
    sentence: 'Of two logins with one temporary password at the same moment, one MUST be refused.',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const olderMailIds = await requestTemporaryPassword(context, person);
      const temporaryPassword = await readMailedPassword(context, person, olderMailIds);
      const loginResponses = await Promise.all([
        context.logInWith(person, temporaryPassword),
        context.logInWith(person, temporaryPassword),
      ]);
      context.removeFromPool(person);
      if (loginResponses.every(({ status }) => status < 300))
        throw makeFailure('one login', 'two', loginResponses[1]);
    },
  },
  {
    id: 'auth.changePassword/after-temporary',
    sentence:
      'After a login with a temporary password, auth.changePassword MUST set the new one, and the old one MUST NOT work any more.',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const { temporaryPassword, response } = await logInWithMailedPassword(context, person);
      const token = String(fieldsOf(response.json).token ?? '');
      await expectPasswordReplaced(context, person, token, [temporaryPassword]);
    },
  },
  {
    id: 'auth.changePassword/unused-temporary',
    sentence: 'Temporary passwords that nobody used MUST NOT work after auth.changePassword.',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const temporaryPasswords: string[] = [];
      for (const _request of ['first', 'second']) {
        const olderMailIds = await requestTemporaryPassword(context, person);
        temporaryPasswords.push(await readMailedPassword(context, person, olderMailIds));
      }
      context.removeFromPool(person);
      const response = await context.logInWith(person, person.password);
      // The old password may have ended, and her session with it.
      if (response.status >= 300) throw makeSkip('the old password ends when one is forgotten');
      expectSessionOfHerOwn(person, response);
      const { token } = fieldsOf(response.json);
      await expectPasswordReplaced(context, person, String(token), temporaryPasswords);
    },
  },
  {
    id: 'auth.changePassword/replaces',
    sentence: 'After auth.changePassword, the new password MUST work and the old one MUST NOT.',
    leavesOpen: 'Other sessions: they may continue.',
    runFor: async (context, person) => {
      await expectPasswordReplaced(context, person, person.token, []);
    },
  },
  {
    id: 'auth.changePassword/older-session',
    sentence: 'A session that auth.changePassword ends MUST be refused with 401.',
    rule: 'access#sessions-end',
    runFor: async (context, person) => {
      const { token } = person;
      await expectPasswordReplaced(context, person, token, []);
      const response = await context.sendAs(person, 'applicants.getByEmail', { token });
      const expectedText = 'a success, or 401 where the session has ended';
      if (response.status >= 300 && response.status !== 401)
        throw makeFailure(expectedText, response);
    },
  },
  {
    id: 'auth.changePassword/keeps-state',
    sentence: 'auth.changePassword MUST leave an applicant in her state.',
    rule: 'states#always-open',
    stage: 'TOOK_EXAM',
    runFor: async (context, person) => {
      await expectPasswordReplaced(context, person, person.token, []);
      await expectState(context, person, 'TOOK_EXAM', 'a new password');
    },
  },
]);

/**
 * Expects a login response that the site accepts.
 * @param isPasswordTemporary whether the password was temporary
 */
export function expectSession(
  person: Person,
  response: ApiResponse,
  isPasswordTemporary: boolean,
): void {
  const { roles, email, shouldChangePassword } = fieldsOf(response.json);
  const isRight =
    entriesOf(roles).some(({ name }) => name === applicantRole) &&
    toLowerText(email) === toLowerText(person.email) &&
    shouldChangePassword === isPasswordTemporary;
  const expectedText = `${applicantRole}, her address, shouldChangePassword ${isPasswordTemporary}`;
  if (response.status >= 300 || !isRight) throw makeFailure(expectedText, response);
}

/** Expects that a login with her own password is right; the check of every login reports one that is not. */
function expectSessionOfHerOwn(person: Person, response: ApiResponse): void {
  try {
    expectSession(person, response, false);
  } catch (error) {
    throw makeBlockBy('auth.login', 'wrong session', (error as Error).message, response);
  }
}

async function expectPasswordReplaced(
  context: CheckContext,
  person: Person,
  token: string | undefined,
  refusedPasswords: readonly string[],
): Promise<void> {
  const oldPassword = person.password;
  const password = `${oldPassword}8`;
  const body = { email: person.email, password };
  const changeResponse = await context.sendAs(person, 'auth.changePassword', { body, token });
  expectAccepted(changeResponse, 'a new password');
  const response = await context.logInWith(person, password);
  expectAccepted(response, 'the new password');
  if (fieldsOf(response.json).shouldChangePassword === true)
    throw makeFailure('shouldChangePassword false', 'true', response);
  startSession(person, response);
  for (const invalidPassword of [oldPassword, ...refusedPasswords]) {
    await expectNoLogin(context, person, invalidPassword, 'a password that was replaced');
  }
}

/**
 * Requests a temporary password.
 * @returns the ids of the mails that were there before
 */
async function requestTemporaryPassword(
  context: CheckContext,
  person: Person,
): Promise<ReadonlySet<string>> {
  const { mailbox, signal } = context.helpers;
  const findMailIds = () => mailbox.findSeenMailIds(person.email, signal);
  const olderMailIds = await callAdapter(findMailIds, { want: 'mailbox' });
  await context.sendAndExpectSuccess(person, 'auth.forgotPassword', 'a password she forgot');
  return olderMailIds;
}

/**
 * Requests a temporary password and logs in with the one that is mailed.
 * @returns that password, and the login response
 */
async function logInWithMailedPassword(
  context: CheckContext,
  person: Person,
): Promise<{ temporaryPassword: string; response: ApiResponse }> {
  const olderMailIds = await requestTemporaryPassword(context, person);
  const refusedPasswords: string[] = [];
  let lastResponse: ApiResponse | undefined;
  for (;;) {
    const readPassword = readMailedPassword(context, person, olderMailIds, refusedPasswords);
    const temporaryPassword = await readPassword.catch((error: unknown) => {
      if (findFailure(error) && lastResponse) expectAccepted(lastResponse, 'the mailed password');
      throw error;
    });
    const response = await context.logInWith(person, temporaryPassword);
    if (response.status < 300 || refusedPasswords.length + 1 === maxPasswordCandidates) {
      expectAccepted(response, 'the mailed password');
      return { temporaryPassword, response };
    }
    // Another mail may have come meanwhile, or another word of this mail may be the password.
    refusedPasswords.push(temporaryPassword);
    lastResponse = response;
  }
}

async function readMailedPassword(
  context: CheckContext,
  person: Person,
  olderMailIds: ReadonlySet<string>,
  refusedPasswords: readonly string[] = [],
): Promise<string> {
  const { mailbox, signal } = context.helpers;
  const readPassword = () =>
    mailbox.waitForTemporaryPassword(person.email, olderMailIds, signal, refusedPasswords);
  try {
    const temporaryPassword = await callAdapter(readPassword, {
      reportingCheckId: findReporter('auth.forgotPassword', 'no password in the mail'),
      want: 'mailbox',
    });
    // Kept, because no response of the run may contain it.
    person.temporaryPassword = temporaryPassword;
    person.mailedPasswords = [...(person.mailedPasswords ?? []), temporaryPassword];
    return temporaryPassword;
  } catch (error) {
    const { blockedBy, reason = '' } = findBlock(error) ?? {};
    if (blockedBy === context.id) throw makeFailure('a mail with a temporary password', reason);
    throw error;
  }
}
