/** Handlers: registration, activation, passwords, login and the account. */
import { activatesWithPassword, applicantRole, lifecycle } from '@one-planet/contract';
import { z } from 'zod';
import { refuse } from '../server/responses.ts';
import {
  findTokenOwner,
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
    await mailActivation(world, person);
    return { status: 201, body: { message: 'An activation link is on its way.' } };
  },

  activate: async ({ params, body }, { world }) => {
    const oneTimeToken = world.findOneTimeToken(params.token);
    const person = findTokenOwner(world, params.token);
    if (!person || oneTimeToken?.kind !== 'activation') {
      return refuse(404, 'This activation link is not known.');
    }
    if (oneTimeToken.used || person.credential)
      return refuse(409, 'This account is already activated.');
    const setsPasswordToo = activatesWithPassword(world.settings.dialect);
    if (setsPasswordToo && !body?.password) return refuse(400, 'Password can not be empty');
    await spendTokens(world, person);
    const activatedPerson = setsPasswordToo
      ? await savePassword(world, person, body?.password ?? '')
      : await world.takeStep(person, 'applicants.activate');
    const nextToken = await createPasswordToken(world, person, setsPasswordToo);
    const { firstName, lastName, email, state } = activatedPerson;
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
    await spendTokens(world, person);
    await savePassword(world, person, body.password);
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
  return findTokenOwner(world, token);
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

async function spendTokens(world: World, { id: personId }: Person): Promise<void> {
  await world.oneTimeTokens.updateMany((q) => q.where({ personId }), {
    data(oneTimeToken) {
      oneTimeToken.used = true;
    },
  });
}

async function savePassword(world: World, person: Person, password: string): Promise<Person> {
  const credential = await hashPassword(password);
  return await world.takeStep(person, 'applicants.createPassword', { credential });
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
    const isTemporary = await spendTemporaryPassword(world, person, body.password);
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
    await world.changePerson(person, { temporaryCredential: await hashPassword(password) });
    await mailTemporaryPassword(world, person, password);
    return { status: 200, body: { message: 'A temporary password is on its way.' } };
  },

  changePassword: async ({ body }, { world, person }) => {
    if (toEmailKey(body.email) !== toEmailKey(person.email)) {
      return refuse(403, "Only one's own password can be changed.");
    }
    const credential = await hashPassword(body.password);
    await world.changePerson(person, { credential, temporaryCredential: null });
    return { status: 200, body: { message: 'The password was changed.' } };
  },

  getUser: ({ params }, { world, person }) => {
    if (String(params.userId) !== String(person.id)) {
      return world.findPersonById(Number(params.userId))
        ? refuse(403, 'This account belongs to somebody else.')
        : refuse(404, 'There is no such user.');
    }
    const { firstName, middleName, lastName, phone } = person;
    return { status: 200, body: { firstName, middleName, lastName, phone } };
  },

  updateUser: async ({ body }, { world, person }) => {
    const parsedUpdate = userUpdate.safeParse(body);
    if (!parsedUpdate.success) {
      return refuse(400, 'Only firstName, middleName, lastName and phone can be changed.');
    }
    await world.changePerson(person, parsedUpdate.data);
    return { status: 200, body: { message: 'The account was changed.' } };
  },
};

/**
 * Uses a temporary password, which works once.
 * @returns whether it was the right one
 */
async function spendTemporaryPassword(
  world: World,
  person: Person,
  password: string,
): Promise<boolean> {
  const isRightPassword = await verifyPassword(password, person.temporaryCredential);
  if (isRightPassword) await world.changePerson(person, { temporaryCredential: null });
  return isRightPassword;
}

/** A random password that follows the rules for new passwords, in case a client validates it. */
function newTemporaryPassword({ random: { passwords } }: World): string {
  return `Tmp${passwords.drawCode(9)}${passwords.drawBelow(10)}x`;
}
