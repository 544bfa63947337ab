/** Payment, biography, education, contact and the choice of a program (specification/journey §5). */
import { countries, genders, limits, maritalStatuses } from '@one-planet/contract';
import { fieldsOf } from '../../core/json.ts';
import { makeRandomText } from '../../core/text.ts';
import type { Person } from '../applicants.ts';
import type { CheckContext } from '../check.ts';
import { accept, type Rule, refuse, rulesOf, withRequiredTexts } from './field-rules.ts';

const usdPayment =
  (price: number, method = 'paypal') =>
  () => ({ method, currency: 'USD', price });

const paymentRules: readonly Rule[] = [
  ...rulesOf('payments.payOnline', 'payment#online-payment', [
    accept('method', 'paypal', 'paypal with a price in USD', usdPayment(20)),
    accept('method', 'stripe', 'stripe with a price in USD', usdPayment(20, 'stripe')),
  ]),
  ...rulesOf('payments.makeOffline', 'payment#bank-deposit', [
    accept(
      'transactionReference',
      'short',
      'a short transaction reference',
      () => ({ transactionReference: makeRandomText('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 4) }),
      'should',
    ),
    refuse('transactionReference', 'empty', 'an empty transaction reference', ''),
    refuse('paymentCode', 'empty', 'an empty payment code', ''),
    refuse('attachmentUrl', 'empty', 'a payment without a receipt', ''),
    refuse('bankAccount', 'empty', 'a payment without a bank', ''),
  ]),
  ...rulesOf('payments.payOnline', 'payment#online-payment', [
    refuse('method', 'another', 'a provider that is none of the three', [
      'bitcoin',
      'paypal,stripe',
      'constructor',
    ]),
  ]),
  ...rulesOf('payments.payOnline', 'payment#prices', [
    refuse('price', 'zero', 'a price of nothing', 0),
    refuse('price', 'negative', 'a price below nothing', -500),
    refuse('price', 'zero-abroad', 'a price of nothing in dollars', usdPayment(0)),
    refuse('price', 'negative-abroad', 'a price below nothing in dollars', usdPayment(-20)),
  ]),
  ...rulesOf('payments.payOnline', 'payment#prices', [
    refuse('price', 'less', 'a price in ETB below the pending amount', 1),
    refuse(
      'price',
      'cents',
      'a price in ETB some cents below the pending amount',
      (_context: CheckContext, { payment }: Person) => ({ price: (payment?.amount ?? 1) - 0.4 }),
    ),
  ]),
];

const { minimumAge, countryNameMaxLength, phone, grades } = limits;

/** The rule compares years only, so the last day of the year in which a person turns `years` counts too. */
const bornYearsAgo = (years: number, monthAndDay: string) => () => ({
  dateOfBirth: `${new Date().getFullYear() - years}-${monthAndDay}`,
});

const birthDateRules = rulesOf('applicants.saveBioData', 'application#date-of-birth', [
  accept(
    'dateOfBirth',
    `${minimumAge}-years`,
    `somebody born in the year ${minimumAge} years ago, on its last day`,
    bornYearsAgo(minimumAge, '12-31'),
  ),
  refuse(
    'dateOfBirth',
    `${minimumAge - 1}-years`,
    `somebody born in the year ${minimumAge - 1} years ago`,
    bornYearsAgo(minimumAge - 1, '01-01'),
  ),
  accept(
    'dateOfBirth',
    '90-years',
    'somebody who is 90 years old',
    bornYearsAgo(90, '06-15'),
    'should',
  ),
  // Divisible by 100 and by 400, so it is a leap year.
  accept('dateOfBirth', 'leap-day', 'somebody born on a leap day', '2000-02-29'),
  refuse('dateOfBirth', 'future', 'a date of birth in the future', bornYearsAgo(-1, '01-01')),
  refuse('dateOfBirth', 'no-day', 'a date of birth that does not exist', '2001-02-30'),
  refuse('dateOfBirth', 'text', 'a date of birth that is not a date', 'yesterday'),
  refuse('dateOfBirth', 'empty', 'an empty date of birth', ''),
]);

const [shortest = '', ...otherCountries] = [...countries].sort((a, b) => a.length - b.length);
const longest = otherCountries.at(-1) ?? shortest;

const originRules = Object.entries({
  countryOfBirth: 'country of birth',
  countryOfResidence: 'country of residence',
}).flatMap(([field, name]) => {
  const otherField = field === 'countryOfBirth' ? 'countryOfResidence' : 'countryOfBirth';
  const acceptBoth = (idEnding: string, country: string, otherCountry: string) =>
    accept(field, idEnding, `a ${name} of the list (${country})`, () => ({
      [field]: country,
      [otherField]: otherCountry,
    }));
  const tooLong = 'A'.repeat(countryNameMaxLength + 1);
  return rulesOf('applicants.saveBioData', 'application#countries', [
    acceptBoth('listed', 'Guinea-Bissau', 'Türkiye'),
    acceptBoth('listed-shortest', shortest, longest),
    acceptBoth('listed-accents', 'São Tomé and Príncipe', 'Timor-Leste'),
    accept(
      field,
      `${countryNameMaxLength}-letters`,
      `a ${name} of ${countryNameMaxLength} letters`,
      'Abcdé fghi'.repeat(countryNameMaxLength / 10),
      'should',
    ),
    refuse(field, `${tooLong.length}-letters`, `a ${name} of ${tooLong.length} letters`, tooLong),
    refuse(field, 'digits', `a ${name} with a digit in it, also in a second line`, [
      'Ethiopia 1',
      'Ethiopia\n1',
    ]),
    refuse(field, 'empty', `an empty ${name}`, ''),
  ]);
});

const biographyRules: readonly Rule[] = [
  ...rulesOf('applicants.saveBioData', 'application#fixed-choices', [
    ...genders.map((gender) => accept('gender', gender, `the gender ${gender}`, gender)),
    ...maritalStatuses.map((maritalStatus) =>
      accept('maritalStatus', maritalStatus, `the marital status ${maritalStatus}`, maritalStatus),
    ),
    refuse('gender', 'another', `a gender that is none of ${genders.join(', ')}`, [
      'unknown',
      '7',
      true,
    ]),
  ]),
  ...rulesOf('applicants.saveBioData', 'application#biography', [
    accept('maritalStatus', 'absent', 'a biography without a marital status', undefined),
    accept('maritalStatus', 'null', 'a biography whose marital status is null', null),
  ]),
  ...rulesOf('applicants.saveBioData', 'application#fixed-choices', [
    refuse(
      'maritalStatus',
      'another',
      `a marital status that is none of ${maritalStatuses.join(', ')}`,
      ['complicated', '7', true],
      'should',
    ),
  ]),
  ...rulesOf('applicants.saveBioData', 'application#attached-files', [
    refuse('profilePicture', 'empty', 'an empty profilePicture', ''),
    refuse('educationDocument', 'empty', 'an empty educationDocument', ''),
  ]),
  ...rulesOf('applicants.saveBioData', 'application#biography', [
    accept('nativeLanguage', 'ethiopic', 'a native language in Ethiopic letters', 'አማርኛ'),
  ]),
];

const { minYearsBetween } = grades;
const gradeYears = (grade10Year: number, grade12Year: number) => () => ({
  grade10Year,
  grade12Year,
});
/** The years as numbers, and as the texts of two form fields. */
const gradeYearsInBothTypes = (grade10Year: number, grade12Year: number) => [
  gradeYears(grade10Year, grade12Year),
  () => ({ grade10Year: `${grade10Year}`, grade12Year: `${grade12Year}` }),
];

const educationRules: readonly Rule[] = [
  ...rulesOf('applicants.saveEducationData', 'application#years-between-the-grades', [
    accept(
      'grade12Year',
      `${minYearsBetween}-years`,
      `grade 12 exactly ${minYearsBetween} years after grade 10`,
      gradeYears(2019, 2019 + minYearsBetween),
    ),
    accept('grade12Year', '10-years', 'grade 12 ten years after grade 10', gradeYears(2009, 2019)),
    refuse(
      'grade12Year',
      `${minYearsBetween - 1}-year`,
      `grade 12 only ${minYearsBetween - 1} year after grade 10`,
      gradeYearsInBothTypes(2019, 2018 + minYearsBetween),
    ),
    refuse('grade12Year', 'before', 'grade 12 before grade 10', gradeYearsInBothTypes(2021, 2019)),
  ]),
  ...rulesOf('applicants.saveEducationData', 'application#education', [
    accept(
      'grade12Year',
      'long-ago',
      'grades of the years before 2000',
      gradeYears(1996, 1998),
      'should',
    ),
    ...['grade10Year', 'grade12Year', 'grade10Result', 'grade12Result'].map((field) =>
      refuse(field, 'words', `words as ${field}`, ['in 2019 or so', '2019x'], 'should'),
    ),
    ...['grade10Result', 'grade12Result'].map((field) =>
      refuse(
        field,
        'mixed',
        `letters beside the number as ${field}`,
        ['abc3.5', '3.5abc'],
        'should',
      ),
    ),
  ]),
];

const withoutEmployer = () => ({
  contactOccupation: undefined,
  nameOfEmployer: undefined,
  phoneOfEmployer: undefined,
  emailOfEmployer: undefined,
});

const contactRules: readonly Rule[] = [
  ...rulesOf('applicants.saveContactData', 'application#contact-phone', [
    ...(
      [
        [accept, phone.minDigits, '', '91191123'],
        [accept, phone.maxDigits, 'a plus and ', '+251911234567890'],
        [refuse, phone.minDigits - 1, '', '9119112'],
        [refuse, phone.maxDigits + 1, '', '2519112345678901'],
      ] as const
    ).map(([makeRule, count, sign, value]) =>
      makeRule(
        'contactPhone',
        `${count}-digits`,
        `a contact's phone of ${sign}${count} digits`,
        value,
      ),
    ),
    refuse('contactPhone', 'letters', "a contact's phone with letters or other digits in it", [
      '0911A34567',
      '٠٩١١٢٣٤٥٦٧',
      '0911+234567',
      '0911234567\nx',
    ]),
  ]),
  ...rulesOf('applicants.saveContactData', 'application#contact', [
    refuse('contactFullName', 'empty', 'an empty contact name', ''),
  ]),
  ...rulesOf('applicants.saveContactData', 'application#relationship', [
    refuse('contactRelation', 'empty', 'an empty relationship', ''),
    accept(
      'contactRelation',
      'other',
      'a relationship that was typed for "Other"',
      'grandmother of my husband',
    ),
  ]),
  ...rulesOf('applicants.saveContactData', 'application#contact', [
    accept('contactOccupation', 'absent', 'a contact without an employer', withoutEmployer),
  ]),
];

const addToOfferId = (difference: number) => async (context: CheckContext, person: Person) => {
  const { body } = await context.makeCall('applicants.applyForProgram', person);
  const id = Number(fieldsOf(body).selectedBatchProgramId) || 1;
  return { selectedBatchProgramId: id + difference };
};

export const applicationRules: readonly Rule[] = [
  ...paymentRules,
  ...withRequiredTexts('applicants.saveBioData', 'application#biography', [
    ...birthDateRules,
    ...originRules,
    ...biographyRules,
  ]),
  ...withRequiredTexts('applicants.saveEducationData', 'application#education', educationRules),
  ...withRequiredTexts('applicants.saveContactData', 'application#contact', contactRules),
  ...rulesOf('applicants.applyForProgram', 'application#apply', [
    refuse('selectedBatchProgramId', 'negative', 'a program with a negative number', -1),
    // A parser may cut a fraction off, and a column what it has no bits for.
    refuse('selectedBatchProgramId', 'fraction', 'a number that is cut to that of an offer', [
      addToOfferId(0.5),
      addToOfferId(2 ** 32),
      2 ** 69,
    ]),
  ]),
];
