/** Where a request puts what it says. */
import { backends, both, type Case, clients } from './case.ts';
import { operation } from './documents.ts';

export const envelopes: Case[] = [
  {
    says: 'a body that has to be there',
    edit: (whole) => {
      operation(whole, 'exams.create').requestBody = { required: true, content: {} };
    },
    in: 'exams.create',
    breaks: clients,
    back: both,
    told: /request needs a body now/,
  },
  {
    says: 'another type of body',
    edit: (whole) => {
      const { content } = operation(whole, 'auth.login').requestBody;
      content['application/x-www-form-urlencoded'] = content['application/json'];
      delete content['application/json'];
    },
    in: 'auth.login',
    breaks: both,
    back: both,
    told: /now also application\/x-www-form-urlencoded/,
  },
  {
    says: 'a required parameter of the query',
    edit: (whole) => {
      operation(whole, 'programs.list').parameters = [
        { name: 'page', in: 'query', required: true },
      ];
    },
    in: 'programs.list',
    breaks: clients,
    back: both,
    told: /query parameter page new, required/,
  },
  {
    says: 'a limit of a parameter in the path',
    edit: (whole) => {
      operation(whole, 'auth.getUser').parameters[0].schema.maxLength = 5;
    },
    in: 'auth.getUser',
    breaks: clients,
    back: backends,
    told: /path parameter userId maxLength none → 5/,
  },
];
