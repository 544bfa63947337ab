/** Handlers: registration, activation, passwords, login and the account. */
import { activatesWithPassword, applicantRole, lifecycle } from '@one-planet/contract';
import { z } from 'zod';
import { refuse } from '../server/responses.ts';
import {
  hashPassword,
  mailActivation,
  mailTemporaryPassword,
  newApplicant,
  openSession,
  verifyPassword,
} from '../world/accounts.ts';
import type { OneTimeToken, Person } from '../world/entities.ts';
import { toEmailKey, type World } from '../world/world.ts';
import { profileHandlers, stepHandlers } from './application.ts';
import type { Handlers } from './handlers.ts';

/** From registration to application. */
export const applicants: Handlers<'applicants'> = {
  register: async ({ body }, { world }) => {
    const knownPerson = world.findPerson(body.email);
    if (knownPerson) {
      return refuse(
        409,
        knownPerson.credential
          ? 'This email address is already registered. Please log in.'
          : 'This email address is already registered. Please check your email for the activation link.',
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
    const oneTimeToken = world.oneTimeTokens.find('token', params.token);
    const person = oneTimeToken && world.people.find('id', oneTimeToken.personId);
    if (!person || oneTimeToken.kind !== 'activation') {
      return refuse(404, 'This activation link is not known.');
    }
    if (oneTimeToken.used || person.credential)
      return refuse(409, 'This account is already activated.');
    const setsPasswordToo = activatesWithPassword(world.settings.dialect);
    if (setsPasswordToo) {
      if (!body?.password) return refuse(400, 'Password can not be empty');
      person.credential = await hashPassword(body.password);
    }
    spendTokens(world, person);
    world.takeStep(person, setsPasswordToo ? 'applicants.createPassword' : 'applicants.activate');
    const nextToken = await createPasswordToken(world, person, setsPasswordToo);
    const { firstName, lastName, email, state } = person;
    return {
      status: 200,
      body: { firstName, lastName, email, status: `${state}`, token: nextToken },
    };
  },

  createPassword: async ({ params, body }, { world }) => {
    const person = findPasswordOwner(world, params.token, body.email);
    if (!person) return refuse(404, 'This address to create a password is not known.');
    if (person.credential) return refuse(406, 'Password is already created for this account.');
    const ownEmailKey = toEmailKey(person.email);
    if (toEmailKey(body.email) !== ownEmailKey || toEmailKey(body.name) !== ownEmailKey) {
      return refuse(400, 'The email address is not the one that was activated.');
    }
    if (person.state !== lifecycle['applicants.createPassword'].from)
      return refuse(400, 'Please open the activation link first.');
    person.credential = await hashPassword(body.password);
    spendTokens(world, person);
    world.takeStep(person, 'applicants.createPassword');
    return { status: 200, body: { message: 'The password was created.' } };
  },

  resendEmail: async ({ params, body }, { world }) => {
    if (toEmailKey(params.email) !== toEmailKey(body.email)) {
      return refuse(400, 'The email address in the path is another one than in the body.');
    }
    const person = world.findPerson(body.email);
    if (!person) return refuse(404, 'This email address is not registered.');
    if (person.credential) return refuse(409, 'This account is already activated. Please log in.');
    await mailActivation(world, person);
    return { status: 200, body: { message: 'A new activation link is on its way.' } };
  },

  ...profileHandlers,
  ...stepHandlers,
};

/**
 * The person who may create a password: the owner of the token (from the mailed link or from the activation's
 * response), or of the email address if the path has no token.
 */
function findPasswordOwner(world: World, token: string | undefined, email: string) {
  if (token === undefined) return world.findPerson(email);
  const oneTimeToken = world.oneTimeTokens.find('token', token);
  return oneTimeToken && world.people.find('id', oneTimeToken.personId);
}

async function createPasswordToken(world: World, person: Person, isUsed: boolean): Promise<string> {
  const token = world.random.tokens.drawToken();
  const passwordToken: OneTimeToken = {
    token,
    kind: 'password',
    personId: person.id,
    used: isUsed,
  };
  await world.oneTimeTokens.create(passwordToken);
  return token;
}

function spendTokens(world: World, person: Person): void {
  for (const oneTimeToken of world.oneTimeTokens.group('person', person.id))
    oneTimeToken.used = true;
}

/** The specification does not say which body update_user accepts; here it is the one that getUser returns. */
const userUpdate = z
  .object({
    firstName: z.string().trim().min(1),
    middleName: z.string().trim().min(1),
    lastName: z.string().trim().min(1),
    phone: z.string().trim().min(1),
  })
  .partial()
  .strict();

/** Logging in and the account itself. */
export const auth: Handlers<'auth'> = {
  login: async ({ body }, { world }) => {
    const person = world.findPerson(body.email);
    if (!person) return refuse(404, 'User is not recognized.');
    const isTemporary = await spendTemporaryPassword(person, body.password);
    if (!isTemporary && !(await verifyPassword(body.password, person.credential))) {
      return refuse(401, 'The email address or the password is wrong.');
    }
    const token = await openSession(world, person);
    return {
      status: 200,
      body: {
        token,
        email: person.email,
        shouldChangePassword: isTemporary,
        roles: [{ name: person.role }],
      },
    };
  },

  forgotPassword: async ({ body }, { world }) => {
    const person = world.findPerson(body.email);
    if (!person?.credential) {
      return refuse(400, 'There is no activated account with this email address.');
    }
    const password = newTemporaryPassword(world);
    person.temporaryCredential = await hashPassword(password);
    await mailTemporaryPassword(world, person, password);
    return { status: 200, body: { message: 'A temporary password is on its way.' } };
  },

  changePassword: async ({ body }, { person }) => {
    if (toEmailKey(body.email) !== toEmailKey(person.email)) {
      return refuse(403, "Only one's own password can be changed.");
    }
    person.credential = await hashPassword(body.password);
    person.temporaryCredential = null;
    return { status: 200, body: { message: 'The password was changed.' } };
  },

  getUser: ({ params }, { world, person }) => {
    if (String(params.userId) !== String(person.id)) {
      return world.people.find('id', Number(params.userId))
        ? refuse(403, 'This account belongs to somebody else.')
        : refuse(404, 'There is no such user.');
    }
    const { firstName, middleName, lastName, phone } = person;
    return { status: 200, body: { firstName, middleName, lastName, phone } };
  },

  updateUser: ({ body }, { person }) => {
    const parsedUpdate = userUpdate.safeParse(body);
    if (!parsedUpdate.success) {
      return refuse(400, 'Only firstName, middleName, lastName and phone can be changed.');
    }
    Object.assign(person, parsedUpdate.data);
    return { status: 200, body: { message: 'The account was changed.' } };
  },
};

/**
 * Uses a temporary password, which works once.
 * @returns whether it was the right one
 */
async function spendTemporaryPassword(person: Person, password: string): Promise<boolean> {
  const isRightPassword = await verifyPassword(password, person.temporaryCredential);
  if (isRightPassword) person.temporaryCredential = null;
  return isRightPassword;
}

/** A random password that follows the rules for new passwords, in case a client validates it. */
function newTemporaryPassword({ random: { passwords } }: World): string {
  return `Tmp${passwords.drawCode(9)}${passwords.drawBelow(10)}x`;
}
