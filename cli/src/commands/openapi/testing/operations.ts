/** The operations themselves, and what stands around them. */
import { backends, both, type Case, clients, nobody } from './case.ts';
import { type Editable, operation } from './documents.ts';

const profile = (whole: Editable) => whole.components.schemas.Profile;

export const operations: Case[] = [
  {
    says: 'a new operation',
    edit: (whole) => {
      whole.paths['/new'] = { get: { operationId: 'new.one', responses: {} } };
    },
    in: 'new.one',
    breaks: backends,
    back: clients,
    told: /new operation/,
  },
  {
    says: 'a new operation that a backend may leave out',
    edit: (whole) => {
      const get = { operationId: 'new.one', 'x-may-be-missing': true, responses: {} };
      whole.paths['/new'] = { get };
    },
    in: 'new.one',
    breaks: nobody,
    back: clients,
    told: /new operation, which a backend may leave out/,
  },
  {
    says: 'another path',
    edit: (whole) => {
      whole.paths['/login'] = whole.paths['/auth/public/login'];
      delete whole.paths['/auth/public/login'];
    },
    in: 'auth.login',
    breaks: both,
    back: both,
    told: /path \/auth\/public\/login → \/login/,
  },
  {
    says: 'another name of a parameter in the path, which does not show on the wire',
    edit: (whole) => {
      const item = whole.paths['/auth/private/{userId}'];
      item.get.parameters[0].name = 'id';
      whole.paths['/auth/private/{id}'] = item;
      delete whole.paths['/auth/private/{userId}'];
    },
    in: 'auth.getUser',
    breaks: nobody,
    back: nobody,
    told: /was called userId/,
  },
  {
    says: 'another method',
    edit: (whole) => {
      const item = whole.paths['/applicants/private/edit_profile/{applicantId}'];
      item.patch = item.put;
      delete item.put;
    },
    in: 'applicants.editProfile',
    breaks: both,
    back: both,
    told: /method PUT → PATCH/,
  },
  {
    says: 'another name',
    edit: (whole) => {
      operation(whole, 'auth.login').operationId = 'auth.signIn';
    },
    in: 'auth.signIn',
    breaks: clients,
    back: clients,
    told: /name auth\.login → auth\.signIn/,
  },
  {
    says: 'a token that is needed',
    edit: (whole) => {
      operation(whole, 'programs.list').security = [{ bearer: [] }];
    },
    in: 'programs.list',
    breaks: both,
    back: backends,
    told: /security a call without a token is refused now/,
  },
  {
    says: 'a state more in which it works',
    edit: (whole) => operation(whole, 'exams.create')['x-states'].push('TOOK_EXAM'),
    in: 'exams.create',
    breaks: backends,
    back: clients,
    told: /is allowed in TOOK_EXAM, too/,
  },
  {
    says: 'a call that must not be repeated any more',
    edit: (whole) => {
      operation(whole, 'auth.login')['x-safe-to-repeat'] = false;
    },
    in: 'auth.login',
    breaks: clients,
    back: backends,
    told: /is no longer safe to repeat/,
  },
  {
    says: 'a key that nobody here knows',
    edit: (whole) => {
      operation(whole, 'auth.login')['x-secret-handshake'] = true;
    },
    in: 'auth.login',
    breaks: both,
    back: both,
    told: /"x-secret-handshake" changed/,
  },
  {
    says: 'other words',
    edit: (whole) => {
      profile(whole).properties.status.description = 'Where the applicant stands.';
      profile(whole).properties.status.example = 'APPLIED';
    },
    in: 'applicants.getByEmail',
    breaks: nobody,
    back: nobody,
    told: /only its description/,
  },
];
