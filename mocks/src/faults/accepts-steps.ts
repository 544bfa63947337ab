/** Biographies, education backgrounds and contacts that break a rule and are accepted. */
import { limits, today } from '@one-planet/contract';
import { Refusal } from '../http/refusal.ts';
import type { Fault } from './fault.ts';
import { acceptsAnyway, aroundCheck, type Fields, isBlank, like } from './inputs.ts';

const countries = { countryOfBirth: 'Ethiopia', countryOfResidence: 'Ethiopia' };
const birth = { dateOfBirth: '1990-01-31' };
const nothing = { contactFullName: '', contactPhone: '', contactRelation: '' };
/** Marks a body that nobody can have sent. */
const malformed = Symbol('malformed');

function takesBio(
  name: string,
  sentence: string,
  fields: Fields,
  breaks: (value: unknown) => boolean,
): Fault {
  return acceptsAnyway(name, sentence, 'applicants.saveBioData', fields, breaks);
}

function takesContact(
  name: string,
  sentence: string,
  fields: Fields,
  breaks: (value: unknown) => boolean,
): Fault {
  return acceptsAnyway(name, sentence, 'applicants.saveContactData', fields, breaks);
}

/** True for a real day in the year that many years before this one. */
function isBornYearsAgo(years: number) {
  return (value: unknown) =>
    isDate(value) && Number(today().slice(0, 4)) - Number(value.slice(0, 4)) === years;
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

export const acceptsSteps: readonly Fault[] = [
  acceptsAnyway(
    'grades-in-words',
    'Years and results of school are accepted in words.',
    'applicants.saveEducationData',
    { grade10Year: '2018', grade12Year: '2021', grade10Result: '3.5', grade12Result: '500' },
    like(/[a-z]/),
  ),
  takesBio(
    'age-17',
    'An applicant aged 17 is accepted.',
    birth,
    isBornYearsAgo(limits.minimumAge - 1),
  ),
  takesBio(
    'birth-in-future',
    'A date of birth in the future is accepted.',
    birth,
    (value) => isDate(value) && value > today(),
  ),
  takesBio(
    'birth-impossible',
    'The 30th of February is accepted as a date of birth.',
    birth,
    like(/^\d{4}-02-3[01]$/),
  ),
  takesBio(
    'country-digits',
    'A country may have digits.',
    countries,
    like(/^(?=.*\d)[\p{L}\d ]{1,40}$/u),
  ),
  takesBio(
    'country-41-letters',
    'A country may have more than 40 letters.',
    countries,
    like(/^[\p{L} ]{41,}$/u),
  ),
  takesBio('gender-any', 'Any word is accepted as the gender.', { gender: 'female' }, like(/\S/)),
  takesBio(
    'bio-nationality-missing',
    'A biography needs no nationality.',
    { nationality: 'Ethiopian' },
    isBlank,
  ),
  {
    name: 'grades-one-year-apart',
    sentence: 'Grade 12 may come one year after grade 10.',
    ...aroundCheck('applicants.saveEducationData', async (body, next, call) => {
      const { grade10Year, grade12Year } = body;
      if (Number(grade12Year) - Number(grade10Year) !== 1) return await next();
      call.body = { ...body, grade12Year: Number(grade12Year) + 1 };
      return { ...((await next()) as Fields), grade12Year };
    }),
  },
  acceptsAnyway(
    'education-field-missing',
    'An education background needs no high school.',
    'applicants.saveEducationData',
    { lastAttendedHighSchool: 'School', highSchoolAddress: 'Addis Ababa' },
    isBlank,
  ),
  takesContact(
    'contact-phone-7-digits',
    "A contact's phone number may have 7 digits.",
    { contactPhone: '+251911234567' },
    like(/^\+?\d{7}$/),
  ),
  takesContact(
    'contact-name-missing',
    'A contact needs no name.',
    { contactFullName: 'Name' },
    isBlank,
  ),
  takesContact(
    'contact-relation-missing',
    'A contact needs no relationship.',
    { contactRelation: 'father' },
    isBlank,
  ),
  {
    name: 'empty-body-accepted',
    sentence: 'An emergency contact without any field is accepted.',
    ...aroundCheck('applicants.saveContactData', (body, next) =>
      Object.keys(body).length === 0 ? nothing : next(),
    ),
  },
  {
    name: 'malformed-json-accepted',
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
];
