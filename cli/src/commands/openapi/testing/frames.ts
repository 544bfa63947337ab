/** What stands around the operations. */
import { both, type Case, nobody } from './case.ts';

export const frames: Case[] = [
  {
    says: 'a token sent in another way',
    edit: (whole) => {
      whole.components.securitySchemes.bearer = { type: 'apiKey', in: 'header', name: 'X-Key' };
    },
    in: 'the whole document',
    breaks: both,
    back: both,
    told: /token "bearer" is sent in another way/,
  },
  {
    says: 'another base path',
    edit: (whole) => {
      whole.servers[0].url = 'https://staging.college.example/v2';
    },
    in: 'the whole document',
    breaks: both,
    back: both,
    told: /base path \/api → \/v2/,
  },
  {
    says: 'another server',
    edit: (whole) => {
      whole.servers[0].url = 'https://staging.college.example/api/';
    },
    in: 'the whole document',
    breaks: nobody,
    back: nobody,
    told: /servers' addresses/,
  },
];
