/** Refusals that do what they refuse. */
import { hashPassword } from '../rules/passwords.ts';
import { activationAnswer } from './activation.ts';
import { around } from './answers.ts';
import type { Fault } from './fault.ts';

export const halfRefused: readonly Fault[] = [
  {
    name: 'late-link-works',
    sentence: 'A link that was mailed before the password was created leads back behind it.',
    ...around('applicants.activate', async ({ world, params }, next) => {
      const token = world.oneTimeTokens.find('token', params.token ?? '');
      const person = world.people.find('id', token?.personId ?? 0);
      const mailed = world.oneTimeTokens.group('person', person?.id ?? 0);
      const isLast = mailed.filter(({ kind }) => kind === 'activation').at(-1) === token;
      if (!token || !person?.credential || !isLast || mailed.length < 3) return await next();
      world.moveTo(person, 'NOT_ACTIVATED');
      return activationAnswer(person, token.token);
    }),
  },
  {
    name: 'password-before-activation',
    sentence: 'The token of the mailed link creates a password at once.',
    ...around('applicants.createPassword', async ({ world, params, body }, next) => {
      const token = world.oneTimeTokens.find('token', params.token ?? '');
      const person = world.people.find('id', token?.personId ?? 0);
      if (token?.kind !== 'activation' || !person || person.credential) return await next();
      person.credential = await hashPassword((body as { password: string }).password);
      return { status: 200, body: { message: 'The password was created.' } };
    }),
  },
  {
    name: 'password-of-the-address',
    sentence: 'A password is created for whoever has the address in the body.',
    ...around('applicants.createPassword', async ({ world, params, body }, next) => {
      const { email, password } = body as { email: string; password: string };
      const owner = world.oneTimeTokens.find('token', params.token ?? '');
      const named = world.findPerson(email);
      if (!owner || !named || named.id === owner.personId) return await next();
      named.credential = await hashPassword(password);
      return { status: 200, body: { message: 'The password was created.' } };
    }),
  },
  {
    name: 'password-set-then-refused',
    sentence: 'A weak password is refused, and set all the same.',
    check: async (call, next) => {
      const { operation, world, body, person, params } = call;
      const isSetting = ['auth.changePassword', 'applicants.createPassword'].includes(
        operation.name,
      );
      return next().catch(async (error: unknown) => {
        const { password } = (body ?? {}) as { password?: unknown };
        const token = world.oneTimeTokens.find('token', params.token ?? '');
        const owner = person ?? world.people.find('id', token?.personId ?? 0);
        if (isSetting && owner && typeof password === 'string') {
          owner.credential = await hashPassword(password);
        }
        throw error;
      });
    },
  },
  {
    name: 'profile-saved-then-refused',
    sentence: 'Of a profile that is refused, the right fields are saved.',
    check: async (call, next) => {
      const { operation, body, person } = call;
      return next().catch((error: unknown) => {
        const { firstName, phone } = (body ?? {}) as Record<string, unknown>;
        if (operation.name === 'applicants.editProfile' && person) {
          if (typeof firstName === 'string' && firstName) person.firstName = `${firstName}A`;
          else if (typeof phone === 'string' && phone) person.phone = `${phone}0`;
        }
        throw error;
      });
    },
  },
  {
    name: 'biography-saved-then-refused',
    sentence: 'A biography that is refused moves the applicant on.',
    check: async (call, next) => {
      const { operation, world, person } = call;
      return next().catch((error: unknown) => {
        const isMeant = operation.name === 'applicants.saveBioData';
        if (isMeant && person?.state === 'BIOGRAPHIC_APPLICANT') {
          world.moveTo(person, 'BIOGRAPHIC_APPLICANT2');
        }
        throw error;
      });
    },
  },
];
