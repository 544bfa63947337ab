/** Passwords, sessions and mails of people. */

import { limits } from '@one-planet/contract';
import { html } from '../server/responses.ts';
import type { Credential, Mail, Person } from './entities.ts';
import type { World } from './world.ts';

type Identity = Pick<Person, 'role' | 'email' | 'firstName' | 'middleName' | 'lastName' | 'phone'>;

/** A new applicant, who has not done anything yet. */
export function newApplicant(id: number, identity: Identity): Person {
  return {
    id,
    ...identity,
    state: null,
    credential: null,
    temporaryCredential: null,
    bio: null,
    education: null,
    contact: null,
    failedExams: 0,
    runningExam: null,
    paymentCode: null,
    batchProgramId: null,
  };
}

/** Few iterations, so that a whole journey takes milliseconds; a real backend needs many more. */
const hashIterations = 1_000;

/** Hashes a password with PBKDF2. @param salt hexadecimal; a new random one when left out */
export async function hashPassword(password: string, salt = newSalt()): Promise<Credential> {
  const encoder = new TextEncoder();
  const passwordKey = await crypto.subtle.importKey(
    'raw',
    encoder.encode(password),
    'PBKDF2',
    false,
    ['deriveBits'],
  );
  const hashBits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations: hashIterations },
    passwordKey,
    256,
  );
  return { hash: toHexText(new Uint8Array(hashBits)), salt };
}

/** @returns whether the password matches the hash; the time does not depend on how much of it matches */
export async function verifyPassword(
  password: string,
  credential: Credential | null,
): Promise<boolean> {
  if (!credential) return false;
  const { hash } = await hashPassword(password, credential.salt);
  let hashDifference = hash.length ^ credential.hash.length;
  for (let index = 0; index < hash.length; index += 1) {
    hashDifference |= hash.charCodeAt(index) ^ credential.hash.charCodeAt(index);
  }
  return hashDifference === 0;
}

function newSalt(): string {
  return toHexText(crypto.getRandomValues(new Uint8Array(16)));
}

function toHexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Starts a session; other sessions of the person stay valid.
 * @returns its bearer token
 */
export async function openSession(world: World, person: Person): Promise<string> {
  const token = world.random.tokens.drawToken();
  const expiresAt = world.now + limits.session.lifetimeMs;
  await world.sessions.create({ token, personId: person.id, expiresAt });
  return token;
}

/** @returns the owner of the valid token in an Authorization header */
export function findSessionOwner(world: World, authorization: string | null): Person | undefined {
  const token = authorization?.match(/^bearer +(\S+) *$/i)?.[1];
  const session = token === undefined ? undefined : world.findSession(token);
  if (!session || session.expiresAt <= world.now) return undefined;
  return world.findPersonById(session.personId);
}

/** @returns the person for whom a one-time token was made */
export function findTokenOwner(world: World, token: string | undefined): Person | undefined {
  const oneTimeToken = token === undefined ? undefined : world.findOneTimeToken(token);
  return oneTimeToken && world.findPersonById(oneTimeToken.personId);
}

/** Mails a new activation link. Older links stay valid until one of them is used. */
export async function mailActivation(world: World, person: Person): Promise<void> {
  const token = world.random.tokens.drawToken();
  await world.oneTimeTokens.create({ token, kind: 'activation', personId: person.id, used: false });
  await sendMailOf(world, person, {
    kind: 'activation',
    subject: 'Activate your One Planet College account',
    lines: ['Please open this link to confirm your email address and choose a password:'],
    link: `${world.settings.siteOrigin}/applicant/activate/${token}`,
  });
}

/** Mails a password that works once. */
export async function mailTemporaryPassword(
  world: World,
  person: Person,
  temporaryPassword: string,
): Promise<void> {
  await sendMailOf(world, person, {
    kind: 'temporary-password',
    subject: 'Your temporary password',
    lines: [
      `Your temporary password is ${temporaryPassword}`,
      'It works once. After logging in you will be asked to choose a new password.',
    ],
    temporaryPassword,
  });
}

/** Mails a notice without links. */
export async function mailNotice(
  world: World,
  person: Person,
  kind: Exclude<Mail['kind'], 'activation' | 'temporary-password' | 'other'>,
  subject: string,
  ...lines: string[]
): Promise<void> {
  await sendMailOf(world, person, { kind, subject, lines });
}

type MailText = Pick<Mail, 'kind' | 'subject' | 'link' | 'temporaryPassword'> & { lines: string[] };

async function sendMailOf(
  world: World,
  person: Person,
  { lines, ...letter }: MailText,
): Promise<void> {
  const greeting = `Dear ${person.firstName},`;
  const paragraphs = [greeting, ...lines];
  const linkHtml = letter.link ? html`<p><a href="${letter.link}">${letter.link}</a></p>` : '';
  await world.sendMail({
    id: world.newId(),
    to: person.email,
    sentAt: new Date(world.now).toISOString(),
    text: [...paragraphs, letter.link ?? '', 'One Planet College'].filter(Boolean).join('\n\n'),
    html: html`${paragraphs.map((line) => html`<p>${line}</p>`)}${linkHtml}<p>One Planet College</p>`
      .text,
    ...letter,
  });
}
