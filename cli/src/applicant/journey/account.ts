/** From registration to the first log-in (website specification, sections 2 to 4). */
import { activatesWithPassword, applicantRole, toRegistration } from '@one-planet/contract';
import { tokenOf } from '../activation-link.ts';
import type { JourneyContext } from './context.ts';
import { BrokenContract, demand, succeed } from './failure.ts';

export async function register(context: JourneyContext): Promise<string> {
  const { client, applicant, email, memory, again } = context;
  // A backend on another machine may have another clock; its mail is not refused for a few seconds.
  context.remember({ registeredAt: memory.registeredAt ?? Date.now() - 5000 });
  const call = client.applicants.register({
    body: toRegistration({ ...applicant.register, email }),
  });
  if (again && (await call).status === 409) return 'was registered before';
  await succeed('applicants.register', call);
  return '';
}

export async function activate(context: JourneyContext): Promise<string> {
  const { settings, email, memory, mailbox, signal, again } = context;
  const link = await mailbox.activationLink(email, memory.registeredAt ?? 0, signal);
  const answer = await follow(link, context, again);
  if (answer === undefined) return 'was activated before';
  context.remember({ passwordToken: answer.token });
  return activatesWithPassword(settings.dialect) ? 'activated and password set in one call' : '';
}

export async function createPassword(context: JourneyContext): Promise<string> {
  const { client, settings, applicant, email, again } = context;
  if (activatesWithPassword(settings.dialect)) return 'set by activation, as the dialect says';
  const token = context.memory.passwordToken ?? (await newPasswordToken(context));
  const body = { name: email, email, password: applicant.password };
  const call = client.applicants.createPassword({ params: { token }, body });
  if (again && (await call).status === 406) return 'was created before';
  await succeed('applicants.createPassword', call);
  return '';
}

export async function logIn(context: JourneyContext): Promise<string> {
  const { client, applicant, email } = context;
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
  context.remember({ token: answer.token });
  return '';
}

/**
 * Follows an activation link.
 * @param again whether an earlier run may have followed it
 * @returns what the activation answered; `undefined` when it is known to have taken effect before
 */
async function follow(
  link: string,
  { client, settings, applicant }: JourneyContext,
  again: boolean,
) {
  const token = tokenOf(link, settings.siteOrigin);
  const body = activatesWithPassword(settings.dialect)
    ? { password: applicant.password }
    : undefined;
  const call = client.applicants.activate({ params: { token }, body });
  if (again && (await call).status === 409) return undefined;
  const answer = await succeed('applicants.activate', call);
  const expected = body ? 'ACTIVATED' : 'NOT_ACTIVATED';
  demand(
    'applicants.activate',
    answer.status === expected,
    `status ${expected} in the answer`,
    answer.status,
  );
  return answer;
}

/**
 * The token that an earlier run was answered is lost with it: as on the site, another activation mail gives another.
 * @throws {BrokenContract} where the backend sends none any more
 */
async function newPasswordToken(context: JourneyContext): Promise<string> {
  const { client, email, memory, mailbox, signal } = context;
  const since = memory.registeredAt ?? 0;
  const used = await mailbox.activationLink(email, since, signal);
  const body = { email };
  await succeed('applicants.resendEmail', client.applicants.resendEmail({ params: body, body }));
  const link = await mailbox.activationLink(email, since, signal, used);
  const answer = await follow(link, context, true);
  if (answer) return answer.token;
  throw new BrokenContract(
    'applicants.activate',
    'another token for the password, after a new activation mail',
    'status 409; the token of the run that was killed is lost: start a new journey',
  );
}
