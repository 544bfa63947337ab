/** The mails the college would send. */
import { randomBytes } from 'node:crypto';
import { isoWithOffset } from './clock.ts';
import { hashPassword, makeTemporaryPassword } from './passwords.ts';
import type { Mail, Person, World } from './world.ts';

export function mailActivationLink(world: World, person: Person): void {
  const token = randomBytes(24).toString('base64url');
  world.links.set(token, { person, spent: false });
  mail(world, person, 'activation', [
    'thank you for registering. Please open this address to activate your account:',
    `${world.siteOrigin}/applicant/activate/${token}`,
    'After that you choose a password and can take the Digital Literacy Test.',
  ]);
}

/** The newest is the only one that works. */
export function mailTemporaryPassword(world: World, person: Person): void {
  const password = makeTemporaryPassword();
  person.temporaryPassword = hashPassword(password);
  mail(world, person, 'temporary-password', [
    'you asked for help with your password. This temporary one lets you log in once:',
    password,
    'You will then choose a new password. If you did not ask for this, ignore this mail.',
  ]);
}

function mail(world: World, { email, firstName }: Person, kind: Mail['kind'], says: string[]) {
  const text = [`Dear ${firstName},`, ...says, 'Admissions Office'].join('\n\n');
  world.mails.push({ to: email, kind, sentAt: isoWithOffset(Date.now()), text });
}
