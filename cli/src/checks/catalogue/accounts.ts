/** Registration, passwords and the profile (website specification, section 5; journey specification, section 5). */
import { activatesWithPassword, limits, type OperationName } from '@one-planet/contract';
import { describeForwarders } from '../../applicant/valid-calls.ts';
import type { FoundMail } from '../../backend/mailbox.ts';
import { fieldsOf } from '../../core/json.ts';
import { randomText } from '../../core/text.ts';
import { perform, readActivationToken, recordSuccess } from '../applicant-walk.ts';
import { type Person, randomPhone } from '../applicants.ts';
import { type BackendCheck, type CheckContext, type RunContext, scenarios } from '../check.ts';
import {
  capitalized,
  expectNoLogin,
  expectRefused,
  expectState,
  expectsRefusal,
  sendsToken,
  toLowerText,
} from '../expect.ts';
import { callWithBody, describeResponse } from '../http-messages.ts';
import { callAdapter, expectAccepted, failure, findBlock, skip } from '../outcome.ts';
import { type Rule, refusesEmpty, rulesOf } from './field-rules.ts';

const { minDigits, maxDigits } = limits.phone;
const digits =
  (count: number, prefix = '') =>
  () => ({
    phoneNumber: prefix + randomPhone(count),
  });

function phones(): Rule[] {
  const { accepts, refuses } = rulesOf(
    'applicants.register',
    'phoneNumber',
    'accounts#phone-numbers',
  );
  return [
    accepts(`${minDigits}-digits`, `a phone number of ${minDigits} digits`, digits(minDigits)),
    accepts(`${maxDigits}-digits`, `a phone number of ${maxDigits} digits`, digits(maxDigits)),
    accepts('plus', 'a phone number with a leading plus', digits(12, '+')),
    refuses(`${minDigits - 1}-digits`, `a phone number of ${minDigits - 1} digits`, '9119112'),
    refuses(
      `${maxDigits + 1}-digits`,
      `a phone number of ${maxDigits + 1} digits`,
      digits(maxDigits + 1),
    ),
    refuses('letters', 'a phone number with letters in it', '09112E4567'),
    refuses('inner-plus', 'a phone number with a plus in the middle', '0911+234567'),
    refuses('empty', 'an empty phone number', ''),
  ];
}

const ethiopic = 'ሀለሐመሠረሰሸቀበተቸነኘአከወዘየደጀገጠጨጰፈፐ';
const labels = { firstName: 'first', middleName: 'middle', lastName: 'last' } as const;

function names(): Rule[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const { accepts, refuses } = rulesOf('applicants.register', field, 'accounts#names');
    return [
      accepts('ethiopic', `a ${label} name in Ethiopic letters`, () => ({
        [field]: randomText(ethiopic, 9),
      })),
      refuses('digits', `a ${label} name with a digit in it`, 'HANA2'),
      refuses('signs', `a ${label} name with a symbol in it`, 'HA#NA'),
      refuses('empty', `an empty ${label} name`, ''),
    ];
  });
}

function marks(): Rule[] {
  const { accepts } = rulesOf('applicants.register', 'firstName', 'accounts#names');
  return [
    accepts('accents', 'a first name with accented letters', 'JOSÉ'),
    accepts(
      'combining-marks',
      'a first name whose letters have combining marks',
      'देविका',
      'should',
    ),
  ];
}

/** An applicant who has registered and not yet opened her activation link. */
async function registerApplicant(context: CheckContext): Promise<Person> {
  const person = await context.run.people.make();
  context.adopt(person);
  return person;
}

/** The maximum length of the part before the @ (RFC 5321, section 4.5.3.1.1). */
const maxLocalPart = 64;

function emails(): Rule[] {
  const { accepts, refuses } = rulesOf('applicants.register', 'email', 'accounts#addresses');
  return [
    accepts(
      'dot',
      'an email address that has one dot more than another',
      async (context: CheckContext) => ({
        email: (await registerApplicant(context)).email.replace(/.(?=@)/, '.$&'),
      }),
    ),
    accepts(
      'long',
      `an email address with ${maxLocalPart} letters before the @`,
      (_context: CheckContext, { email }: Person) => ({
        email: email.replace('@', `${'x'.repeat(Math.max(0, maxLocalPart - email.indexOf('@')))}@`),
      }),
    ),
    refuses('no-at', 'an email address without an @', 'hana.example.com'),
    refuses('no-dot', 'an email address without a dot after the @', 'hana@example'),
    refuses('nothing-after-at', 'an email address that ends with the @', 'hana@'),
    refuses('two-ats', 'an email address with two @', 'hana@college@example.com'),
    refuses('trailing', 'an email address with more behind it', 'hana@example.com>'),
    refuses('spaces', 'an email address with a space in it', 'hana tesfaye@example.com'),
    refuses('empty', 'an empty email address', ''),
  ];
}

const checkboxes = {
  iAm18: 'somebody who is not 18',
  iAgreeTerms: 'somebody who does not agree to the terms',
  agreeToPrivacy: 'somebody who does not agree to the privacy policy',
};

function agreements(): Rule[] {
  const ruleOf = (field: string) =>
    rulesOf('applicants.register', field, 'accounts#age-and-agreements');
  const refusals = Object.entries(checkboxes).map(([field, description]) =>
    ruleOf(field).refuses('false', description, false),
  );
  const marketing = ruleOf('iAgreeMarketing');
  const referral = ruleOf('referral');
  return [
    ...refusals,
    marketing.accepts('false', 'somebody who wants no marketing', false),
    referral.accepts('absent', 'a registration without a referral code', undefined),
  ];
}

/** @param digit a different one for each operation, because a new password may have to differ from the old one */
function passwords(operation: OperationName, digit: number): Rule[] {
  const { accepts, refuses } = rulesOf(operation, 'password', 'accounts#passwords');
  return [
    accepts('8-characters', 'a password of 8 characters', `Selam2o${digit}`),
    accepts('spaces', 'a password with spaces in it', `Addis Abeba ${digit}`),
    refuses('7-characters', 'a password of 7 characters', 'Selam25'),
    refuses('no-digit', 'a password without a digit', 'SelamSelam'),
    refuses('no-uppercase', 'a password without an uppercase letter', 'selam2025'),
    refuses('no-lowercase', 'a password without a lowercase letter', 'SELAM2025'),
    refuses('empty', 'an empty password', ''),
  ];
}

export const accountRules: readonly Rule[] = [
  ...names(),
  ...marks(),
  ...emails(),
  ...phones(),
  ...agreements(),
  ...passwords('applicants.createPassword', 1),
  ...passwords('auth.changePassword', 2),
  ...refusesEmpty('applicants.editProfile', 'profile#change-the-profile', {
    firstName: 'an empty first name',
    middleName: 'an empty middle name',
    lastName: 'an empty last name',
    phone: 'an empty phone number',
  }),
  ...refusesEmpty('auth.login', 'accounts#log-in', {
    email: 'an empty email',
    password: 'an empty password',
  }),
];

/** In these checks a missing mail is the failure itself. */
async function mailedLink(readLink: () => Promise<string>): Promise<string> {
  try {
    return await callAdapter(readLink, { want: 'mailbox' });
  } catch (error) {
    const { reason, exitCode } = findBlock(error) ?? {};
    if (reason === undefined || exitCode !== undefined) throw error;
    throw failure('an activation mail with a link to the site', reason);
  }
}

/** A new backend most often puts the wrong origin into its mails: its own address, or the developer's machine. */
function expectSiteOrigin(link: string, { base, settings: { siteOrigin } }: RunContext): void {
  const { origin, hostname, pathname } = new URL(link);
  const expected = `a link to the site's page ${siteOrigin ?? ''}/applicant/activate/{token}`;
  if (siteOrigin !== undefined && origin !== new URL(siteOrigin).origin)
    throw failure(expected, `a link to ${origin}`);
  const isHere = (host: string) => /^(localhost|127\.|\[::1\])/.test(host);
  if (isHere(hostname) && !isHere(new URL(base).hostname))
    throw failure(expected, `a link to ${origin}, which is each reader's own machine`);
  if (pathname.startsWith('/api/')) throw failure(expected, 'a link to the API itself');
}

/* Registration: one account for each address, and a link that comes by mail (1 §4, §7; decisions §1). */

export const registrationScenarios: readonly BackendCheck[] = scenarios([
  {
    id: 'applicants.register/duplicate',
    sentence: 'applicants.register MUST answer 409 to an address that is already registered.',
    rule: 'accounts#one-account-an-address',
    stage: 'REGISTERED',
    runFor: expectsRefusal('an address that is registered', { only: [409] }),
  },
  {
    id: 'applicants.register/duplicate-activated',
    sentence: 'applicants.register MUST answer 409 to the address of an account with a password.',
    rule: 'accounts#one-account-an-address',
    runFor: expectsRefusal('the address of an account with a password', { only: [409] }),
  },
  {
    id: 'applicants.register/duplicate-other-case',
    sentence: 'applicants.register MUST treat an address in capitals as the same one.',
    rule: 'accounts#one-account-an-address',
    stage: 'REGISTERED',
    runFor: async (context, person) => {
      const email = person.email.toUpperCase();
      const response = await context.sendWith(person, 'applicants.register', { email });
      expectRefused(context, response, 'the same address in capitals', { prefer: [409] });
    },
  },
  {
    id: 'applicants.register/plus-address',
    sentence:
      'An address with a plus sign MUST be an account of its own, from registration to the profile.',
    rule: 'accounts#addresses-with-a-plus-sign',
    movesApplicantOn: true,
    run: async (context) => {
      const untaggedPerson = await registerApplicant(context);
      const taggedPerson = context.draft();
      taggedPerson.email = untaggedPerson.email.replace('@', '+tag@');
      taggedPerson.input.register.email = taggedPerson.email;
      const { helpers } = context;
      await context.perform(taggedPerson, 'applicants.register', 'an address with a plus sign');
      await readActivationToken(taggedPerson, helpers);
      await context.perform(taggedPerson, 'applicants.activate', 'its activation');
      if (taggedPerson.stage === 'NOT_ACTIVATED') {
        await context.perform(taggedPerson, 'applicants.createPassword', 'its password');
      }
      const response = await context.sendAs(taggedPerson, 'applicants.getByEmail');
      const { email } = fieldsOf(response.json);
      const isHers = email === undefined || toLowerText(email) === toLowerText(taggedPerson.email);
      if (response.status >= 300 || !isHers) {
        throw failure('the profile of the address with the plus sign', response);
      }
    },
  },
  {
    id: 'applicants.register/mails-a-link',
    sentence: 'After a registration, a working activation link MUST be mailed.',
    rule: 'mail#the-activation-mail',
    run: async (context) => {
      const person = context.draft();
      await context.perform(person, 'applicants.register', 'a registration');
      await mailedLink(() => readActivationToken(person, context.helpers));
      expectSiteOrigin(person.activationLink?.address ?? '', context.run);
      await context.perform(person, 'applicants.activate', 'the token of the mailed link');
      const note = person.activationLink && describeForwarders(person.activationLink);
      if (note) context.addNote(note);
      context.adopt(person);
    },
  },
  {
    id: 'applicants.register/mails-its-own-link',
    sentence: 'A mailed link MUST lead to the site, whatever the headers of the call say.',
    rule: 'mail#the-activation-mail',
    leavesOpen: 'The headers `host` and `origin`, which servers and proxies refuse by themselves.',
    run: async (context) => {
      const person = context.draft();
      const headers = {
        'x-forwarded-host': foreignHost,
        forwarded: `host=${foreignHost};proto=https`,
        'x-original-host': foreignHost,
      };
      const response = await context.sendAs(person, 'applicants.register', { headers });
      if (response.status >= 400) return context.addNote(`refused: ${describeResponse(response)}`);
      await recordSuccess(person, response, context.helpers);
      await mailedLink(() => readActivationToken(person, context.helpers));
      context.adopt(person);
      const { hostname } = new URL(person.activationLink?.address ?? '');
      if (hostname === foreignHost)
        throw failure('a link to the site', `one to ${foreignHost}`, response);
    },
  },
]);

/** The host in the `X-Forwarded-Host` header of a proxy. Any caller can send that header. */
const foreignHost = 'stranger.example';

/* Activation and the first password: each link works once (1 §4; decisions §1, §2). */

const usedLink = { prefer: [409, 404] };
const withActivationLink = (mails: readonly FoundMail[]) =>
  mails.filter(({ link }) => link !== undefined).length;

export const activationScenarios: readonly BackendCheck[] = scenarios([
  {
    id: 'applicants.activate/status',
    sentence: 'applicants.activate MUST answer the state it leads to.',
    stage: 'REGISTERED',
    movesApplicantOn: true,
    takesUsualStep: true,
    runFor: async (context, person) => {
      const response = await perform('applicants.activate', person, context.helpers);
      const expected = activatesWithPassword(context.helpers.dialect)
        ? 'ACTIVATED'
        : 'NOT_ACTIVATED';
      const { status, email } = fieldsOf(response.json);
      if (status !== expected) throw failure(`status ${expected}`, response);
      if (toLowerText(email) !== toLowerText(person.email)) {
        throw failure('the address that was registered', response);
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
      await perform('applicants.activate', person, context.helpers);
      const secondResponse = await context.sendAs(person, 'applicants.activate');
      expectRefused(context, secondResponse, 'a token that was used', usedLink);
    },
  },
  {
    id: 'applicants.activate/activated',
    sentence:
      'applicants.activate MUST refuse the link of an account that already has its password.',
    rule: 'accounts#a-link-works-once',
    runFor: expectsRefusal('the link of an account that has its password', usedLink),
  },
  {
    id: 'applicants.resendEmail/new-link',
    sentence: 'After applicants.resendEmail, a mail with a working link MUST come.',
    leavesOpen: 'Older links before one is used: they may still work.',
    stage: 'REGISTERED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const { helpers } = context;
      const { mailbox, signal } = helpers;
      const oldToken = await mailedLink(() => readActivationToken(person, helpers));
      const mailsBefore = await mailbox.mails?.(person.email, signal);
      await perform('applicants.resendEmail', person, helpers);
      if (mailsBefore) {
        const isMore = (mails: readonly FoundMail[]) =>
          withActivationLink(mails) > withActivationLink(mailsBefore);
        const mailsAfter = await mailbox.mails?.(person.email, signal, isMore);
        if (!isMore(mailsAfter ?? [])) throw failure('one more activation mail', 'none');
      }
      const newToken = await mailedLink(() => readActivationToken(person, helpers));
      await context.perform(person, 'applicants.activate', 'the token of the newer link');
      if (newToken === oldToken) return;
      const oldLinkResponse = await context.sendAs(person, 'applicants.activate', {
        params: { token: oldToken },
      });
      expectRefused(context, oldLinkResponse, 'an older link after a newer one was used', usedLink);
    },
  },
  {
    id: 'applicants.resendEmail/other-case',
    sentence: 'applicants.resendEmail SHOULD find the address with a capital letter.',
    stage: 'REGISTERED',
    runFor: async (context, person) => {
      const email = capitalized(person.email);
      const change = { params: { email }, body: { email } };
      const response = await context.sendAs(person, 'applicants.resendEmail', change);
      expectAccepted(response, 'her address with a capital letter');
      // The backend may have replaced the link that was read before.
      delete person.activationToken;
    },
  },
  {
    id: 'applicants.activate/late-link',
    sentence: 'A link that was mailed before the password was created MUST NOT work after it.',
    rule: 'accounts#a-link-works-once',
    stage: 'NOT_ACTIVATED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const { helpers } = context;
      const resent = await context.sendAs(person, 'applicants.resendEmail');
      if (resent.status >= 400) throw skip('the backend mails no further link then');
      const { activationToken: usedToken } = person;
      const { mailbox, signal } = helpers;
      const isMore = (mails: readonly FoundMail[]) => withActivationLink(mails) > 1;
      const mails = await mailbox.mails?.(person.email, signal, isMore);
      const lateToken = await mailedLink(() => readActivationToken(person, helpers));
      if (lateToken === usedToken && isMore(mails ?? []))
        throw failure('a link that was not used yet', 'the one that she has used', resent);
      await context.perform(person, 'applicants.createPassword', 'a password');
      if (lateToken === usedToken) return;
      const response = await context.sendAs(person, 'applicants.activate');
      expectRefused(context, response, 'a link of an account that has its password', usedLink);
      await expectState(context, person, 'ACTIVATED');
    },
  },
  {
    id: 'applicants.createPassword/before-activation',
    sentence: 'applicants.createPassword MUST refuse an account whose link was not opened yet.',
    stage: 'REGISTERED',
    runFor: async (context, person) => {
      const token = await mailedLink(() => readActivationToken(person, context.helpers));
      const params = { token };
      const response = await context.sendAs(person, 'applicants.createPassword', { params });
      expectRefused(context, response, 'a password before activation', { prefer: [400, 404] });
      await expectNoLogin(context, person, person.password, 'the password that was refused');
    },
  },
  {
    id: 'applicants.resendEmail/activated',
    sentence: 'applicants.resendEmail MUST refuse an account that is activated.',
    runFor: expectsRefusal('an account that is activated', { prefer: [409] }),
  },
  {
    id: 'applicants.createPassword/others/token',
    sentence: "applicants.createPassword MUST NOT take one account's token for another account.",
    stage: 'NOT_ACTIVATED',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const { dialect } = context.helpers;
      if (!sendsToken(dialect)) throw skip('the dialect sends no token here');
      const otherPerson = await context.person('NOT_ACTIVATED');
      const password = `${person.password}9`;
      const ownCall = await context.call('applicants.createPassword', person);
      const change = { name: otherPerson.email, email: otherPerson.email, password };
      context.retire(person);
      const { number: by } = person;
      await context.send('applicants.createPassword', {
        ...ownCall,
        ...callWithBody(ownCall, change),
        by,
      });
      await expectNoLogin(
        context,
        otherPerson,
        password,
        'a password by the token of somebody else',
      );
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
      expectRefused(context, response, 'a second password', { only: [406] });
      await context.succeed(person, 'auth.login', 'the first password');
    },
  },
  {
    id: 'auth.login/before-password',
    sentence: 'auth.login MUST refuse an account that has no password yet.',
    rule: 'accounts#no-login-before-a-password',
    stage: 'NOT_ACTIVATED',
    runFor: async (context, person) => {
      await expectNoLogin(context, person, person.password, 'an account without a password');
      const forgot = await context.sendAs(person, 'auth.forgotPassword');
      expectRefused(context, forgot, 'a forgotten password that was never set', { only: [400] });
    },
  },
]);
