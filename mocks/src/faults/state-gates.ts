/** Operations allowed in the wrong states. */
import { type ApplicantState, allowedStates, type OperationName } from '@one-planet/contract';
import { Refusal } from '../http/refusal.ts';
import { bill, paymentOf } from '../rules/payments.ts';
import { around } from './answers.ts';
import type { Fault } from './fault.ts';
import { aroundCheck, isBlank } from './inputs.ts';

/** @param only in this state; default: in every state */
function opens(
  name: string,
  sentence: string,
  operation: OperationName,
  only?: ApplicantState,
): Fault {
  return {
    name,
    sentence,
    ignoresState: (call) =>
      call.operation.name === operation && (only === undefined || call.person?.state === only),
  };
}

export const stateGates: readonly Fault[] = [
  opens(
    'double-payment',
    'A payment can be reported again while the first one waits for verification.',
    'payments.makeOffline',
    'ACTIVATION_PAID',
  ),
  opens('exam-after-pass', 'A passed exam can be taken again.', 'exams.create', 'TOOK_EXAM'),
  opens('exam-any-state', 'The exam can be started in any state.', 'exams.create'),
  opens('bio-any-state', 'A biography is saved in any state.', 'applicants.saveBioData'),
  opens(
    'education-any-state',
    'An education background is saved in any state.',
    'applicants.saveEducationData',
  ),
  opens(
    'contact-any-state',
    'An emergency contact is saved in any state.',
    'applicants.saveContactData',
  ),
  opens('apply-any-state', 'An applicant can apply in any state.', 'applicants.applyForProgram'),
  opens('pay-any-state', 'A bank deposit is accepted in any state.', 'payments.makeOffline'),
  opens('pay-online-any-state', 'An online payment is opened in any state.', 'payments.payOnline'),
  opens(
    'apply-twice',
    'An applicant who has applied can apply again to another program.',
    'applicants.applyForProgram',
    'APPLIED',
  ),
  {
    name: 'refused-but-moved',
    sentence: 'An emergency contact sent too early is refused, but the applicant moves on.',
    ignoresState: ({ operation }) => operation.name === 'applicants.saveContactData',
    ...around('applicants.saveContactData', async ({ person }, next) => {
      const allowed = allowedStates('applicants.saveContactData') ?? [];
      const isEarly = !person?.state || !allowed.includes(person.state);
      const answer = await next();
      return isEarly ? { status: 409, body: 'This is not the next step.' } : answer;
    }),
  },
  {
    name: 'refused-but-changed',
    sentence: 'A profile change with an empty field is refused, but the other fields are changed.',
    ...aroundCheck('applicants.editProfile', async (body, next, { person, params }) => {
      try {
        return await next();
      } catch (error) {
        if (person && error instanceof Refusal && params.applicantId === String(person.id)) {
          for (const field of ['firstName', 'middleName', 'lastName', 'phone'] as const) {
            if (!isBlank(body[field])) person[field] = String(body[field]);
          }
        }
        throw error;
      }
    }),
  },
  {
    name: 'pending-before-exam',
    sentence: 'A payment is pending before the exam is passed.',
    ignoresState: ({ operation, person }) =>
      operation.name === 'payments.getPending' && person?.state === 'ACTIVATED',
    ...around('payments.getPending', async ({ world, person }, next) => {
      if (person && !paymentOf(world, person)) await bill(world, person);
      return await next();
    }),
  },
];
