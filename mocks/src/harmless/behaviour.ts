/** Other sensible ways to follow the rules. */
import { allowedStates, type OperationName } from '@one-planet/contract';
import type { Person } from '../data/entities.ts';
import { around } from '../faults/answers.ts';
import type { Fault } from '../faults/fault.ts';
import { Refusal } from '../http/refusal.ts';
import { verifyPassword } from '../rules/passwords.ts';

/** Matches no password, yet counts as having one. */
const lockedOut: Person['credential'] = { hash: '', salt: '' };

/** Runs after one operation succeeded. */
function afterwards(operation: OperationName, act: NonNullable<Fault['handle']>) {
  return around(operation, async (call, next) => {
    const answer = await next();
    return answer.status < 300 ? await act(call, async () => answer) : answer;
  });
}

export const behaviour: readonly Fault[] = [
  {
    name: 'running-exam-refused',
    sentence: 'Starting an exam again while it is running is refused.',
    ...around('exams.create', async ({ world, person }, next) => {
      const running = world.exams.find('id', person?.runningExam ?? 0);
      const isRunning = running && world.now <= running.deadline;
      return isRunning ? { status: 409, body: 'The exam is running already.' } : await next();
    }),
  },
  {
    name: 'receipt-after-verification',
    sentence: 'There is a receipt only after staff have verified the payment.',
    ...around('payments.getReceipt', async ({ world, params }, next) => {
      const payment = world.payments.find('code', params.paymentCode ?? '');
      const payer = payment && world.people.find('id', payment.personId);
      return payer?.state === 'ACTIVATION_PAID'
        ? { status: 404, body: 'There is no receipt yet.' }
        : await next();
    }),
  },
  {
    name: 'profile-without-token',
    sentence: 'A profile, and with it the status, can be read without a token.',
    person: ({ operation, world, params, request }) =>
      operation.name === 'applicants.getByEmail' && !request.headers.has('authorization')
        ? world.findPerson(params.email ?? '')
        : undefined,
  },
  {
    name: 'newest-link-only',
    sentence: 'A new activation link ends the older ones at once.',
    ...afterwards('applicants.resendEmail', ({ world, body }, next) => {
      const person = world.findPerson((body as { email: string }).email);
      const links = world.oneTimeTokens.group('person', person?.id ?? 0);
      for (const link of links.slice(0, -1)) link.used = true;
      return next();
    }),
  },
  {
    name: 'forgotten-password-ends',
    sentence: 'Requesting a temporary password disables the old password at once.',
    ...afterwards('auth.forgotPassword', ({ world, body }, next) => {
      const person = world.findPerson((body as { email: string }).email);
      if (person) person.credential = lockedOut;
      return next();
    }),
  },
  {
    name: 'other-sessions-end',
    sentence: "A password change ends the applicant's other sessions.",
    ...afterwards('auth.changePassword', ({ world, person, request }, next) => {
      const own = request.headers.get('authorization')?.split(/ +/)[1];
      for (const session of world.sessions.all()) {
        if (session.personId === person?.id && session.token !== own) session.expiresAt = 0;
      }
      return next();
    }),
  },
  {
    name: 'files-by-content',
    sentence: 'Equal files of one owner are kept once: the name is a hash.',
    ...around('files.upload', async ({ world, person }, next) => {
      const answer = await next();
      const stored = world.uploads.find('name', String(answer.body));
      if (!stored || !person) return answer;
      const owned = new Uint8Array([...new TextEncoder().encode(`${person.id} `), ...stored.bytes]);
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', owned));
      const name = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      if (!world.uploads.find('name', name)) await world.uploads.create({ ...stored, name });
      return { ...answer, body: name };
    }),
  },
  {
    name: 'password-differs',
    sentence: 'A new password must be another one than before.',
    ...around('auth.changePassword', async ({ person, body }, next) => {
      const { password } = body as { password: string };
      const isSame = await verifyPassword(password, person?.credential ?? null);
      return isSame ? { status: 400, body: 'Please choose another password.' } : await next();
    }),
  },
  {
    name: 'phone-unique',
    sentence: 'Two applicants cannot have one phone number.',
    ...around('applicants.register', async ({ world, body }, next) => {
      const { phoneNumber, email } = body as { phoneNumber: string; email: string };
      if (world.findPerson(email)) return await next();
      const isTaken = world.people.all().some(({ phone }) => phone === phoneNumber);
      return isTaken ? { status: 400, body: 'This phone number is registered.' } : await next();
    }),
  },
  {
    name: 'reference-unique',
    sentence: 'A transaction reference counts once.',
    ...around('payments.makeOffline', async ({ world, body }, next) => {
      const { transactionReference: sent } = body as { transactionReference: string };
      const isTaken = world.payments.all().some((one) => one.transactionReference === sent);
      return isTaken ? { status: 400, body: 'This reference was used before.' } : await next();
    }),
  },
  {
    name: 'state-before-input',
    sentence: 'In a wrong state, wrong input is refused for the state.',
    check: (call, next) => {
      const { operation, person } = call;
      const allowed = person && allowedStates(operation.name);
      const isWrong = allowed && (person.state === null || !allowed.includes(person.state));
      if (isWrong) throw new Refusal(409, 'This is not the next step.');
      return next();
    },
  },
];
