/** The wrong status for an operation that otherwise works. */
import { json } from '../http/answers.ts';
import { hashPassword } from '../rules/passwords.ts';
import { activationAnswer } from './activation.ts';
import { around, changesStatus } from './answers.ts';
import type { Fault } from './fault.ts';

export const statuses: readonly Fault[] = [
  changesStatus(
    'register-200',
    'A registration that succeeded is answered with 200 instead of 201.',
    'applicants.register',
    201,
    200,
  ),
  {
    name: 'login-500',
    sentence: 'Logging in is answered with 500, even with the right password.',
    answer: ({ operation }, response) =>
      operation.name === 'auth.login' ? json(500, { message: 'Internal Server Error' }) : response,
  },
  changesStatus(
    'register-duplicate-400',
    'Registering a known e-mail address is answered with 400 instead of 409.',
    'applicants.register',
    409,
    400,
  ),
  changesStatus(
    'register-duplicate-201',
    'Registering a known e-mail address is answered with 201, like a success.',
    'applicants.register',
    409,
    201,
  ),
  changesStatus(
    'create-password-201',
    'A password that was created is answered with 201 instead of 200.',
    'applicants.createPassword',
    200,
    201,
  ),
  {
    name: 'create-password-twice-200',
    sentence: 'A password that was already created is overwritten by creating it again.',
    ...around('applicants.createPassword', async ({ world, body }, next) => {
      const answer = await next();
      const { email, password } = body as { email: string; password: string };
      const person = world.findPerson(email);
      if (answer.status !== 406 || !person) return answer;
      person.credential = await hashPassword(password);
      return { status: 200, body: { message: 'The password was created.' } };
    }),
  },
  changesStatus(
    'create-password-twice-409',
    'Creating a password a second time is answered with 409 instead of 406.',
    'applicants.createPassword',
    406,
    409,
  ),
  changesStatus(
    'exam-create-200',
    'A created exam is answered with 200 instead of 201.',
    'exams.create',
    201,
    200,
  ),
  changesStatus(
    'exam-submit-200',
    'A graded exam is answered with 200 instead of 202.',
    'exams.submit',
    202,
    200,
  ),
  changesStatus(
    'bio-saved-201',
    'A saved biography is answered with 201 instead of 200.',
    'applicants.saveBioData',
    200,
    201,
  ),
  changesStatus(
    'applied-201',
    'An application is answered with 201 instead of 200.',
    'applicants.applyForProgram',
    200,
    201,
  ),
  changesStatus(
    'resend-unknown-200',
    'A new activation link for an unknown e-mail address is answered like a success.',
    'applicants.resendEmail',
    404,
    200,
  ),
  {
    name: 'activate-twice-200',
    sentence: 'The link of an account that already has its password is answered like a success.',
    ...around('applicants.activate', async ({ world, params }, next) => {
      const answer = await next();
      const token = world.oneTimeTokens.find('token', params.token ?? '');
      const person = token && world.people.find('id', token.personId);
      return answer.status === 409 && person?.credential
        ? activationAnswer(person, params.token ?? '')
        : answer;
    }),
  },
];
