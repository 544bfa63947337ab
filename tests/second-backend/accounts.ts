/** From registration to a password. */
import { randomUUID } from 'node:crypto';
import { mailActivationLink } from './outbox.ts';
import { hashPassword } from './passwords.ts';
import { Problem } from './problem.ts';
import type { Reading } from './reading.ts';
import { empty, json, success, text } from './reply.ts';
import { type Call, open } from './routing.ts';
import { Form } from './validation.ts';
import { emailKey, findPerson, type Person } from './world.ts';

function register({ world, json: body }: Call) {
  const form = new Form(body);
  const { phone, adult, terms, marketing: mailing } = world.reading.registration;
  const marketing = form.value(mailing) ?? false;
  const person: Person = {
    id: randomUUID(),
    firstName: form.name('firstName', 'First name'),
    middleName: form.name('middleName', 'Middle name'),
    lastName: form.name('lastName', 'Last name'),
    email: form.email('email'),
    phone: form.phone(phone, 'Phone number'),
    marketing: marketing === true,
    registeredAt: Date.now(),
    status: 'REGISTERED',
    submittedAttempts: new Set(),
  };
  form.agreed(adult, 'You must confirm that you are 18 years or older');
  form.agreed(terms, 'You must agree to the terms and conditions');
  form.agreed('agreeToPrivacy', 'You must agree to the privacy policy');
  form.demand(typeof marketing === 'boolean', `${mailing} must be true or false`);
  form.optionalText('referral');
  form.done();
  if (findPerson(world, person.email)) {
    throw new Problem(409, 'An applicant with this email address is already registered.');
  }
  world.people.set(emailKey(person.email), person);
  mailActivationLink(world, person);
  return success(201);
}

function activate({ world, param }: Call) {
  const token = param('token');
  const link = world.links.get(token);
  if (!link) throw new Problem(404, 'This activation link is not known.');
  if (link.spent) throw new Problem(409, 'This account is already activated. Please log in.');
  const { person } = link;
  // One link used ends all that were mailed before.
  for (const other of world.links.values()) if (other.person === person) other.spent = true;
  person.status = 'NOT_ACTIVATED';
  const { firstName, middleName, lastName, email, status } = person;
  return json({ status, email, token, firstName, middleName, lastName });
}

/** Where no token is sent, it must do that the address was verified and has no password yet. */
function createPassword({ world, param, json: body }: Call) {
  const form = new Form(body);
  form.optionalText('name');
  const email = form.email('email');
  const password = form.newPassword('password');
  form.done();
  const token = param('token');
  const person = findPerson(world, email);
  const isTheirs = token === '' || world.links.get(token)?.person === person;
  if (!person || !isTheirs) {
    throw new Problem(404, 'No applicant is registered with this email address.');
  }
  if (person.password) throw new Problem(406, 'Password is already created for this account.');
  if (person.status === 'REGISTERED') {
    throw new Problem(400, 'Please open the activation link in your e-mail first.');
  }
  person.password = hashPassword(password);
  person.status = 'ACTIVATED';
  // A link mailed again between activation and password must not lead back.
  for (const link of world.links.values()) if (link.person === person) link.spent = true;
  return text('Password created');
}

function resendEmail({ world, param, json: body }: Call) {
  const form = new Form(body);
  const email = form.email('email');
  form.demand(
    emailKey(email) === emailKey(param('email')),
    'The email of the body and the address must be the same',
  );
  form.done();
  const person = findPerson(world, email);
  if (!person) throw new Problem(404, 'No applicant is registered with this email address.');
  // Someone who left between activation and password has no other way back.
  if (person.password) throw new Problem(409, 'This account is already activated. Please log in.');
  mailActivationLink(world, person);
  return empty();
}

export const accountRoutes = ({ activation, passwordCreation }: Reading) => [
  open('POST /api/applicants/public/apply', register),
  open(activation, activate),
  open(passwordCreation, createPassword),
  open('POST /api/applicants/public/resend_email/{email}', resendEmail),
];
