/** Logs in, from the login page or in place before a session ends. */

import { applicantRole } from '@one-planet/contract/lifecycle';
import { loginTexts as texts } from '../texts/form-words.ts';
import { parseUrl } from './addresses.ts';
import { type Answered, answerOf } from './answers.ts';
import { justLoggedInAtom, noticeAtom, sessionAtom } from './atoms.ts';
import { profileKey, type Site } from './client.ts';
import { checkClock, onceChecked } from './clock.ts';
import type { Settings } from './config.ts';
import { storeSession } from './stored-session.ts';
import { fieldsOf, idOf, textOf } from './unchecked.ts';

export type LoggedIn =
  | { outcome: 'session' }
  | { outcome: 'change-password'; email: string; token: string }
  | { outcome: 'portal'; address: string }
  | {
      outcome: 'refused';
      message: string;
      /** What she can try beside what the server says; empty where nothing is known. */
      hint?: string;
    };

/**
 * Sends the credentials and says what follows (website specification, section 4). A session is stored only for an
 * applicant who stays on this site.
 * @param inPlace true to extend a session
 */
export async function logIn(
  site: Site,
  credentials: { email: string; password: string },
  { inPlace = false } = {},
): Promise<LoggedIn> {
  // The session's end is reckoned from it.
  const clock = checkClock();
  const firstAnswer = await answerOf(site.api.auth.login({ body: credentials }));
  const temporaryAnswer = await logInWithoutBlanks(site, credentials, firstAnswer.status);
  const answer = temporaryAnswer ?? firstAnswer;
  if (answer.status !== 200) return refusal(answer, credentials.password);
  const said = fieldsOf(answer.body);
  const [token, email] = [textOf(said.token), textOf(said.email) || credentials.email];
  if (!token) return { outcome: 'refused', message: texts.exception };
  const roles = Array.isArray(said.roles) ? said.roles : [];
  if (!roles.some((role) => fieldsOf(role).name === applicantRole)) {
    return leaveTo('staff', site, token);
  }
  const read = await answerOf(site.api.applicants.getByEmail({ params: { email }, token }));
  // A profile that can't be read does not stop the login.
  const profile = fieldsOf(read.status === 200 ? read.body : undefined);
  if (profile.status === 'ADMITTED') return leaveTo('student', site, token);
  if (String(said.shouldChangePassword) === 'true')
    return { outcome: 'change-password', email, token };
  if (read.status === 200 && typeof profile.status === 'string') {
    site.queries.applicants.getByEmail.setQueryData(profileKey(email), read);
  }
  if (!inPlace) site.store.set(justLoggedInAtom, true);
  const user = {
    id: idOf(profile.id),
    email,
    firstName: textOf(profile.firstName),
    middleName: textOf(profile.middleName),
  };
  await clock;
  const session = storeSession(user, token);
  site.store.set(sessionAtom, session);
  onceChecked((errorMs) => {
    const { endsAt } = session;
    const isSame = site.store.get(sessionAtom)?.endsAt === endsAt;
    if (isSame) site.store.set(sessionAtom, { ...session, endsAt: endsAt - errorMs });
  });
  site.store.set(noticeAtom, null);
  return { outcome: 'session' };
}

function leaveTo(portal: 'student' | 'staff', { settings }: Site, token: string): LoggedIn {
  const address = portalAddress(settings, portal, token);
  return address
    ? { outcome: 'portal', address }
    : { outcome: 'refused', message: texts.portalRefused(settings.portals[portal]) };
}

/** The statuses that say that the password is wrong. */
const wrongPassword: readonly unknown[] = [401, 417];

/** @returns a password without blanks, and marks that nobody can see, before and behind it */
function withoutBlanks(password: string): string {
  const blanks = '[\\s\\p{Default_Ignorable_Code_Point}]+';
  return password.replace(new RegExp(`^${blanks}|${blanks}$`, 'gu'), '');
}

/**
 * A temporary password is copied from a mail, often with the blank after it. It is tried without; one that she has chosen
 * herself may have blanks, and is not changed.
 * @param status of the password as it was typed
 * @returns the answer, if the password without its blanks is a temporary one
 */
async function logInWithoutBlanks(
  { api }: Site,
  { email, password }: { email: string; password: string },
  status: Answered['status'],
) {
  const trimmed = withoutBlanks(password);
  if (!wrongPassword.includes(status) || trimmed === password || !trimmed) return undefined;
  const answer = await answerOf(api.auth.login({ body: { email, password: trimmed } }));
  const isTemporary = String(fieldsOf(answer.body).shouldChangePassword) === 'true';
  return answer.status === 200 && isTemporary ? answer : undefined;
}

/** The words of a failed login (website specification, section 8). */
function refusal(
  { status, message: said }: Pick<Answered, 'status' | 'message'>,
  password: string,
): LoggedIn {
  const message =
    status === 0
      ? texts.exception
      : wrongPassword.includes(status)
        ? said || texts.exception
        : status === 404
          ? texts.unknownUser
          : texts.otherStatus;
  const hasBlanksAround = password !== withoutBlanks(password);
  const hint = wrongPassword.includes(status) && hasBlanksAround ? texts.blanksAround : '';
  return { outcome: 'refused', message, hint };
}

// Leaving the site, which is allowed only to https addresses on the configured list (decisions, section 3).

/** A mock backend on the same machine has no certificate. */
const loopback = /^(127\.0\.0\.1|localhost|\[::1\])$/;

/** @returns true when the applicant may be sent there */
export function mayLeaveTo(settings: Settings, address: string): boolean {
  const url = parseUrl(address);
  if (!url) return false;
  const { protocol, hostname, origin } = url;
  const secure = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
  return secure && settings.redirectOrigins.some((listed) => new URL(listed).origin === origin);
}

/**
 * The portal's address with the token: the only address that ever holds a token (website specification, section 4).
 * @returns `undefined` if the site may not send anybody there
 */
export function portalAddress(
  settings: Settings,
  portal: 'student' | 'staff',
  token: string,
): string | undefined {
  const template = settings.portals[portal];
  if (!mayLeaveTo(settings, template)) return undefined;
  if (template.includes('{token}')) return template.replace('{token}', encodeURIComponent(token));
  const url = new URL(template);
  url.searchParams.set('token', token);
  return url.href;
}

/** @returns the portal's home page, without a token */
export function portalHome(settings: Settings, portal: 'student' | 'staff'): string {
  return new URL('/', settings.portals[portal]).href;
}
