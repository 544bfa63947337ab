/** Refused accounts: nothing of them is kept where no profile shows it (1 §4, §5). */
import type { Check } from '../../check.ts';
import { expectAccepted, expectRefused } from '../../expect.ts';
import { Skipped } from '../../outcome.ts';
import { perform } from '../../people/walk.ts';
import { scenarios } from './scenario.ts';

const weak = 'selam';

export const refusedWhole: readonly Check[] = scenarios([
  {
    id: 'applicants.register/refused-whole',
    sentence: 'A refused registration MUST NOT take the address.',
    rule: 'refusals#nothing-in-part',
    proves:
      'After a registration that is refused for its phone number, the same address registers.',
    run: async (context) => {
      const person = context.draft();
      const { body } = await context.call('applicants.register', person);
      const own = { by: person.number, about: person.number };
      const wrong = { ...(body as object), phoneNumber: '12' };
      const refused = await context.send('applicants.register', { body: wrong, ...own });
      expectRefused(context, refused, 'a phone number of 2 digits', { prefer: [400] });
      const reply = await perform('applicants.register', person, context.helpers);
      expectAccepted(reply, 'the same address, registered right');
      context.adopt(person);
    },
  },
  {
    id: 'applicants.createPassword/refused-whole',
    sentence: 'A refused password MUST NOT be set, and MUST NOT use up the link.',
    rule: 'refusals#nothing-in-part',
    proves: 'A weak password is refused and does not log in; a better one can be set afterwards.',
    stage: 'NOT_ACTIVATED',
    consumes: true,
    run: async (context) => {
      const person = await context.person('NOT_ACTIVATED');
      if (person.stage !== 'NOT_ACTIVATED')
        throw new Skipped('the dialect sets the password with the activation');
      const { body } = await context.call('applicants.createPassword', person);
      const wrong = { ...(body as object), password: weak };
      const refused = await context.sendAs(person, 'applicants.createPassword', { body: wrong });
      expectRefused(context, refused, 'a weak password', { prefer: [400] });
      const { email, number: by } = person;
      const login = await context.send('auth.login', { body: { email, password: weak }, by });
      expectRefused(context, login, 'the password that was refused', { only: [401, 404, 417] });
      const reply = await perform('applicants.createPassword', person, context.helpers);
      expectAccepted(reply, 'a password by the rules');
    },
  },
  {
    id: 'auth.changePassword/refused-whole',
    sentence: 'A refused password MUST NOT replace the one she has.',
    rule: 'refusals#nothing-in-part',
    proves: 'A weak password is refused and does not log in; her own still does.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const { email, number: by } = person;
      const body = { email, password: weak };
      const refused = await context.sendAs(person, 'auth.changePassword', { body });
      expectRefused(context, refused, 'a weak password', { prefer: [400] });
      const login = await context.send('auth.login', { body, by });
      expectRefused(context, login, 'the password that was refused', { only: [401, 404, 417] });
      expectAccepted(await context.sendAs(person, 'auth.login'), 'her own password');
    },
  },
]);
