/** Payments, applications and profiles that break a rule and are accepted. */
import { around } from './answers.ts';
import type { Fault } from './fault.ts';
import { acceptsAnyway, aroundCheck, type Fields, isBlank } from './inputs.ts';

export const acceptsChoices: readonly Fault[] = [
  acceptsAnyway(
    'payment-reference-missing',
    'A bank deposit needs no transaction reference.',
    'payments.makeOffline',
    { transactionReference: 'FT25123ABCD9' },
    isBlank,
  ),
  {
    name: 'payment-method-any',
    sentence: 'An online payment is opened at any provider.',
    ...aroundCheck('payments.payOnline', (body, next, call) => {
      const known = body.currency === 'ETB' ? 'arifpay' : 'paypal';
      const isKnown = ['paypal', 'stripe', 'arifpay'].includes(String(body.method));
      if (typeof body.method === 'string' && !isKnown) call.body = { ...body, method: known };
      return next();
    }),
  },
  {
    name: 'programme-unknown',
    sentence: 'An applicant can apply to a program that is not on offer.',
    ...around('applicants.applyForProgram', async ({ world, person, body }, next) => {
      const answer = await next();
      if (answer.status !== 404 || !person) return answer;
      person.batchProgramId = Number((body as Fields).selectedBatchProgramId);
      world.moveTo(person, 'APPLIED');
      return { status: 200, body: { message: 'You have applied.' } };
    }),
  },
  {
    name: 'programme-missing',
    sentence: 'An application without a program counts as one for the first program.',
    ...aroundCheck('applicants.applyForProgram', (body, next, call) => {
      const [first] = call.world.batchPrograms.all();
      const { selectedBatchProgramId: chosen = null } = body;
      if (chosen === null) call.body = { ...body, selectedBatchProgramId: first?.id };
      return next();
    }),
  },
  {
    name: 'programme-any-number',
    sentence: 'A negative number, or a fraction, is an application for the first program.',
    ...aroundCheck('applicants.applyForProgram', (body, next, call) => {
      const [first] = call.world.batchPrograms.all();
      const chosen = Number(body.selectedBatchProgramId);
      const isOdd = chosen < 0 || !Number.isInteger(chosen);
      if (isOdd) call.body = { ...body, selectedBatchProgramId: first?.id };
      return next();
    }),
  },
  {
    name: 'payment-code-missing',
    sentence: 'A bank deposit without a code is that of the payment which is due.',
    ...aroundCheck('payments.makeOffline', (body, next, call) => {
      if (isBlank(body.paymentCode)) call.body = { ...body, paymentCode: call.person?.paymentCode };
      return next();
    }),
  },
  {
    name: 'biography-hidden',
    sentence: 'The biography is never read back.',
    ...around('applicants.getBioData', async (_call, next) => ({
      ...(await next()),
      body: { profilePicture: null, countryOfResidence: null, nationality: null },
    })),
  },
  acceptsAnyway(
    'profile-name-missing',
    'A profile is changed to one without a name.',
    'applicants.editProfile',
    { firstName: 'Name', middleName: 'Name', lastName: 'Name' },
    isBlank,
  ),
];
