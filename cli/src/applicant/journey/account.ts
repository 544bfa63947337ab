/** From registration to the first login (website specification, sections 2 to 4). */
import { activatesWithPassword, applicantRole } from '@one-planet/contract';
import { tokenOf } from '../activation-link.ts';
import { stageAfter } from '../stages.ts';
import type { JourneyContext } from './context.ts';
import { BrokenContract, demand } from './failure.ts';
import { bodyOf, send, succeed } from './send.ts';

/** A backend on another machine, or its mail server, may have another clock: mail a little older counts, too. */
const otherClockMs = 15 * 60_000;

export async function register(context: JourneyContext): Promise<string> {
  const { memory, again } = context;
  context.remember({ registeredAt: memory.registeredAt ?? Date.now() - otherClockMs });
  const answer = await send(context, 'applicants.register');
  if (again && answer.status === 409) return 'was registered before';
  bodyOf('applicants.register', answer);
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
  const { settings, memory, again } = context;
  if (activatesWithPassword(settings.dialect)) return 'set by activation, as the dialect says';
  const passwordToken = memory.passwordToken ?? (await newPasswordToken(context));
  const answer = await send(context, 'applicants.createPassword', { passwordToken });
  if (again && answer.status === 406) return 'was created before';
  bodyOf('applicants.createPassword', answer);
  return '';
}

export async function logIn(context: JourneyContext): Promise<string> {
  const { token, roles, shouldChangePassword } = await succeed(context, 'auth.login');
  const names = roles.map(({ name }) => name);
  demand(
    'auth.login',
    names.includes(applicantRole),
    `the role ${applicantRole}`,
    names.join(', ') || 'no role',
  );
  const expected = 'shouldChangePassword false for a password she chose herself';
  demand('auth.login', !shouldChangePassword, expected, 'true');
  context.remember({ token });
  return '';
}

/**
 * Follows an activation link.
 * @param again whether an earlier run may have followed it
 * @returns what the activation answered; `undefined` when it is known to have taken effect before
 */
async function follow(link: string, context: JourneyContext, again: boolean) {
  const { siteOrigin, dialect } = context.settings;
  const activationToken = tokenOf(link, siteOrigin);
  const reply = await send(context, 'applicants.activate', { activationToken });
  if (again && reply.status === 409) return undefined;
  const answer = bodyOf('applicants.activate', reply);
  const expected = stageAfter('applicants.activate', dialect);
  const isExpected = answer.status === expected;
  demand('applicants.activate', isExpected, `status ${expected} in the answer`, answer.status);
  return answer;
}

/**
 * The token that an earlier run was answered is lost with it: as on the site, another activation mail gives another.
 * @throws {BrokenContract} where the backend sends none any more
 */
async function newPasswordToken(context: JourneyContext): Promise<string> {
  const { email, memory, mailbox, signal } = context;
  const since = memory.registeredAt ?? 0;
  const used = await mailbox.activationLink(email, since, signal);
  await succeed(context, 'applicants.resendEmail');
  const link = await mailbox.activationLink(email, since, signal, used);
  const answer = await follow(link, context, true);
  if (answer) return answer.token;
  throw new BrokenContract(
    'applicants.activate',
    'another token for the password, after a new activation mail',
    'status 409; the token of the run that was killed is lost: start a new journey',
  );
}
