/** Registration, activation, passwords, logins and mail. */

import { createHmac, randomBytes, randomInt, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Db } from './database.ts';
import {
  type ApplicantCall,
  type Call,
  empty,
  guarded,
  json,
  open,
  success,
  text,
} from './http.ts';
import { Problem } from './problem.ts';
import { Form } from './validation.ts';
import { emailKey, findPerson, moveOn, type Person, type Reading, type World } from './world.ts';

/** Low: this backend guards nothing, and tests wait for it. */
const cost = { N: 1024 };

function hashPassword(password: string): string {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${scryptSync(password, salt, 32, cost).toString('hex')}`;
}

/** Someone unknown costs as much time as someone known. */
const nobody = hashPassword(randomBytes(16).toString('hex'));

function isPassword(password: string, hash: string | null | undefined): boolean {
  const [salt = '', key = ''] = (hash ?? nobody).split(':');
  const expected = Buffer.from(key, 'hex');
  const given = scryptSync(password, Buffer.from(salt, 'hex'), 32, cost);
  return timingSafeEqual(given, expected) && typeof hash === 'string';
}

/** One that keeps the rules, without letters and digits that look alike. */
function makeTemporaryPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const pick = (from: string) => from.charAt(randomInt(from.length));
  const many = (from: string, count: number) => Array.from({ length: count }, () => pick(from));
  return [...many(letters.toUpperCase(), 4), ...many(letters, 6), ...many('23456789', 4)].join('');
}

type Addressee = Pick<Person, 'id' | 'firstName'>;

async function mailActivationLink(db: Db, { siteOrigin }: World, person: Addressee): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  await db.sql`insert into links (token, applicant_id) values (${token}, ${person.id})`;
  await mail(db, person, 'activation', [
    'thank you for registering. Please open this address to activate your account:',
    `${siteOrigin}/applicant/activate/${token}`,
    'After that you choose a password and can take the Digital Literacy Test.',
  ]);
}

/** The newest is the only one that works. */
async function mailTemporaryPassword(db: Db, person: Person): Promise<void> {
  const password = makeTemporaryPassword();
  await db.sql`
    update applicants set temporary_password = ${hashPassword(password)} where id = ${person.id}`;
  await mail(db, person, 'temporary-password', [
    'you asked for help with your password. This temporary one lets you log in once:',
    password,
    'You will then choose a new password. If you did not ask for this, ignore this mail.',
  ]);
}

async function mail(db: Db, { id, firstName }: Addressee, kind: string, says: string[]) {
  const text = [`Dear ${firstName},`, ...says, 'Admissions Office'].join('\n\n');
  await db.sql`insert into mails (applicant_id, kind, text) values (${id}, ${kind}, ${text})`;
}

/** Longer than the site's session. */
const tokenSeconds = 60 * 60;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function issueToken(world: World, { id, email }: Person): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: id, email, iat: now, exp: now + tokenSeconds };
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${sign(world, content)}`;
}

/** @returns whose token the header carries; `undefined` without one that we issued and that still holds */
export async function bearerOf(
  world: World,
  authorization: string | undefined,
): Promise<Person | undefined> {
  const [, content, claims, signature] =
    /^Bearer +([\w-]+\.([\w-]+))\.([\w-]+)$/i.exec(authorization ?? '') ?? [];
  if (!content || !claims || !signature) return undefined;
  // As text: base64url spells the same bytes in several ways, and only one of them is ours.
  const expected = Buffer.from(sign(world, content));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (exp * 1000 <= Date.now()) return undefined;
  return (await world.db.sql<Person>`select * from people where id = ${sub}`).rows[0];
}

function sign({ secret }: World, content: string): string {
  return createHmac('sha256', secret).update(content).digest('base64url');
}

async function login({ world, json: body }: Call) {
  const form = new Form(body);
  const email = form.text('email', 'Email');
  const password = form.text(world.reading.loginPassword, 'Password');
  form.done();
  const person = await findPerson(world.db, email);
  const isOwn = isPassword(password, person?.password);
  const isTemporary = !isOwn && isPassword(password, person?.temporaryPassword);
  if (!person || !(isOwn || isTemporary)) throw new Problem(401, 'Bad credentials');
  if (isTemporary) await spendTemporaryPassword(world.db, person);
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

/** @throws {Problem} 401 where another login was faster */
async function spendTemporaryPassword(db: Db, { id, temporaryPassword }: Person): Promise<void> {
  const { rows } = await db.sql`
    update applicants set temporary_password = null
    where id = ${id} and temporary_password = ${temporaryPassword} returning id`;
  if (rows.length === 0) throw new Problem(401, 'Bad credentials');
}

async function forgotPassword({ world, json: body }: Call) {
  const form = new Form(body);
  const email = form.email('email');
  form.done();
  const person = await findPerson(world.db, email);
  if (!person?.password) {
    throw new Problem(400, 'There is no activated account with this email address.');
  }
  await world.db.transaction((db) => mailTemporaryPassword(db, person));
  return empty();
}

async function changePassword({ world, person, json: body }: ApplicantCall) {
  const form = new Form(body);
  const email = form.email('email');
  const password = form.newPassword('password');
  form.done();
  if (emailKey(email) !== emailKey(person.email)) {
    throw new Problem(403, 'Only your own password can be changed.');
  }
  await world.db.sql`
    update applicants set password = ${hashPassword(password)}, temporary_password = null
    where id = ${person.id}`;
  return success();
}

export const sessionRoutes = [
  open('POST /api/auth/public/login', login),
  open('POST /api/auth/public/forgot_password', forgotPassword),
  guarded('POST /api/auth/private/change_password', changePassword),
];

async function register({ world, json: body }: Call) {
  const form = new Form(body);
  const { phone: phoneField, adult, terms, marketing: mailing } = world.reading.registration;
  const marketing = form.value(mailing) ?? false;
  const firstName = form.name('firstName', 'First name');
  const middleName = form.name('middleName', 'Middle name');
  const lastName = form.name('lastName', 'Last name');
  const email = form.email('email');
  const phone = form.phone(phoneField, 'Phone number');
  form.agreed(adult, 'You must confirm that you are 18 years or older');
  form.agreed(terms, 'You must agree to the terms and conditions');
  form.agreed('agreeToPrivacy', 'You must agree to the privacy policy');
  form.demand(typeof marketing === 'boolean', `${mailing} must be true or false`);
  const referral = form.optionalText('referral');
  form.done();
  await world.db.transaction(async (db) => {
    const { rows } = await db.sql<Addressee>`
      insert into applicants
        (email, email_key, first_name, middle_name, last_name, phone, marketing, referral)
      values (
        ${email}, ${emailKey(email)}, ${firstName}, ${middleName}, ${lastName}, ${phone},
        ${marketing}, ${referral}
      )
      on conflict (email_key) do nothing returning id, first_name as "firstName"`;
    if (!rows[0]) {
      throw new Problem(409, 'An applicant with this email address is already registered.');
    }
    await mailActivationLink(db, world, rows[0]);
  });
  return success(201);
}

async function activate({ world, param }: Call) {
  const token = param('token');
  const person = await world.db.transaction(async (db) => {
    const { rows } = await db.sql<Person & { isSpent: boolean }>`
      select people.*, is_spent as "isSpent" from links join people on id = applicant_id
      where token = ${token}`;
    if (!rows[0]) throw new Problem(404, 'This activation link is not known.');
    if (rows[0].isSpent) {
      throw new Problem(409, 'This account is already activated. Please log in.');
    }
    await spendLinks(db, rows[0]);
    // One that was mailed while she chose her password moves nobody back.
    await db.sql`
      update applicants set status = 'NOT_ACTIVATED' where id = ${rows[0].id} and password is null`;
    return rows[0];
  });
  const { firstName, middleName, lastName, email } = person;
  return json({ status: 'NOT_ACTIVATED', email, token, firstName, middleName, lastName });
}

/** One link used ends all that were mailed before. */
async function spendLinks(db: Db, { id }: Person): Promise<void> {
  await db.sql`update links set is_spent = true where applicant_id = ${id}`;
}

/** Where no token is sent, it must do that the address was verified and has no password yet. */
async function createPassword({ world, param, json: body }: Call) {
  const form = new Form(body);
  form.optionalText('name');
  const email = form.email('email');
  const password = form.newPassword('password');
  form.done();
  const token = param('token');
  const person = await findPerson(world.db, email);
  const { rows } = await world.db.sql`
    select from links where token = ${token} and applicant_id = ${person?.id}`;
  if (!person || (token !== '' && rows.length === 0)) {
    throw new Problem(404, 'No applicant is registered with this email address.');
  }
  if (person.password) throw new Problem(406, 'Password is already created for this account.');
  if (person.status === 'REGISTERED') {
    throw new Problem(400, 'Please open the activation link in your email first.');
  }
  await world.db.transaction(async (db) => {
    await moveOn(db, person, 'NOT_ACTIVATED', 'ACTIVATED');
    await db.sql`update applicants set password = ${hashPassword(password)} where id = ${person.id}`;
    // A link mailed again between activation and password must not lead back.
    await spendLinks(db, person);
  });
  return text('Password created');
}

async function resendEmail({ world, param, json: body }: Call) {
  const form = new Form(body);
  const email = form.email('email');
  form.demand(
    emailKey(email) === emailKey(param('email')),
    'The email of the body and the address must be the same',
  );
  form.done();
  const person = await findPerson(world.db, email);
  if (!person) throw new Problem(404, 'No applicant is registered with this email address.');
  // Someone who left between activation and password has no other way back.
  if (person.password) throw new Problem(409, 'This account is already activated. Please log in.');
  await world.db.transaction((db) => mailActivationLink(db, world, person));
  return empty();
}

export const accountRoutes = ({ activation, passwordCreation }: Reading) => [
  open('POST /api/applicants/public/apply', register),
  open(activation, activate),
  open(passwordCreation, createPassword),
  open('POST /api/applicants/public/resend_email/{email}', resendEmail),
];
