/** Operations that move an applicant to the wrong state. */
import type { ApplicantState, OperationName } from '@one-planet/contract';
import type { Answer } from '../http/answers.ts';
import { around, changesBody } from './answers.ts';
import type { Fault } from './fault.ts';

/**
 * Sets the state after an operation that succeeded.
 * @param to `undefined`: where she was before
 * @param counts which answers are meant; default: all
 */
function movesTo(
  name: string,
  sentence: string,
  operation: OperationName,
  to: ApplicantState | undefined,
  counts: (answer: Answer) => boolean = () => true,
): Fault {
  const handle = around(operation, async ({ person, world }, next) => {
    const before = person?.state;
    const answer = await next();
    const state = to ?? before;
    if (person && state && answer.status < 300 && counts(answer)) world.moveTo(person, state);
    return answer;
  });
  return { name, sentence, ...handle };
}

/** A staff decision never reaches the applicant. */
function staffStuck(name: string, sentence: string, to: ApplicantState): Fault {
  return {
    name,
    sentence,
    world: (world) => {
      const moveTo = world.moveTo.bind(world);
      world.moveTo = (person, state) => {
        if (state !== to) moveTo(person, state);
      };
    },
  };
}

const isFail = ({ body }: Answer) => (body as { resultDesc: string }).resultDesc === 'Fail';

export const states: readonly Fault[] = [
  movesTo(
    'payment-stuck',
    'A bank deposit is answered with 200, but the applicant stays where she was.',
    'payments.makeOffline',
    undefined,
  ),
  movesTo(
    'apply-stuck',
    'An application is answered with 200, but the applicant stays where she was.',
    'applicants.applyForProgram',
    undefined,
  ),
  {
    name: 'password-stuck',
    sentence: 'The first password is saved, but the applicant is never ACTIVATED.',
    ...around('applicants.createPassword', async ({ world, body }, next) => {
      const answer = await next();
      const person = world.findPerson((body as { email: string }).email);
      if (answer.status < 300 && person) world.moveTo(person, 'NOT_ACTIVATED');
      return answer;
    }),
  },
  staffStuck(
    'verify-stuck',
    'Staff verify a payment, but the applicant stays where she was.',
    'BIOGRAPHIC_APPLICANT',
  ),
  staffStuck('admit-stuck', 'Staff admit an applicant, but she stays where she was.', 'ADMITTED'),
  movesTo(
    'state-stuck',
    'Saving the biography is answered with 200, but the applicant stays in the same state.',
    'applicants.saveBioData',
    undefined,
  ),
  movesTo(
    'state-skips',
    'After the education background the applicant can apply, without an emergency contact.',
    'applicants.saveEducationData',
    'READY_TO_APPLY',
  ),
  movesTo(
    'state-early',
    'An online payment counts as made when it is opened, before the provider reports it.',
    'payments.payOnline',
    'ACTIVATION_PAID',
  ),
  movesTo(
    'payment-skips-verification',
    'A bank deposit counts as verified when it is reported.',
    'payments.makeOffline',
    'BIOGRAPHIC_APPLICANT',
  ),
  movesTo(
    'failed-exam-passes-state',
    'A failed exam moves the applicant on as if she had passed.',
    'exams.submit',
    'TOOK_EXAM',
    isFail,
  ),
  movesTo(
    'pass-without-state',
    'A passed exam leaves the applicant where she was.',
    'exams.submit',
    undefined,
    (answer) => !isFail(answer),
  ),
  {
    name: 'exam-create-moves',
    sentence: 'Starting the exam moves the applicant on before it is submitted.',
    ignoresState: ({ operation, person }) =>
      operation.name.startsWith('exams.') &&
      person?.state === 'TOOK_EXAM' &&
      person.runningExam !== null,
    handle: async ({ operation, person, world }, next) => {
      const answer = await next();
      if (!person || answer.status >= 300) return answer;
      if (operation.name === 'exams.create') world.moveTo(person, 'TOOK_EXAM');
      if (operation.name === 'exams.submit' && isFail(answer)) world.moveTo(person, 'ACTIVATED');
      return answer;
    },
  },
  changesBody(
    'unknown-status',
    'An applicant who can apply has a status the specification does not know.',
    'applicants.getByEmail',
    (body) => {
      const status = body.status === 'READY_TO_APPLY' ? 'READY' : body.status;
      return { ...body, status, applicationStatus: status };
    },
  ),
];
