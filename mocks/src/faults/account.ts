/** Faults in accounts, passwords and mails. */

import { mailActivation, mailNotice, newApplicant, verifyPassword } from '../world/accounts.ts';
import type { Credential, Mail } from '../world/entities.ts';
import type { World } from '../world/world.ts';
import {
  type Behaviour,
  type Call,
  changesBody,
  type Fault,
  faultsOf,
  makeActivationResult,
  remembersPerWorld,
  replacesMail,
  reviveToken,
  wrapsHandler,
} from './fault.ts';

/** Changes every mail before it is sent; if `change` returns nothing, no mail is sent. */
function changesMail(
  sentence: string,
  change: (mail: Mail, world: World) => Mail | undefined,
): Behaviour {
  return replacesMail(sentence, async (mail, send, world) => {
    const changedMail = change(mail, world);
    if (changedMail) await send(changedMail);
  });
}

/** True for the mail of a registration, and not for a link that was requested again. */
function isFirstActivationMail({ kind, to }: Mail, world: World): boolean {
  const person = world.findPerson(to);
  return kind === 'activation' && person !== undefined && world.tokensOf(person).length === 1;
}

/** True for a link that was requested again. */
function isRepeatedActivationMail(mail: Mail, world: World): boolean {
  return mail.kind === 'activation' && !isFirstActivationMail(mail, world);
}

/**
 * Makes an activation link work although it should not.
 * @param isAcceptedToken says whether the used link is one of those
 */
function acceptsOldLink(
  sentence: string,
  isAcceptedToken: (token: string, mailedTokens: readonly string[]) => boolean,
): Behaviour {
  const handlerWrapper = wrapsHandler(
    'applicants.activate',
    async ({ world, params }: Call, next) => {
      const oneTimeToken = world.findOneTimeToken(params.token ?? '');
      const person = oneTimeToken && world.findPersonById(oneTimeToken.personId);
      if (!person || oneTimeToken.kind !== 'activation' || !oneTimeToken.used) return await next();
      const activationTokens = world
        .tokensOf(person)
        .filter(({ kind }) => kind === 'activation')
        .map(({ token }) => token);
      if (!isAcceptedToken(oneTimeToken.token, activationTokens)) return await next();
      if (person.credential) return makeActivationResult(person, oneTimeToken.token);
      await reviveToken(world, oneTimeToken.token);
      return await next();
    },
  );
  return { sentence, ...handlerWrapper };
}

export const scenarioFaultsOfMail: readonly Fault[] = faultsOf({
  'activation-mail-missing': changesMail('A registration sends no mail.', (mail, world) =>
    isFirstActivationMail(mail, world) ? undefined : mail,
  ),
  'activation-link-to-api': changesMail('The mailed link leads to the API.', (mail) => {
    const siteOriginPattern = /https?:\/\/[^/]+(?=\/applicant\/activate)/g;
    const withApiLinks = (text: string) =>
      text.replace(siteOriginPattern, 'http://localhost:8080/api');
    return {
      ...mail,
      link: withApiLinks(mail.link ?? ''),
      text: withApiLinks(mail.text),
      html: withApiLinks(mail.html),
    };
  }),
  'activation-link-forwarded': {
    sentence: 'The mailed link leads to the host that the call names.',
    ...wrapsHandler('applicants.register', async ({ world, request, body }, next) => {
      const forwardedHost = request.headers.get('x-forwarded-host');
      const sendMail = world.sendMail;
      const { email } = body as { email: string };
      if (!forwardedHost) return await next();
      world.sendMail = (mail) => {
        if (mail.to !== email) return sendMail.call(world, mail);
        const withNamedHost = (text: string) =>
          text.replace(/https?:\/\/[^/]+(?=\/applicant\/activate)/g, `https://${forwardedHost}`);
        const link = withNamedHost(mail.link ?? '');
        return sendMail.call(world, {
          ...mail,
          link,
          text: withNamedHost(mail.text),
          html: withNamedHost(mail.html),
        });
      };
      const result = await next();
      world.sendMail = sendMail;
      return result;
    }),
  },
  'resend-mails-nothing': changesMail(
    'Requesting a new activation link sends no mail.',
    (mail, world) => (isRepeatedActivationMail(mail, world) ? undefined : mail),
  ),
  'temporary-mail-missing': changesMail('Requesting a temporary password sends no mail.', (mail) =>
    mail.kind === 'temporary-password' ? undefined : mail,
  ),
  'activation-link-dead': changesMail(
    'The mailed activation link carries an unknown token.',
    (mail) => {
      const token = mail.link?.split('/').at(-1);
      if (!mail.link || !token) return mail;
      const withBrokenToken = (text: string) =>
        text.replaceAll(token, [...token].reverse().join(''));
      return {
        ...mail,
        link: withBrokenToken(mail.link),
        text: withBrokenToken(mail.text),
        html: withBrokenToken(mail.html),
      };
    },
  ),
  'activation-token-reusable': acceptsOldLink(
    'An activation link works more than once.',
    () => true,
  ),
  'activation-old-link-lives': acceptsOldLink(
    'After activation by a newer link, the older one still works.',
    (token, mailedTokens) => token !== mailedTokens.at(-1),
  ),
  'temporary-reusable': {
    sentence: 'A temporary password works more than once.',
    ...wrapsHandler('auth.login', async ({ world, body }, next) => {
      const person = world.findPerson((body as { email: string }).email);
      const temporaryCredential = person?.temporaryCredential ?? null;
      const result = await next();
      if (person && result.status === 200)
        await world.changePerson(person, { temporaryCredential });
      return result;
    }),
  },
  'temporary-without-change': changesBody(
    'After a login with a temporary password it need not be changed.',
    'auth.login',
    (body) => ({ ...body, shouldChangePassword: false }),
  ),
});

export const oddMailFaults: readonly Fault[] = faultsOf({
  'mails-twice': replacesMail('Every mail is sent twice.', async (mail, send, world) => {
    await send(mail);
    await send({ ...mail, id: world.newId() });
  }),
  'mails-to-others': {
    sentence: 'Every mail goes to an archive of the college, too.',
    world: (world) => {
      const mailsTo = world.mailsTo.bind(world);
      world.mailsTo = (email) =>
        mailsTo(email).map((mail) => ({ ...mail, to: `${mail.to}, archive@college.example` }));
    },
  },
  'mails-with-password': {
    sentence: 'After the password is created, it is mailed.',
    ...wrapsHandler('applicants.createPassword', async ({ world, body }, next) => {
      const result = await next();
      const { email, password } = body as { email: string; password: string };
      const person = world.findPerson(email);
      if (person && result.status < 300) {
        await mailNotice(world, person, 'admitted', 'Welcome', `You log in with ${password}`);
      }
      return result;
    }),
  },
});

/** The headers of sessions that a changed password has ended. */
const endedAuthorizations = new Set<string>();

/** The credentials that people had before they changed their passwords, by their ids. */
const oldCredentialsIn = remembersPerWorld(() => new Map<number, Credential | null>());

function loginBodyOf({ body }: Call) {
  return body as { email: string; password: string };
}

export const scenarioFaultsOfAccounts: readonly Fault[] = faultsOf({
  'resend-letter-by-letter': {
    sentence: 'A new activation link needs the address in the letters it was registered in.',
    ...wrapsHandler('applicants.resendEmail', async ({ world, body }, next) => {
      const { email } = body as { email: string };
      const isRegistered = world.people.all().some((other) => other.email === email);
      return isRegistered ? await next() : { status: 404, body: { message: 'Unknown address.' } };
    }),
  },
  'resend-refused-after-opening': {
    sentence: 'Somebody who has opened her link and has no password gets no new one.',
    ...wrapsHandler('applicants.resendEmail', async ({ world, body }, next) => {
      const { email } = body as { email: string };
      return world.findPerson(email)?.state === 'NOT_ACTIVATED'
        ? { status: 409, body: { message: 'The link was opened before.' } }
        : await next();
    }),
  },
  'first-password-trimmed': {
    sentence:
      'Blanks around the first password are cut off when it is created, and not at a login.',
    ...wrapsHandler('applicants.createPassword', (call, next) => {
      const body = call.body as { password: string };
      call.body = { ...body, password: body.password.trim() };
      return next();
    }),
  },
  'password-moves-back': {
    sentence: 'A changed password makes the account ACTIVATED, wherever it was.',
    ...wrapsHandler('auth.changePassword', async ({ world, person }, next) => {
      const result = await next();
      if (person && result.status < 300) await world.moveTo(person, 'ACTIVATED');
      return result;
    }),
  },
  'temporary-without-role': changesBody(
    'A login with a temporary password answers no roles.',
    'auth.login',
    (body) => (body.shouldChangePassword ? { ...body, roles: [] } : body),
  ),
  'old-password-lives': {
    sentence: 'After a password change the old password still works.',
    wrapHandler: async (call, next) => {
      const { operation, world, person } = call;
      if (operation.name === 'auth.changePassword' && person) {
        oldCredentialsIn(world).set(person.id, person.credential);
      }
      if (operation.name !== 'auth.login') return await next();
      const { email, password } = loginBodyOf(call);
      const knownPerson = world.findPerson(email);
      const oldCredential = knownPerson && oldCredentialsIn(world).get(knownPerson.id);
      if (!knownPerson || !oldCredential || !(await verifyPassword(password, oldCredential)))
        return await next();
      const { credential } = knownPerson;
      await world.changePerson(knownPerson, { credential: oldCredential });
      const result = await next();
      await world.changePerson(knownPerson, { credential });
      return result;
    },
  },
  'new-password-lost': {
    sentence: 'A password change is answered with 200, but the old password stays.',
    ...wrapsHandler('auth.changePassword', async ({ world, person }, next) => {
      const result = await next();
      if (person?.credential) await world.changePerson(person, { credential: person.credential });
      return result;
    }),
  },
  'email-case-login': {
    sentence: 'The login does not know an email address in other capitals.',
    ...wrapsHandler('auth.login', async (call, next) => {
      const { email } = loginBodyOf(call);
      const isOtherSpelling = (call.world.findPerson(email)?.email ?? email) !== email;
      return isOtherSpelling ? { status: 404, body: 'User is not recognized.' } : await next();
    }),
  },
  'email-case-forgotten': {
    sentence: 'A forgotten password needs the address in the letters it was registered in.',
    ...wrapsHandler('auth.forgotPassword', async ({ world, body }, next) => {
      const { email } = body as { email: string };
      const isOtherSpelling = (world.findPerson(email)?.email ?? email) !== email;
      return isOtherSpelling ? { status: 400, body: 'User is not recognized.' } : await next();
    }),
  },
  'forgotten-moves-back': {
    sentence: 'A forgotten password makes somebody who is admitted ACTIVATED.',
    ...wrapsHandler('auth.forgotPassword', async ({ world, body }, next) => {
      const result = await next();
      const person = world.findPerson((body as { email: string }).email);
      if (person?.state === 'ADMITTED') await world.moveTo(person, 'ACTIVATED');
      return result;
    }),
  },
  'ended-session-forbidden': {
    sentence: 'A changed password ends the session, which is then refused with 403.',
    intercept: ({ request }) =>
      endedAuthorizations.has(request.headers.get('authorization') ?? '')
        ? new Response('Your session has ended.', { status: 403 })
        : undefined,
    ...wrapsHandler('auth.changePassword', async ({ request }, next) => {
      const result = await next();
      if (result.status < 300) endedAuthorizations.add(request.headers.get('authorization') ?? '');
      return result;
    }),
  },
  'email-case-duplicate': {
    sentence: 'An email address in other capitals can be registered again.',
    ...wrapsHandler('applicants.register', async ({ world, body }, next) => {
      const { email } = body as { email: string };
      const knownPerson = world.findPerson(email);
      if (!knownPerson || knownPerson.email === email) return await next();
      const { role, firstName, middleName, lastName, phone } = knownPerson;
      const identity = { role, email, firstName, middleName, lastName, phone };
      const secondPerson = await world.people.create(newApplicant(world.newId(), identity));
      await mailActivation(world, secondPerson);
      return { status: 201, body: { message: 'An activation link is on its way.' } };
    }),
  },
  'plus-stripped': {
    sentence:
      'An address with a plus is mistaken for the one without, which is already registered.',
    ...wrapsHandler('applicants.register', async ({ world, body }, next) => {
      const { email } = body as { email: string };
      const emailWithoutTag = email.replace(/\+[^@]*@/, '@');
      const isTaken = emailWithoutTag !== email && world.findPerson(emailWithoutTag);
      return isTaken ? { status: 409, body: 'This address is registered.' } : await next();
    }),
  },
  'plus-decoded': {
    sentence:
      'A plus sign in the path is read as a space, so that hana+1@example.com is not found.',
    params: (params) =>
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, value.replaceAll('+', ' ')]),
      ),
  },
});
