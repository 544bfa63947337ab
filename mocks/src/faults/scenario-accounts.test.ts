import { applicantExamples } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { activationToken, logIn, mailsTo, register, registrationOf } from '../testing/journey.ts';
import { type Case, compare, emailIn, precreated } from '../testing/observe.ts';
import type { Session } from '../testing/session.ts';

const { password } = applicantExamples.hana;
const email = 'new@example.com';
const known = emailIn('ACTIVATED');

/** Registers and asks for another link. @returns how many mails each of them sent */
async function countsMails(session: Session) {
  const count = async () => (await mailsTo(session, email)).length;
  await session.call('applicants.register', { body: registrationOf(email) });
  const first = await count();
  await session.call('applicants.resendEmail', { params: { email }, body: { email } });
  return [first, (await count()) - first];
}

/** Follows links in that order: 0 is the older, 1 the newer one. @returns their statuses */
const follows =
  (...order: readonly number[]) =>
  async (session: Session) => {
    const links = [await register(session, email)];
    await session.call('applicants.resendEmail', { params: { email }, body: { email } });
    links.push(await activationToken(session, email));
    const statuses: number[] = [];
    for (const at of order) {
      const params = { token: links[at] ?? '' };
      statuses.push((await session.call('applicants.activate', { params })).status);
    }
    return statuses;
  };

/** Asks for a temporary password and uses it twice. @returns what each login says */
async function usesTemporary(session: Session) {
  await session.call('auth.forgotPassword', { body: { email: known } });
  const [mail] = await mailsTo(session, known);
  const body = { email: known, password: mail?.temporaryPassword ?? '-' };
  const first = await session.call('auth.login', { body });
  const second = await session.call('auth.login', { body });
  return [first.status, first.body.shouldChangePassword, second.status];
}

/** Changes the password. @returns whether the old one and the new one work then */
async function changesPassword(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  await session.call('auth.changePassword', { body: { email: known, password }, token });
  const login = async (typed: string) =>
    (await session.call('auth.login', { body: { email: known, password: typed } })).status;
  return [await login('Precreated2025'), await login(password)];
}

async function logsInInCapitals(session: Session) {
  const body = { email: known.toUpperCase(), password: 'Precreated2025' };
  return (await session.call('auth.login', { body })).status;
}

const registers = (first: string, second: string) => async (session: Session) => {
  const send = (address: string) =>
    session.call('applicants.register', { body: registrationOf(address) });
  return [(await send(first)).status, (await send(second)).status];
};

async function readsPlus(session: Session) {
  const address = 'with+plus@example.com';
  await session.call('applicants.register', { body: registrationOf(address) });
  const token = await logIn(session, known, 'Precreated2025');
  const read = { params: { email: address }, token };
  return (await session.call('applicants.getByEmail', read)).status;
}

const cases: Case[] = [
  ['activation-mail-missing', countsMails, [1, 1], [0, 1]],
  ['resend-mails-nothing', countsMails, [1, 1], [1, 0]],
  ['temporary-mail-missing', usesTemporary, [200, true, 401], [401, undefined, 401]],
  ['activation-link-dead', follows(0), [200], [404]],
  ['activation-token-reusable', follows(1, 1), [200, 409], [200, 200]],
  ['activation-old-link-lives', follows(1, 0), [200, 409], [200, 200]],
  ['activation-old-link-lives', follows(1, 1), [200, 409], [200, 409]],
  ['temporary-reusable', usesTemporary, [200, true, 401], [200, true, 200]],
  ['temporary-without-change', usesTemporary, [200, true, 401], [200, false, 401]],
  ['old-password-lives', changesPassword, [401, 200], [200, 200]],
  ['new-password-lost', changesPassword, [401, 200], [200, 401]],
  ['email-case-login', logsInInCapitals, 200, 404],
  ['email-case-duplicate', registers(email, email.toUpperCase()), [201, 409], [201, 201]],
  ['email-case-duplicate', registers(email, email), [201, 409], [201, 409]],
  ['plus-stripped', registers(email, 'new+1@example.com'), [201, 201], [201, 409]],
  ['plus-decoded', readsPlus, 403, 404],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
