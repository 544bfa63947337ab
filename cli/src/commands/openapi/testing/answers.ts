/** What comes from it. */
import { backends, type Case, clients, nobody } from './case.ts';
import { type Editable, operation } from './documents.ts';

const profile = (whole: Editable) => whole.components.schemas.Profile;
const login = (whole: Editable) => whole.components.schemas.Login;

export const answers: Case[] = [
  {
    says: 'a field that is promised from now on',
    edit: (whole) => profile(whole).required.push('firstName'),
    in: 'applicants.getByEmail',
    breaks: backends,
    back: clients,
    told: /answer 200 firstName optional → required/,
  },
  {
    says: 'a field that may be null',
    edit: (whole) => {
      profile(whole).properties.status.type = ['string', 'null'];
    },
    in: 'applicants.getByEmail',
    breaks: clients,
    back: backends,
    told: /answer 200 status type string → null or string/,
  },
  {
    says: 'an optional field that is gone, because those who show it look for it in vain',
    edit: (whole) => {
      delete profile(whole).properties.phone;
    },
    in: 'applicants.getByEmail',
    breaks: clients,
    back: nobody,
    told: /answer 200 phone removed/,
  },
  {
    says: 'a required field that is gone, deep in a list',
    edit: (whole) => {
      const { items } = login(whole).properties.roles;
      delete items.properties.name;
      items.required = [];
    },
    in: 'auth.login',
    breaks: clients,
    back: backends,
    told: /answer 200 roles\[\]\.name removed/,
  },
  {
    says: 'a success of another status',
    edit: (whole) => {
      const { responses } = operation(whole, 'exams.create');
      responses['200'] = responses['201'];
    },
    in: 'exams.create',
    breaks: clients,
    back: backends,
    told: /answer 200 new/,
  },
  {
    says: 'a refusal with a name of its own, where any was tolerated',
    edit: (whole) => {
      const { responses } = operation(whole, 'exams.create');
      responses['429'] = responses['4XX'];
    },
    in: 'exams.create',
    breaks: nobody,
    back: nobody,
    told: /answer 429 now declared on its own/,
  },
  {
    says: 'a body where nobody read one',
    edit: (whole) => {
      operation(whole, 'applicants.register').responses['201'].content = {
        'application/json': { schema: { type: 'object' } },
      };
    },
    in: 'applicants.register',
    breaks: backends,
    back: clients,
    told: /answer 201 its body is declared now/,
  },
  {
    says: 'a header that is promised',
    edit: (whole) => {
      operation(whole, 'exams.create').responses['201'].headers = {
        'X-Left': { required: true, schema: { type: 'integer' } },
      };
    },
    in: 'exams.create',
    breaks: backends,
    back: clients,
    told: /answer 201 header x-left new, required/,
  },
];
