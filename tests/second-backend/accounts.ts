/** Registration, activation, passwords, logins and mail. */

import { createHmac, randomBytes, randomInt, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Db } from './database.ts';
import {
  type ApplicantCall,
  applicantRoute,
  type Call,
  emptyResponse,
  jsonResponse,
  publicRoute,
  successResponse,
  textResponse,
} from './http.ts';
import { Problem } from './problem.ts';
import { Form } from './validation.ts';
import {
  changeStatus,
  findPerson,
  type Person,
  type Reading,
  toEmailKey,
  type World,
} from './world.ts';

/** A low cost: this backend protects no real data, and tests wait for each hash. */
const hashOptions = { N: 1024 };

function hashPassword(password: string): string {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${scryptSync(password, salt, 32, hashOptions).toString('hex')}`;
}

/** The hash for unknown email addresses, so that a login takes the same time for them. */
const unknownPersonHash = hashPassword(randomBytes(16).toString('hex'));

function matchesHash(password: string, hash: string | null | undefined): boolean {
  const [salt = '', hexKey = ''] = (hash ?? unknownPersonHash).split(':');
  const expectedKey = Buffer.from(hexKey, 'hex');
  const actualKey = scryptSync(password, Buffer.from(salt, 'hex'), 32, hashOptions);
  return timingSafeEqual(actualKey, expectedKey) && typeof hash === 'string';
}

/** @returns a password that meets the rules, without letters and digits that look alike */
function createTemporaryPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const pickCharacter = (characters: string) => characters.charAt(randomInt(characters.length));
  const pickCharacters = (characters: string, count: number) =>
    Array.from({ length: count }, () => pickCharacter(characters));
  return [
    ...pickCharacters(letters.toUpperCase(), 4),
    ...pickCharacters(letters, 6),
    ...pickCharacters('23456789', 4),
  ].join('');
}

type Recipient = Pick<Person, 'id' | 'firstName'>;

async function mailActivationLink(db: Db, { siteOrigin }: World, person: Recipient): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  await db.sql`insert into links (token, applicant_id) values (${token}, ${person.id})`;
  await storeMail(db, person, 'activation', [
    'thank you for registering. Please open this address to activate your account:',
    `${siteOrigin}/applicant/activate/${token}`,
    'After that you choose a password and can take the Digital Literacy Test.',
  ]);
}

/** Mails a new temporary password, which replaces an earlier one. */
async function mailTemporaryPassword(db: Db, person: Person): Promise<void> {
  const password = createTemporaryPassword();
  await db.sql`
    update applicants set temporary_password = ${hashPassword(password)} where id = ${person.id}`;
  await storeMail(db, person, 'temporary-password', [
    'you asked for help with your password. This temporary one lets you log in once:',
    password,
    'You will then choose a new password. If you did not ask for this, ignore this mail.',
  ]);
}

async function storeMail(
  db: Db,
  { id, firstName }: Recipient,
  mailKind: string,
  paragraphs: string[],
) {
  const text = [`Dear ${firstName},`, ...paragraphs, 'Admissions Office'].join('\n\n');
  await db.sql`insert into mails (applicant_id, kind, text) values (${id}, ${mailKind}, ${text})`;
}

/** The lifetime of a token, which is longer than a session on the site. */
const tokenSeconds = 60 * 60;

const encodeJsonPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function issueToken(world: World, { id, email }: Person): string {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const claims = { sub: id, email, iat: nowSeconds, exp: nowSeconds + tokenSeconds };
  const signedContent = `${encodeJsonPart({ alg: 'HS256', typ: 'JWT' })}.${encodeJsonPart(claims)}`;
  return `${signedContent}.${signContent(world, signedContent)}`;
}

/** @returns the applicant of the header's bearer token, or `undefined` without a valid token that has not expired */
export async function findBearerPerson(
  world: World,
  authorization: string | undefined,
): Promise<Person | undefined> {
  const [, content, claims, signature] =
    /^Bearer +([\w-]+\.([\w-]+))\.([\w-]+)$/i.exec(authorization ?? '') ?? [];
  if (!content || !claims || !signature) return undefined;
  // Compared as text: several base64url texts decode to the same bytes, but only one of them was issued.
  const expectedSignature = Buffer.from(signContent(world, content));
  const actualSignature = Buffer.from(signature);
  if (
    actualSignature.length !== expectedSignature.length ||
    !timingSafeEqual(actualSignature, expectedSignature)
  )
    return undefined;
  const { sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (exp * 1000 <= Date.now()) return undefined;
  return (await world.db.sql<Person>`select * from people where id = ${sub}`).rows[0];
}

function signContent({ tokenKey }: World, content: string): string {
  return createHmac('sha256', tokenKey).update(content).digest('base64url');
}

async function login({ world, parsedBody: body }: Call) {
  const form = new Form(body);
  const email = form.demandText('email', 'Email');
  const password = form.demandText(world.reading.loginPasswordField, 'Password');
  form.throwIfInvalid();
  const person = await findPerson(world.db, email);
  const isPermanentPassword = matchesHash(password, person?.password);
  const isTemporaryPassword =
    !isPermanentPassword && matchesHash(password, person?.temporaryPassword);
  if (!person || !(isPermanentPassword || isTemporaryPassword))
    throw new Problem(401, 'Bad credentials');
  if (isTemporaryPassword) await spendTemporaryPassword(world.db, person);
  return jsonResponse({
    roles: [{ id: 3, name: 'ROLE_APPLICANT' }],
    shouldChangePassword: isTemporaryPassword,
    email: person.email,
    id: person.id,
    tokenType: 'Bearer',
    expiresIn: tokenSeconds,
    token: issueToken(world, person),
  });
}

/** @throws {Problem} 401 when another login has just used the password */
async function spendTemporaryPassword(db: Db, { id, temporaryPassword }: Person): Promise<void> {
  const { rows } = await db.sql`
    update applicants set temporary_password = null
    where id = ${id} and temporary_password = ${temporaryPassword} returning id`;
  if (rows.length === 0) throw new Problem(401, 'Bad credentials');
}

async function forgotPassword({ world, parsedBody: body }: Call) {
  const form = new Form(body);
  const email = form.demandEmail('email');
  form.throwIfInvalid();
  const person = await findPerson(world.db, email);
  if (!person?.password) {
    throw new Problem(400, 'There is no activated account with this email address.');
  }
  await world.db.transaction((db) => mailTemporaryPassword(db, person));
  return emptyResponse();
}

async function changePassword({ world, person, parsedBody: body }: ApplicantCall) {
  const form = new Form(body);
  const email = form.demandEmail('email');
  const password = form.demandNewPassword('password');
  form.throwIfInvalid();
  if (toEmailKey(email) !== toEmailKey(person.email)) {
    throw new Problem(403, 'Only your own password can be changed.');
  }
  await world.db.sql`
    update applicants set password = ${hashPassword(password)}, temporary_password = null
    where id = ${person.id}`;
  return successResponse();
}

export const sessionRoutes = [
  publicRoute('POST /api/auth/public/login', login),
  publicRoute('POST /api/auth/public/forgot_password', forgotPassword),
  applicantRoute('POST /api/auth/private/change_password', changePassword),
];

async function register({ world, parsedBody: body }: Call) {
  const form = new Form(body);
  const { phoneField, adultField, termsField, marketingField } = world.reading.registrationFields;
  const acceptsMarketing = form.readValue(marketingField) ?? false;
  const firstName = form.demandName('firstName', 'First name');
  const middleName = form.demandName('middleName', 'Middle name');
  const lastName = form.demandName('lastName', 'Last name');
  const email = form.demandEmail('email');
  const phone = form.demandPhone(phoneField, 'Phone number');
  form.demandAgreement(adultField, 'You must confirm that you are 18 years or older');
  form.demandAgreement(termsField, 'You must agree to the terms and conditions');
  form.demandAgreement('agreeToPrivacy', 'You must agree to the privacy policy');
  form.demandValid(
    typeof acceptsMarketing === 'boolean',
    `${marketingField} must be true or false`,
  );
  const referral = form.readOptionalText('referral');
  form.throwIfInvalid();
  await world.db.transaction(async (db) => {
    const { rows } = await db.sql<Recipient>`
      insert into applicants
        (email, email_key, first_name, middle_name, last_name, phone, marketing, referral)
      values (
        ${email}, ${toEmailKey(email)}, ${firstName}, ${middleName}, ${lastName}, ${phone},
        ${acceptsMarketing}, ${referral}
      )
      on conflict (email_key) do nothing returning id, first_name as "firstName"`;
    if (!rows[0]) {
      throw new Problem(409, 'An applicant with this email address is already registered.');
    }
    await mailActivationLink(db, world, rows[0]);
  });
  return successResponse(201);
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
    await markLinksSpent(db, rows[0]);
    // A link that was mailed before she created her password must not reset her status after it.
    await db.sql`
      update applicants set status = 'NOT_ACTIVATED' where id = ${rows[0].id} and password is null`;
    return rows[0];
  });
  const { firstName, middleName, lastName, email } = person;
  return jsonResponse({ status: 'NOT_ACTIVATED', email, token, firstName, middleName, lastName });
}

/** Makes all links of an applicant invalid, since she has used one. */
async function markLinksSpent(db: Db, { id }: Person): Promise<void> {
  await db.sql`update links set is_spent = true where applicant_id = ${id}`;
}

/** Without a token in the path, it is enough that the email address was activated and has no password yet. */
async function createPassword({ world, param, parsedBody: body }: Call) {
  const form = new Form(body);
  form.readOptionalText('name');
  const email = form.demandEmail('email');
  const password = form.demandNewPassword('password');
  form.throwIfInvalid();
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
    await changeStatus(db, person, 'NOT_ACTIVATED', 'ACTIVATED');
    await db.sql`update applicants set password = ${hashPassword(password)} where id = ${person.id}`;
    // Links that were mailed between activation and password become invalid, too.
    await markLinksSpent(db, person);
  });
  return textResponse('Password created');
}

async function resendEmail({ world, param, parsedBody: body }: Call) {
  const form = new Form(body);
  const email = form.demandEmail('email');
  form.demandValid(
    toEmailKey(email) === toEmailKey(param('email')),
    'The email of the body and the address must be the same',
  );
  form.throwIfInvalid();
  const person = await findPerson(world.db, email);
  if (!person) throw new Problem(404, 'No applicant is registered with this email address.');
  // An applicant who left between activation and password needs a new link to continue.
  if (person.password) throw new Problem(409, 'This account is already activated. Please log in.');
  await world.db.transaction((db) => mailActivationLink(db, world, person));
  return emptyResponse();
}

export const accountRoutes = ({ activationRoute, passwordRoute }: Reading) => [
  publicRoute('POST /api/applicants/public/apply', register),
  publicRoute(activationRoute, activate),
  publicRoute(passwordRoute, createPassword),
  publicRoute('POST /api/applicants/public/resend_email/{email}', resendEmail),
];
