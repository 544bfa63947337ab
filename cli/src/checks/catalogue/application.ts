/** Payment, biography, education, contact and the choice of a program (journey specification, section 5). */
import { genders, limits, maritalStatuses, type RuleName } from '@one-planet/contract';
import { randomText } from '../../core/text.ts';
import type { Person } from '../applicants.ts';
import type { CheckContext } from '../check.ts';
import { type Rule, refuseEmptyRules, ruleMakersOf } from './field-rules.ts';

const currentYear = () => new Date().getFullYear();
/**
 * The date of birth of a person who turns `years` this year. The rule compares years only, so the last day of the year
 * counts too.
 */
const makeBirthDate = (years: number, monthAndDay: string) => () => ({
  dateOfBirth: `${currentYear() - years}-${monthAndDay}`,
});

function makePaymentRules(): Rule[] {
  const depositRules = (field: string) =>
    ruleMakersOf('payments.makeOffline', field, 'payment#bank-deposit');
  const { accepts, refuses } = depositRules('transactionReference');
  const onlineMethodRules = ruleMakersOf('payments.payOnline', 'method', 'payment#online-payment');
  const currencyRules = ruleMakersOf('payments.payOnline', 'currency', 'payment#currencies');
  const priceRules = ruleMakersOf('payments.payOnline', 'price', 'payment#prices');
  return [
    ...(['paypal', 'stripe'] as const).map((method) =>
      onlineMethodRules.accepts(method, `${method} with a price in USD`, () => ({
        method,
        currency: 'USD',
        price: 20,
      })),
    ),
    currencyRules.refuses(
      'birr-abroad',
      'birr for PayPal, which is paid in USD',
      () => ({ method: 'paypal', currency: 'ETB' }),
      'should',
    ),
    accepts(
      'short',
      'a short transaction reference',
      () => ({ transactionReference: randomText('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 4) }),
      'should',
    ),
    refuses('empty', 'an empty transaction reference', ''),
    depositRules('paymentCode').refuses('empty', 'an empty payment code', ''),
    depositRules('attachmentUrl').refuses('empty', 'a payment without a receipt', ''),
    depositRules('bankAccount').refuses('empty', 'a payment without a bank', ''),
    onlineMethodRules.refuses('another', 'a provider that is none of the three', 'bitcoin'),
    currencyRules.refuses('another', 'a currency that is neither ETB nor USD', 'EUR', 'should'),
    priceRules.refuses('zero', 'a price of nothing', 0),
    priceRules.refuses('negative', 'a price below nothing', -500),
    ...(
      [
        ['zero-abroad', 'a price of nothing in dollars', 0],
        ['negative-abroad', 'a price below nothing in dollars', -20],
      ] as const
    ).map(([id, description, usdPrice]) =>
      priceRules.refuses(id, description, () => ({
        method: 'paypal',
        currency: 'USD',
        price: usdPrice,
      })),
    ),
    currencyRules.refuses(
      'of-another-provider',
      'dollars for Arifpay, which is paid in ETB',
      () => ({ method: 'arifpay', currency: 'USD' }),
      'should',
    ),
    priceRules.refuses('less', 'a price in ETB below the pending amount', 1),
    priceRules.refuses(
      'cents',
      'a price in ETB some cents below the pending amount',
      async (_context: CheckContext, { payment: due }: Person) => ({
        price: (due?.amount ?? 1) - 0.4,
      }),
    ),
  ];
}

function makeBirthDateRules(): Rule[] {
  const { accepts, refuses } = ruleMakersOf(
    'applicants.saveBioData',
    'dateOfBirth',
    'application#date-of-birth',
  );
  const { minimumAge } = limits;
  return [
    accepts(
      `${minimumAge}-years`,
      `somebody born in the year ${minimumAge} years ago, on its last day`,
      makeBirthDate(minimumAge, '12-31'),
    ),
    refuses(
      `${minimumAge - 1}-years`,
      `somebody born in the year ${minimumAge - 1} years ago`,
      makeBirthDate(minimumAge - 1, '01-01'),
    ),
    // Divisible by 100 and by 400, so it is a leap year.
    accepts('leap-day', 'somebody born on a leap day', '2000-02-29'),
    refuses('future', 'a date of birth in the future', makeBirthDate(-1, '01-01')),
    refuses('no-day', 'a date of birth that does not exist', '2001-02-30'),
    refuses('text', 'a date of birth that is not a date', 'yesterday'),
    refuses('empty', 'an empty date of birth', ''),
  ];
}

function makeOriginRules(): Rule[] {
  const maxCountryLength = limits.countryNameMaxLength;
  // Every list of countries contains this name in this spelling.
  const listedCountry = 'Guinea-Bissau';
  return (['countryOfBirth', 'countryOfResidence'] as const).flatMap((field) => {
    const description =
      field === 'countryOfBirth' ? 'a country of birth' : 'a country of residence';
    const { accepts, refuses } = ruleMakersOf(
      'applicants.saveBioData',
      field,
      'application#countries',
    );
    return [
      accepts(
        'listed',
        `${description} of the list with a hyphen in its name (${listedCountry})`,
        listedCountry,
      ),
      accepts(
        `${maxCountryLength}-letters`,
        `${description} of ${maxCountryLength} letters`,
        'Abcde fghi'.repeat(maxCountryLength / 10),
        'should',
      ),
      refuses(
        `${maxCountryLength + 1}-letters`,
        `${description} of ${maxCountryLength + 1} letters`,
        'A'.repeat(maxCountryLength + 1),
      ),
      refuses('digits', `${description} with a digit in it`, 'Ethiopia 1'),
      refuses('empty', `an empty ${description.slice(2)}`, ''),
    ];
  });
}

function makeBiographyRules(): Rule[] {
  const biographyRulesOf = (field: string, rule: RuleName = 'application#biography') =>
    ruleMakersOf('applicants.saveBioData', field, rule);
  const choiceRules = (field: string) => biographyRulesOf(field, 'application#fixed-choices');
  return [
    ...genders.map((gender) =>
      choiceRules('gender').accepts(gender, `the gender ${gender}`, gender),
    ),
    ...maritalStatuses.map((maritalStatus) =>
      choiceRules('maritalStatus').accepts(
        maritalStatus,
        `the marital status ${maritalStatus}`,
        maritalStatus,
      ),
    ),
    choiceRules('gender').refuses(
      'another',
      `a gender that is none of ${genders.join(', ')}`,
      'unknown',
    ),
    biographyRulesOf('maritalStatus').accepts(
      'absent',
      'a biography without a marital status',
      undefined,
    ),
    choiceRules('maritalStatus').refuses(
      'another',
      `a marital status that is none of ${maritalStatuses.join(', ')}`,
      'complicated',
      'should',
    ),
    ...refuseEmptyRules('applicants.saveBioData', 'application#biography', {
      nationality: 'an empty nationality',
      nativeLanguage: 'an empty nativeLanguage',
    }),
    ...['profilePicture', 'educationDocument'].map((field) =>
      biographyRulesOf(field, 'application#attached-files').refuses(
        'empty',
        `an empty ${field}`,
        '',
      ),
    ),
    biographyRulesOf('nativeLanguage').accepts(
      'ethiopic',
      'a native language in Ethiopic letters',
      'አማርኛ',
    ),
  ];
}

function makeEducationRules(): Rule[] {
  const makeGradeYears =
    (
      grade10Year: number,
      grade12Year: number,
      writeYear: (year: number) => unknown = (year) => year,
    ) =>
    () => ({
      grade10Year: writeYear(grade10Year),
      grade12Year: writeYear(grade12Year),
    });
  const { accepts, refuses } = ruleMakersOf(
    'applicants.saveEducationData',
    'grade12Year',
    'application#years-between-the-grades',
  );
  const ruleOf = (field: string) =>
    ruleMakersOf('applicants.saveEducationData', field, 'application#education');
  const minYearsBetweenGrades = limits.grades.minYearsBetween;
  return [
    accepts(
      `${minYearsBetweenGrades}-years`,
      `grade 12 exactly ${minYearsBetweenGrades} years after grade 10`,
      makeGradeYears(2019, 2019 + minYearsBetweenGrades),
    ),
    refuses(
      `${minYearsBetweenGrades - 1}-year`,
      `grade 12 only ${minYearsBetweenGrades - 1} year after grade 10`,
      makeGradeYears(2019, 2018 + minYearsBetweenGrades),
    ),
    refuses('before', 'grade 12 before grade 10', makeGradeYears(2021, 2019)),
    ruleOf('grade12Year').accepts(
      'long-ago',
      'grades of the years before 2000',
      makeGradeYears(1996, 1998),
      'should',
    ),
    ...['grade10Year', 'grade12Year', 'grade10Result', 'grade12Result'].map((field) =>
      ruleOf(field).refuses('words', `words as ${field}`, 'in 2019 or so', 'should'),
    ),
    ...['grade10Result', 'grade12Result'].map((field) =>
      ruleOf(field).refuses('mixed', `letters before the number as ${field}`, 'abc3.5', 'should'),
    ),
    ...refuseEmptyRules('applicants.saveEducationData', 'application#education', {
      lastAttendedHighSchool: 'an empty lastAttendedHighSchool',
      highSchoolAddress: 'an empty highSchoolAddress',
    }),
  ];
}

function makeContactRules(): Rule[] {
  const ruleOf = (field: string, rule: RuleName = 'application#contact') =>
    ruleMakersOf('applicants.saveContactData', field, rule);
  const phoneRules = ruleOf('contactPhone', 'application#contact-phone');
  const relationRules = ruleOf('contactRelation', 'application#relationship');
  const { minDigits, maxDigits } = limits.phone;
  const noEmployer = {
    contactOccupation: undefined,
    nameOfEmployer: undefined,
    phoneOfEmployer: undefined,
    emailOfEmployer: undefined,
  };
  return [
    phoneRules.accepts(
      `${minDigits}-digits`,
      `a contact's phone of ${minDigits} digits`,
      '91191123',
    ),
    phoneRules.accepts(
      `${maxDigits}-digits`,
      `a contact's phone of a plus and ${maxDigits} digits`,
      '+251911234567890',
    ),
    phoneRules.refuses(
      `${minDigits - 1}-digits`,
      `a contact's phone of ${minDigits - 1} digits`,
      '9119112',
    ),
    phoneRules.refuses(
      `${maxDigits + 1}-digits`,
      `a contact's phone of ${maxDigits + 1} digits`,
      '2519112345678901',
    ),
    phoneRules.refuses('letters', "a contact's phone with letters in it", '0911A34567'),
    ruleOf('contactFullName').refuses('empty', 'an empty contact name', ''),
    relationRules.refuses('empty', 'an empty relationship', ''),
    relationRules.accepts('other', 'a relationship that was typed for "Other"', 'guardian'),
    ruleOf('contactOccupation').accepts(
      'absent',
      'a contact without an employer',
      () => noEmployer,
    ),
  ];
}

function makeApplicationFormRules(): Rule[] {
  const offerRules = ruleMakersOf(
    'applicants.applyForProgram',
    'selectedBatchProgramId',
    'application#apply',
  );
  return [
    offerRules.refuses('negative', 'a program with a negative number', -1),
    offerRules.refuses('fraction', 'half a program', 1.5),
  ];
}

export const applicationRules: readonly Rule[] = [
  ...makePaymentRules(),
  ...makeBirthDateRules(),
  ...makeOriginRules(),
  ...makeBiographyRules(),
  ...makeEducationRules(),
  ...makeContactRules(),
  ...makeApplicationFormRules(),
];
