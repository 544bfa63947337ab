/** Registration, activation and the first password (specification/website §4, §5, §7). */

import { stageAfter } from '../../applicant/stages.ts';
import { describeForwarders } from '../../applicant/valid-calls.ts';
import { describeResponse } from '../../checks/evidence.ts';
import {
  callAdapter,
  expectAccepted,
  findBlock,
  makeBlock,
  makeFailure,
  makeSkip,
} from '../../checks/outcome.ts';
import { fieldsOf } from '../../core/json.ts';
import {
  performMove,
  prepareForCall,
  readActivationToken,
  recordSuccess,
} from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { findReporter, makeBlockBy } from '../blame.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioChecks,
  type RunContext,
} from '../check.ts';
import {
  capitalizeEmail,
  expectNoLogin,
  expectRefused,
  expectState,
  firstPasswordSendsToken,
  makeRefusalRun,
  rememberRecord,
  toLowerText,
} from '../expect.ts';
import type { ApiResponse } from '../http-messages.ts';
import { expectRegistrationKept } from '../kept-registration.ts';

/**
 * Expects that a mail with a link comes.
 * @param reportingCheckId the check that reports a missing mail; default: each that misses it
 * @returns the token in its link
 */
async function expectMailedLink(
  context: CheckContext,
  person: Person,
  reportingCheckId = context.id,
): Promise<string> {
  const readToken = () => readActivationToken(person, context.helpers);
  try {
    return await callAdapter(readToken, { want: 'mailbox' });
  } catch (error) {
    const { reason, exitCode } = findBlock(error) ?? {};
    if (reason === undefined || exitCode !== undefined) throw error;
    if (reportingCheckId !== context.id) throw makeBlock(reportingCheckId, reason);
    throw makeFailure('an activation mail with a link to the site', reason);
  }
}

/** A new backend most often puts the wrong origin into its mails: its own address, or the developer's machine. */
function expectSiteOrigin(link: string, { baseUrl, settings: { siteOrigin } }: RunContext): void {
  const { origin, hostname, pathname } = new URL(link);
  const expectedText = `a link to the site's page ${siteOrigin ?? ''}/applicant/activate/{token}`;
  if (siteOrigin !== undefined && origin !== new URL(siteOrigin).origin)
    throw makeFailure(expectedText, `a link to ${origin}`);
  const isThisMachine = (host: string) => /^(localhost|127\.|\[::1\])/.test(host);
  if (isThisMachine(hostname) && !isThisMachine(new URL(baseUrl).hostname))
    throw makeFailure(expectedText, `a link to ${origin}, which is each reader's own machine`);
  if (pathname.startsWith('/api/')) throw makeFailure(expectedText, 'a link to the API itself');
}

/** Somebody else registers her address with another name and phone, learns nothing of her, and changes nothing. */
async function registerAsStranger(
  context: CheckContext,
  { email }: Pick<Person, 'email'>,
): Promise<ApiResponse> {
  const stranger = context.draftPerson();
  const response = await context.sendWith(stranger, 'applicants.register', { email });
  expectRefused(context, response, 'an address that is registered', { onlyStatuses: [409] });
  return response;
}

/*
 * Registration: one account for each address, and a link that comes by mail (specification/website §4, §7;
 * specification/decisions §1).
 */

export const registrationScenarios: readonly BackendCheck[] = makeScenarioChecks([
  {
    id: 'applicants.register/duplicate',
    sentence:
      'applicants.register MUST answer 409 to an address that is already registered, and keep what was registered first.',
    rule: 'accounts#one-account-an-address',
    stage: 'REGISTERED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const response = await registerAsStranger(context, person);
      const { register } = person.applicantInput;
      const expectedText = 'her registration to work as before the second one, which was refused';
      await expectRegistrationKept(context, person, register, expectedText, response);
    },
  },
  {
    id: 'applicants.register/duplicate-activated',
    sentence:
      'applicants.register MUST answer 409 to the address of an account with a password, and leave the account as it is.',
    rule: 'accounts#one-account-an-address',
    runFor: async (context, person) => {
      const record = await rememberRecord(person, context.helpers, 'applicants.editProfile');
      const response = await registerAsStranger(context, person);
      await record.expectUnchanged('the refused registration', response);
      await context.sendAndExpectSuccess(person, 'auth.login', 'the password she has');
    },
  },
  {
    id: 'applicants.register/duplicate-other-case',
    sentence: 'applicants.register MUST treat an address in capitals as the same one.',
    rule: 'accounts#one-account-an-address',
    stage: 'REGISTERED',
    runFor: async (context, person) => {
      await registerAsStranger(context, { email: person.email.toUpperCase() });
    },
  },
  {
    id: 'applicants.register/plus-address',
    sentence:
      'An address with a plus sign MUST be an account of its own, from registration to the profile.',
    rule: 'accounts#addresses-with-a-plus-sign',
    movesApplicantOn: true,
    run: async (context) => {
      const untaggedPerson = await context.registerPerson();
      const person = context.draftPerson();
      person.email = untaggedPerson.email.replace('@', '+tag@');
      person.applicantInput.register.email = person.email;
      const registrationText = 'an address with a plus sign';
      await context.performOperation(person, 'applicants.register', registrationText);
      await context.performOperation(person, 'applicants.activate', 'its activation');
      if (person.stage === 'NOT_ACTIVATED')
        await context.performOperation(person, 'applicants.createPassword', 'its password');
      const response = await context.sendAs(person, 'applicants.getByEmail');
      const { email = person.email } = fieldsOf(response.json);
      if (response.status >= 300 || toLowerText(email) !== toLowerText(person.email))
        throw makeFailure('the profile of the address with the plus sign', response);
    },
  },
  {
    id: 'applicants.register/mails-a-link',
    sentence: 'After a registration, a working activation link MUST be mailed.',
    rule: 'mail#the-activation-mail',
    run: async (context) => {
      const person = context.draftPerson();
      await context.performOperation(person, 'applicants.register', 'a registration');
      await expectMailedLink(context, person);
      expectSiteOrigin(person.activationLink?.address ?? '', context.runContext);
      await context.performOperation(person, 'applicants.activate', 'the token of the mailed link');
      const forwarderNote = person.activationLink && describeForwarders(person.activationLink);
      if (forwarderNote) context.addNote(forwarderNote);
      for (const text of context.helpers.mailbox.problemTexts ?? []) context.addNote(text);
      context.addToPool(person);
    },
  },
  {
    id: 'applicants.register/mails-its-own-link',
    sentence: 'A mailed link MUST lead to the site, whatever the headers of the call say.',
    rule: 'mail#the-activation-mail',
    leavesOpen: 'The header `host`, which servers and proxies refuse by themselves.',
    run: async (context) => {
      for (const headers of foreignHeaders) {
        const person = context.draftPerson();
        const response = await context.sendAs(person, 'applicants.register', { headers });
        if (response.status >= 400) {
          context.addNote(`refused: ${describeResponse(response)}`);
          continue;
        }
        await recordSuccess(person, response, context.helpers);
        await expectLinkToSite(context, person, response);
        await prepareForCall('applicants.resendEmail', person, context.helpers);
        const newLinkResponse = await context.sendAs(person, 'applicants.resendEmail', { headers });
        if (newLinkResponse.status < 300) {
          await recordSuccess(person, newLinkResponse, context.helpers);
          await expectLinkToSite(context, person, newLinkResponse);
        }
        context.addToPool(person);
      }
    },
  },
]);

async function expectLinkToSite(
  context: CheckContext,
  person: Person,
  response: ApiResponse,
): Promise<void> {
  await readActivationToken(person, context.helpers);
  const { hostname } = new URL(person.activationLink?.address ?? '');
  if (hostname === foreignHost)
    throw makeFailure('a link to the site', `one to ${foreignHost}`, response);
}

const foreignHost = 'stranger.example';

/** Headers that any caller can send. A backend may refuse the second ones, because a browser sends them. */
const foreignHeaders: readonly Record<string, string>[] = [
  {
    'x-forwarded-host': foreignHost,
    forwarded: `host=${foreignHost};proto=https`,
    'x-original-host': foreignHost,
  },
  { origin: `https://${foreignHost}`, referer: `https://${foreignHost}/` },
];

/*
 * Activation and the first password: each link works once (specification/website §4; specification/decisions §1, §2).
 */

/** The check that reports a new link that does not come. */
const newLinkReporter = findReporter('applicants.resendEmail', 'no link in the mail');

/** The check that reports that there is no new link for somebody whose link was opened. */

/**
 * Requests a link for an applicant who has used hers and has no password yet.
 * @param makeError makes what is thrown where the backend refuses, or mails the used link again
 * @returns the token of the link
 */
async function requestLateLink(
  context: CheckContext,
  person: Person,
  makeError: (expectedText: string, observedText: string, response: ApiResponse) => Error,
): Promise<string> {
  const { helpers } = context;
  const { activationToken: usedToken } = person;
  const response = await performMove('applicants.resendEmail', person, helpers);
  if (response.status >= 400)
    throw makeError('a success and a mail', describeResponse(response), response);
  const lateToken = await expectMailedLink(context, person, newLinkReporter);
  // A mailbox that hands out one mail at a time may have handed out the first one again.
  if (lateToken === usedToken && helpers.mailbox.collectMails)
    throw makeError('a link that was not used yet', 'the one that she has used', response);
  return lateToken;
}

async function openNewerLink(context: CheckContext, person: Person): Promise<void> {
  await expectMailedLink(context, person);
  const response = await performMove('applicants.resendEmail', person, context.helpers);
  expectAccepted(response, 'a call for a new link');
  await expectMailedLink(context, person, newLinkReporter);
  await context.performOperation(person, 'applicants.activate', 'the token of the newer link');
}

/** Names an address of nobody beside hers, once in the body and once in the path: no link may be mailed to it. */
async function expectNoLinkForStranger(context: CheckContext, person: Person): Promise<void> {
  const { mailbox, signal } = context.helpers;
  // Such a mailbox hands out one mail at a time, and cannot say that none is there.
  if (!mailbox.collectMails) return;
  const stranger = context.draftPerson();
  const readStrangersMails = async () => mailbox.collectMails?.(stranger.email, signal);
  for (const [inPath, inBody] of [
    [person, stranger],
    [stranger, person],
  ] as const) {
    await prepareForCall('applicants.resendEmail', person, context.helpers);
    const callChange = { params: { email: inPath.email }, body: { email: inBody.email } };
    const response = await context.sendAs(person, 'applicants.resendEmail', callChange);
    await recordSuccess(person, response, context.helpers);
    const ownLink = response.status < 300 ? expectMailedLink(context, person) : undefined;
    // Of two mails, hers comes no later than the other one.
    const [ownLinkResult] = await Promise.allSettled([ownLink]);
    const mails = await callAdapter(readStrangersMails, { want: 'mailbox' });
    const observedText = 'a link in the mailbox of the other address, which nobody registered';
    if (mails?.some(({ link }) => link !== undefined))
      throw makeFailure('a link to the address of the account alone', observedText, response);
    if (ownLinkResult.status === 'rejected') throw ownLinkResult.reason;
  }
}

export const activationScenarios: readonly BackendCheck[] = makeScenarioChecks([
  {
    id: 'applicants.activate/status',
    sentence: 'applicants.activate MUST answer the state it leads to.',
    stage: 'REGISTERED',
    movesApplicantOn: true,
    takesUsualStep: true,
    runFor: async (context, person) => {
      const response = await performMove('applicants.activate', person, context.helpers);
      const expectedState = stageAfter('applicants.activate', context.helpers.dialect);
      const { status, email } = fieldsOf(response.json);
      if (status !== expectedState) throw makeFailure(`status ${expectedState}`, response);
      if (toLowerText(email) !== toLowerText(person.email)) {
        throw makeFailure('the address that was registered', response);
      }
    },
  },
  {
    id: 'applicants.activate/once',
    sentence: 'The token of an activation link MUST work only once.',
    rule: 'accounts#a-link-works-once',
    stage: 'REGISTERED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      await performMove('applicants.activate', person, context.helpers);
      const secondResponse = await context.sendAs(person, 'applicants.activate');
      expectRefused(context, secondResponse, 'a token that was used');
    },
  },
  {
    id: 'applicants.activate/activated',
    sentence:
      'applicants.activate MUST refuse the link of an account that already has its password.',
    rule: 'accounts#a-link-works-once',
    runFor: makeRefusalRun('the link of an account that has its password'),
  },
  {
    id: newLinkReporter,
    sentence:
      'After each applicants.resendEmail, a mail with a working link MUST come, and MUST NOT go to another address that the call names.',
    leavesOpen: 'Older links before one is used: they may still work.',
    stage: 'REGISTERED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      await expectNoLinkForStranger(context, person);
      await performMove('applicants.resendEmail', person, context.helpers);
      await openNewerLink(context, person);
    },
  },
  {
    id: 'applicants.activate/older-link',
    sentence: 'An older link MUST NOT work after a newer one was used.',
    rule: 'accounts#a-new-link',
    stage: 'REGISTERED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const oldToken = await readActivationToken(person, context.helpers);
      await openNewerLink(context, person);
      if (person.activationToken === oldToken) return;
      const params = { token: oldToken };
      const response = await context.sendAs(person, 'applicants.activate', { params });
      expectRefused(context, response, 'an older link');
    },
  },
  {
    id: 'applicants.resendEmail/other-case',
    sentence: 'applicants.resendEmail SHOULD find the address with a capital letter.',
    stage: 'REGISTERED',
    runFor: async (context, person) => {
      const emailFields = { email: capitalizeEmail(person.email) };
      const callChange = { params: emailFields, body: emailFields };
      await prepareForCall('applicants.resendEmail', person, context.helpers);
      const response = await context.sendAs(person, 'applicants.resendEmail', callChange);
      expectAccepted(response, 'her address with a capital letter');
      await recordSuccess(person, response, context.helpers);
    },
  },
  {
    id: 'applicants.resendEmail/after-opening',
    sentence:
      'Once a link was opened and before there is a password, applicants.resendEmail MUST mail a link that was not used.',
    rule: 'accounts#a-new-link',
    stage: 'NOT_ACTIVATED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      await requestLateLink(context, person, makeFailure);
    },
  },
  {
    id: 'applicants.activate/late-link',
    sentence: 'A link that was mailed before the password was created MUST NOT work after it.',
    rule: 'accounts#a-link-works-once',
    stage: 'NOT_ACTIVATED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const { activationToken: usedToken } = person;
      const makeBlockByResend = (_expectedText: string, observedText: string) =>
        makeBlockBy(
          'applicants.resendEmail',
          'link after the first was opened',
          observedText,
          context.lastResponse,
        );
      const lateToken = await requestLateLink(context, person, makeBlockByResend);
      await context.performOperation(person, 'applicants.createPassword', 'a password');
      if (lateToken === usedToken) return;
      const response = await context.sendAs(person, 'applicants.activate');
      expectRefused(context, response, 'a link of an account that has its password');
      await expectState(context, person, 'ACTIVATED');
    },
  },
  {
    id: 'applicants.createPassword/before-activation',
    sentence: 'applicants.createPassword MUST refuse an account whose link was not opened yet.',
    stage: 'REGISTERED',
    runFor: async (context, person) => {
      const params = { token: await readActivationToken(person, context.helpers) };
      const response = await context.sendAs(person, 'applicants.createPassword', { params });
      expectRefused(context, response, 'a password before activation');
      await expectNoLogin(context, person, person.password, 'the password that was refused');
    },
  },
  {
    id: 'applicants.resendEmail/activated',
    sentence: 'applicants.resendEmail MUST refuse an account that is activated.',
    runFor: makeRefusalRun('an account that is activated'),
  },
  {
    id: 'applicants.createPassword/others/token',
    sentence: "applicants.createPassword MUST NOT take one account's token for another account.",
    stage: 'NOT_ACTIVATED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const { dialect } = context.helpers;
      if (!firstPasswordSendsToken(dialect)) throw makeSkip('the dialect sends no token here');
      const otherPerson = await context.lendPerson('NOT_ACTIVATED');
      const { email } = otherPerson;
      const password = `${person.password}9`;
      context.removeFromPool(person);
      const otherFields = { name: email, email, password };
      await context.sendWith(person, 'applicants.createPassword', otherFields);
      const passwordText = 'a password by the token of somebody else';
      await expectNoLogin(context, otherPerson, password, passwordText);
    },
  },
  {
    id: 'applicants.createPassword/once',
    sentence:
      'applicants.createPassword MUST answer 406 when a password exists already, and keep it.',
    rule: 'accounts#one-first-password',
    runFor: async (context, person) => {
      const password = `${person.password}7`;
      const response = await context.sendWith(person, 'applicants.createPassword', { password });
      expectRefused(context, response, 'a second password', { onlyStatuses: [406] });
      await context.sendAndExpectSuccess(person, 'auth.login', 'the first password');
    },
  },
  {
    id: 'auth.login/before-password',
    sentence: 'auth.login MUST refuse an account that has no password yet.',
    rule: 'accounts#no-login-before-a-password',
    stage: 'NOT_ACTIVATED',
    runFor: (context, person) =>
      expectNoLogin(context, person, person.password, 'an account without a password'),
  },
  {
    id: 'auth.forgotPassword/before-password',
    sentence: 'auth.forgotPassword MUST answer 400 for an account that has no password yet.',
    rule: 'accounts#forgotten-password',
    stage: 'NOT_ACTIVATED',
    run: async (context) => {
      const refuse = makeRefusalRun('an account without a password', { onlyStatuses: [400] });
      for (const stage of ['NOT_ACTIVATED', 'REGISTERED'] as const) {
        const person = await context.lendPerson(stage);
        // A dialect may set the password with the activation.
        if (person.stage === stage) await refuse(context, person);
      }
    },
  },
]);
