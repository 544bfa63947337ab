import { applicantExamples } from '@one-planet/contract';
import { precreatedPassword as password } from '@one-planet/mocks';
import { type Call, call } from './call.ts';
import { emailOf } from './people.ts';
import { registrationOf, type SetUp } from './set-up.ts';

const { hana } = applicantExamples;

/** Registration, login and profile. */
export function accounts({ tokens, links, passwords, ids }: SetUp): Call[] {
  const email = 'new@example.com';
  const create = { name: 'fresh@example.com', email: 'fresh@example.com', password };
  const profile = {
    firstName: 'Hana',
    middleName: 'Tesfaye',
    lastName: 'Bekele',
    phone: '+251911234567',
  };
  const own = { ...profile, email: emailOf('ADMITTED') };
  const { lastName: _left, ...incomplete } = registrationOf('incomplete@example.com');
  return [
    call('applicants.register', 201, { body: registrationOf(email) }),
    call('applicants.register', 400, { body: incomplete }),
    call('applicants.register', 409, { body: registrationOf(emailOf('ACTIVATED')) }),
    call('applicants.activate', 200, { params: { token: links.fresh }, body: {} }),
    call('applicants.activate', 404, { params: { token: 'unknown' }, body: {} }),
    call('applicants.activate', 409, { params: { token: links.spent }, body: {} }),
    call('applicants.createPassword', 200, { params: { token: passwords.fresh }, body: create }),
    call('applicants.createPassword', 400, {
      params: { token: passwords.weak },
      body: { name: 'weak@example.com', email: 'weak@example.com', password: 'password' },
    }),
    call('applicants.createPassword', 404, { params: { token: 'unknown' }, body: create }),
    call('applicants.createPassword', 406, {
      params: { token: passwords.spent },
      body: { name: 'spent@example.com', email: 'spent@example.com', password },
    }),
    call('applicants.resendEmail', 200, {
      params: { email: emailOf(null) },
      body: { email: emailOf(null) },
    }),
    call('applicants.resendEmail', 404, {
      params: { email: 'unknown@example.com' },
      body: { email: 'unknown@example.com' },
    }),
    call('applicants.resendEmail', 409, {
      params: { email: emailOf('ACTIVATED') },
      body: { email: emailOf('ACTIVATED') },
    }),
    call('auth.login', 200, { body: { email: emailOf('APPLIED'), password } }),
    call('auth.login', 401, { body: { email: emailOf('APPLIED'), password: 'Wrong2025' } }),
    call('auth.login', 404, { body: { email: 'unknown@example.com', password } }),
    call('auth.forgotPassword', 200, { body: { email: emailOf('APPLIED', 1) } }),
    call('auth.forgotPassword', 400, { body: { email: 'unknown@example.com' } }),
    call('auth.changePassword', 200, {
      token: tokens.changes,
      body: { email: emailOf('ADMITTED', 3), password: hana.password },
    }),
    call('auth.changePassword', 400, {
      token: tokens.admitted,
      body: { email: emailOf('ADMITTED'), password: 'password' },
    }),
    call('auth.changePassword', 403, {
      token: tokens.admitted,
      body: { email: emailOf('ADMITTED', 1), password: hana.password },
    }),
    call('applicants.editProfile', 200, {
      params: { applicantId: ids.own },
      token: tokens.admitted,
      body: own,
    }),
    call('applicants.editProfile', 403, {
      params: { applicantId: ids.others },
      token: tokens.admitted,
      body: own,
    }),
    call('auth.updateUser', 200, { token: tokens.edits, body: profile }),
    call('auth.getUser', 200, { params: { userId: ids.own }, token: tokens.admitted }),
    call('auth.getUser', 403, { params: { userId: ids.others }, token: tokens.admitted }),
    call('auth.getUser', 404, { params: { userId: '999999' }, token: tokens.admitted }),
  ];
}
