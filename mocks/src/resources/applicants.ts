import { activatesWithPassword, applicantRole, lifecycle } from '@one-planet/contract';
import type { OneTimeToken, Person } from '../data/entities.ts';
import { emailKey, type World } from '../data/world.ts';
import { refuse } from '../http/refusal.ts';
import { mailActivation } from '../rules/mails.ts';
import { hashPassword } from '../rules/passwords.ts';
import { newApplicant } from '../rules/people.ts';
import type { Handlers } from './handlers.ts';
import { profiles } from './profiles.ts';
import { steps } from './steps.ts';

/** From registration to application. */
export const applicants: Handlers<'applicants'> = {
  register: async ({ body }, { world }) => {
    const known = world.findPerson(body.email);
    if (known) {
      return refuse(
        409,
        known.credential
          ? 'This e-mail address is already registered. Please log in.'
          : 'This e-mail address is already registered. Please check your e-mail for the activation link.',
      );
    }
    const person = await world.people.create(
      newApplicant(world.newId(), {
        role: applicantRole,
        email: body.email,
        firstName: body.firstName.toUpperCase(),
        middleName: body.middleName.toUpperCase(),
        lastName: body.lastName.toUpperCase(),
        phone: body.phoneNumber,
      }),
    );
    world.moveTo(person, null);
    await mailActivation(world, person);
    return { status: 201, body: { message: 'An activation link is on its way.' } };
  },

  activate: async ({ params, body }, { world }) => {
    const token = world.oneTimeTokens.find('token', params.token);
    const person = token && world.people.find('id', token.personId);
    if (!person || token.kind !== 'activation') {
      return refuse(404, 'This activation link is not known.');
    }
    if (token.used || person.credential) return refuse(409, 'This account is already activated.');
    const atOnce = activatesWithPassword(world.settings.dialect);
    if (atOnce) {
      if (!body?.password) return refuse(400, 'Password can not be empty');
      person.credential = await hashPassword(body.password);
    }
    spendTokens(world, person);
    world.take(person, atOnce ? 'applicants.createPassword' : 'applicants.activate');
    const next = await passwordToken(world, person, atOnce);
    const { firstName, lastName, email, state } = person;
    return { status: 200, body: { firstName, lastName, email, status: `${state}`, token: next } };
  },

  createPassword: async ({ params, body }, { world }) => {
    const person = passwordTaker(world, params.token, body.email);
    if (!person) return refuse(404, 'This address to create a password is not known.');
    if (person.credential) return refuse(406, 'Password is already created for this account.');
    const own = emailKey(person.email);
    if (emailKey(body.email) !== own || emailKey(body.name) !== own) {
      return refuse(400, 'The e-mail address is not the one that was activated.');
    }
    if (person.state !== lifecycle['applicants.createPassword'].from)
      return refuse(400, 'Please open the activation link first.');
    person.credential = await hashPassword(body.password);
    spendTokens(world, person);
    world.take(person, 'applicants.createPassword');
    return { status: 200, body: { message: 'The password was created.' } };
  },

  resendEmail: async ({ params, body }, { world }) => {
    if (emailKey(params.email) !== emailKey(body.email)) {
      return refuse(400, 'The e-mail address in the path is another one than in the body.');
    }
    const person = world.findPerson(body.email);
    if (!person) return refuse(404, 'This e-mail address is not registered.');
    if (person.credential) return refuse(409, 'This account is already activated. Please log in.');
    await mailActivation(world, person);
    return { status: 200, body: { message: 'A new activation link is on its way.' } };
  },

  ...profiles,
  ...steps,
};

/** Who may create a password: the owner of the token, or of the address if the path has no token. */
function passwordTaker(world: World, token: string | undefined, email: string) {
  if (token === undefined) return world.findPerson(email);
  const known = world.oneTimeTokens.find('token', token);
  return known?.kind === 'password' ? world.people.find('id', known.personId) : undefined;
}

async function passwordToken(world: World, person: Person, used: boolean): Promise<string> {
  const token = world.random.tokens.token();
  const record: OneTimeToken = { token, kind: 'password', personId: person.id, used };
  await world.oneTimeTokens.create(record);
  return token;
}

function spendTokens(world: World, person: Person): void {
  for (const token of world.oneTimeTokens.group('person', person.id)) token.used = true;
}
