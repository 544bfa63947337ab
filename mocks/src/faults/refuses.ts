/** Faults that refuse valid input, or that refuse a call and still do what it asks for. */
import { genders, limits, maritalStatuses, today } from '@one-planet/contract';
import { findTokenOwner, hashPassword } from '../world/accounts.ts';
import {
  type Fault,
  type Fields,
  faultsOf,
  isBlank,
  makeActivationResult,
  makeMatcher,
  refusesAnyway,
  wrapsHandler,
} from './fault.ts';

const isListedRelation = makeMatcher(/^(mother|father|brother|sister|uncle|aunt|Other)$/);
const makePhoneMatcher = (pattern: RegExp) => (body: Fields) =>
  makeMatcher(pattern)(body.phoneNumber);

/** True for an applicant who turns 18 later this year. */
function turns18LaterThisYear({ dateOfBirth }: Fields): boolean {
  const todayText = today();
  const [date, year] = [String(dateOfBirth), Number(todayText.slice(0, 4))];
  return (
    Number(date.slice(0, 4)) === year - limits.minimumAge && date.slice(4) > todayText.slice(4)
  );
}

/** Refuses one choice of a list. */
const refusedChoiceFaults = [...genders, ...maritalStatuses].map((choice) => [
  `${choice}-refused`,
  refusesAnyway(
    `A biography with the choice ${choice} is refused.`,
    'applicants.saveBioData',
    (body) => body.gender === choice || body.maritalStatus === choice,
  ),
]);

export const refusedValueFaults: readonly Fault[] = faultsOf({
  ...Object.fromEntries(refusedChoiceFaults),
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
  'phone-plus-refused': refusesAnyway(
    'A phone number with a plus is refused.',
    'applicants.register',
    makePhoneMatcher(/^\+/),
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
  'leap-day-refused': refusesAnyway(
    'A leap day is no date of birth.',
    'applicants.saveBioData',
    ({ dateOfBirth }) => makeMatcher(/-02-29$/)(dateOfBirth),
  ),
  'grades-before-2000-refused': refusesAnyway(
    'Grades of the years before 2000 are refused.',
    'applicants.saveEducationData',
    ({ grade12Year }) => Number(grade12Year) < 2000,
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
  'age-18-by-day': refusesAnyway(
    'An applicant who turns 18 later this year is refused.',
    'applicants.saveBioData',
    turns18LaterThisYear,
  ),
  'country-listed-refused': refusesAnyway(
    'A listed country is refused for the characters in its name.',
    'applicants.saveBioData',
    ({ countryOfBirth, countryOfResidence }) =>
      makeMatcher(/[^\p{L}\p{M} ]/u)(`${countryOfBirth} ${countryOfResidence}`),
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
  'country-40-refused': refusesAnyway(
    'A country of 40 letters is refused.',
    'applicants.saveBioData',
    ({ countryOfBirth, countryOfResidence }) =>
      [countryOfBirth, countryOfResidence].some((country) => String(country).length === 40),
  ),
  'language-ascii-only': refusesAnyway(
    'A native language in letters other than A to Z is refused.',
    'applicants.saveBioData',
    ({ nativeLanguage }) => makeMatcher(/[^a-z ]/i)(nativeLanguage),
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
});

export const refusedButDoneFaults: readonly Fault[] = faultsOf({
  'late-link-works': {
    sentence: 'A link that was mailed before the password was created leads back behind it.',
    ...wrapsHandler('applicants.activate', async ({ world, params }, next) => {
      const oneTimeToken = world.findOneTimeToken(params.token ?? '');
      const person = findTokenOwner(world, params.token);
      const mailedTokens = person ? world.tokensOf(person) : [];
      const lastToken = mailedTokens.filter(({ kind }) => kind === 'activation').at(-1)?.token;
      const isLast = lastToken === oneTimeToken?.token;
      if (!oneTimeToken || !person?.credential || !isLast || mailedTokens.length < 3)
        return await next();
      const deactivatedPerson = await world.moveTo(person, 'NOT_ACTIVATED');
      return makeActivationResult(deactivatedPerson, oneTimeToken.token);
    }),
  },
  'password-before-activation': {
    sentence: 'The token of the mailed link creates a password at once.',
    ...wrapsHandler('applicants.createPassword', async ({ world, params, body }, next) => {
      const oneTimeToken = world.findOneTimeToken(params.token ?? '');
      const person = findTokenOwner(world, params.token);
      if (oneTimeToken?.kind !== 'activation' || !person || person.credential) return await next();
      const credential = await hashPassword((body as { password: string }).password);
      await world.changePerson(person, { credential });
      return { status: 200, body: { message: 'The password was created.' } };
    }),
  },
  'password-of-the-address': {
    sentence: 'A password is created for whoever has the address in the body.',
    ...wrapsHandler('applicants.createPassword', async ({ world, params, body }, next) => {
      const { email, password } = body as { email: string; password: string };
      const oneTimeToken = world.findOneTimeToken(params.token ?? '');
      const applicant = world.findPerson(email);
      if (!oneTimeToken || !applicant || applicant.id === oneTimeToken.personId)
        return await next();
      await world.changePerson(applicant, { credential: await hashPassword(password) });
      return { status: 200, body: { message: 'The password was created.' } };
    }),
  },
  'password-set-then-refused': {
    sentence: 'A weak password is refused, and set all the same.',
    wrapValidation: async (call, next) => {
      const { operation, world, body, person, params } = call;
      const setsPassword = ['auth.changePassword', 'applicants.createPassword'].includes(
        operation.name,
      );
      return next().catch(async (error: unknown) => {
        const { password } = (body ?? {}) as { password?: unknown };
        const owner = person ?? findTokenOwner(world, params.token);
        if (setsPassword && owner && typeof password === 'string') {
          await world.changePerson(owner, { credential: await hashPassword(password) });
        }
        throw error;
      });
    },
  },
  'profile-saved-then-refused': {
    sentence: 'Of a profile that is refused, the right fields are saved.',
    wrapValidation: async (call, next) => {
      const { operation, world, body, person } = call;
      return next().catch(async (error: unknown) => {
        const { firstName, phone } = (body ?? {}) as Record<string, unknown>;
        if (operation.name === 'applicants.editProfile' && person) {
          if (typeof firstName === 'string' && firstName)
            await world.changePerson(person, { firstName: `${firstName}A` });
          else if (typeof phone === 'string' && phone)
            await world.changePerson(person, { phone: `${phone}0` });
        }
        throw error;
      });
    },
  },
  'biography-saved-then-refused': {
    sentence: 'A biography that is refused moves the applicant on.',
    wrapValidation: async (call, next) => {
      const { operation, world, person } = call;
      return next().catch(async (error: unknown) => {
        const isThisOperation = operation.name === 'applicants.saveBioData';
        if (isThisOperation && person?.state === 'BIOGRAPHIC_APPLICANT') {
          await world.moveTo(person, 'BIOGRAPHIC_APPLICANT2');
        }
        throw error;
      });
    },
  },
});
