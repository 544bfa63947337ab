/** Logs in, from the login page or in place before a session ends. */
import { applicantRole } from '@one-planet/contract/lifecycle';
import { type Answered, answerOf } from '../answers.ts';
import { markJustLoggedIn } from '../just-logged-in.ts';
import { profileKey } from '../queries.ts';
import { portalAddress } from '../redirects.ts';
import { storeSession } from '../session.ts';
import type { Site } from '../site.ts';
import { fieldsOf, idOf, textOf } from '../unchecked.ts';
import { texts } from './words.ts';

export type LoggedIn =
  | { outcome: 'session' }
  | { outcome: 'change-password'; email: string; token: string }
  | { outcome: 'portal'; address: string }
  | { outcome: 'refused'; message: string };

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
  const answer = await answerOf(site.api.auth.login({ body: credentials }));
  if (answer.status !== 200) return refusal(answer);
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
  if (!inPlace) markJustLoggedIn();
  const user = {
    id: idOf(profile.id),
    email,
    firstName: textOf(profile.firstName),
    middleName: textOf(profile.middleName),
  };
  site.session.set(storeSession(user, token));
  site.notice.set(null);
  return { outcome: 'session' };
}

function leaveTo(portal: 'student' | 'staff', { settings }: Site, token: string): LoggedIn {
  const address = portalAddress(settings, portal, token);
  return address
    ? { outcome: 'portal', address }
    : { outcome: 'refused', message: texts.portalRefused(settings.portals[portal]) };
}

/** The words of a failed login (website specification, section 8). */
function refusal({ status, message: said }: Pick<Answered, 'status' | 'message'>): LoggedIn {
  const message =
    status === 0
      ? texts.exception
      : status === 401 || status === 417
        ? said || texts.exception
        : status === 404
          ? texts.unknownUser
          : texts.otherStatus;
  return { outcome: 'refused', message };
}
