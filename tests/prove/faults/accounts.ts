/** Faults of accounts, passwords, tokens and mails, and of who may do what. */
import { createHash } from 'node:crypto';
import type { ApplicantState } from '@one-planet/contract';
import {
  type Behaviour,
  type Call,
  changesResponse,
  changesStatus,
  type Fault,
  type Fields,
  faultsOf,
  jsonHeaders,
  replacesMail,
  wrapsHandler,
} from '../../../mocks/src/faults/fault.ts';
import { mailNotice } from '../../../mocks/src/world/accounts.ts';
import type { Person } from '../../../mocks/src/world/entities.ts';
import { changePayment, findPayment } from '../../../mocks/src/world/payments.ts';
import type { Random, World } from '../../../mocks/src/world/world.ts';
import { wrapsValidation } from './fault-kinds.ts';

type SentBody = Record<string, unknown>;

/** The bodies as they were sent, because the contract's schema drops unknown fields. */
const sentBodies = new WeakMap<Request, object>();

const stackTrace = `java.lang.IllegalStateException: refused
\tat college.admissions.web.ApplicantController.handle(ApplicantController.java:118)
\tat org.springframework.web.servlet.FrameworkServlet.service(FrameworkServlet.java:885)`;

async function readMessage(response: Response): Promise<string> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return isJson ? (JSON.parse(text) as { message: string }).message : text;
}

function changesRandom(
  sentence: string,
  purpose: keyof World['random'],
  makeChangedRandom: (world: World) => Partial<Random>,
): Behaviour {
  return {
    sentence,
    world: (world) => {
      Object.assign(world.random[purpose], makeChangedRandom(world));
    },
  };
}

/** @returns the person of the session whose token passes the test */
function findSessionOwner(
  { world }: Call,
  isTokenOf: (token: string) => boolean,
): Person | undefined {
  const session = world.sessions.all().find(({ token }) => isTokenOf(token));
  return session && world.findPersonById(session.personId);
}

function tokenIn({ request }: Call): string {
  return /^bearer +(\S+)/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}

/** Changes every password that a call has, before it is stored or compared. */
function changesPasswords(sentence: string, change: (password: string) => string): Behaviour {
  return {
    sentence,
    wrapHandler: (call, next) => {
      const body = (call.body ?? {}) as Fields;
      const { password } = body;
      if (typeof password === 'string') call.body = { ...body, password: change(password) };
      return next();
    },
  };
}

export const accountFaults: readonly Fault[] = faultsOf({
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
  'first-password-as-html': {
    sentence: 'The first password is escaped for HTML when it is created, and not at a login.',
    ...wrapsHandler('applicants.createPassword', (call, next) => {
      const body = call.body as { password: string };
      call.body = { ...body, password: body.password.replaceAll('&', '&amp;') };
      return next();
    }),
  },
  'passwords-in-latin1': changesPasswords(
    'In passwords, all letters beyond Latin-1 are the same.',
    (password) => password.replace(/[^\0-ÿ]/gu, '?'),
  ),
  'hashes-as-numbers': changesPasswords(
    'Hashes of passwords are compared as numbers where they look like numbers.',
    (password) => {
      const hash = createHash('md5').update(password).digest('hex');
      return /^0e\d+$/.test(hash) ? '0' : password;
    },
  ),
  'second-registration-saved': {
    sentence:
      'A registration that is refused, because its address is taken, is saved all the same.',
    ...wrapsHandler('applicants.register', async ({ world, body }, next) => {
      const result = await next();
      const { email, firstName, phoneNumber: phone } = body as Record<string, string>;
      const person = world.findPerson(email ?? '');
      if (person && result.status === 409)
        await world.changePerson(person, {
          ...(firstName ? { firstName } : {}),
          ...(phone ? { phone } : {}),
        });
      return result;
    }),
  },
  'new-link-to-body-address': {
    sentence: 'The new link for the account in the path is mailed to the address in the body.',
    ...wrapsHandler('applicants.resendEmail', async (call, next) => {
      const { world, params, body } = call;
      const sendMail = world.sendMail.bind(world);
      const { email: to } = body as { email: string };
      call.body = { email: params.email };
      world.sendMail = (mail) => sendMail({ ...mail, to });
      const result = await next();
      world.sendMail = sendMail;
      return result;
    }),
  },
  'ids-read-up-to-letters': {
    sentence: 'Of an id in a path, the digits at its beginning count.',
    params: (params) =>
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          name.endsWith('Id') ? value.replace(/(?<=^\d+)\D.*/, '') : value,
        ]),
      ),
  },
  'email-case-forgotten': {
    sentence: 'A forgotten password needs the address in the letters it was registered in.',
    ...wrapsHandler('auth.forgotPassword', async ({ world, body }, next) => {
      const { email } = body as { email: string };
      const isOtherSpelling = (world.findPerson(email)?.email ?? email) !== email;
      return isOtherSpelling ? { status: 400, body: 'User is not recognized.' } : await next();
    }),
  },
  'state-from-body': {
    sentence: 'A status in any body becomes that of the applicant.',
    wrapReading: async ({ request }, next) => {
      const sentBody = await next();
      if (typeof sentBody === 'object' && sentBody !== null) sentBodies.set(request, sentBody);
      return sentBody;
    },
    wrapHandler: async ({ request, world, person: caller, body }, next) => {
      const result = await next();
      const { status } = (sentBodies.get(request) ?? {}) as SentBody;
      const { email } = (body ?? {}) as { email?: string };
      const person = caller ?? (email ? world.findPerson(email) : undefined);
      if (person && typeof status === 'string' && result.status < 300)
        await world.moveTo(person, status as ApplicantState);
      return result;
    },
  },
  'account-from-body': {
    sentence: 'An update of the account sets whatever fields the body has.',
    ...wrapsHandler('auth.updateUser', async ({ world, person, body }) => {
      const { status: state, ...fields } = body as SentBody;
      // A record takes no value of another type.
      const changes = Object.entries({ ...fields, state }).filter(
        ([name, value]) => typeof value === typeof person?.[name as keyof Person],
      );
      if (person) await world.changePerson(person, Object.fromEntries(changes));
      return { status: 200, body: { message: 'The account was changed.' } };
    }),
  },
  'create-password-twice-409': changesStatus(
    'Creating a password a second time is answered with 409 instead of 406.',
    'applicants.createPassword',
    406,
    409,
  ),
  'unauthenticated-403': changesResponse(
    'A private call without a token is answered with 403 instead of 401.',
    ({ operation, request }, { status }) =>
      status === 401 && operation.meta.auth === 'bearer' && !request.headers.has('authorization'),
    () => ({ status: 403 }),
  ),
  'login-error-200': {
    sentence: 'A wrong password is answered with 200 and a message.',
    ...wrapsHandler('auth.login', async (_call, next) => {
      const { status, body } = await next();
      return status === 401 ? { status: 200, body: { message: body } } : { status, body };
    }),
  },
  'stack-trace': changesResponse(
    'Refusals carry a stack trace.',
    (_call, { status }) => status >= 400,
    async (response) => ({
      body: JSON.stringify({ message: await readMessage(response), trace: stackTrace }),
      headers: jsonHeaders,
    }),
  ),
  'profile-takes-address': {
    sentence: "The address in the body of a profile becomes the applicant's.",
    ...wrapsValidation('applicants.editProfile', async (body, next, call) => {
      const { email } = body;
      if (!call.person || typeof email !== 'string') return next();
      call.body = { ...body, email: call.person.email };
      const validBody = await next();
      await call.world.changePerson(call.person, { email });
      return { ...(validBody as Fields), email };
    }),
  },
  'price-becomes-due': {
    sentence: 'The price of an online payment becomes what is due.',
    ...wrapsHandler('payments.payOnline', async ({ world, person, body }, next) => {
      const result = await next();
      const payment = findPayment(world, person?.paymentCode ?? '');
      const { price: amount } = body as { price: number };
      if (result.status < 300 && payment) await changePayment(world, payment, { amount });
      return result;
    }),
  },
  'tokens-of-the-clock': changesRandom(
    'Tokens and file names are the time, in microseconds.',
    'tokens',
    () => {
      let lastMicroseconds = 0;
      return {
        drawToken: () => {
          const microseconds = Math.floor((performance.timeOrigin + performance.now()) * 1000);
          lastMicroseconds = Math.max(microseconds, lastMicroseconds + 1);
          const seconds = Math.floor(lastMicroseconds / 1_000_000);
          return `${seconds.toString(16)}${(lastMicroseconds % 1_000_000).toString(16).padStart(5, '0')}`;
        },
      };
    },
  ),
  'tokens-short': changesRandom(
    'Tokens and file names have six letters.',
    'tokens',
    ({ random }) => ({
      drawToken: () => random.codes.drawCode(6),
    }),
  ),
  'temporary-password-fixed': changesRandom(
    'Everybody gets the same temporary password.',
    'passwords',
    () => ({ drawCode: () => 'Welcome20', drawBelow: () => 1 }),
  ),
  'token-half-checked': {
    sentence: 'Of a token only the first half counts.',
    person: (call) => {
      const token = tokenIn(call);
      const tokenFirstHalf = token.slice(0, 16);
      return tokenFirstHalf.length === 16
        ? findSessionOwner(call, (token) => token.startsWith(tokenFirstHalf))
        : undefined;
    },
  },
  'sessions-endless': {
    sentence: 'A session never ends.',
    person: (call) => findSessionOwner(call, (issuedToken) => issuedToken === tokenIn(call)),
  },
});
