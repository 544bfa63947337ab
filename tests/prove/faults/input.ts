/** Faults that refuse valid input, or fail on it. */
import { limits, maritalStatuses } from '@one-planet/contract';
import {
  type Behaviour,
  type Fault,
  type Fields,
  faultsOf,
  wrapsHandler,
} from '../../../mocks/src/faults/fault.ts';
import { isBlank, makeMatcher, refusesAnyway } from './fault-kinds.ts';

const isListedRelation = makeMatcher(/^(mother|father|brother|sister|uncle|aunt|Other)$/);

const makePhoneMatcher = (pattern: RegExp) => (body: Fields) =>
  makeMatcher(pattern)(body.phoneNumber);

/** Refuses one marital status. */
const refusedStatusFaults = maritalStatuses.map((choice) => [
  `${choice}-refused`,
  refusesAnyway(
    `A biography with the marital status ${choice} is refused.`,
    'applicants.saveBioData',
    ({ maritalStatus }) => maritalStatus === choice,
  ),
]);

type Sent = Record<string, unknown>;

/** Makes a handler fail on a text. */
function failsOnText(sentence: string, isOddText: (text: string) => boolean): Behaviour {
  return {
    sentence,
    wrapHandler: async ({ body }, next) => {
      const texts = Object.values((body ?? {}) as Sent);
      const mustFail = texts.some((text) => typeof text === 'string' && isOddText(text));
      return mustFail ? { status: 500, body: 'Internal Server Error' } : await next();
    },
  };
}

function likeToRegExp(pattern: string): RegExp {
  const escapedPattern = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escapedPattern.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'i');
}

export const inputFaults: readonly Fault[] = faultsOf({
  ...Object.fromEntries(refusedStatusFaults),
  'phone-15-refused': refusesAnyway(
    'A phone number of 15 digits is refused.',
    'applicants.register',
    makePhoneMatcher(/^\+?\d{15}$/),
  ),
  'phone-8-refused': refusesAnyway(
    'A phone number of 8 digits is refused.',
    'applicants.register',
    makePhoneMatcher(/^\+?\d{8}$/),
  ),
  'address-without-dots': {
    sentence: 'Addresses that differ by a dot before the @ are one.',
    ...wrapsHandler('applicants.register', async ({ world, body }, next) => {
      const withoutDots = (email: string) => email.replace(/\.(?=.*@)/g, '');
      const { email: sentEmail } = body as { email: string };
      const isTaken = world.people
        .all()
        .some(({ email }) => withoutDots(email) === withoutDots(sentEmail));
      return isTaken ? { status: 409, body: 'This address is already registered.' } : await next();
    }),
  },
  'address-50-refused': refusesAnyway(
    'An email address of more than 50 letters is refused.',
    'applicants.register',
    ({ email }) => String(email).length > 50,
  ),
  'names-ascii-only': refusesAnyway(
    'A name in letters beyond A to Z is refused.',
    'applicants.register',
    (body) => makeMatcher(/[^a-z]/i)([body.firstName, body.middleName, body.lastName].join('')),
  ),
  'referral-required': refusesAnyway(
    'A registration without a referral is refused.',
    'applicants.register',
    ({ referral }) => isBlank(referral),
  ),
  'marketing-required': refusesAnyway(
    'An applicant who does not agree to marketing cannot register.',
    'applicants.register',
    ({ iAgreeMarketing }) => iAgreeMarketing !== true,
  ),
  'password-space-refused': refusesAnyway(
    'A password with a space is refused.',
    'applicants.createPassword',
    ({ password }) => makeMatcher(/ /)(password),
  ),
  'password-8-refused': refusesAnyway(
    'A password of exactly 8 characters is refused.',
    'applicants.createPassword',
    ({ password }) => String(password).length === limits.password.minLength,
  ),
  'marital-required': refusesAnyway(
    'A biography without a marital status is refused.',
    'applicants.saveBioData',
    ({ maritalStatus }) => isBlank(maritalStatus),
  ),
  'contact-optional-required': refusesAnyway(
    'A contact without an employer is refused.',
    'applicants.saveContactData',
    ({ nameOfEmployer }) => isBlank(nameOfEmployer),
  ),
  'relation-listed-only': refusesAnyway(
    'A relationship that is not on the list is refused.',
    'applicants.saveContactData',
    ({ contactRelation }) => !isListedRelation(contactRelation),
  ),
  'grades-two-years-refused': refusesAnyway(
    'Grade 12 two years after grade 10 is refused.',
    'applicants.saveEducationData',
    (body) => Number(body.grade12Year) - Number(body.grade10Year) === limits.grades.minYearsBetween,
  ),
  'grades-ten-years-refused': refusesAnyway(
    'Grade 12 ten years after grade 10 is refused.',
    'applicants.saveEducationData',
    (body) => Number(body.grade12Year) - Number(body.grade10Year) > 4,
  ),
  'reset-password-8-refused': refusesAnyway(
    'A changed password of exactly 8 characters is refused.',
    'auth.changePassword',
    ({ password }) => String(password).length === 8,
  ),
  'reset-password-space-refused': refusesAnyway(
    'A changed password with a space in it is refused.',
    'auth.changePassword',
    ({ password }) => makeMatcher(/ /)(password),
  ),
  'contact-phone-8-refused': refusesAnyway(
    "A contact's phone of 8 digits is refused.",
    'applicants.saveContactData',
    ({ contactPhone }) => makeMatcher(/^\+?\d{8}$/)(contactPhone),
  ),
  'contact-phone-15-refused': refusesAnyway(
    "A contact's phone of 15 digits is refused.",
    'applicants.saveContactData',
    ({ contactPhone }) => makeMatcher(/^\+?\d{15}$/)(contactPhone),
  ),
  'emoji-500': failsOnText(
    'Text with letters outside the basic plane is answered with 500.',
    (text) => /[\u{10000}-\u{10ffff}]/u.test(text),
  ),
  'addresses-are-patterns': {
    sentence: 'Addresses are looked for with LIKE, in which % and _ stand for others.',
    world: (world) => {
      const originalFindPerson = world.findPerson.bind(world);
      world.findPerson = (email) =>
        originalFindPerson(email) ??
        (/[%_]/.test(email)
          ? world.people.all().find((person) => likeToRegExp(email).test(person.email))
          : undefined);
    },
  },
  'name-one-letter-refused': refusesAnyway(
    'A name of one letter is refused.',
    'applicants.register',
    ({ firstName }) => String(firstName).length < 2,
  ),
  'dollars-refused': refusesAnyway(
    'Payments in dollars are refused.',
    'payments.payOnline',
    ({ currency }) => currency === 'USD',
  ),
  'last-offer-refused': {
    sentence: 'Of the programs on offer, the last one takes no applications.',
    ...wrapsHandler('applicants.applyForProgram', async ({ world, body }, next) => {
      const { selectedBatchProgramId: id } = body as { selectedBatchProgramId: number };
      const isLast = world.batchPrograms.all().at(-1)?.id === id;
      return isLast ? { status: 404, body: 'There is no such offer.' } : await next();
    }),
  },
});
