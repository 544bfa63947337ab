/** Faults that accept invalid input. */

import { today } from '@one-planet/contract';
import { Refusal } from '../server/answers.ts';
import {
  acceptsAnyway,
  around,
  aroundCheck,
  type Behaviour,
  type Fault,
  type Fields,
  faultsOf,
  like,
} from './fault.ts';

const _phone = { phoneNumber: '+251911234567' };
const _email = { email: 'somebody@example.com' };
const _names = { firstName: 'Name', middleName: 'Name', lastName: 'Name' };
const password = { password: 'Selam2025' };

function _registers(
  sentence: string,
  fields: Fields,
  breaks: (value: unknown) => boolean,
): Behaviour {
  return acceptsAnyway(sentence, 'applicants.register', fields, breaks);
}

function _creates(sentence: string, breaks: RegExp): Behaviour {
  return acceptsAnyway(sentence, 'applicants.createPassword', password, like(breaks));
}

const _isNotTrue = (value: unknown) => value !== true;

export const acceptsRegister: readonly Fault[] = faultsOf({});

const _countries = { countryOfBirth: 'Ethiopia', countryOfResidence: 'Ethiopia' };
const _birth = { dateOfBirth: '1990-01-31' };
const nothing = { contactFullName: '', contactPhone: '', contactRelation: '' };
/** Marks a body that could not be parsed; no request can contain this symbol. */
const malformed = Symbol('malformed');

function _takesBio(
  sentence: string,
  fields: Fields,
  breaks: (value: unknown) => boolean,
): Behaviour {
  return acceptsAnyway(sentence, 'applicants.saveBioData', fields, breaks);
}

function _takesContact(
  sentence: string,
  fields: Fields,
  breaks: (value: unknown) => boolean,
): Behaviour {
  return acceptsAnyway(sentence, 'applicants.saveContactData', fields, breaks);
}

/** Makes a test for a real day in the year that many years before this one. */
function _isBornYearsAgo(years: number) {
  return (value: unknown) =>
    isDate(value) && Number(today().slice(0, 4)) - Number(value.slice(0, 4)) === years;
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

export const acceptsSteps: readonly Fault[] = faultsOf({
  'grades-in-words': acceptsAnyway(
    'Years and results of school are accepted in words.',
    'applicants.saveEducationData',
    { grade10Year: '2018', grade12Year: '2021', grade10Result: '3.5', grade12Result: '500' },
    like(/[a-z]/),
  ),
  'empty-body-accepted': {
    sentence: 'An emergency contact without any field is accepted.',
    ...aroundCheck('applicants.saveContactData', (body, next) =>
      Object.keys(body).length === 0 ? nothing : next(),
    ),
  },
  'malformed-json-accepted': {
    sentence: 'An emergency contact that is not JSON is accepted as an empty one.',
    read: async ({ operation }, next) => {
      try {
        return await next();
      } catch (error) {
        const isMeant = operation.name === 'applicants.saveContactData';
        if (isMeant && error instanceof Refusal && error.status === 400) return { malformed };
        throw error;
      }
    },
    ...aroundCheck('applicants.saveContactData', (body, next) =>
      body.malformed === malformed ? nothing : next(),
    ),
  },
});

export const acceptsChoices: readonly Fault[] = faultsOf({
  'programme-unknown': {
    sentence: 'An applicant can apply to a program that is not on offer.',
    ...around('applicants.applyForProgram', async ({ world, person, body }, next) => {
      const answer = await next();
      if (answer.status !== 404 || !person) return answer;
      person.batchProgramId = Number((body as Fields).selectedBatchProgramId);
      world.moveTo(person, 'APPLIED');
      return { status: 200, body: { message: 'You have applied.' } };
    }),
  },
  'programme-missing': {
    sentence: 'An application without a program counts as one for the first program.',
    ...aroundCheck('applicants.applyForProgram', (body, next, call) => {
      const [first] = call.world.batchPrograms.all();
      const { selectedBatchProgramId: chosen = null } = body;
      if (chosen === null) call.body = { ...body, selectedBatchProgramId: first?.id };
      return next();
    }),
  },
  'programme-any-number': {
    sentence: 'A negative number, or a fraction, is an application for the first program.',
    ...aroundCheck('applicants.applyForProgram', (body, next, call) => {
      const [first] = call.world.batchPrograms.all();
      const chosen = Number(body.selectedBatchProgramId);
      const isOdd = chosen < 0 || !Number.isInteger(chosen);
      if (isOdd) call.body = { ...body, selectedBatchProgramId: first?.id };
      return next();
    }),
  },
  'biography-hidden': {
    sentence: 'The biography is never read back.',
    ...around('applicants.getBioData', async (_call, next) => ({
      ...(await next()),
      body: { profilePicture: null, countryOfResidence: null, nationality: null },
    })),
  },
});
