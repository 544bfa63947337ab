/** Bodies that have a say in what is not theirs to say. */
import type { ApplicantState, BioData, OperationName } from '@one-planet/contract';
import type { Person } from '../data/entities.ts';
import { around } from './answers.ts';
import type { Call, Fault } from './fault.ts';

type Sent = Record<string, unknown>;

/** A body as it was sent: the contract's schema drops what it does not know. */
const sentIn = new WeakMap<Request, Sent>();

function believes(
  name: string,
  sentence: string,
  operation: OperationName | undefined,
  act: (person: Person, sent: Sent, call: Call) => void,
): Fault {
  return {
    name,
    sentence,
    read: async ({ request }, next) => {
      const sent = await next();
      if (typeof sent === 'object' && sent !== null) sentIn.set(request, sent as Sent);
      return sent;
    },
    handle: async (call, next) => {
      const answer = await next();
      const sent = sentIn.get(call.request);
      const isMeant = operation === undefined || call.operation.name === operation;
      const { email } = (call.body ?? {}) as { email?: string };
      const person = call.person ?? (email ? call.world.findPerson(email) : undefined);
      if (person && sent && isMeant && answer.status < 300) act(person, sent, call);
      return answer;
    },
  };
}

export const claims: readonly Fault[] = [
  believes(
    'state-from-body',
    'A status in any body becomes that of the applicant.',
    undefined,
    (person, sent, { world }) => {
      if (typeof sent.status === 'string') world.moveTo(person, sent.status as ApplicantState);
    },
  ),
  believes(
    'role-from-body',
    'A registration chooses its own role.',
    'applicants.register',
    (person, { role }) => {
      if (role === 'ROLE_ADMIN') person.role = role;
    },
  ),
  {
    name: 'id-from-body',
    sentence: 'A biography is saved for the applicant whose id is in the body.',
    ...around('applicants.saveBioData', async ({ world, body, person }, next) => {
      const bio = body as BioData;
      const named = world.people.find('id', Number(bio.id));
      if (!named || named === person) return await next();
      named.bio = bio;
      return { status: 200, body: { message: 'The biography was saved.' } };
    }),
  },
  believes(
    'amount-from-body',
    'An amount in the body becomes what is due.',
    'payments.payOnline',
    (person, { amount }, { world }) => {
      const payment = world.payments.find('code', person.paymentCode ?? '');
      if (payment && typeof amount === 'number') payment.amount = amount;
    },
  ),
];
