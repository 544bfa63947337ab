import type { Mail, Person } from '../data/entities.ts';
import type { World } from '../data/world.ts';
import { html } from '../http/html.ts';

/** Mails a new activation link; links mailed before stay alive until one is used. */
export async function mailActivation(world: World, person: Person): Promise<void> {
  const token = world.random.tokens.token();
  await world.oneTimeTokens.create({ token, kind: 'activation', personId: person.id, used: false });
  await send(world, person, {
    kind: 'activation',
    subject: 'Activate your One Planet College account',
    lines: ['Please open this link to confirm your e-mail address and choose a password:'],
    link: `${world.settings.siteOrigin}/applicant/activate/${token}`,
  });
}

/** Mails a password that works once. */
export async function mailTemporaryPassword(
  world: World,
  person: Person,
  temporaryPassword: string,
): Promise<void> {
  await send(world, person, {
    kind: 'temporary-password',
    subject: 'Your temporary password',
    lines: [
      `Your temporary password is ${temporaryPassword}`,
      'It works once. After logging in you will be asked to choose a new password.',
    ],
    temporaryPassword,
  });
}

/** Mails a notice without anything to click. */
export async function mailNotice(
  world: World,
  person: Person,
  kind: Exclude<Mail['kind'], 'activation' | 'temporary-password' | 'other'>,
  subject: string,
  ...lines: string[]
): Promise<void> {
  await send(world, person, { kind, subject, lines });
}

type Letter = Pick<Mail, 'kind' | 'subject' | 'link' | 'temporaryPassword'> & { lines: string[] };

async function send(world: World, person: Person, { lines, ...letter }: Letter): Promise<void> {
  const greeting = `Dear ${person.firstName},`;
  const paragraphs = [greeting, ...lines];
  const link = letter.link ? html`<p><a href="${letter.link}">${letter.link}</a></p>` : '';
  await world.mails.create({
    id: world.newId(),
    to: person.email,
    sentAt: new Date(world.now).toISOString(),
    text: [...paragraphs, letter.link ?? '', 'One Planet College'].filter(Boolean).join('\n\n'),
    html: html`${paragraphs.map((line) => html`<p>${line}</p>`)}${link}<p>One Planet College</p>`
      .text,
    ...letter,
  });
}
