/** Payment, biography, education, contact and the choice of a program (journey specification, section 5). */
import { countries, genders, limits, maritalStatuses, type RuleName } from '@one-planet/contract';
import { makeRandomText } from '../../core/text.ts';
import type { Person } from '../applicants.ts';
import type { CheckContext } from '../check.ts';
import { type Rule, refuseEmptyRules, ruleMakersOf } from './field-rules.ts';

const readCurrentYear = () => new Date().getFullYear();
/**
 * The date of birth of a person who turns `years` this year. The rule compares years only, so the last day of the year
 * counts too.
 */
const makeBirthDate = (years: number, monthAndDay: string) => () => ({
  dateOfBirth: `${readCurrentYear() - years}-${monthAndDay}`,
});

function makePaymentRules(): Rule[] {
  const depositRuleMakersOf = (field: string) =>
    ruleMakersOf('payments.makeOffline', field, 'payment#bank-deposit');
  const { accepts, refuses } = depositRuleMakersOf('transactionReference');
  const onlineMethodRuleMakers = ruleMakersOf(
    'payments.payOnline',
    'method',
    'payment#online-payment',
  );
  const currencyRuleMakers = ruleMakersOf('payments.payOnline', 'currency', 'payment#currencies');
  const priceRuleMakers = ruleMakersOf('payments.payOnline', 'price', 'payment#prices');
  return [
    ...(['paypal', 'stripe'] as const).map((method) =>
      onlineMethodRuleMakers.accepts(method, `${method} with a price in USD`, () => ({
        method,
        currency: 'USD',
        price: 20,
      })),
    ),
    currencyRuleMakers.refuses(
      'birr-abroad',
      'birr for PayPal, which is paid in USD',
      () => ({ method: 'paypal', currency: 'ETB' }),
      'should',
    ),
    accepts(
      'short',
      'a short transaction reference',
      () => ({ transactionReference: makeRandomText('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 4) }),
      'should',
    ),
    refuses('empty', 'an empty transaction reference', ''),
    depositRuleMakersOf('paymentCode').refuses('empty', 'an empty payment code', ''),
    depositRuleMakersOf('attachmentUrl').refuses('empty', 'a payment without a receipt', ''),
    depositRuleMakersOf('bankAccount').refuses('empty', 'a payment without a bank', ''),
    onlineMethodRuleMakers.refuses('another', 'a provider that is none of the three', 'bitcoin'),
    currencyRuleMakers.refuses(
      'another',
      'a currency that is neither ETB nor USD',
      'EUR',
      'should',
    ),
    priceRuleMakers.refuses('zero', 'a price of nothing', 0),
    priceRuleMakers.refuses('negative', 'a price below nothing', -500),
    ...(
      [
        ['zero-abroad', 'a price of nothing in dollars', 0],
        ['negative-abroad', 'a price below nothing in dollars', -20],
      ] as const
    ).map(([id, description, usdPrice]) =>
      priceRuleMakers.refuses(id, description, () => ({
        method: 'paypal',
        currency: 'USD',
        price: usdPrice,
      })),
    ),
    currencyRuleMakers.refuses(
      'of-another-provider',
      'dollars for Arifpay, which is paid in ETB',
      () => ({ method: 'arifpay', currency: 'USD' }),
      'should',
    ),
    priceRuleMakers.refuses('less', 'a price in ETB below the pending amount', 1),
    priceRuleMakers.refuses(
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
    accepts('90-years', 'somebody who is 90 years old', makeBirthDate(90, '06-15'), 'should'),
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
  const [shortest = '', ...others] = [...countries].sort((a, b) => a.length - b.length);
  return (['countryOfBirth', 'countryOfResidence'] as const).flatMap((field) => {
    const description =
      field === 'countryOfBirth' ? 'a country of birth' : 'a country of residence';
    const { accepts, refuses } = ruleMakersOf(
      'applicants.saveBioData',
      field,
      'application#countries',
    );
    const otherField = field === 'countryOfBirth' ? 'countryOfResidence' : 'countryOfBirth';
    const acceptBoth = (idEnding: string, country: string, otherCountry: string) =>
      accepts(idEnding, `${description} of the list (${country})`, () => ({
        [field]: country,
        [otherField]: otherCountry,
      }));
    return [
      acceptBoth('listed', 'Guinea-Bissau', 'Türkiye'),
      acceptBoth('listed-shortest', shortest, others.at(-1) ?? shortest),
      acceptBoth('listed-accents', 'São Tomé and Príncipe', 'Guinea-Bissau'),
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
  const biographyRuleMakersOf = (field: string, rule: RuleName = 'application#biography') =>
    ruleMakersOf('applicants.saveBioData', field, rule);
  const choiceRuleMakersOf = (field: string) =>
    biographyRuleMakersOf(field, 'application#fixed-choices');
  return [
    ...genders.map((gender) =>
      choiceRuleMakersOf('gender').accepts(gender, `the gender ${gender}`, gender),
    ),
    ...maritalStatuses.map((maritalStatus) =>
      choiceRuleMakersOf('maritalStatus').accepts(
        maritalStatus,
        `the marital status ${maritalStatus}`,
        maritalStatus,
      ),
    ),
    choiceRuleMakersOf('gender').refuses(
      'another',
      `a gender that is none of ${genders.join(', ')}`,
      'unknown',
    ),
    biographyRuleMakersOf('maritalStatus').accepts(
      'absent',
      'a biography without a marital status',
      undefined,
    ),
    choiceRuleMakersOf('maritalStatus').refuses(
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
      biographyRuleMakersOf(field, 'application#attached-files').refuses(
        'empty',
        `an empty ${field}`,
        '',
      ),
    ),
    biographyRuleMakersOf('nativeLanguage').accepts(
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
  const educationRuleMakersOf = (field: string) =>
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
    educationRuleMakersOf('grade12Year').accepts(
      'long-ago',
      'grades of the years before 2000',
      makeGradeYears(1996, 1998),
      'should',
    ),
    ...['grade10Year', 'grade12Year', 'grade10Result', 'grade12Result'].map((field) =>
      educationRuleMakersOf(field).refuses('words', `words as ${field}`, 'in 2019 or so', 'should'),
    ),
    ...['grade10Result', 'grade12Result'].map((field) =>
      educationRuleMakersOf(field).refuses(
        'mixed',
        `letters before the number as ${field}`,
        'abc3.5',
        'should',
      ),
    ),
    ...refuseEmptyRules('applicants.saveEducationData', 'application#education', {
      lastAttendedHighSchool: 'an empty lastAttendedHighSchool',
      highSchoolAddress: 'an empty highSchoolAddress',
    }),
  ];
}

function makeContactRules(): Rule[] {
  const contactRuleMakersOf = (field: string, rule: RuleName = 'application#contact') =>
    ruleMakersOf('applicants.saveContactData', field, rule);
  const phoneRuleMakers = contactRuleMakersOf('contactPhone', 'application#contact-phone');
  const relationRuleMakers = contactRuleMakersOf('contactRelation', 'application#relationship');
  const { minDigits, maxDigits } = limits.phone;
  const noEmployerFields = {
    contactOccupation: undefined,
    nameOfEmployer: undefined,
    phoneOfEmployer: undefined,
    emailOfEmployer: undefined,
  };
  return [
    phoneRuleMakers.accepts(
      `${minDigits}-digits`,
      `a contact's phone of ${minDigits} digits`,
      '91191123',
    ),
    phoneRuleMakers.accepts(
      `${maxDigits}-digits`,
      `a contact's phone of a plus and ${maxDigits} digits`,
      '+251911234567890',
    ),
    phoneRuleMakers.refuses(
      `${minDigits - 1}-digits`,
      `a contact's phone of ${minDigits - 1} digits`,
      '9119112',
    ),
    phoneRuleMakers.refuses(
      `${maxDigits + 1}-digits`,
      `a contact's phone of ${maxDigits + 1} digits`,
      '2519112345678901',
    ),
    phoneRuleMakers.refuses('letters', "a contact's phone with letters in it", '0911A34567'),
    contactRuleMakersOf('contactFullName').refuses('empty', 'an empty contact name', ''),
    relationRuleMakers.refuses('empty', 'an empty relationship', ''),
    relationRuleMakers.accepts('other', 'a relationship that was typed for "Other"', 'guardian'),
    contactRuleMakersOf('contactOccupation').accepts(
      'absent',
      'a contact without an employer',
      () => noEmployerFields,
    ),
  ];
}

function makeApplicationFormRules(): Rule[] {
  const offerRuleMakers = ruleMakersOf(
    'applicants.applyForProgram',
    'selectedBatchProgramId',
    'application#apply',
  );
  return [
    offerRuleMakers.refuses('negative', 'a program with a negative number', -1),
    offerRuleMakers.refuses('fraction', 'half a program', 1.5),
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
