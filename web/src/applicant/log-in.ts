/** Logging in, wherever it happens: the log-in page, or in place before a session ends. */
import type { Profile } from '@one-planet/contract';
import { applicantRole } from '@one-planet/contract/states';
import { answerOf } from '../site/answers.ts';
import { portalAddress } from '../site/redirects.ts';
import { sessionAtom, storeSession } from '../site/session.ts';
import type { Site } from '../site/site.ts';
import { texts } from '../words/login.ts';
import { justLoggedIn } from './just-logged-in.ts';
import { profileKey } from './profile.ts';

export type LoggedIn =
  | { outcome: 'session' }
  | { outcome: 'change-password'; email: string; token: string }
  | { outcome: 'portal'; address: string }
  | { outcome: 'refused'; message: string };

/**
 * Sends the credentials and says where that leads (website specification, section 4). A session is stored only
 * for an applicant who stays on this site.
 * @param inPlace true where a session only goes on
 */
export async function logIn(
  site: Site,
  credentials: { email: string; password: string },
  { inPlace = false } = {},
): Promise<LoggedIn> {
  const { status, body, message } = await answerOf(site.api.auth.login({ body: credentials }));
  if (status !== 200) return { outcome: 'refused', message: refusal(status, message) };
  const login = body as {
    token: string;
    email: string;
    shouldChangePassword: boolean;
    roles: { name: string }[];
  };
  if (!login?.token) return { outcome: 'refused', message: texts.exception };
  const email = login.email || credentials.email;
  if (!login.roles?.some(({ name }) => name === applicantRole)) {
    return leaveTo('staff', site, login.token);
  }
  const profile = await profileOf(site, email, login.token);
  if (profile?.status === 'ADMITTED') return leaveTo('student', site, login.token);
  if (login.shouldChangePassword) {
    return { outcome: 'change-password', email, token: login.token };
  }
  if (typeof profile?.status === 'string') site.queries.setQueryData(profileKey(email), profile);
  if (!inPlace) justLoggedIn();
  const { id = null, firstName, middleName } = profile ?? {};
  const user = { id, email, firstName: firstName ?? '', middleName: middleName ?? '' };
  site.store.set(sessionAtom, storeSession(user, login.token));
  return { outcome: 'session' };
}

/** A profile that can't be had stops nobody: that is only logged. */
async function profileOf({ api }: Site, email: string, token: string) {
  const answer = await answerOf(api.applicants.getByEmail({ params: { email }, token }));
  return answer.status === 200 ? (answer.body as Profile | null) : undefined;
}

function leaveTo(portal: 'student' | 'staff', { settings }: Site, token: string): LoggedIn {
  const address = portalAddress(settings, portal, token);
  return address
    ? { outcome: 'portal', address }
    : { outcome: 'refused', message: texts.portalRefused(settings.portals[portal]) };
}

function refusal(status: number, said: string): string {
  if (status === 0) return texts.exception;
  if (status === 401 || status === 417) return said || texts.exception;
  return status === 404 ? texts.unknownUser : texts.otherStatus;
}
