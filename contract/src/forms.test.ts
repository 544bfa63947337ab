import { describe, expect, test } from 'vitest';
import type { ZodTypeAny } from 'zod';
import { countries } from './countries.ts';
import { applicantExamples } from './examples.ts';
import { dateOfBirth, today } from './fields.ts';
import {
  applyForm,
  bioForm,
  contactForm,
  educationForm,
  emailForm,
  loginForm,
  offlinePaymentForm,
  passwordForm,
  profileForm,
  registerForm,
  toApplication,
  toBioData,
  toContactData,
  toEducationData,
  toOfflinePayment,
  toProfileUpdate,
  toRegistration,
} from './forms.ts';

/** The message a form shows at a field: the first issue of its path. */
function findMessageAt(form: ZodTypeAny, values: object, fieldPath: string): string | undefined {
  const parsing = form.safeParse(values);
  return parsing.error?.issues.find((issue) => issue.path.join('.') === fieldPath)?.message;
}

interface Rules {
  form: ZodTypeAny;
  validValues: object;
  /** Field, value, and the expected message; `undefined` where the value is valid. */
  fieldCases: [field: string, value: unknown, message: string | undefined][];
}

const makePhoneCases = (field: string, label: string): Rules['fieldCases'] => [
  [field, '', `${label} is required`],
  [field, undefined, `${label} is required`],
  [field, '1234567', `${label} must be 8 to 15 digits long and contain only numbers`],
  [field, '12345678', undefined],
  [field, '+123456789012345', undefined],
  [field, '+1234567890123456', `${label} must be 8 to 15 digits long and contain only numbers`],
  [field, '09112x4567', `${label} must only contain numbers`],
  [field, '++251911234567', `${label} must only contain numbers`],
  [field, '+251 911-23 45 67', undefined],
];

/** Tests each row of each form. */
function testForms(forms: Record<string, Rules>): void {
  for (const [name, { form, validValues, fieldCases }] of Object.entries(forms)) {
    describe(`the ${name} form`, () => {
      test('accepts what is right', () => {
        expect(form.safeParse(validValues).error?.issues).toBeUndefined();
      });
      for (const [field, value, message] of fieldCases) {
        const valueText = typeof value === 'object' ? JSON.stringify(value) : String(value);
        test(`${field} = "${valueText.slice(0, 50)}" ${message ? `says "${message}"` : 'is accepted'}`, () => {
          expect(findMessageAt(form, { ...validValues, [field]: value }, field)).toBe(message);
        });
      }
    });
  }
}

const { hana } = applicantExamples;
const validPasswordValues = { password: 'Selam2025', confirmPassword: 'Selam2025' };

const makeNameCases = (field: string, label: string): Rules['fieldCases'] => [
  [field, '', `${label} is required`],
  [field, '   ', `${label} is required`],
  [field, undefined, `${label} is required`],
  [field, 'Hana2', `${label} must contain only alphabetic characters`],
  [field, 'Hana Marta', `${label} must contain only alphabetic characters`],
  [field, "O'Hara", `${label} must contain only alphabetic characters`],
  [field, 'ሐና', undefined],
  [field, 'Ñandú', undefined],
  [field, 'हिन्दी', undefined],
  [field, 'علی\u200cرضا', undefined],
  [field, ' Hana ', undefined],
];

testForms({
  registration: {
    form: registerForm,
    validValues: hana.register,
    fieldCases: [
      ...makeNameCases('firstName', 'First name'),
      ...makeNameCases('middleName', 'Middle name'),
      ...makeNameCases('lastName', 'Last name'),
      ...makePhoneCases('phoneNumber', 'Phone number'),
      ['email', '', 'Email is required'],
      ['email', 'hana', 'Invalid email address'],
      ['email', 'hana@example', 'Invalid email address'],
      ['email', undefined, 'Email is required'],
      ['email', 'hana@.com', 'Invalid email address'],
      ['email', 'hana@example.', 'Invalid email address'],
      ['email', 'hana@@example.com', 'Invalid email address'],
      ['email', 'hana@a.b', undefined],
      ['email', ' hana+test@mail.example.com ', undefined],
      ['iAm18', undefined, 'You must confirm that you are 18 years or older'],
      ['agreeToPrivacy', true, undefined],
      ['iAm18', false, 'You must confirm that you are 18 years or older'],
      ['iAgreeTerms', undefined, 'You must agree to the terms and conditions'],
      ['agreeToPrivacy', false, 'You must agree to the privacy policy'],
      ['iAgreeMarketing', undefined, undefined],
      ['referralCode', undefined, undefined],
    ],
  },
  'password creation': {
    form: passwordForm,
    validValues: validPasswordValues,
    fieldCases: [
      ['password', '', 'Password can not be empty'],
      ['password', null, 'Password can not be empty'],
      ['password', 'Selam202', undefined],
      ['password', 'Selam25', 'Password must be at least 8 characters'],
      [
        'password',
        'selam2025',
        'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      ],
      [
        'password',
        'SELAM2025',
        'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      ],
      [
        'password',
        'Selamselam',
        'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      ],
      ['confirmPassword', '', 'Confirm password can not be empty'],
      ['confirmPassword', undefined, 'Confirm password can not be empty'],
      ['confirmPassword', 'Selam2026', 'Passwords must match'],
    ],
  },
  'sign-in': {
    form: loginForm,
    validValues: { email: 'hana@example.com', password: 'x' },
    fieldCases: [
      ['email', '', 'Email is required'],
      ['email', 'hana@example', 'Please enter a valid email'],
      ['password', '', 'Password is required'],
      ['password', undefined, 'Password is required'],
      ['password', '   ', undefined],
    ],
  },
  'forgot password and resend': {
    form: emailForm,
    validValues: { email: 'hana@example.com' },
    fieldCases: [
      ['email', '', 'Email is required'],
      ['email', 'no', 'Please enter a valid email'],
    ],
  },
  profile: {
    form: profileForm,
    validValues: { firstName: 'Hana', middleName: 'T', lastName: 'B', phoneNumber: '0911480437' },
    fieldCases: [
      ['firstName', '', 'First name is required'],
      ['middleName', 'T-2', 'Middle name must contain only alphabetic characters'],
      ['lastName', '', 'Last name is required'],
      ['phoneNumber', '', 'Phone number is required'],
      ['phoneNumber', '0911', 'Phone number must be 8 to 15 digits long and contain only numbers'],
      ['phoneNumber', 'none', 'Phone number must only contain numbers'],
    ],
  },
});

test('passwords are compared while one of them is wrong', () => {
  const mismatchedPasswords = { password: 'short', confirmPassword: 'other' };
  expect(findMessageAt(passwordForm, mismatchedPasswords, 'password')).toBe(
    'Password must be at least 8 characters',
  );
  expect(findMessageAt(passwordForm, mismatchedPasswords, 'confirmPassword')).toBe(
    'Passwords must match',
  );
});

test('a date of birth is held against the day that the clock of the form shows', () => {
  const makeBirthDateSchema = (today: string) =>
    dateOfBirth(() => new Date(`${today}T12:00:00`).getTime());
  expect(makeBirthDateSchema('2026-11-27').safeParse('2026-11-28').error?.issues[0]?.message).toBe(
    'Date of birth cannot be in the future',
  );
  expect(makeBirthDateSchema('2026-11-27').safeParse('2008-12-31').success).toBe(true);
  expect(makeBirthDateSchema('2025-11-27').safeParse('2008-12-31').success).toBe(false);
});

describe('from form to wire', () => {
  test('a profile sends its phone without spaces and dashes', () => {
    const validNames = { firstName: 'Hana', middleName: 'Tesfaye', lastName: 'Bekele' };
    const parsedForm = profileForm.parse({ ...validNames, phoneNumber: '+251 91-123 45 67' });
    expect(toProfileUpdate(parsedForm, 'hana@example.com').phone).toBe('+251911234567');
  });

  test.each([
    ['+251 (0) 911 234567', '+251911234567'],
    ['(+251) (0)911-234567', '+251911234567'],
    ['251(0)911234567', '251911234567'],
    ['00251 (0) 911234567', '00251911234567'],
    ['+251 0911234567', '+251911234567'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    // Zeros that belong to a number: a local one, Italy's, and one that is dialed with 00.
    ['(0)911234567', '0911234567'],
    ['+39 06 1234 5678', '+390612345678'],
    ['00251911234567', '00251911234567'],
  ])('the phone number %j is sent as %s', (typed, sent) => {
    const { phoneNumber } = profileForm.parse({
      firstName: 'Hana',
      middleName: 'T',
      lastName: 'B',
      phoneNumber: typed,
    });
    expect(phoneNumber).toBe(sent);
  });

  test('a registration sends its names in upper case and its phone without spaces', () => {
    const parsedForm = registerForm.parse({
      ...hana.register,
      phoneNumber: '+251 911-234567',
      referralCode: 'R1',
    });
    expect(toRegistration(parsedForm)).toEqual({
      firstName: 'HANA',
      middleName: 'TESFAYE',
      lastName: 'BEKELE',
      email: 'hana.tesfaye@example.com',
      phoneNumber: '+251911234567',
      iAm18: true,
      iAgreeTerms: true,
      agreeToPrivacy: true,
      iAgreeMarketing: false,
      referral: 'R1',
    });
  });

  test('an empty referral code is left out', () => {
    expect(toRegistration({ ...hana.register, referralCode: '' })).not.toHaveProperty('referral');
  });
});

const MB = 1024 * 1024;
const makeFileFacts = (name: string, size = 1000) => ({ name, size });
const validBio = {
  ...hana.bio,
  profilePicture: makeFileFacts('me.jpg'),
  educationDocument: makeFileFacts('grade12.pdf'),
};
const validPayment = {
  paymentCode: 'OPC-1',
  paymentBank: '1000123',
  txnRefNumber: 'FT25',
  receiptFile: makeFileFacts('slip.png'),
};
const makeLastOfDecember = (yearsAgo: number) => `${Number(today().slice(0, 4)) - yearsAgo}-12-31`;
const makeFirstOfJanuary = (yearsAgo: number) => `${Number(today().slice(0, 4)) - yearsAgo}-01-01`;
const tomorrow = today(new Date(Date.now() + 86_400_000));

testForms({
  'offline payment': {
    form: offlinePaymentForm,
    validValues: validPayment,
    fieldCases: [
      ['paymentCode', '', 'Payment code is required'],
      ['paymentBank', '', 'Please select one bank'],
      ['txnRefNumber', '', 'Transaction reference number is required'],
      ['receiptFile', undefined, 'Please attach the transaction receipt'],
      ['receiptFile', makeFileFacts('png'), 'Only image files are supported'],
      ['receiptFile', makeFileFacts('slip.png.exe'), 'Only image files are supported'],
      ['receiptFile', makeFileFacts('slip.pdf'), 'Only image files are supported'],
      [
        'receiptFile',
        { ...makeFileFacts('slip.heic'), content: 'image/heic' },
        'Only JPEG and PNG pictures are supported',
      ],
      [
        'receiptFile',
        { ...makeFileFacts('slip.png'), content: '' },
        'Only image files are supported',
      ],
      // What it is, its content says.
      ['receiptFile', { ...makeFileFacts('slip'), content: 'image/jpeg' }, undefined],
      [
        'receiptFile',
        { ...makeFileFacts('slip.png'), content: 'application/pdf' },
        'Only image files are supported',
      ],
      [
        'receiptFile',
        { ...makeFileFacts('slip.jpg'), content: 'image/jpeg', fault: 'cut' },
        'Part of this file is missing',
      ],
      [
        'receiptFile',
        { ...makeFileFacts('dot.png'), content: 'image/png', shorterSidePx: 1 },
        'This picture is too small',
      ],
      ['receiptFile', makeFileFacts('slip.JPEG'), undefined],
      ['receiptFile', makeFileFacts('slip.png', 4 * MB), undefined],
      ['receiptFile', makeFileFacts('slip.png', 4 * MB + 1), "File too big, can't exceed 4MB"],
    ],
  },
  biography: {
    form: bioForm,
    validValues: validBio,
    fieldCases: [
      ['countryOfBirth', '', 'Country of Birth is required'],
      ['countryOfBirth', 'Ethiopia1', 'Please enter valid Country of Birth'],
      ['countryOfBirth', 'a'.repeat(40), undefined],
      ['countryOfBirth', 'a'.repeat(41), 'Please enter valid Country of Birth'],
      ['countryOfResidence', '', 'Country of Residence is required'],
      ['countryOfResidence', 'a'.repeat(40), undefined],
      ['countryOfResidence', 'a'.repeat(41), 'Please enter valid Country of Residence'],
      ['countryOfResidence', 'X-Land', 'Please enter valid Country of Residence'],
      ['nationality', '', 'Nationality is required'],
      ['nativeLanguage', '', 'Native language is required'],
      ['gender', '', 'Gender is required'],
      ['gender', 'male', undefined],
      ['maritalStatus', 'widowed', undefined],
      ['educationLevel', 'doctorate', undefined],
      ['educationLevel', undefined, 'Education level is required'],
      ['dateOfBirth', '', 'Date of birth is required'],
      ['dateOfBirth', '2001-02-30', 'Please enter a valid date of birth'],
      ['dateOfBirth', tomorrow, 'Date of birth cannot be in the future'],
      ['dateOfBirth', makeFirstOfJanuary(17), 'Age must be at least 18 years old'],
      ['dateOfBirth', makeLastOfDecember(18), undefined],
      ['maritalStatus', undefined, undefined],
      ['maritalStatus', '', undefined],
      ['profilePicture', undefined, 'Please attach your profile picture'],
      ['profilePicture', makeFileFacts('me.gif'), 'Only image files are supported'],
      ['profilePicture', makeFileFacts('me.jpg', 4 * MB), undefined],
      ['profilePicture', makeFileFacts('me.jpg', 4 * MB + 1), 'File too big, cannot exceed 4MB'],
      ['educationDocument', null, 'Please attach your education document'],
      ['educationDocument', makeFileFacts('grade12.docx'), 'Only PDF files are supported'],
      [
        'educationDocument',
        { ...makeFileFacts('me.gif'), content: 'image/gif' },
        'Only PDF files are supported',
      ],
      ['educationDocument', makeFileFacts('grade12.PDF', 10 * MB), undefined],
      ['educationDocument', { ...makeFileFacts('grade12'), content: 'application/pdf' }, undefined],
      [
        'educationDocument',
        { ...makeFileFacts('grade12.pdf'), fault: 'cut' },
        'Part of this file is missing',
      ],
      [
        'educationDocument',
        makeFileFacts('grade12.pdf', 10 * MB + 1),
        'File too big, cannot exceed 10MB',
      ],
    ],
  },
  'education background': {
    form: educationForm,
    validValues: hana.education,
    fieldCases: [
      ['lastAttendedHighSchool', '', 'Last Attended HighSchool is required'],
      ['highSchoolAddress', '', 'HighSchool Address is required'],
      ['grade10Result', '', 'Grade 10 Result is required'],
      ['grade10Year', '', 'Grade 10 exam taken year is required'],
      ['grade12Result', '', 'Grade 12 Result is required'],
      ['grade10Result', undefined, 'Grade 10 Result is required'],
      ['grade10Result', 'A', 'Grade 10 Result must be a number, for example 3.5'],
      ['grade12Year', "'21", 'Grade 12 exam taken year must be a number, for example 2019'],
      ['grade10Result', '4.5', undefined],
      ['grade12Result', 701, undefined],
      ['grade12Year', undefined, 'Grade 12 exam taken year is required'],
      [
        'grade12Year',
        '2020',
        'Grade 12 exam taken year should be at least 2 years after Grade 10 exam taken year',
      ],
      ['grade12Year', '2021', undefined],
      ['grade12Year', 2021, undefined],
    ],
  },
  'emergency contact': {
    form: contactForm,
    validValues: hana.contact,
    fieldCases: [
      ['contactFullName', '', 'Contact Full Name is required'],
      ['contactRelation', '', 'Contact person relationship is required'],
      ...makePhoneCases('contactPhone', 'Contact Phone'),
      ['contactRelation', undefined, 'Contact person relationship is required'],
      ['contactRelation', 'aunt', undefined],
      ['contactOccupation', undefined, undefined],
      ['emailOfEmployer', '', undefined],
    ],
  },
  'program selection': {
    form: applyForm,
    validValues: { program: '12' },
    fieldCases: [
      ['program', '', 'Please select one program to apply to'],
      ['program', undefined, 'Please select one program to apply to'],
      ['program', null, 'Please select one program to apply to'],
      ['program', 12, undefined],
    ],
  },
});

test('every listed country is valid, whatever signs its name has', () => {
  expect(countries.length).toBeGreaterThanOrEqual(193);
  expect(countries.length).toBeLessThanOrEqual(197);
  for (const country of countries) {
    expect(
      findMessageAt(bioForm, { ...validBio, countryOfBirth: country }, 'countryOfBirth'),
    ).toBeUndefined();
  }
});

test('a listed country is found whatever its case, and sent as the list spells it', () => {
  const typedForm = {
    ...validBio,
    countryOfBirth: ' guinea-bissau',
    countryOfResidence: 'ETHIOPIA',
  };
  expect(bioForm.parse(typedForm)).toMatchObject({
    countryOfBirth: 'Guinea-Bissau',
    countryOfResidence: 'Ethiopia',
  });
});

test('the years are compared while other fields are wrong', () => {
  const schoolYears = { grade10Year: '2019', grade12Year: '2020' };
  expect(findMessageAt(educationForm, schoolYears, 'grade12Year')).toMatch(/at least 2 years/);
});

test('Other as relationship asks for the other relationship', () => {
  const contactWithOther = { ...hana.contact, contactRelation: 'Other' };
  expect(findMessageAt(contactForm, contactWithOther, 'otherRelation')).toBe(
    'Other Contact Relationship is required',
  );
  expect(
    findMessageAt(contactForm, { ...contactWithOther, otherRelation: 'guardian' }, 'otherRelation'),
  ).toBeUndefined();
});

describe('from form to wire', () => {
  test('a biography keeps its education level back and is born in its country', () => {
    const bioBody = toBioData(bioForm.parse(validBio), {
      id: 7,
      profilePicture: 'p.jpg',
      educationDocument: 'd.pdf',
    });
    expect(bioBody).toMatchObject({
      id: 7,
      placeOfBirth: 'Ethiopia',
      profilePicture: 'p.jpg',
      educationDocument: 'd.pdf',
    });
    expect(bioBody).not.toHaveProperty('educationLevel');
  });

  test('years and results become numbers', () => {
    expect(toEducationData(educationForm.parse(hana.education))).toMatchObject({
      grade10Result: 3.6,
      grade10Year: 2019,
      grade12Result: 512,
      grade12Year: 2021,
    });
  });

  test('Other sends its own text as the relation', () => {
    const formValues = contactForm.parse({
      ...hana.contact,
      contactRelation: 'Other',
      otherRelation: ' guardian ',
    });
    expect(toContactData(formValues)).toMatchObject({ contactRelation: 'guardian' });
    expect(toContactData(formValues)).not.toHaveProperty('otherRelation');
  });

  test('an application carries the id as a number', () => {
    expect(toApplication(applyForm.parse({ program: '12' }))).toEqual({
      selectedBatchProgramId: 12,
    });
  });

  test('an offline payment names the stored receipt', () => {
    expect(toOfflinePayment(offlinePaymentForm.parse(validPayment), 'r.png')).toEqual({
      paymentCode: 'OPC-1',
      transactionReference: 'FT25',
      bankAccount: '1000123',
      attachmentUrl: 'r.png',
    });
  });
});
