/** Payment, biography, education, contact and the choice of a program (journey specification, section 5). */
import { genders, limits, maritalStatuses, type RuleName } from '@one-planet/contract';
import { randomText } from '../../core/text.ts';
import type { Person } from '../applicants.ts';
import type { CheckContext } from '../check.ts';
import { type Rule, refusesEmpty, rulesOf } from './field-rules.ts';

const thisYear = () => new Date().getFullYear();
/**
 * The date of birth of a person who turns `years` this year. The rule compares years only, so the last day of the year
 * counts too.
 */
const birthDate = (years: number, day: string) => () => ({
  dateOfBirth: `${thisYear() - years}-${day}`,
});

function paymentRules(): Rule[] {
  const deposit = (field: string) => rulesOf('payments.makeOffline', field, 'payment#bank-deposit');
  const { accepts, refuses } = deposit('transactionReference');
  const online = rulesOf('payments.payOnline', 'method', 'payment#online-payment');
  const currency = rulesOf('payments.payOnline', 'currency', 'payment#currencies');
  const price = rulesOf('payments.payOnline', 'price', 'payment#prices');
  return [
    ...(['paypal', 'stripe'] as const).map((method) =>
      online.accepts(method, `${method} with a price in USD`, () => ({
        method,
        currency: 'USD',
        price: 20,
      })),
    ),
    currency.refuses(
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
    deposit('paymentCode').refuses('empty', 'an empty payment code', ''),
    deposit('attachmentUrl').refuses('empty', 'a payment without a receipt', ''),
    deposit('bankAccount').refuses('empty', 'a payment without a bank', ''),
    online.refuses('another', 'a provider that is none of the three', 'bitcoin'),
    currency.refuses('another', 'a currency that is neither ETB nor USD', 'EUR', 'should'),
    price.refuses('zero', 'a price of nothing', 0),
    price.refuses('negative', 'a price below nothing', -500),
    ...(
      [
        ['zero-abroad', 'a price of nothing in dollars', 0],
        ['negative-abroad', 'a price below nothing in dollars', -20],
      ] as const
    ).map(([id, description, usdPrice]) =>
      price.refuses(id, description, () => ({
        method: 'paypal',
        currency: 'USD',
        price: usdPrice,
      })),
    ),
    currency.refuses(
      'of-another-provider',
      'dollars for Arifpay, which is paid in ETB',
      () => ({ method: 'arifpay', currency: 'USD' }),
      'should',
    ),
    price.refuses('less', 'a price in ETB below the pending amount', 1),
    price.refuses(
      'cents',
      'a price in ETB some cents below the pending amount',
      async (_context: CheckContext, { payment: due }: Person) => ({
        price: (due?.amount ?? 1) - 0.4,
      }),
    ),
  ];
}

function birthDateRules(): Rule[] {
  const { accepts, refuses } = rulesOf(
    'applicants.saveBioData',
    'dateOfBirth',
    'application#date-of-birth',
  );
  const { minimumAge } = limits;
  return [
    accepts(
      `${minimumAge}-years`,
      `somebody born in the year ${minimumAge} years ago, on its last day`,
      birthDate(minimumAge, '12-31'),
    ),
    refuses(
      `${minimumAge - 1}-years`,
      `somebody born in the year ${minimumAge - 1} years ago`,
      birthDate(minimumAge - 1, '01-01'),
    ),
    // Divisible by 100 and by 400, so it is a leap year.
    accepts('leap-day', 'somebody born on a leap day', '2000-02-29'),
    refuses('future', 'a date of birth in the future', birthDate(-1, '01-01')),
    refuses('no-day', 'a date of birth that does not exist', '2001-02-30'),
    refuses('text', 'a date of birth that is not a date', 'yesterday'),
    refuses('empty', 'an empty date of birth', ''),
  ];
}

function originRules(): Rule[] {
  const maxLength = limits.countryNameMaxLength;
  // Every list of countries contains this name in this spelling.
  const listedCountry = 'Guinea-Bissau';
  return (['countryOfBirth', 'countryOfResidence'] as const).flatMap((field) => {
    const description =
      field === 'countryOfBirth' ? 'a country of birth' : 'a country of residence';
    const { accepts, refuses } = rulesOf('applicants.saveBioData', field, 'application#countries');
    return [
      accepts(
        'listed',
        `${description} of the list with a hyphen in its name (${listedCountry})`,
        listedCountry,
      ),
      accepts(
        `${maxLength}-letters`,
        `${description} of ${maxLength} letters`,
        'Abcde fghi'.repeat(maxLength / 10),
        'should',
      ),
      refuses(
        `${maxLength + 1}-letters`,
        `${description} of ${maxLength + 1} letters`,
        'A'.repeat(maxLength + 1),
      ),
      refuses('digits', `${description} with a digit in it`, 'Ethiopia 1'),
      refuses('empty', `an empty ${description.slice(2)}`, ''),
    ];
  });
}

function biographyRules(): Rule[] {
  const ruleOf = (field: string, rule: RuleName = 'application#biography') =>
    rulesOf('applicants.saveBioData', field, rule);
  const choice = (field: string) => ruleOf(field, 'application#fixed-choices');
  return [
    ...genders.map((gender) => choice('gender').accepts(gender, `the gender ${gender}`, gender)),
    ...maritalStatuses.map((status) =>
      choice('maritalStatus').accepts(status, `the marital status ${status}`, status),
    ),
    choice('gender').refuses(
      'another',
      `a gender that is none of ${genders.join(', ')}`,
      'unknown',
    ),
    ruleOf('maritalStatus').accepts('absent', 'a biography without a marital status', undefined),
    choice('maritalStatus').refuses(
      'another',
      `a marital status that is none of ${maritalStatuses.join(', ')}`,
      'complicated',
      'should',
    ),
    ...refusesEmpty('applicants.saveBioData', 'application#biography', {
      nationality: 'an empty nationality',
      nativeLanguage: 'an empty nativeLanguage',
    }),
    ...['profilePicture', 'educationDocument'].map((field) =>
      ruleOf(field, 'application#attached-files').refuses('empty', `an empty ${field}`, ''),
    ),
    ruleOf('nativeLanguage').accepts('ethiopic', 'a native language in Ethiopic letters', 'አማርኛ'),
  ];
}

function educationRules(): Rule[] {
  const yearsOf =
    (from: number, to: number, write: (year: number) => unknown = (year) => year) =>
    () => ({
      grade10Year: write(from),
      grade12Year: write(to),
    });
  const { accepts, refuses } = rulesOf(
    'applicants.saveEducationData',
    'grade12Year',
    'application#years-between-the-grades',
  );
  const ruleOf = (field: string) =>
    rulesOf('applicants.saveEducationData', field, 'application#education');
  const minYears = limits.grades.minYearsBetween;
  return [
    accepts(
      `${minYears}-years`,
      `grade 12 exactly ${minYears} years after grade 10`,
      yearsOf(2019, 2019 + minYears),
    ),
    refuses(
      `${minYears - 1}-year`,
      `grade 12 only ${minYears - 1} year after grade 10`,
      yearsOf(2019, 2018 + minYears),
    ),
    refuses('before', 'grade 12 before grade 10', yearsOf(2021, 2019)),
    ruleOf('grade12Year').accepts(
      'long-ago',
      'grades of the years before 2000',
      yearsOf(1996, 1998),
      'should',
    ),
    ...['grade10Year', 'grade12Year', 'grade10Result', 'grade12Result'].map((field) =>
      ruleOf(field).refuses('words', `words as ${field}`, 'in 2019 or so', 'should'),
    ),
    ...['grade10Result', 'grade12Result'].map((field) =>
      ruleOf(field).refuses('mixed', `letters before the number as ${field}`, 'abc3.5', 'should'),
    ),
    ...refusesEmpty('applicants.saveEducationData', 'application#education', {
      lastAttendedHighSchool: 'an empty lastAttendedHighSchool',
      highSchoolAddress: 'an empty highSchoolAddress',
    }),
  ];
}

function contactRules(): Rule[] {
  const ruleOf = (field: string, rule: RuleName = 'application#contact') =>
    rulesOf('applicants.saveContactData', field, rule);
  const phone = ruleOf('contactPhone', 'application#contact-phone');
  const relation = ruleOf('contactRelation', 'application#relationship');
  const { minDigits, maxDigits } = limits.phone;
  const none = {
    contactOccupation: undefined,
    nameOfEmployer: undefined,
    phoneOfEmployer: undefined,
    emailOfEmployer: undefined,
  };
  return [
    phone.accepts(`${minDigits}-digits`, `a contact's phone of ${minDigits} digits`, '91191123'),
    phone.accepts(
      `${maxDigits}-digits`,
      `a contact's phone of a plus and ${maxDigits} digits`,
      '+251911234567890',
    ),
    phone.refuses(
      `${minDigits - 1}-digits`,
      `a contact's phone of ${minDigits - 1} digits`,
      '9119112',
    ),
    phone.refuses(
      `${maxDigits + 1}-digits`,
      `a contact's phone of ${maxDigits + 1} digits`,
      '2519112345678901',
    ),
    phone.refuses('letters', "a contact's phone with letters in it", '0911A34567'),
    ruleOf('contactFullName').refuses('empty', 'an empty contact name', ''),
    relation.refuses('empty', 'an empty relationship', ''),
    relation.accepts('other', 'a relationship that was typed for "Other"', 'guardian'),
    ruleOf('contactOccupation').accepts('absent', 'a contact without an employer', () => none),
  ];
}

function applicationFormRules(): Rule[] {
  const ruleOf = rulesOf(
    'applicants.applyForProgram',
    'selectedBatchProgramId',
    'application#apply',
  );
  return [
    ruleOf.refuses('negative', 'a program with a negative number', -1),
    ruleOf.refuses('fraction', 'half a program', 1.5),
  ];
}

export const applicationRules: readonly Rule[] = [
  ...paymentRules(),
  ...birthDateRules(),
  ...originRules(),
  ...biographyRules(),
  ...educationRules(),
  ...contactRules(),
  ...applicationFormRules(),
];
