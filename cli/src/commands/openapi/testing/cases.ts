/** Kinds of changes, each made by editing the real document. */
import { type Editable, operation, requestOf } from './documents.ts';

export interface Case {
  /** `operation | whom it breaks | whom the way back breaks | what is reported`. */
  expected: string;
  edit: (whole: Editable) => void;
}

const change = (expected: string, edit: Case['edit']): Case => ({ expected, edit });

const register = (whole: Editable) => requestOf(whole, 'applicants.register');

const profile = (whole: Editable) => whole.components.schemas.Profile;
const login = (whole: Editable) => whole.components.schemas.LoginAnswer;

export const requests: Case[] = [
  change(
    'applicants.register | clients | both | request faydaNumber new field, required',
    (whole) => {
      register(whole).properties.faydaNumber = { type: 'string' };
      register(whole).required.push('faydaNumber');
    },
  ),
  change(
    'applicants.register | nobody | clients | request nickName new field, optional',
    (whole) => {
      register(whole).properties.nickName = { type: 'string' };
    },
  ),
  change(
    'applicants.register | clients | backends | request referral optional → required',
    (whole) => register(whole).required.push('referral'),
  ),
  change(
    'applicants.register | clients | backends | request firstName maxLength none → 40',
    (whole) => {
      register(whole).properties.firstName.maxLength = 40;
    },
  ),
  change(
    'applicants.register | clients | backends | request firstName minLength 1 → 2',
    (whole) => {
      register(whole).properties.firstName.minLength = 2;
    },
  ),
  change('applicants.register | both | both | → "^[a-z]+$"', (whole) => {
    register(whole).properties.firstName.pattern = '^[a-z]+$';
  }),
  change(
    'applicants.saveBioData | clients | backends | request maritalStatus no longer "widowed"',
    (whole) => {
      whole.components.schemas.MaritalStatus.enum.pop();
    },
  ),
  change(
    'payments.payOnline | clients | backends | request price type number → integer',
    (whole) => {
      const { price } = requestOf(whole, 'payments.payOnline').properties;
      price.type = 'integer';
    },
  ),
  change('payments.payOnline | both | both | request currency type string → number', (whole) => {
    requestOf(whole, 'payments.payOnline').properties.currency = { type: 'integer' };
  }),
  change(
    'applicants.register | clients | backends | request phoneNumber new condition',
    (whole) => {
      register(whole).properties.phoneNumber.allOf = [{ pattern: '^\\+251' }];
    },
  ),
  change(
    'applicants.register | clients | backends | request other fields are not allowed any more',
    (whole) => {
      register(whole).additionalProperties = false;
    },
  ),
];

export const envelopes: Case[] = [
  change('exams.create | clients | both | request needs a body now', (whole) => {
    operation(whole, 'exams.create').requestBody = { required: true, content: {} };
  }),
  change('auth.login | both | both | now also application/x-www-form-urlencoded', (whole) => {
    const { content } = operation(whole, 'auth.login').requestBody;
    content['application/x-www-form-urlencoded'] = content['application/json'];
    delete content['application/json'];
  }),
  change('programs.list | clients | both | query parameter page new, required', (whole) => {
    operation(whole, 'programs.list').parameters = [{ name: 'page', in: 'query', required: true }];
  }),
  change(
    'auth.getUser | clients | backends | path parameter userId maxLength none → 5',
    (whole) => {
      operation(whole, 'auth.getUser').parameters[0].schema.maxLength = 5;
    },
  ),
];

export const answers: Case[] = [
  change(
    'applicants.getByEmail | backends | clients | answer 200 firstName optional → required',
    (whole) => profile(whole).required.push('firstName'),
  ),
  change(
    'auth.login | clients | backends | answer 200 email type string → null or string',
    (whole) => {
      login(whole).properties.email.type = ['string', 'null'];
    },
  ),
  change('applicants.getByEmail | clients | nobody | answer 200 phone removed', (whole) => {
    delete profile(whole).properties.phone;
  }),
  change('auth.login | clients | backends | answer 200 roles[].name removed', (whole) => {
    const { Role } = whole.components.schemas;
    delete Role.properties.name;
    Role.required = [];
  }),
  change('exams.create | clients | backends | answer 200 new', (whole) => {
    const { responses } = operation(whole, 'exams.create');
    responses['200'] = responses['201'];
  }),
  change('exams.create | nobody | nobody | answer 429 now declared on its own', (whole) => {
    const { responses } = operation(whole, 'exams.create');
    responses['429'] = responses.default;
  }),
  change('exams.create | nobody | nobody | answer default no longer declared', (whole) => {
    const { responses } = operation(whole, 'exams.create');
    responses['4XX'] = responses.default;
    delete responses.default;
  }),
  change(
    'applicants.register | backends | clients | answer 201 its body is declared now',
    (whole) => {
      operation(whole, 'applicants.register').responses['201'].content = {
        'application/json': { schema: { type: 'object' } },
      };
    },
  ),
  change('exams.create | backends | clients | answer 201 header x-left new, required', (whole) => {
    operation(whole, 'exams.create').responses['201'].headers = {
      'X-Left': { required: true, schema: { type: 'integer' } },
    };
  }),
];

export const operations: Case[] = [
  change('new.one | backends | clients | new operation', (whole) => {
    whole.paths['/new'] = { get: { operationId: 'new.one', responses: {} } };
  }),
  change('new.one | nobody | clients | new operation, which a backend may leave out', (whole) => {
    const get = { operationId: 'new.one', 'x-may-be-missing': true, responses: {} };
    whole.paths['/new'] = { get };
  }),
  change('auth.login | both | both | path /auth/public/login → /login', (whole) => {
    whole.paths['/login'] = whole.paths['/auth/public/login'];
    delete whole.paths['/auth/public/login'];
  }),
  change('auth.getUser | nobody | nobody | was called userId', (whole) => {
    const item = whole.paths['/auth/private/{userId}'];
    item.get.parameters[0].name = 'id';
    whole.paths['/auth/private/{id}'] = item;
    delete whole.paths['/auth/private/{userId}'];
  }),
  change('applicants.editProfile | both | both | method PUT → PATCH', (whole) => {
    const item = whole.paths['/applicants/private/edit_profile/{applicantId}'];
    item.patch = item.put;
    delete item.put;
  }),
  change('auth.signIn | clients | clients | name auth.login → auth.signIn', (whole) => {
    operation(whole, 'auth.login').operationId = 'auth.signIn';
  }),
  change(
    'programs.list | both | backends | security a call without a token is refused now',
    (whole) => {
      operation(whole, 'programs.list').security = [{ bearer: [] }];
    },
  ),
  change('exams.create | backends | clients | is allowed in TOOK_EXAM, too', (whole) =>
    operation(whole, 'exams.create')['x-states'].push('TOOK_EXAM'),
  ),
  change('auth.login | clients | backends | is no longer safe to repeat', (whole) => {
    operation(whole, 'auth.login')['x-safe-to-repeat'] = false;
  }),
  change('auth.login | both | both | "x-secret-handshake" changed', (whole) => {
    operation(whole, 'auth.login')['x-secret-handshake'] = true;
  }),
  change('applicants.getByEmail | nobody | nobody | only its description', (whole) => {
    profile(whole).properties.status.description = 'Where the applicant stands.';
    profile(whole).properties.status.example = 'APPLIED';
  }),
];

export const frames: Case[] = [
  change('the whole document | both | both | token "bearer" is sent in another way', (whole) => {
    whole.components.securitySchemes.bearer = { type: 'apiKey', in: 'header', name: 'X-Key' };
  }),
  change('the whole document | both | both | base path /api → /v2', (whole) => {
    whole.servers[0].url = 'https://staging.college.example/v2';
  }),
  change("the whole document | nobody | nobody | servers' addresses", (whole) => {
    whole.servers[0].url = 'https://staging.college.example/api/';
  }),
];
