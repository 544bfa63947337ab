/** Registration: one account an address, and a link that comes by mail (1 §4, §7; decisions §1). */
import type { Check } from '../../check.ts';
import { expectAccepted, expectRefused } from '../../expect.ts';
import { Failed } from '../../outcome.ts';
import { perform } from '../../people/perform.ts';
import { readMail } from '../../people/stages.ts';
import { describeReply, fieldsOf } from '../../wire/reply.ts';
import { mailedLink } from './mailed-link.ts';
import { promise } from './scenario.ts';

const spec = '1 §4, §7; decisions §2';

export const registrationPromises: readonly Check[] = [
  promise(
    'applicants.register/duplicate',
    'applicants.register MUST answer 409 to an address that is registered.',
    {
      spec: '1 §4, §7',
      proves:
        'A second registration under the same address is refused with the status the site acts on.',
      stage: 'REGISTERED',
      run: async (kit) => {
        const person = await kit.person('REGISTERED');
        const reply = await kit.sendAs(person, 'applicants.register');
        expectRefused(kit, reply, 'an address that is registered', { only: [409] });
      },
    },
  ),
  promise(
    'applicants.register/duplicate-other-case',
    'applicants.register SHOULD treat an address in capitals as the same one.',
    {
      level: 'should',
      spec: 'decisions §1; silent about the case of addresses',
      proves: 'Nobody ends up with two accounts because a phone capitalised the first letter.',
      stage: 'REGISTERED',
      run: async (kit) => {
        const person = await kit.person('REGISTERED');
        const { body } = await kit.call('applicants.register', person);
        const email = person.email.toUpperCase();
        const reply = await kit.send('applicants.register', {
          body: { ...(body as object), email },
        });
        expectRefused(kit, reply, 'the same address in capitals', { prefer: [409] });
      },
    },
  ),
  promise(
    'applicants.register/plus-address',
    'An address with a plus sign MUST be an account of its own, from registration to the profile.',
    {
      spec: 'decisions §1 (path parameters)',
      proves:
        'The address name+tag@… registers beside name@…, logs in, and its profile is found in the path.',
      consumes: true,
      run: async (kit) => {
        const plain = await kit.workshop.people.make();
        kit.adopt(plain);
        const tagged = kit.draft();
        tagged.email = plain.email.replace('@', '+tag@');
        tagged.input.register.email = tagged.email;
        const { helpers } = kit;
        expectAccepted(
          await perform('applicants.register', tagged, helpers),
          'an address with a plus sign',
        );
        await readMail(tagged, helpers);
        expectAccepted(await perform('applicants.activate', tagged, helpers), 'its activation');
        if (tagged.stage === 'NOT_ACTIVATED') {
          expectAccepted(
            await perform('applicants.createPassword', tagged, helpers),
            'its password',
          );
        }
        const reply = await kit.sendAs(tagged, 'applicants.getByEmail');
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
  ),
  promise(
    'applicants.register/mails-a-link',
    'After a registration an activation link MUST be mailed, and work.',
    {
      spec,
      proves:
        'A mail comes, its link leads to the site’s page, and its token activates the account.',
      leavesOpen: 'How long real mail takes.',
      run: async (kit) => {
        const person = kit.draft();
        expectAccepted(await perform('applicants.register', person, kit.helpers), 'a registration');
        await mailedLink(() => readMail(person, kit.helpers));
        const reply = await perform('applicants.activate', person, kit.helpers);
        expectAccepted(reply, 'the token of the mailed link');
        kit.adopt(person);
      },
    },
  ),
];
