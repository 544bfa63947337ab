/** Logs in, on the login page or in a dialog that extends a session before it ends. */

import { applicantRole } from '@one-planet/contract/lifecycle';
import { RESET } from 'jotai/utils';
import { loginTexts as texts } from '../texts/login-words.ts';
import { examRefusalAtom, isJustLoggedInAtom, noticeAtom, sessionAtom } from './atoms.ts';
import type { Site } from './client.ts';
import type { Message } from './messages.ts';
import { makePortalUrl } from './portals.ts';
import { awaitResponse, isRateLimited, type ResponseOrFailure } from './responses.ts';
import { storeSession } from './stored-session.ts';
import { fieldsOf, idOf, textOf } from './unchecked.ts';

export type LoginOutcome =
  | { outcome: 'session' }
  | { outcome: 'change-password'; email: string; token: string }
  | { outcome: 'portal'; portalUrl: string }
  | {
      outcome: 'refused';
      message: Message;
      /** The message asks to check the connection. */
      blamesConnection?: boolean;
      /** What she can try, beside the server's message. */
      hint?: Message | undefined;
    };

/**
 * Sends the credentials and returns what follows (specification/website §4). A session is stored only for an applicant
 * who stays on this site.
 * @param extendsSession true if she logs in to extend her session
 */
export async function logIn(
  site: Site,
  credentials: { email: string; password: string },
  { extendsSession = false } = {},
): Promise<LoginOutcome> {
  // The end of the session is calculated with the site's clock, which is checked meanwhile.
  const clockPromise = site.clock.check();
  const firstResponse = await awaitResponse(site.api.auth.login({ body: credentials }));
  const temporaryResponse = await logInWithoutBlanks(site, credentials, firstResponse.status);
  const response = temporaryResponse ?? firstResponse;
  if (response.status !== 200) return makeRefusedOutcome(response, credentials.password);
  const loginBody = fieldsOf(response.body);
  const [token, email] = [textOf(loginBody.token), textOf(loginBody.email) || credentials.email];
  if (!token) return { outcome: 'refused', message: { text: texts.exception } };
  const roles = Array.isArray(loginBody.roles) ? loginBody.roles : [];
  if (!roles.some((role) => fieldsOf(role).name === applicantRole)) {
    return makePortalOutcome('staff', site, token);
  }
  const profileResponse = await awaitResponse(
    site.api.applicants.getByEmail({ params: { email }, token }),
  );
  // A profile that can't be read does not stop the login.
  const profile = fieldsOf(profileResponse.status === 200 ? profileResponse.body : undefined);
  if (profile.status === 'ADMITTED') return makePortalOutcome('student', site, token);
  if (String(loginBody.shouldChangePassword) === 'true')
    return { outcome: 'change-password', email, token };
  if (!extendsSession) {
    site.store.set(isJustLoggedInAtom, true);
    // The college may have allowed another test since.
    site.store.set(examRefusalAtom, RESET);
  }
  const user = {
    id: idOf(profile.id),
    email,
    firstName: textOf(profile.firstName),
    middleName: textOf(profile.middleName),
  };
  await clockPromise;
  const session = storeSession(site.clock, user, token);
  site.store.set(sessionAtom, session);
  if (profileResponse.status === 200 && typeof profile.status === 'string') {
    const { queryKey } = site.queries.applicants.getByEmail({ email });
    site.queryClient.setQueryData(queryKey, profileResponse.body);
  }
  site.clock.onCorrection((errorMs) => {
    const { endsAt } = session;
    const isSameSession = site.store.get(sessionAtom)?.endsAt === endsAt;
    if (isSameSession) site.store.set(sessionAtom, { ...session, endsAt: endsAt - errorMs });
  });
  site.store.set(noticeAtom, null);
  return { outcome: 'session' };
}

function makePortalOutcome(
  portalName: 'student' | 'staff',
  { settings }: Site,
  token: string,
): LoginOutcome {
  const portalUrl = makePortalUrl(settings, portalName, token);
  return portalUrl
    ? { outcome: 'portal', portalUrl }
    : { outcome: 'refused', message: { text: texts.portalRefused(settings.portals[portalName]) } };
}

/** The statuses that mean a wrong password. */
const wrongPasswordStatuses: readonly unknown[] = [401, 417];

/** @returns a password without blanks and invisible characters before and after it */
function trimBlanks(password: string): string {
  const blanksPattern = '[\\s\\p{Default_Ignorable_Code_Point}]+';
  return password.replace(new RegExp(`^${blanksPattern}|${blanksPattern}$`, 'gu'), '');
}

/**
 * A temporary password is copied from an email, often with the blank after it. So a refused password is tried again
 * without blanks, but only accepted if it is temporary: one that she chose herself may have blanks.
 * @param status the response's status to the password as it was typed
 * @returns the response, if the password without its blanks is a temporary one
 */
async function logInWithoutBlanks(
  { api }: Site,
  { email, password }: { email: string; password: string },
  status: ResponseOrFailure['status'],
) {
  const trimmedPassword = trimBlanks(password);
  if (!wrongPasswordStatuses.includes(status) || trimmedPassword === password || !trimmedPassword)
    return undefined;
  const response = await awaitResponse(
    api.auth.login({ body: { email, password: trimmedPassword } }),
  );
  const isTemporary = String(fieldsOf(response.body).shouldChangePassword) === 'true';
  return response.status === 200 && isTemporary ? response : undefined;
}

/** The message of a failed login (specification/website §8). */
function makeRefusedOutcome(response: ResponseOrFailure, password: string): LoginOutcome {
  const { status, message: serverMessage } = response;
  const isPasswordWrong = wrongPasswordStatuses.includes(status);
  const ownText =
    status === 0 || isPasswordWrong
      ? texts.exception
      : status === 404
        ? texts.unknownUser
        : texts.otherStatus;
  const message = (isPasswordWrong && serverMessage) || { text: ownText };
  const hasBlanksAround = password !== trimBlanks(password);
  const rateLimitHint = isRateLimited(response) ? serverMessage : undefined;
  const hint = isPasswordWrong && hasBlanksAround ? { text: texts.blanksAround } : rateLimitHint;
  const blamesConnection = message.text === texts.otherStatus;
  return { outcome: 'refused', message, hint, blamesConnection };
}
