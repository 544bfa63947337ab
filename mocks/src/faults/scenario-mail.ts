/** Faults of mails, and of the links and temporary passwords in them. */
import type { Mail } from '../data/entities.ts';
import type { World } from '../data/world.ts';
import { activationAnswer } from './activation.ts';
import { around, changesBody } from './answers.ts';
import type { Call, Fault } from './fault.ts';
import { posts } from './posts.ts';

/** Every mail is changed before it is sent; none is sent if `change` returns nothing. */
function changesMail(
  name: string,
  sentence: string,
  change: (mail: Mail, world: World) => Mail | undefined,
): Fault {
  return posts(name, sentence, async (mail, send, world) => {
    const changed = change(mail, world);
    if (changed) await send(changed);
  });
}

/** True for the mail of a registration, not of a request for another link. */
function isFirst({ kind, to }: Mail, world: World): boolean {
  const links = world.oneTimeTokens.group('person', world.findPerson(to)?.id ?? 0);
  return kind === 'activation' && links.length === 1;
}

/** True for the mail of a request for another link. */
function isAnother(mail: Mail, world: World): boolean {
  return mail.kind === 'activation' && !isFirst(mail, world);
}

/** An activation link works although it should not. @param lives whether the used link is the one */
function revives(
  name: string,
  sentence: string,
  lives: (token: string, links: readonly string[]) => boolean,
): Fault {
  const handle = around('applicants.activate', async ({ world, params }: Call, next) => {
    const found = world.oneTimeTokens.find('token', params.token ?? '');
    const person = found && world.people.find('id', found.personId);
    if (!person || found.kind !== 'activation' || !found.used) return await next();
    const mailed = world.oneTimeTokens.group('person', person.id);
    const links = mailed.filter(({ kind }) => kind === 'activation').map(({ token }) => token);
    if (!lives(found.token, links)) return await next();
    if (person.credential) return activationAnswer(person, found.token);
    found.used = false;
    return await next();
  });
  return { name, sentence, ...handle };
}

export const scenarioFaultsOfMail: readonly Fault[] = [
  changesMail('activation-mail-missing', 'A registration sends no mail.', (mail, world) =>
    isFirst(mail, world) ? undefined : mail,
  ),
  changesMail(
    'resend-mails-nothing',
    'Requesting a new activation link sends no mail.',
    (mail, world) => (isAnother(mail, world) ? undefined : mail),
  ),
  changesMail('temporary-mail-missing', 'Requesting a temporary password sends no mail.', (mail) =>
    mail.kind === 'temporary-password' ? undefined : mail,
  ),
  changesMail(
    'activation-link-dead',
    'The mailed activation link carries an unknown token.',
    (mail) => {
      const token = mail.link?.split('/').at(-1);
      if (!mail.link || !token) return mail;
      const dead = (text: string) => text.replaceAll(token, [...token].reverse().join(''));
      return { ...mail, link: dead(mail.link), text: dead(mail.text), html: dead(mail.html) };
    },
  ),
  revives('activation-token-reusable', 'An activation link works more than once.', () => true),
  revives(
    'activation-old-link-lives',
    'After activation by a newer link, the older one still works.',
    (token, links) => token !== links.at(-1),
  ),
  {
    name: 'temporary-reusable',
    sentence: 'A temporary password works more than once.',
    ...around('auth.login', async ({ world, body }, next) => {
      const person = world.findPerson((body as { email: string }).email);
      const temporary = person?.temporary ?? null;
      const answer = await next();
      if (person && answer.status === 200) person.temporary = temporary;
      return answer;
    }),
  },
  changesBody(
    'temporary-without-change',
    'After a login with a temporary password it need not be changed.',
    'auth.login',
    (body) => ({ ...body, shouldChangePassword: false }),
  ),
];
