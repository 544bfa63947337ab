/** From registration to the first log-in (website specification, sections 2 to 4). */
import { activatesWithPassword, applicantRole, toRegistration } from '@one-planet/contract';
import { CliError, exitCodes } from '../exit.ts';
import type { JourneyContext } from './context.ts';
import { demand, succeed } from './failure.ts';

export async function register({
  client,
  applicant,
  email,
  memory,
}: JourneyContext): Promise<string> {
  // A backend on another machine may have another clock; its mail is not refused for a few seconds.
  memory.registeredAt = Date.now() - 5000;
  await succeed(
    'applicants.register',
    client.applicants.register({ body: toRegistration({ ...applicant.register, email }) }),
  );
  return '';
}

export async function activate(context: JourneyContext): Promise<string> {
  const { client, settings, applicant, email, memory, mailbox, signal } = context;
  const link = await mailbox.activationLink(email, memory.registeredAt ?? 0, signal);
  const token = tokenOf(link, settings.siteOrigin);
  const body = activatesWithPassword(settings.dialect)
    ? { password: applicant.password }
    : undefined;
  const answer = await succeed(
    'applicants.activate',
    client.applicants.activate({ params: { token }, body }),
  );
  const expected = body ? 'ACTIVATED' : 'NOT_ACTIVATED';
  demand(
    'applicants.activate',
    answer.status === expected,
    `status ${expected} in the answer`,
    answer.status,
  );
  memory.passwordToken = answer.token;
  return body ? 'activated and password set in one call' : '';
}

export async function createPassword({
  client,
  settings,
  applicant,
  email,
  memory,
}: JourneyContext): Promise<string> {
  if (activatesWithPassword(settings.dialect)) return 'set by activation, as the dialect says';
  const body = { name: email, email, password: applicant.password };
  const params = { token: memory.passwordToken ?? '' };
  await succeed('applicants.createPassword', client.applicants.createPassword({ params, body }));
  return '';
}

export async function logIn({ client, applicant, email, memory }: JourneyContext): Promise<string> {
  const body = { email, password: applicant.password };
  const answer = await succeed('auth.login', client.auth.login({ body }));
  const roles = answer.roles.map(({ name }) => name);
  demand(
    'auth.login',
    roles.includes(applicantRole),
    `the role ${applicantRole}`,
    roles.join(', ') || 'no role',
  );
  demand(
    'auth.login',
    !answer.shouldChangePassword,
    'shouldChangePassword false for a password of her own',
    'true',
  );
  memory.token = answer.token;
  return '';
}

/**
 * Takes the one-time token out of an activation link (`…/applicant/activate/{token}`).
 * @param siteOrigin where the link must lead, when it is known
 * @throws {CliError} for another link; the link itself is a secret and not told
 */
export function tokenOf(link: string, siteOrigin: string | undefined): string {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const token = url && /\/applicant\/activate\/([^/]+)\/?$/i.exec(url.pathname)?.[1];
  if (!url || !token) throw wrongLink('no link to the page /applicant/activate with a token');
  if (siteOrigin && url.origin !== new URL(siteOrigin).origin) {
    throw new CliError(
      `the activation link leads to ${url.origin}, the configured siteOrigin is ${siteOrigin}`,
    );
  }
  try {
    return decodeURIComponent(token);
  } catch {
    throw wrongLink("a link whose token can't be decoded");
  }
}

/** Mail is the backend's too: its links have the form the site's routes have. */
function wrongLink(what: string): CliError {
  return new CliError(`the activation mail has ${what}`, exitCodes.brokenContract);
}
