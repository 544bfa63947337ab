/** Valid input that is refused. */
import { genders, limits, maritalStatuses, today } from '@one-planet/contract';
import type { Fault } from './fault.ts';
import { type Fields, isBlank, like, refusesAnyway } from './inputs.ts';

const listedRelation = like(/^(mother|father|brother|sister|uncle|aunt|Other)$/);
const phone = (pattern: RegExp) => (body: Fields) => like(pattern)(body.phoneNumber);

/** True for an applicant who turns 18 later this year. */
function isBirthdayAhead({ dateOfBirth }: Fields): boolean {
  const now = today();
  const [date, year] = [String(dateOfBirth), Number(now.slice(0, 4))];
  return Number(date.slice(0, 4)) === year - limits.minimumAge && date.slice(4) > now.slice(4);
}

/** One of a list of choices is refused. */
function refusesChoice(field: 'gender' | 'maritalStatus', choice: string): Fault {
  return refusesAnyway(
    `${choice}-refused`,
    `A biography with the choice ${choice} is refused.`,
    'applicants.saveBioData',
    (body) => body[field] === choice,
  );
}

export const refuses: readonly Fault[] = [
  ...genders.map((gender) => refusesChoice('gender', gender)),
  ...maritalStatuses.map((status) => refusesChoice('maritalStatus', status)),
  refusesAnyway(
    'phone-15-refused',
    'A phone number of 15 digits is refused.',
    'applicants.register',
    phone(/^\+?\d{15}$/),
  ),
  refusesAnyway(
    'phone-8-refused',
    'A phone number of 8 digits is refused.',
    'applicants.register',
    phone(/^\+?\d{8}$/),
  ),
  refusesAnyway(
    'phone-plus-refused',
    'A phone number with a plus is refused.',
    'applicants.register',
    phone(/^\+/),
  ),
  refusesAnyway(
    'names-ascii-only',
    'A name in letters beyond A to Z is refused.',
    'applicants.register',
    (body) => like(/[^a-z]/i)([body.firstName, body.middleName, body.lastName].join('')),
  ),
  refusesAnyway(
    'referral-required',
    'A registration without a referral is refused.',
    'applicants.register',
    ({ referral }) => isBlank(referral),
  ),
  refusesAnyway(
    'marketing-required',
    'An applicant who does not agree to marketing cannot register.',
    'applicants.register',
    ({ iAgreeMarketing }) => iAgreeMarketing !== true,
  ),
  refusesAnyway(
    'password-space-refused',
    'A password with a space is refused.',
    'applicants.createPassword',
    ({ password }) => like(/ /)(password),
  ),
  refusesAnyway(
    'password-8-refused',
    'A password of exactly 8 characters is refused.',
    'applicants.createPassword',
    ({ password }) => String(password).length === limits.password.minLength,
  ),
  refusesAnyway(
    'age-18-by-day',
    'An applicant who turns 18 later this year is refused.',
    'applicants.saveBioData',
    isBirthdayAhead,
  ),
  refusesAnyway(
    'country-listed-refused',
    'A listed country is refused for the characters in its name.',
    'applicants.saveBioData',
    ({ countryOfBirth, countryOfResidence }) =>
      like(/[^\p{L}\p{M} ]/u)(`${countryOfBirth} ${countryOfResidence}`),
  ),
  refusesAnyway(
    'marital-required',
    'A biography without a marital status is refused.',
    'applicants.saveBioData',
    ({ maritalStatus }) => isBlank(maritalStatus),
  ),
  refusesAnyway(
    'contact-optional-required',
    'A contact without an employer is refused.',
    'applicants.saveContactData',
    ({ nameOfEmployer }) => isBlank(nameOfEmployer),
  ),
  refusesAnyway(
    'relation-listed-only',
    'A relationship that is not on the list is refused.',
    'applicants.saveContactData',
    ({ contactRelation }) => !listedRelation(contactRelation),
  ),
  refusesAnyway(
    'grades-two-years-refused',
    'Grade 12 two years after grade 10 is refused.',
    'applicants.saveEducationData',
    (body) => Number(body.grade12Year) - Number(body.grade10Year) === limits.grades.minYearsBetween,
  ),
  refusesAnyway(
    'reset-password-8-refused',
    'A changed password of exactly 8 characters is refused.',
    'auth.changePassword',
    ({ password }) => String(password).length === 8,
  ),
  refusesAnyway(
    'reset-password-space-refused',
    'A changed password with a space in it is refused.',
    'auth.changePassword',
    ({ password }) => like(/ /)(password),
  ),
  refusesAnyway(
    'country-40-refused',
    'A country of 40 letters is refused.',
    'applicants.saveBioData',
    ({ countryOfBirth, countryOfResidence }) =>
      [countryOfBirth, countryOfResidence].some((name) => String(name).length === 40),
  ),
  refusesAnyway(
    'language-ascii-only',
    'A native language in letters other than A to Z is refused.',
    'applicants.saveBioData',
    ({ nativeLanguage }) => like(/[^a-z ]/i)(nativeLanguage),
  ),
  refusesAnyway(
    'contact-phone-8-refused',
    "A contact's phone of 8 digits is refused.",
    'applicants.saveContactData',
    ({ contactPhone }) => like(/^\+?\d{8}$/)(contactPhone),
  ),
  refusesAnyway(
    'contact-phone-15-refused',
    "A contact's phone of 15 digits is refused.",
    'applicants.saveContactData',
    ({ contactPhone }) => like(/^\+?\d{15}$/)(contactPhone),
  ),
];
