import { z } from 'zod';
import type { Person } from '../data/entities.ts';
import { emailKey, type World } from '../data/world.ts';
import { refuse } from '../http/refusal.ts';
import { mailTemporaryPassword } from '../rules/mails.ts';
import { hashPassword, verifyPassword } from '../rules/passwords.ts';
import { openSession } from '../rules/sessions.ts';
import type { Handlers } from './handlers.ts';

/** The specification does not say what update_user takes: here, what getUser returns. */
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
    const temporary = await useTemporary(person, body.password);
    if (!temporary && !(await verifyPassword(body.password, person.credential))) {
      return refuse(401, 'The e-mail address or the password is wrong.');
    }
    const token = await openSession(world, person);
    return {
      status: 200,
      body: {
        token,
        email: person.email,
        shouldChangePassword: temporary,
        roles: [{ name: person.role }],
      },
    };
  },

  forgotPassword: async ({ body }, { world }) => {
    const person = world.findPerson(body.email);
    if (!person?.credential) {
      return refuse(400, 'There is no activated account with this e-mail address.');
    }
    const password = newTemporaryPassword(world);
    person.temporary = await hashPassword(password);
    await mailTemporaryPassword(world, person, password);
    return { status: 200, body: { message: 'A temporary password is on its way.' } };
  },

  changePassword: async ({ body }, { person }) => {
    if (emailKey(body.email) !== emailKey(person.email)) {
      return refuse(403, "Only one's own password can be changed.");
    }
    person.credential = await hashPassword(body.password);
    person.temporary = null;
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
    const update = userUpdate.safeParse(body);
    if (!update.success) {
      return refuse(400, 'Only firstName, middleName, lastName and phone can be changed.');
    }
    Object.assign(person, update.data);
    return { status: 200, body: { message: 'The account was changed.' } };
  },
};

/** A temporary password works once. @returns whether it was the right one */
async function useTemporary(person: Person, password: string): Promise<boolean> {
  const right = await verifyPassword(password, person.temporary);
  if (right) person.temporary = null;
  return right;
}

/** Follows the rules of a new password, in case somebody validates it. */
function newTemporaryPassword({ random: { passwords } }: World): string {
  return `Tmp${passwords.code(9)}${passwords.below(10)}x`;
}
