/** Other sensible ways to follow the rules. */
import { allowedStates, type OperationName } from '@one-planet/contract';
import type { Person } from '../data/entities.ts';
import { around } from '../faults/answers.ts';
import type { Fault } from '../faults/fault.ts';
import { Refusal } from '../http/refusal.ts';

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
