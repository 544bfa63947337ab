/** Mails that come too often, go to others, or tell too much. */
import type { Mail } from '../data/entities.ts';
import { mailNotice } from '../rules/mails.ts';
import { around } from './answers.ts';
import type { Fault } from './fault.ts';
import { posts } from './posts.ts';

export const oddMails: readonly Fault[] = [
  posts('mails-twice', 'Every mail is sent twice.', async (mail, send, world) => {
    await send(mail);
    await send({ ...mail, id: world.newId() });
  }),
  {
    name: 'mails-to-others',
    sentence: 'Every mail goes to an archive of the college, too.',
    world: (world) => {
      const { create, group } = world.mails;
      const archived = (mail: Mail): Mail => ({
        ...mail,
        to: `${mail.to}, archive@college.example`,
      });
      world.mails.create = (mail) => create.call(world.mails, mail);
      world.mails.group = (index, key) => group.call(world.mails, index, key).map(archived);
    },
  },
  {
    name: 'mails-with-password',
    sentence: 'After the password is created, it is mailed.',
    ...around('applicants.createPassword', async ({ world, body }, next) => {
      const answer = await next();
      const { email, password } = body as { email: string; password: string };
      const person = world.findPerson(email);
      if (person && answer.status < 300) {
        await mailNotice(world, person, 'admitted', 'Welcome', `You log in with ${password}`);
      }
      return answer;
    }),
  },
];
