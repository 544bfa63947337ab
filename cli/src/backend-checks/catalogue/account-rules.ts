/** The limits of the fields of an account: registration, passwords, profile, login (specification/website §5). */
import { limits, type OperationName } from '@one-planet/contract';
import { makeRandomText } from '../../core/text.ts';
import { makeRandomPhone, type Person } from '../applicants.ts';
import type { CheckContext } from '../check.ts';
import { accept, type Rule, refuse, refuseEmpty, rulesOf } from './field-rules.ts';

const { minDigits, maxDigits } = limits.phone;
const phoneOf =
  (digitCount: number, prefix = '') =>
  () => ({ phoneNumber: prefix + makeRandomPhone(digitCount) });
const ofDigits = (makeRule: typeof accept) => (count: number) =>
  makeRule('phoneNumber', `${count}-digits`, `a phone number of ${count} digits`, phoneOf(count));

const phoneRules = rulesOf('applicants.register', 'accounts#phone-numbers', [
  ...[minDigits, maxDigits].map(ofDigits(accept)),
  accept('phoneNumber', 'plus', 'a phone number with a leading plus', phoneOf(maxDigits, '+')),
  ...[minDigits - 1, maxDigits + 1].map(ofDigits(refuse)),
  refuse('phoneNumber', 'letters', 'a phone number with letters in it, also in a second line', [
    '09112E4567',
    '0911234567\nx',
  ]),
  refuse('phoneNumber', 'other-digits', 'a phone number in digits of another script', '٠٩١١٢٣٤٥٦٧'),
  refuse('phoneNumber', 'inner-plus', 'a phone number with a plus in the middle', '0911+234567'),
  refuse('phoneNumber', 'empty', 'an empty phone number', ''),
]);

const ethiopicLetters = 'ሀለሐመሠረሰሸቀበተቸነኘአከወዘየደጀገጠጨጰፈፐ';
const nameLabels = { firstName: 'first', middleName: 'middle', lastName: 'last' } as const;

const nameRules = rulesOf('applicants.register', 'accounts#names', [
  ...Object.entries(nameLabels).flatMap(([field, label]) => [
    accept(field, 'ethiopic', `a ${label} name in Ethiopic letters`, () => ({
      [field]: makeRandomText(ethiopicLetters, 9),
    })),
    refuse(field, 'digits', `a ${label} name with a digit in it, of any script`, [
      'HANA2',
      'HANA٢',
    ]),
    refuse(field, 'signs', `a ${label} name with a symbol, a space or a second line`, [
      'HA#NA',
      'HA NA',
      'HANA\nMARIA',
    ]),
    refuse(field, 'hyphen', `a ${label} name with a hyphen in it`, 'HANA-MARIA'),
    refuse(field, 'apostrophe', `a ${label} name with an apostrophe in it`, "O'NEILL"),
    refuse(field, 'empty', `an empty ${label} name`, ''),
  ]),
  accept('firstName', 'accents', 'a first name with accented letters', 'JOSÉ'),
  accept(
    'firstName',
    'one-letter',
    'names of one letter',
    () => ({ firstName: 'A', middleName: 'B', lastName: 'C' }),
    'should',
  ),
  accept(
    'firstName',
    'combining-marks',
    'a first name whose letters have combining marks',
    'देविका',
    'should',
  ),
]);

/** The maximum length of the part before the @ (RFC 5321, section 4.5.3.1.1). */
const maxLocalPartLength = 64;
const changeAddress =
  (change: (email: string) => string) =>
  (_context: CheckContext, { email }: Person) => ({ email: change(email) });

const emailRules = rulesOf('applicants.register', 'accounts#addresses', [
  ...Object.entries({
    dot: ['an email address that has one dot more than another', '.$&'],
    underscore: ['an email address with _ in the place of a letter of another', '_'],
  } as const).map(([idEnding, [description, lastCharacters]]) =>
    accept('email', idEnding, description, async (context: CheckContext) => ({
      email: (await context.registerPerson()).email.replace(/.(?=@)/, lastCharacters),
    })),
  ),
  accept(
    'email',
    'long',
    `an email address with ${maxLocalPartLength} letters before the @`,
    changeAddress((email) => {
      const missingLength = Math.max(0, maxLocalPartLength - email.indexOf('@'));
      return email.replace('@', `${'x'.repeat(missingLength)}@`);
    }),
  ),
  accept(
    'email',
    'signs',
    'an email address with each sign that may stand before the @',
    changeAddress((email) => email.replace(/(?=.@)/, "!#$%&'*+/=?^_`{|}~-")),
  ),
  accept(
    'email',
    'domain',
    'an email address whose domain has three parts, of which two are long',
    // There is no such top-level domain, so the mail reaches nobody.
    changeAddress((email) => email.replace(/@.*/, `@mail.${'college'.repeat(9)}.examplecollege`)),
  ),
  refuse('email', 'no-at', 'an email address without an @', 'hana.example.com'),
  refuse('email', 'no-dot', 'an email address without a dot after the @', 'hana@example'),
  refuse('email', 'nothing-after-at', 'an email address that ends with the @', 'hana@'),
  refuse('email', 'two-ats', 'an email address with two @', 'hana@college@example.com'),
  refuse('email', 'trailing', 'an email address with more before or behind it', [
    'hana@example.com>',
    'Hana <hana@example.com>',
    'hana@example.com\nx',
  ]),
  refuse('email', 'spaces', 'an email address with a space in it', 'hana tesfaye@example.com'),
  refuse('email', 'empty', 'an empty email address', ''),
]);

const agreementRules = rulesOf('applicants.register', 'accounts#age-and-agreements', [
  refuse('iAm18', 'false', 'somebody who is not 18', false),
  refuse('iAgreeTerms', 'false', 'somebody who does not agree to the terms', false),
  refuse('agreeToPrivacy', 'false', 'somebody who does not agree to the privacy policy', false),
  accept('iAgreeMarketing', 'false', 'somebody who wants no marketing', false),
  accept('referral', 'absent', 'a registration without a referral code', undefined),
]);

/** @param differingDigit a different one for each operation, because a new password may have to differ from the old one */
function makePasswordRules(operation: OperationName, differingDigit: number): Rule[] {
  return rulesOf(operation, 'accounts#passwords', [
    accept('password', '8-characters', 'a password of 8 characters', `Selam2o${differingDigit}`),
    accept('password', 'spaces', 'a password with spaces in it', `Addis Abeba ${differingDigit}`),
    refuse('password', '7-characters', 'a password of 7 characters, in any script', [
      'Selam25',
      'Aa1ሰላምታ',
    ]),
    refuse('password', 'no-digit', 'a password without a digit', 'SelamSelam'),
    refuse('password', 'no-uppercase', 'a password without an uppercase letter', 'selam2025'),
    refuse('password', 'no-lowercase', 'a password without a lowercase letter', 'SELAM2025'),
    refuse('password', 'empty', 'an empty password', ''),
  ]);
}

const profileRules = rulesOf(
  'applicants.editProfile',
  'profile#change-the-profile',
  refuseEmpty({
    firstName: 'an empty first name',
    middleName: 'an empty middle name',
    lastName: 'an empty last name',
    phone: 'an empty phone number',
  }),
);

const emptyLoginFields = { email: 'an empty email', password: 'an empty password' };

export const accountRules: readonly Rule[] = [
  ...nameRules,
  ...emailRules,
  ...phoneRules,
  ...agreementRules,
  ...makePasswordRules('applicants.createPassword', 1),
  ...makePasswordRules('auth.changePassword', 2),
  ...profileRules,
  ...rulesOf('auth.login', 'accounts#log-in', refuseEmpty(emptyLoginFields)),
];
