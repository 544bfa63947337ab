/** Fields that are missing, renamed or of another type. */
import { changesBody } from './answers.ts';
import type { Fault } from './fault.ts';

/** @returns a copy without some fields */
function without(record: object, ...fields: string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}

export const shapes: readonly Fault[] = [
  changesBody(
    'roles-as-strings',
    'A login returns roles as strings instead of objects.',
    'auth.login',
    (body) => ({ ...body, roles: body.roles.map(({ name }) => name) }),
  ),
  changesBody('role-missing', 'A login returns no roles.', 'auth.login', (body) =>
    without(body, 'roles'),
  ),
  changesBody(
    'should-change-missing',
    'A login does not say whether the password should be changed.',
    'auth.login',
    (body) => without(body, 'shouldChangePassword'),
  ),
  changesBody(
    'token-renamed',
    'A login returns its token as accessToken.',
    'auth.login',
    ({ token, ...body }) => ({ ...body, accessToken: token }),
  ),
  changesBody(
    'snake-case',
    "The names of the user's account are written in snake case.",
    'auth.getUser',
    ({ firstName, middleName, lastName, phone }) => ({
      first_name: firstName,
      middle_name: middleName,
      last_name: lastName,
      phone,
    }),
  ),
  changesBody(
    'activation-status-early',
    'Activation returns the status ACTIVATED before there is a password.',
    'applicants.activate',
    (body) => ({ ...body, status: 'ACTIVATED' }),
  ),
  changesBody(
    'profile-without-status',
    'The profile has no status.',
    'applicants.getByEmail',
    (body) => without(body, 'status'),
  ),
  changesBody(
    'redirect-missing',
    "An online payment does not return the provider's address.",
    'payments.payOnline',
    ({ redirect }) => ({ url: redirect }),
  ),
  changesBody('receipt-without-amount', 'A receipt has no amount.', 'payments.getReceipt', (body) =>
    without(body, 'paymentAmount'),
  ),
  changesBody(
    'amount-as-string',
    'The amount to pay is text with its currency instead of a number.',
    'payments.getPending',
    ({ paymentDto, ...body }) => ({
      ...body,
      paymentDto: { ...paymentDto, paymentAmount: `ETB ${paymentDto.paymentAmount}` },
    }),
  ),
];
