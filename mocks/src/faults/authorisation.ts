/**
 * Faults that let the wrong people call an operation, or that trust a field of the body: the id, role, status or
 * amount.
 */

import type { ApplicantState, BioData, OperationName } from '@one-planet/contract';
import type { Person } from '../world/entities.ts';
import { findFile } from '../world/files.ts';
import { changePayment, findPayment } from '../world/payments.ts';
import { type Behaviour, type Call, type Fault, faultsOf, wrapsHandler } from './fault.ts';

/** The person whose private data a call without a valid token reads: the one it names, or else any. */
function personForCall({ operation, params, world }: Call): Person | undefined {
  if (operation.route.method !== 'GET') return undefined;
  const personInPath =
    world.findPerson(params.email ?? '') ?? world.findPersonById(Number(params.userId));
  const ownerId = findFile(world, params.fileName ?? '')?.ownerId;
  const someone = world.people.all().at(-1);
  return (
    personInPath ?? (ownerId === undefined ? undefined : world.findPersonById(ownerId)) ?? someone
  );
}

/** Makes a public operation require a token. */
function requiresToken(sentence: string, operationName: OperationName): Behaviour {
  const handlerWrapper = wrapsHandler(operationName, async ({ person }, next) =>
    person ? await next() : { status: 401, body: 'Please log in first.' },
  );
  return { sentence, ...handlerWrapper };
}

export const authorisationFaults: readonly Fault[] = faultsOf({
  'any-token-accepted': {
    sentence: 'Private data can be read with any text as the token.',
    person: (call) =>
      /^bearer +\S/i.test(call.request.headers.get('authorization') ?? '')
        ? personForCall(call)
        : undefined,
  },
  'public-needs-token': requiresToken(
    'The list of programs cannot be read without a token.',
    'programs.list',
  ),
});

/** The applicant that a call of editProfile names, if she is not the caller. */
function otherApplicantInPath({ world, params, person }: Call): Person | undefined {
  const applicant = world.findPersonById(Number(params.applicantId));
  return applicant?.id === person?.id ? undefined : applicant;
}

export const othersDataFaults: readonly Fault[] = faultsOf({
  'edit-then-refuse': {
    sentence: 'Changing the profile of another applicant is refused, but the change is made.',
    ...wrapsHandler('applicants.editProfile', async (call, next) => {
      const { firstName, middleName, lastName, phone } = call.body as Person;
      const victim = otherApplicantInPath(call);
      if (victim) await call.world.changePerson(victim, { firstName, middleName, lastName, phone });
      return next();
    }),
  },
});

type SentBody = Record<string, unknown>;

/** The bodies as they were sent, because the contract's schema drops unknown fields. */
const sentBodies = new WeakMap<Request, SentBody>();

function trustsField(
  sentence: string,
  operation: OperationName | undefined,
  obeyField: (person: Person, wireBody: SentBody, call: Call) => Promise<void>,
): Behaviour {
  return {
    sentence,
    wrapReading: async ({ request }, next) => {
      const wireBody = await next();
      if (typeof wireBody === 'object' && wireBody !== null)
        sentBodies.set(request, wireBody as SentBody);
      return wireBody;
    },
    wrapHandler: async (call, next) => {
      const result = await next();
      const wireBody = sentBodies.get(call.request);
      const isThisOperation = operation === undefined || call.operation.name === operation;
      const { email } = (call.body ?? {}) as { email?: string };
      const person = call.person ?? (email ? call.world.findPerson(email) : undefined);
      if (person && wireBody && isThisOperation && result.status < 300)
        await obeyField(person, wireBody, call);
      return result;
    },
  };
}

export const trustedFieldFaults: readonly Fault[] = faultsOf({
  'state-from-body': trustsField(
    'A status in any body becomes that of the applicant.',
    undefined,
    async (person, wireBody, { world }) => {
      if (typeof wireBody.status === 'string')
        await world.moveTo(person, wireBody.status as ApplicantState);
    },
  ),
  'role-from-body': trustsField(
    'A registration chooses its own role.',
    'applicants.register',
    async (person, { role }, { world }) => {
      if (role === 'ROLE_ADMIN') await world.changePerson(person, { role });
    },
  ),
  'address-from-body': {
    sentence: 'An address in the body of a profile becomes that of the account.',
    ...wrapsHandler('applicants.editProfile', async (call, next) => {
      const { world, person } = call;
      const { email, ...body } = call.body as SentBody;
      call.body = { ...body, email: person?.email };
      const result = await next();
      if (person && typeof email === 'string' && result.status < 300)
        await world.changePerson(person, { email });
      return result;
    }),
  },
  'account-from-body': {
    sentence: 'An update of the account sets whatever fields the body has.',
    ...wrapsHandler('auth.updateUser', async ({ world, person, body }) => {
      const { status, ...otherFields } = body as SentBody;
      if (person) await world.changePerson(person, otherFields);
      if (person && typeof status === 'string')
        await world.moveTo(person, status as ApplicantState);
      return { status: 200, body: { message: 'The account was changed.' } };
    }),
  },
  'id-from-body': {
    sentence: 'A biography is saved for the applicant whose id is in the body.',
    ...wrapsHandler('applicants.saveBioData', async ({ world, body, person }, next) => {
      const bioData = body as BioData;
      const applicant = world.findPersonById(Number(bioData.id));
      if (!applicant || applicant.id === person?.id) return await next();
      await world.changePerson(applicant, { bio: bioData });
      return { status: 200, body: { message: 'The biography was saved.' } };
    }),
  },
  'amount-from-body': trustsField(
    'An amount in the body becomes what is due.',
    'payments.payOnline',
    async (person, { amount }, { world }) => {
      const payment = findPayment(world, person.paymentCode ?? '');
      if (payment && typeof amount === 'number') await changePayment(world, payment, { amount });
    },
  ),
});
