/** Activation and the first password: one use a link (1 §4; decisions §1, §2). */
import { activatesWithPassword } from '@one-planet/contract';
import type { FoundMail } from '../../../adapters/mailbox/mailbox.ts';
import type { Check } from '../../check.ts';
import { expectAccepted, expectRefused } from '../../expect.ts';
import { Failed, Skipped } from '../../outcome.ts';
import { snapshot } from '../../people/snapshot.ts';
import { perform, readMail } from '../../people/walk.ts';
import { describeReply, fieldsOf } from '../../wire/reply.ts';
import { mailedLink } from './mailed-link.ts';
import { scenarios } from './scenario.ts';

const withLink = (mails: readonly FoundMail[]) =>
  mails.filter(({ link }) => link !== undefined).length;

export const activationScenarios: readonly Check[] = scenarios([
  {
    id: 'applicants.activate/status',
    sentence: 'applicants.activate MUST answer the state it leads to.',
    rule: 'accounts#activate',
    proves:
      'NOT_ACTIVATED, for which the site opens the password form; ACTIVATED where the dialect sets the password at once.',
    stage: 'REGISTERED',
    consumes: true,
    isUsual: true,
    run: async (context) => {
      const person = await context.person('REGISTERED');
      const reply = await perform('applicants.activate', person, context.helpers);
      const expected = activatesWithPassword(context.helpers.dialect)
        ? 'ACTIVATED'
        : 'NOT_ACTIVATED';
      const { status, email } = fieldsOf(reply.json);
      if (status !== expected) throw new Failed(`status ${expected}`, describeReply(reply), reply);
      if (String(email).toLowerCase() !== person.email.toLowerCase()) {
        throw new Failed('the address that was registered', describeReply(reply), reply);
      }
    },
  },
  {
    id: 'applicants.activate/once',
    sentence: 'The token of an activation link MUST work only once.',
    rule: 'accounts#a-link-works-once',
    proves: 'The same token sent again is refused.',
    leavesOpen: 'How long an unused token stays valid.',
    stage: 'REGISTERED',
    consumes: true,
    run: async (context) => {
      const person = await context.person('REGISTERED');
      await perform('applicants.activate', person, context.helpers);
      const again = await context.sendAs(person, 'applicants.activate');
      expectRefused(context, again, 'a token that was used', { prefer: [409, 404] });
    },
  },
  {
    id: 'applicants.activate/activated',
    sentence:
      'applicants.activate MUST refuse the link of an account that already has its password.',
    rule: 'accounts#a-link-works-once',
    proves: 'A link that is opened again later leads to the login page, not to the password form.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person('ACTIVATED');
      const reply = await context.sendAs(person, 'applicants.activate');
      expectRefused(context, reply, 'the link of an account that has its password', {
        prefer: [409, 404],
      });
    },
  },
  {
    id: 'applicants.resendEmail/new-link',
    sentence: 'After applicants.resendEmail, a mail with a working link MUST come.',
    rule: 'accounts#a-new-link',
    proves: 'A mail comes, and its token activates; afterwards older links are refused.',
    leavesOpen: 'Older links before one is used: they may still work.',
    stage: 'REGISTERED',
    consumes: true,
    run: async (context) => {
      const person = await context.person('REGISTERED');
      const { helpers } = context;
      const { mailbox, signal } = helpers;
      const old = await mailedLink(() => readMail(person, helpers));
      const before = await mailbox.mails?.(person.email, signal);
      await perform('applicants.resendEmail', person, helpers);
      if (before) {
        const isMore = (mails: readonly FoundMail[]) => withLink(mails) > withLink(before);
        const after = await mailbox.mails?.(person.email, signal, isMore);
        if (!isMore(after ?? [])) throw new Failed('one more activation mail', 'none');
      }
      const renewed = await mailedLink(() => readMail(person, helpers));
      const reply = await perform('applicants.activate', person, helpers);
      expectAccepted(reply, 'the token of the newer link');
      if (renewed === old) return;
      const { params } = await context.call('applicants.activate', {
        ...person,
        activationToken: old,
      });
      const dead = await context.sendAs(person, 'applicants.activate', { params });
      expectRefused(context, dead, 'an older link after a newer one was used', {
        prefer: [409, 404],
      });
    },
  },
  {
    id: 'applicants.activate/late-link',
    sentence: 'A link that was mailed before the password was created MUST NOT work after it.',
    rule: 'accounts#a-link-works-once',
    proves:
      'She asks for another link before she creates her password; afterwards it is refused, and she stays ACTIVATED.',
    stage: 'NOT_ACTIVATED',
    consumes: true,
    run: async (context) => {
      const { helpers } = context;
      const person = await context.person('NOT_ACTIVATED');
      if (person.stage !== 'NOT_ACTIVATED')
        throw new Skipped('the dialect sets the password with the activation');
      const resent = await context.sendAs(person, 'applicants.resendEmail');
      if (resent.status >= 400) throw new Skipped('the backend mails no further link then');
      const { activationToken: used } = person;
      const { mailbox, signal } = helpers;
      await mailbox.mails?.(person.email, signal, (mails) => withLink(mails) > 1);
      const late = await mailedLink(() => readMail(person, helpers));
      expectAccepted(await perform('applicants.createPassword', person, helpers), 'a password');
      if (late === used) return;
      const reply = await context.sendAs(person, 'applicants.activate');
      expectRefused(context, reply, 'a link of an account that has its password', {
        prefer: [409, 404],
      });
      const { status } = await snapshot(person, helpers);
      if (status !== 'ACTIVATED') throw new Failed('the state ACTIVATED', String(status));
    },
  },
  {
    id: 'applicants.createPassword/before-activation',
    sentence: 'applicants.createPassword MUST refuse an account whose link was not opened yet.',
    rule: 'accounts#first-password',
    proves: 'Neither the token of the mailed link nor the address alone creates a password.',
    stage: 'REGISTERED',
    run: async (context) => {
      const person = await context.person('REGISTERED');
      const token = await mailedLink(() => readMail(person, context.helpers));
      const { body } = await context.call('applicants.createPassword', person);
      const call = { params: { token }, body, by: person.number, about: person.number };
      const reply = await context.send('applicants.createPassword', call);
      expectRefused(context, reply, 'a password before activation', { prefer: [400, 404] });
      const login = await context.sendAs(person, 'auth.login');
      expectRefused(context, login, 'the password that was refused', { only: [401, 404, 417] });
    },
  },
  {
    id: 'applicants.resendEmail/activated',
    sentence: 'applicants.resendEmail MUST refuse an account that is activated.',
    rule: 'accounts#a-new-link',
    proves: 'Nobody gets a link that can lead nowhere.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person('ACTIVATED');
      const reply = await context.sendAs(person, 'applicants.resendEmail');
      expectRefused(context, reply, 'an account that is activated', { prefer: [409] });
    },
  },
  {
    id: 'applicants.createPassword/once',
    sentence:
      'applicants.createPassword MUST answer 406 when a password exists already, and keep it.',
    rule: 'accounts#one-first-password',
    proves:
      'The same call with another password is refused with the status the site acts on, and the first password still logs in.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person('ACTIVATED');
      const { body } = await context.call('applicants.createPassword', person);
      const password = `${person.password}7`;
      const reply = await context.sendAs(person, 'applicants.createPassword', {
        body: { ...(body as object), password },
      });
      expectRefused(context, reply, 'a second password', { only: [406] });
      expectAccepted(await context.sendAs(person, 'auth.login'), 'the first password');
    },
  },
  {
    id: 'auth.login/before-password',
    sentence: 'auth.login MUST refuse an account that has no password yet.',
    rule: 'accounts#no-login-before-a-password',
    proves: 'Neither registration nor the link alone lets anybody in.',
    stage: 'NOT_ACTIVATED',
    run: async (context) => {
      const person = await context.person('NOT_ACTIVATED');
      if (person.stage !== 'NOT_ACTIVATED')
        throw new Skipped('the dialect sets the password with the activation');
      const reply = await context.sendAs(person, 'auth.login');
      expectRefused(context, reply, 'an account without a password', { only: [401, 404, 417] });
      const forgot = await context.sendAs(person, 'auth.forgotPassword');
      expectRefused(context, forgot, 'a forgotten password that was never set', { only: [400] });
    },
  },
]);
