/** What goes to the backend. */
import { backends, both, type Case, clients, nobody } from './case.ts';
import { type Editable, requestOf } from './documents.ts';

const register = (whole: Editable) => requestOf(whole, 'applicants.register');

export const requests: Case[] = [
  {
    says: 'a new required field',
    edit: (whole) => {
      register(whole).properties.faydaNumber = { type: 'string' };
      register(whole).required.push('faydaNumber');
    },
    in: 'applicants.register',
    breaks: clients,
    back: both,
    told: /request faydaNumber new field, required/,
  },
  {
    says: 'a new optional field',
    edit: (whole) => {
      register(whole).properties.nickName = { type: 'string' };
    },
    in: 'applicants.register',
    breaks: nobody,
    back: clients,
    told: /request nickName new field, optional/,
  },
  {
    says: 'an optional field that becomes required',
    edit: (whole) => register(whole).required.push('referral'),
    in: 'applicants.register',
    breaks: clients,
    back: backends,
    told: /request referral optional → required/,
  },
  {
    says: 'an upper limit where there was none',
    edit: (whole) => {
      register(whole).properties.firstName.maxLength = 40;
    },
    in: 'applicants.register',
    breaks: clients,
    back: backends,
    told: /request firstName maxLength none → 40/,
  },
  {
    says: 'a raised lower limit',
    edit: (whole) => {
      register(whole).properties.firstName.minLength = 2;
    },
    in: 'applicants.register',
    breaks: clients,
    back: backends,
    told: /request firstName minLength 1 → 2/,
  },
  {
    says: 'another pattern, which cannot be compared',
    edit: (whole) => {
      register(whole).properties.firstName.pattern = '^[a-z]+$';
    },
    in: 'applicants.register',
    breaks: both,
    back: both,
    told: /request firstName pattern ".*" → "\^\[a-z\]\+\$"/,
  },
  {
    says: 'a choice that is gone',
    edit: (whole) => {
      requestOf(whole, 'applicants.saveBioData').properties.maritalStatus.anyOf[0].enum.pop();
    },
    in: 'applicants.saveBioData',
    breaks: clients,
    back: backends,
    told: /request maritalStatus no longer "widowed"/,
  },
  {
    says: 'a number that has to be whole',
    edit: (whole) => {
      const { price } = requestOf(whole, 'payments.payOnline').properties;
      price.type = 'integer';
    },
    in: 'payments.payOnline',
    breaks: clients,
    back: backends,
    told: /request price type number → integer/,
  },
  {
    says: 'another type',
    edit: (whole) => {
      requestOf(whole, 'payments.payOnline').properties.currency = { type: 'integer' };
    },
    in: 'payments.payOnline',
    breaks: both,
    back: both,
    told: /request currency type string → number/,
  },
  {
    says: 'one more condition beside others',
    edit: (whole) => register(whole).properties.phoneNumber.allOf.push({ pattern: '^\\+251' }),
    in: 'applicants.register',
    breaks: clients,
    back: backends,
    told: /request phoneNumber new condition/,
  },
  {
    says: 'fields that are not told and are refused now',
    edit: (whole) => {
      register(whole).additionalProperties = false;
    },
    in: 'applicants.register',
    breaks: clients,
    back: backends,
    told: /request other fields are not allowed any more/,
  },
];
