/** Logging in, and the ways back to a lost password. */
import { mailTemporaryPassword } from './outbox.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { Problem } from './problem.ts';
import { empty, json, success } from './reply.ts';
import { type ApplicantCall, type Call, guarded, open } from './routing.ts';
import { issueToken, tokenSeconds } from './tokens.ts';
import { Form } from './validation.ts';
import { emailKey, findPerson } from './world.ts';

function login({ world, json: body }: Call) {
  const form = new Form(body);
  const email = form.text('email', 'Email');
  const password = form.text(world.reading.loginPassword, 'Password');
  form.done();
  const person = findPerson(world, email);
  const isOwn = isPassword(password, person?.password);
  const isTemporary = !isOwn && isPassword(password, person?.temporaryPassword);
  if (!person || !(isOwn || isTemporary)) throw new Problem(401, 'Bad credentials');
  if (isTemporary) person.temporaryPassword = undefined;
  return json({
    roles: [{ id: 3, name: 'ROLE_APPLICANT' }],
    shouldChangePassword: isTemporary,
    email: person.email,
    id: person.id,
    tokenType: 'Bearer',
    expiresIn: tokenSeconds,
    token: issueToken(world, person),
  });
}

function forgotPassword({ world, json: body }: Call) {
  const form = new Form(body);
  const email = form.email('email');
  form.done();
  const person = findPerson(world, email);
  if (!person?.password) {
    throw new Problem(400, 'There is no activated account with this email address.');
  }
  mailTemporaryPassword(world, person);
  return empty();
}

function changePassword({ person, json: body }: ApplicantCall) {
  const form = new Form(body);
  const email = form.email('email');
  const password = form.newPassword('password');
  form.done();
  if (emailKey(email) !== emailKey(person.email)) {
    throw new Problem(403, 'Only your own password can be changed.');
  }
  person.password = hashPassword(password);
  person.temporaryPassword = undefined;
  return success();
}

export const sessionRoutes = [
  open('POST /api/auth/public/login', login),
  open('POST /api/auth/public/forgot_password', forgotPassword),
  guarded('POST /api/auth/private/change_password', changePassword),
];
