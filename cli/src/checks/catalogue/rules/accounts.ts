/** Registration, passwords and the profile (website specification, section 5; journey specification, section 5). */
import { limits, type OperationName } from '@one-planet/contract';
import { randomPhone, randomText } from '../../people/person.ts';
import { type Rule, rulesOf } from './rule.ts';

const { minDigits, maxDigits } = limits.phone;
const digits =
  (count: number, prefix = '') =>
  () => ({
    phoneNumber: prefix + randomPhone(count),
  });

function phones(): Rule[] {
  const { accepts, refuses } = rulesOf(
    'applicants.register',
    'phoneNumber',
    'accounts#phone-numbers',
  );
  return [
    accepts(`${minDigits}-digits`, `a phone number of ${minDigits} digits`, digits(minDigits)),
    accepts(`${maxDigits}-digits`, `a phone number of ${maxDigits} digits`, digits(maxDigits)),
    accepts('plus', 'a phone number with a leading plus', digits(12, '+')),
    refuses(`${minDigits - 1}-digits`, `a phone number of ${minDigits - 1} digits`, '9119112'),
    refuses(
      `${maxDigits + 1}-digits`,
      `a phone number of ${maxDigits + 1} digits`,
      digits(maxDigits + 1),
    ),
    refuses('letters', 'a phone number with letters in it', '09112E4567'),
    refuses('inner-plus', 'a phone number with a plus in the middle', '0911+234567'),
    refuses('empty', 'an empty phone number', ''),
  ];
}

const ethiopic = 'ሀለሐመሠረሰሸቀበተቸነኘአከወዘየደጀገጠጨጰፈፐ';
const labels = { firstName: 'first', middleName: 'middle', lastName: 'last' } as const;

function names(): Rule[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const { accepts, refuses } = rulesOf('applicants.register', field, 'accounts#names');
    return [
      accepts('ethiopic', `a ${label} name in Ethiopic letters`, () => ({
        [field]: randomText(ethiopic, 9),
      })),
      refuses('digits', `a ${label} name with a digit in it`, 'HANA2'),
      refuses('signs', `a ${label} name with a symbol in it`, 'HA#NA'),
      refuses('empty', `an empty ${label} name`, ''),
    ];
  });
}

function marks(): Rule[] {
  const { accepts } = rulesOf('applicants.register', 'firstName', 'accounts#names');
  return [
    accepts('accents', 'a first name with accented letters', 'JOSÉ'),
    accepts(
      'combining-marks',
      'a first name whose letters have combining marks',
      'देविका',
      'should',
    ),
  ];
}

function emails(): Rule[] {
  const { refuses } = rulesOf('applicants.register', 'email', 'accounts#addresses');
  return [
    refuses('no-at', 'an e-mail address without an @', 'hana.example.com'),
    refuses('no-dot', 'an e-mail address without a dot after the @', 'hana@example'),
    refuses('nothing-after-at', 'an e-mail address that ends with the @', 'hana@'),
    refuses('two-ats', 'an e-mail address with two @', 'hana@college@example.com'),
    refuses('trailing', 'an e-mail address with more behind it', 'hana@example.com>'),
    refuses('spaces', 'an e-mail address with a space in it', 'hana tesfaye@example.com'),
    refuses('empty', 'an empty e-mail address', ''),
  ];
}

const boxes = {
  iAm18: 'somebody who is not 18',
  iAgreeTerms: 'somebody who does not agree to the terms',
  agreeToPrivacy: 'somebody who does not agree to the privacy policy',
};

function agreements(): Rule[] {
  const of = (field: string) =>
    rulesOf('applicants.register', field, 'accounts#age-and-agreements');
  const refused = Object.entries(boxes).map(([field, words]) =>
    of(field).refuses('false', words, false),
  );
  const marketing = of('iAgreeMarketing');
  const referral = of('referral');
  return [
    ...refused,
    marketing.accepts('false', 'somebody who wants no marketing', false),
    referral.accepts('absent', 'a registration without a referral code', undefined),
  ];
}

function passwords(operation: OperationName): Rule[] {
  const { accepts, refuses } = rulesOf(operation, 'password', 'accounts#passwords');
  return [
    accepts('8-characters', 'a password of 8 characters', 'Selam2o5'),
    accepts('spaces', 'a password with spaces in it', 'Addis Abeba 1'),
    refuses('7-characters', 'a password of 7 characters', 'Selam25'),
    refuses('no-digit', 'a password without a digit', 'SelamSelam'),
    refuses('no-uppercase', 'a password without an uppercase letter', 'selam2025'),
    refuses('no-lowercase', 'a password without a lowercase letter', 'SELAM2025'),
    refuses('empty', 'an empty password', ''),
  ];
}

function profile(): Rule[] {
  const fields = {
    firstName: 'first name',
    middleName: 'middle name',
    lastName: 'last name',
    phone: 'phone number',
  };
  return Object.entries(fields).map(([field, words]) =>
    rulesOf('applicants.editProfile', field, 'profile#change-the-profile').refuses(
      'empty',
      `an empty ${words}`,
      '',
    ),
  );
}

const emptyLogin: Rule[] = (['email', 'password'] as const).map((field) =>
  rulesOf('auth.login', field, 'accounts#log-in').refuses('empty', `an empty ${field}`, ''),
);

export const accountRules: readonly Rule[] = [
  ...names(),
  ...marks(),
  ...emails(),
  ...phones(),
  ...agreements(),
  ...passwords('applicants.createPassword'),
  ...passwords('auth.changePassword'),
  ...profile(),
  ...emptyLogin,
];
