/** Registration: one account an address, and a link that comes by mail (1 §4, §7; decisions §1). */
import type { Check } from '../../check.ts';
import { expectAccepted, expectRefused } from '../../expect.ts';
import { Failed } from '../../outcome.ts';
import { perform, readMail } from '../../people/walk.ts';
import { describeReply, fieldsOf } from '../../wire/reply.ts';
import { mailedLink } from './mailed-link.ts';
import { scenarios } from './scenario.ts';

export const registrationScenarios: readonly Check[] = scenarios([
  {
    id: 'applicants.register/duplicate',
    sentence: 'applicants.register MUST answer 409 to an address that is already registered.',
    rule: 'accounts#one-account-an-address',
    proves:
      'A second registration under the same address is refused with the status the site acts on.',
    stage: 'REGISTERED',
    run: async (context) => {
      const person = await context.person('REGISTERED');
      const reply = await context.sendAs(person, 'applicants.register');
      expectRefused(context, reply, 'an address that is registered', { only: [409] });
    },
  },
  {
    id: 'applicants.register/duplicate-other-case',
    sentence: 'applicants.register SHOULD treat an address in capitals as the same one.',
    level: 'should',
    rule: 'accounts#one-account-an-address',
    proves: 'Nobody ends up with two accounts because a phone capitalised the first letter.',
    stage: 'REGISTERED',
    run: async (context) => {
      const person = await context.person('REGISTERED');
      const { body } = await context.call('applicants.register', person);
      const email = person.email.toUpperCase();
      const reply = await context.send('applicants.register', {
        body: { ...(body as object), email },
      });
      expectRefused(context, reply, 'the same address in capitals', { prefer: [409] });
    },
  },
  {
    id: 'applicants.register/plus-address',
    sentence:
      'An address with a plus sign MUST be an account of its own, from registration to the profile.',
    rule: 'accounts#addresses-with-a-plus-sign',
    proves:
      'The address name+tag@… registers besides name@…, logs in, and its profile is found by its path.',
    consumes: true,
    run: async (context) => {
      const plain = await context.run.people.make();
      context.adopt(plain);
      const tagged = context.draft();
      tagged.email = plain.email.replace('@', '+tag@');
      tagged.input.register.email = tagged.email;
      const { helpers } = context;
      expectAccepted(
        await perform('applicants.register', tagged, helpers),
        'an address with a plus sign',
      );
      await readMail(tagged, helpers);
      expectAccepted(await perform('applicants.activate', tagged, helpers), 'its activation');
      if (tagged.stage === 'NOT_ACTIVATED') {
        expectAccepted(await perform('applicants.createPassword', tagged, helpers), 'its password');
      }
      const reply = await context.sendAs(tagged, 'applicants.getByEmail');
      const { email } = fieldsOf(reply.json);
      const isHers =
        email === undefined || String(email).toLowerCase() === tagged.email.toLowerCase();
      if (reply.status >= 300 || !isHers) {
        throw new Failed(
          'the profile of the address with the plus sign',
          describeReply(reply),
          reply,
        );
      }
    },
  },
  {
    id: 'applicants.register/mails-a-link',
    sentence: 'After a registration, a working activation link MUST be mailed.',
    rule: 'mail#the-activation-mail',
    proves: 'A mail comes, its link leads to the site’s page, and its token activates the account.',
    leavesOpen: 'How long real mail takes.',
    run: async (context) => {
      const person = context.draft();
      expectAccepted(
        await perform('applicants.register', person, context.helpers),
        'a registration',
      );
      await mailedLink(() => readMail(person, context.helpers));
      const reply = await perform('applicants.activate', person, context.helpers);
      expectAccepted(reply, 'the token of the mailed link');
      context.adopt(person);
    },
  },
]);
