/** What a backend has accepted of a registration is followed to where it matters: her mail, her login, her profile. */
import { findBlock, findFailure, findThrownOutcome, makeFailure } from '../checks/outcome.ts';
import { fieldsOf } from '../core/json.ts';
import { advanceStage, readProfile } from './applicant-walk.ts';
import type { Person } from './applicants.ts';
import type { CheckContext } from './check.ts';
import { expectNames, toLowerText } from './expect.ts';
import type { ApiResponse } from './http-messages.ts';

/** The names and the phone of a registration, as they were sent. */
export type Registration = Person['applicantInput']['register'];

/**
 * Expects that somebody who has registered gets her mail, logs in, and reads in her profile what she sent. Where no
 * ordinary applicant gets that far, other checks say why, and nothing is expected.
 * @param registration what her profile must hold
 * @param causeResponse the response whose request repeats the finding
 */
export async function expectRegistrationKept(
  context: CheckContext,
  person: Person,
  registration: Registration,
  expectedText: string,
  causeResponse: ApiResponse,
): Promise<void> {
  if (!(await canOthersLogIn(context))) return;
  try {
    while (person.stage !== 'ACTIVATED') await advanceStage(person, context.helpers);
    const profileResponse = await readProfile(person, context.helpers);
    const { applicantInput } = person;
    const registeredPerson = {
      ...person,
      applicantInput: { ...applicantInput, register: registration },
    };
    expectNames(profileResponse, registeredPerson, { mayBeEmpty: true });
    const { email } = fieldsOf(profileResponse.json);
    if (email && toLowerText(email) !== toLowerText(person.email))
      throw makeFailure(`the address ${person.email}`, profileResponse);
  } catch (error) {
    const { reason, response, exitCode } = findBlock(error) ?? {};
    const { expected, got } = findFailure(error) ?? {};
    const observedText = got === undefined ? reason : `${got} in place of ${expected}`;
    // A server error and a missing response are reported by checks of their own.
    const isServerError = response && (response.exchange.status ?? 500) >= 500;
    if (observedText === undefined || exitCode !== undefined || isServerError) throw error;
    throw makeFailure(expectedText, observedText, causeResponse);
  }
}

/** An ordinary applicant is moved to her first login and lent to other checks. */
async function canOthersLogIn(context: CheckContext): Promise<boolean> {
  try {
    await context.lendPerson('ACTIVATED');
    return true;
  } catch (error) {
    const { outcome } = findThrownOutcome(error) ?? {};
    if (outcome === undefined || outcome === 'over') throw error;
    return false;
  }
}

/** A domain where nobody receives mail (RFC 2606): what comes to it comes to a mailbox that takes every mail. */
const testDomainPattern = /[@.](example\.(com|net|org)|example|test|invalid|localhost)$/i;

/**
 * Whether the run reads the mail to whatever address a backend accepts. A mail server at the college takes only some, and a
 * person who is asked for a link cannot know which mail is meant.
 */
export function readsMailToAnybody(context: CheckContext, usualEmail: string): boolean {
  const { use } = context.runContext.settings.mailbox;
  return use !== 'imap' && use !== 'prompt' && testDomainPattern.test(usualEmail);
}
