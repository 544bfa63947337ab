/** Wrong input that is taken. */

import { limits, today } from '@one-planet/contract';
import { Refusal } from '../server/answers.ts';
import {
  acceptsAnyway,
  around,
  aroundCheck,
  type Behaviour,
  type Fault,
  type Fields,
  faultsOf,
  isBlank,
  like,
} from './fault.ts';

const phone = { phoneNumber: '+251911234567' };
const email = { email: 'somebody@example.com' };
const names = { firstName: 'Name', middleName: 'Name', lastName: 'Name' };
const password = { password: 'Selam2025' };

function registers(
  sentence: string,
  fields: Fields,
  breaks: (value: unknown) => boolean,
): Behaviour {
  return acceptsAnyway(sentence, 'applicants.register', fields, breaks);
}

function creates(sentence: string, breaks: RegExp): Behaviour {
  return acceptsAnyway(sentence, 'applicants.createPassword', password, like(breaks));
}

const isNotTrue = (value: unknown) => value !== true;

export const acceptsRegister: readonly Fault[] = faultsOf({
  'phone-7-digits': registers(
    'Registers with a phone number of 7 digits.',
    phone,
    like(/^\+?\d{7}$/),
  ),
  'phone-16-digits': registers(
    'Registers with a phone number of 16 digits.',
    phone,
    like(/^\+?\d{16}$/),
  ),
  'phone-letters': registers(
    'Registers with letters in the phone number.',
    phone,
    like(/^(?=.*\p{L})\+?[\p{L}\d]{8,15}$/u),
  ),
  'name-digits': registers(
    'Registers with digits in a name.',
    names,
    like(/^(?=.*\d)[\p{L}\p{M}\d]+$/u),
  ),
  'name-missing': registers('Registers without one of the names.', names, isBlank),
  'object-as-name': registers(
    'Registers with an object in place of a name.',
    names,
    (value) => typeof value === 'object' && value !== null,
  ),
  'email-without-dot': registers(
    'Registers an email address without a dot after the @.',
    email,
    like(/^[^@\s]+@[^@\s.]+$/),
  ),
  'email-trailing': registers(
    'Registers an email address with more behind it, or with two @.',
    email,
    like(/^[^@\s]+@[^@\s]+(@[^@\s]+|>)$/),
  ),
  'email-invalid': registers('Registers an email address without an @.', email, like(/^[^@\s]+$/)),
  'age-not-confirmed': registers(
    'Registers an applicant who does not confirm her age.',
    { iAm18: true },
    isNotTrue,
  ),
  'terms-not-accepted': registers(
    'Registers an applicant who does not agree to the terms.',
    { iAgreeTerms: true },
    isNotTrue,
  ),
  'privacy-missing': registers(
    'Registers an applicant who does not agree to the privacy policy.',
    { agreeToPrivacy: true },
    isNotTrue,
  ),
  'password-7-characters': creates(
    'A first password may have 7 characters.',
    /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d).{7}$/,
  ),
  'password-without-digit': creates(
    'A first password needs no digit.',
    /^(?=.*[A-Z])(?=.*[a-z])\D{8,}$/,
  ),
  'password-without-uppercase': creates(
    'A first password needs no uppercase letter.',
    /^(?=.*[a-z])(?=.*\d)[^A-Z]{8,}$/,
  ),
  'password-without-lowercase': creates(
    'A first password needs no lowercase letter.',
    /^(?=.*[A-Z])(?=.*\d)[^a-z]{8,}$/,
  ),
  'reset-password-weak': acceptsAnyway(
    'A changed password may be any text.',
    'auth.changePassword',
    password,
    like(/./),
  ),
});

const countries = { countryOfBirth: 'Ethiopia', countryOfResidence: 'Ethiopia' };
const birth = { dateOfBirth: '1990-01-31' };
const nothing = { contactFullName: '', contactPhone: '', contactRelation: '' };
/** Marks a body that nobody can have sent. */
const malformed = Symbol('malformed');

function takesBio(
  sentence: string,
  fields: Fields,
  breaks: (value: unknown) => boolean,
): Behaviour {
  return acceptsAnyway(sentence, 'applicants.saveBioData', fields, breaks);
}

function takesContact(
  sentence: string,
  fields: Fields,
  breaks: (value: unknown) => boolean,
): Behaviour {
  return acceptsAnyway(sentence, 'applicants.saveContactData', fields, breaks);
}

/** True for a real day in the year that many years before this one. */
function isBornYearsAgo(years: number) {
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
  'age-17': takesBio(
    'An applicant aged 17 is accepted.',
    birth,
    isBornYearsAgo(limits.minimumAge - 1),
  ),
  'birth-in-future': takesBio(
    'A date of birth in the future is accepted.',
    birth,
    (value) => isDate(value) && value > today(),
  ),
  'birth-impossible': takesBio(
    'The 30th of February is accepted as a date of birth.',
    birth,
    like(/^\d{4}-02-3[01]$/),
  ),
  'country-digits': takesBio(
    'A country may have digits.',
    countries,
    like(/^(?=.*\d)[\p{L}\d ]{1,40}$/u),
  ),
  'country-41-letters': takesBio(
    'A country may have more than 40 letters.',
    countries,
    like(/^[\p{L} ]{41,}$/u),
  ),
  'gender-any': takesBio('Any word is accepted as the gender.', { gender: 'female' }, like(/\S/)),
  'bio-nationality-missing': takesBio(
    'A biography needs no nationality.',
    { nationality: 'Ethiopian' },
    isBlank,
  ),
  'grades-one-year-apart': {
    sentence: 'Grade 12 may come one year after grade 10.',
    ...aroundCheck('applicants.saveEducationData', async (body, next, call) => {
      const { grade10Year, grade12Year } = body;
      if (Number(grade12Year) - Number(grade10Year) !== 1) return await next();
      call.body = { ...body, grade12Year: Number(grade12Year) + 1 };
      return { ...((await next()) as Fields), grade12Year };
    }),
  },
  'education-field-missing': acceptsAnyway(
    'An education background needs no high school.',
    'applicants.saveEducationData',
    { lastAttendedHighSchool: 'School', highSchoolAddress: 'Addis Ababa' },
    isBlank,
  ),
  'contact-phone-7-digits': takesContact(
    "A contact's phone number may have 7 digits.",
    { contactPhone: '+251911234567' },
    like(/^\+?\d{7}$/),
  ),
  'contact-name-missing': takesContact(
    'A contact needs no name.',
    { contactFullName: 'Name' },
    isBlank,
  ),
  'contact-relation-missing': takesContact(
    'A contact needs no relationship.',
    { contactRelation: 'father' },
    isBlank,
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
  'payment-reference-missing': acceptsAnyway(
    'A bank deposit needs no transaction reference.',
    'payments.makeOffline',
    { transactionReference: 'FT25123ABCD9' },
    isBlank,
  ),
  'payment-method-any': {
    sentence: 'An online payment is opened at any provider.',
    ...aroundCheck('payments.payOnline', (body, next, call) => {
      const known = body.currency === 'ETB' ? 'arifpay' : 'paypal';
      const isKnown = ['paypal', 'stripe', 'arifpay'].includes(String(body.method));
      if (typeof body.method === 'string' && !isKnown) call.body = { ...body, method: known };
      return next();
    }),
  },
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
  'payment-code-missing': {
    sentence: 'A bank deposit without a code is that of the payment which is due.',
    ...aroundCheck('payments.makeOffline', (body, next, call) => {
      if (isBlank(body.paymentCode)) call.body = { ...body, paymentCode: call.person?.paymentCode };
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
  'profile-name-missing': acceptsAnyway(
    'A profile is changed to one without a name.',
    'applicants.editProfile',
    { firstName: 'Name', middleName: 'Name', lastName: 'Name' },
    isBlank,
  ),
});
