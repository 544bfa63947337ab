/** Faults in the state machine: states that do not change, change too far, or allow everything. */
import { type ApplicantState, allowedStates, type OperationName } from '@one-planet/contract';
import type { HandlerResult } from '../server/responses.ts';
import { RefusalError } from '../server/responses.ts';
import { createPayment, paymentOf } from '../world/payments.ts';
import {
  type Behaviour,
  changesBody,
  type Fault,
  faultsOf,
  isBlank,
  wrapsHandler,
  wrapsValidation,
} from './fault.ts';

/**
 * Sets the state after an operation has succeeded.
 * @param newState `undefined` for the state before
 * @param appliesTo says which results are meant; default: all
 */
function setsState(
  sentence: string,
  operationName: OperationName,
  newState: ApplicantState | undefined,
  appliesTo: (result: HandlerResult) => boolean = () => true,
): Behaviour {
  const handlerWrapper = wrapsHandler(operationName, async ({ person, world }, next) => {
    const stateBefore = person?.state;
    const result = await next();
    const stateAfter = newState ?? stateBefore;
    if (person && stateAfter && result.status < 300 && appliesTo(result))
      await world.moveTo(person, stateAfter);
    return result;
  });
  return { sentence, ...handlerWrapper };
}

/** Makes a decision of the staff have no effect. */
function staffWithoutEffect(sentence: string, stateWithoutEffect: ApplicantState): Behaviour {
  return {
    sentence,
    world: (world) => {
      const originalMoveTo = world.moveTo.bind(world);
      world.moveTo = async (person, state, changes) =>
        state === stateWithoutEffect
          ? await world.changePerson(person, changes ?? {})
          : await originalMoveTo(person, state, changes);
    },
  };
}

const isFail = ({ body }: HandlerResult) => (body as { resultDesc: string }).resultDesc === 'Fail';

export const stateFaults: readonly Fault[] = faultsOf({
  'apply-stuck': setsState(
    'An application is answered with 200, but the applicant stays where she was.',
    'applicants.applyForProgram',
    undefined,
  ),
  'password-stuck': {
    sentence: 'The first password is saved, but the applicant is never ACTIVATED.',
    ...wrapsHandler('applicants.createPassword', async ({ world, body }, next) => {
      const result = await next();
      const person = world.findPerson((body as { email: string }).email);
      if (result.status < 300 && person) await world.moveTo(person, 'NOT_ACTIVATED');
      return result;
    }),
  },
  'verify-stuck': staffWithoutEffect(
    'Staff verify a payment, but the applicant stays where she was.',
    'BIOGRAPHIC_APPLICANT',
  ),
  'admit-stuck': staffWithoutEffect(
    'Staff admit an applicant, but she stays where she was.',
    'ADMITTED',
  ),
  'state-skips': setsState(
    'After the education background the applicant can apply, without an emergency contact.',
    'applicants.saveEducationData',
    'READY_TO_APPLY',
  ),
  'state-early': setsState(
    'An online payment counts as made when it is opened, before the provider reports it.',
    'payments.payOnline',
    'ACTIVATION_PAID',
  ),
  'failed-exam-passes-state': setsState(
    'A failed exam moves the applicant on as if she had passed.',
    'exams.submit',
    'TOOK_EXAM',
    isFail,
  ),
  'exam-create-moves': {
    sentence: 'Starting the exam moves the applicant on before it is submitted.',
    ignoresState: ({ operation, person }) =>
      operation.name.startsWith('exams.') &&
      person?.state === 'TOOK_EXAM' &&
      person.runningExam !== null,
    wrapHandler: async ({ operation, person, world }, next) => {
      const result = await next();
      if (!person || result.status >= 300) return result;
      if (operation.name === 'exams.create') await world.moveTo(person, 'TOOK_EXAM');
      if (operation.name === 'exams.submit' && isFail(result))
        await world.moveTo(person, 'ACTIVATED');
      return result;
    },
  },
  'unknown-status': changesBody(
    'An applicant who can apply has a status the specification does not know.',
    'applicants.getByEmail',
    (body) => {
      const status = body.status === 'READY_TO_APPLY' ? 'READY' : body.status;
      return { ...body, status, applicationStatus: status };
    },
  ),
});

export const unexpectedChangeFaults: readonly Fault[] = faultsOf({
  'refused-but-moved': {
    sentence: 'An emergency contact sent too early is refused, but the applicant moves on.',
    ignoresState: ({ operation }) => operation.name === 'applicants.saveContactData',
    ...wrapsHandler('applicants.saveContactData', async ({ person }, next) => {
      const allowedStateNames = allowedStates('applicants.saveContactData') ?? [];
      const isTooEarly = !person?.state || !allowedStateNames.includes(person.state);
      const result = await next();
      return isTooEarly ? { status: 409, body: 'This is not the next step.' } : result;
    }),
  },
  'refused-but-changed': {
    sentence: 'A profile change with an empty field is refused, but the other fields are changed.',
    ...wrapsValidation('applicants.editProfile', async (body, next, { world, person, params }) => {
      try {
        return await next();
      } catch (error) {
        if (person && error instanceof RefusalError && params.applicantId === String(person.id)) {
          const fields = ['firstName', 'middleName', 'lastName', 'phone'].filter(
            (field) => !isBlank(body[field]),
          );
          const changes = fields.map((field) => [field, String(body[field])]);
          await world.changePerson(person, Object.fromEntries(changes));
        }
        throw error;
      }
    }),
  },
  'pending-before-exam': {
    sentence: 'A payment is pending before the exam is passed.',
    ignoresState: ({ operation, person }) =>
      operation.name === 'payments.getPending' && person?.state === 'ACTIVATED',
    ...wrapsHandler('payments.getPending', async (call, next) => {
      const { world, person } = call;
      if (person && !paymentOf(world, person)) {
        await createPayment(world, person);
        call.person = world.findPersonById(person.id);
      }
      return await next();
    }),
  },
});
