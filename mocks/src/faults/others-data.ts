/** Data of other applicants, read or changed. */
import type { Person } from '../data/entities.ts';
import { pay } from '../rules/payments.ts';
import { around } from './answers.ts';
import type { Call, Fault } from './fault.ts';

/** The applicant whose profile a call of editProfile names, if that is somebody else. */
function namedByPath({ world, params, person }: Call): Person | undefined {
  const named = world.people.find('id', Number(params.applicantId));
  return named === person ? undefined : named;
}

export const othersData: readonly Fault[] = [
  {
    name: 'profile-of-others',
    sentence: 'The profile of another applicant can be read.',
    ...around('applicants.getByEmail', (call, next) => {
      call.person = call.world.findPerson(call.params.email ?? '') ?? call.person;
      return next();
    }),
  },
  {
    name: 'user-of-others',
    sentence: "The names and phone of another applicant's account can be read.",
    ...around('auth.getUser', (call, next) => {
      call.person = call.world.people.find('id', Number(call.params.userId)) ?? call.person;
      return next();
    }),
  },
  {
    name: 'edit-profile-of-others',
    sentence: 'The profile of another applicant can be changed.',
    ...around('applicants.editProfile', (call, next) => {
      const victim = namedByPath(call);
      if (victim) call.body = { ...(call.body as object), email: victim.email };
      call.person = victim ?? call.person;
      return next();
    }),
  },
  {
    name: 'edit-then-refuse',
    sentence: 'Changing the profile of another applicant is refused, but the change is made.',
    ...around('applicants.editProfile', (call, next) => {
      const { firstName, middleName, lastName, phone } = call.body as Person;
      const victim = namedByPath(call);
      if (victim) Object.assign(victim, { firstName, middleName, lastName, phone });
      return next();
    }),
  },
  {
    name: 'password-of-others',
    sentence: "Another applicant's password can be changed.",
    ...around('auth.changePassword', (call, next) => {
      const { email } = call.body as { email: string };
      call.person = call.world.findPerson(email) ?? call.person;
      return next();
    }),
  },
  {
    name: 'file-of-others',
    sentence: "Another applicant's file can be read.",
    ...around('files.get', (call, next) => {
      const { world, params } = call;
      const owner = world.uploads.find('name', params.fileName ?? '')?.ownerId;
      call.person = world.people.find('id', owner ?? 0) ?? call.person;
      return next();
    }),
  },
  {
    name: 'payment-of-others',
    sentence: "With another applicant's payment code, her payment is marked as made.",
    ...around('payments.makeOffline', async ({ world, person, body }, next) => {
      const sent = body as Record<string, string>;
      const payment = world.payments.find('code', sent.paymentCode ?? '');
      const victim = payment && world.people.find('id', payment.personId);
      if (!victim || victim === person || victim.state !== 'TOOK_EXAM') return await next();
      const { bankAccount: account = '', transactionReference = '', attachmentUrl = '' } = sent;
      const bank = world.bankAccounts.find('account', account)?.bank ?? null;
      const isOffline = true;
      const attachment = attachmentUrl;
      pay(world, victim, payment, { isOffline, transactionReference, bank, account, attachment });
      return { status: 200, body: { message: 'Payment details received.' } };
    }),
  },
  {
    name: 'exam-of-others',
    sentence: "Another applicant's exam can be submitted as one's own.",
    ...around('exams.submit', async ({ world, person, body }, next) => {
      const attempt = world.exams.find('id', Number((body as { id: unknown }).id));
      if (!attempt || !person || attempt.personId === person.id) return await next();
      const { personId } = attempt;
      attempt.personId = person.id;
      person.runningExam = attempt.id;
      const answer = await next();
      attempt.personId = personId;
      return answer;
    }),
  },
];
