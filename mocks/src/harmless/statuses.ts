/** Other statuses for the same answers, where the decisions leave them open. */
import { allowedStates, type OperationName } from '@one-planet/contract';
import { around, changesResponse, changesStatus } from '../faults/answers.ts';
import type { Call, Fault } from '../faults/fault.ts';

const created: readonly OperationName[] = [
  'applicants.activate',
  'applicants.saveEducationData',
  'applicants.saveContactData',
  'payments.makeOffline',
  'payments.payOnline',
  'files.upload',
];
const withoutContent: readonly OperationName[] = [
  'applicants.resendEmail',
  'applicants.editProfile',
  'auth.changePassword',
];

function isGated({ operation }: Call): boolean {
  return operation.meta.auth === 'bearer' && allowedStates(operation.name) !== undefined;
}

export const statuses: readonly Fault[] = [
  changesResponse(
    'success-201',
    'Operations that create or store something answer 201 where that is allowed.',
    ({ operation }, { ok }) => ok && created.includes(operation.name),
    () => ({ status: 201 }),
  ),
  changesResponse(
    'success-204',
    'Changes whose answer nobody reads are answered with 204 and no body.',
    ({ operation }, { ok }) => ok && withoutContent.includes(operation.name),
    () => ({ status: 204, body: null }),
  ),
  changesStatus('login-417', 'A wrong password is answered with 417.', 'auth.login', 401, 417),
  changesStatus(
    'login-unknown-401',
    'An unknown e-mail address is answered like a wrong password.',
    'auth.login',
    404,
    401,
  ),
  {
    name: 'login-unactivated-404',
    sentence: 'Before there is a password, a login is answered with 404.',
    ...around('auth.login', async ({ world, body }, next) => {
      const person = world.findPerson((body as { email: string }).email);
      const isOpen = !person || person.credential;
      return isOpen ? await next() : { status: 404, body: 'User is not recognized.' };
    }),
  },
  changesResponse(
    'input-422',
    'Wrong input is answered with 422, except when requesting a temporary password.',
    ({ operation }, { status }) => status === 400 && operation.name !== 'auth.forgotPassword',
    () => ({ status: 422 }),
  ),
  changesResponse(
    'foreign-404',
    'The data of another applicant is answered as unknown.',
    ({ person }, { status }) => status === 403 && person?.role === 'ROLE_APPLICANT',
    () => ({ status: 404 }),
  ),
  changesResponse(
    'wrong-state-400',
    'A step in the wrong state is answered with 400.',
    (call, { status }) => status === 409 && isGated(call),
    () => ({ status: 400 }),
  ),
  {
    name: 'optional-token-401',
    sentence: 'A public call with an invalid token is answered with 401.',
    handle: async ({ operation: { meta }, person, request }, next) => {
      const isFalse = !person && request.headers.has('authorization');
      return meta.auth === 'optional' && isFalse
        ? { status: 401, body: 'Please log in first.' }
        : await next();
    },
  },
];
