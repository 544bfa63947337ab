/** Faults of passwords and e-mail addresses across several calls. */
import type { Credential, Person } from '../data/entities.ts';
import { mailActivation } from '../rules/mails.ts';
import { verifyPassword } from '../rules/passwords.ts';
import { newApplicant } from '../rules/people.ts';
import { around } from './answers.ts';
import type { Call, Fault } from './fault.ts';

const oldPasswords = new WeakMap<Person, Credential | null>();

function loginOf({ body }: Call) {
  return body as { email: string; password: string };
}

export const scenarioFaultsOfAccounts: readonly Fault[] = [
  {
    name: 'old-password-lives',
    sentence: 'After a password change the old password still works.',
    handle: async (call, next) => {
      const { operation, world, person } = call;
      if (operation.name === 'auth.changePassword' && person) {
        oldPasswords.set(person, person.credential);
      }
      if (operation.name !== 'auth.login') return await next();
      const { email, password } = loginOf(call);
      const known = world.findPerson(email);
      const old = known && oldPasswords.get(known);
      if (!known || !old || !(await verifyPassword(password, old))) return await next();
      const current = known.credential;
      known.credential = old;
      const answer = await next();
      known.credential = current;
      return answer;
    },
  },
  {
    name: 'new-password-lost',
    sentence: 'A password change is answered with 200, but the old password stays.',
    ...around('auth.changePassword', async ({ person }, next) => {
      const before = person?.credential;
      const answer = await next();
      if (person && before) person.credential = before;
      return answer;
    }),
  },
  {
    name: 'email-case-login',
    sentence: 'The login does not know an e-mail address in other capitals.',
    ...around('auth.login', async (call, next) => {
      const { email } = loginOf(call);
      const isOther = (call.world.findPerson(email)?.email ?? email) !== email;
      return isOther ? { status: 404, body: 'User is not recognized.' } : await next();
    }),
  },
  {
    name: 'email-case-duplicate',
    sentence: 'An e-mail address in other capitals can be registered again.',
    ...around('applicants.register', async ({ world, body }, next) => {
      const { email } = body as { email: string };
      const known = world.findPerson(email);
      if (!known || known.email === email) return await next();
      const { role, firstName, middleName, lastName, phone } = known;
      const identity = { role, email, firstName, middleName, lastName, phone };
      const twin = await world.people.create(newApplicant(world.newId(), identity));
      world.moveTo(twin, null);
      await mailActivation(world, twin);
      return { status: 201, body: { message: 'An activation link is on its way.' } };
    }),
  },
  {
    name: 'plus-stripped',
    sentence:
      'An address with a plus is mistaken for the one without, which is already registered.',
    ...around('applicants.register', async ({ world, body }, next) => {
      const { email } = body as { email: string };
      const plain = email.replace(/\+[^@]*@/, '@');
      const isTaken = plain !== email && world.findPerson(plain);
      return isTaken ? { status: 409, body: 'This address is registered.' } : await next();
    }),
  },
  {
    name: 'plus-decoded',
    sentence:
      'A plus sign in the path is read as a space, so that hana+1@example.com is not found.',
    params: (params) =>
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, value.replaceAll('+', ' ')]),
      ),
  },
];
