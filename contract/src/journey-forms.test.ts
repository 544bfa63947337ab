import { describe, expect, test } from 'vitest';
import { applyForm, toApplication } from './application.ts';
import { bioForm, toBioData } from './biography.ts';
import { contactForm, toContactData } from './contact.ts';
import { countries } from './countries.ts';
import { educationForm, toEducationData } from './education.ts';
import { applicantExamples } from './examples.ts';
import { today } from './fields.ts';
import { offlinePaymentForm, toOfflinePayment } from './offline-payment.ts';
import { messageAt, phoneRules, testForms } from './testing/form-rules.ts';

const { hana } = applicantExamples;
const MB = 1024 * 1024;
const file = (name: string, size = 1000) => ({ name, size });
const bio = {
  ...hana.bio,
  profilePicture: file('me.jpg'),
  educationDocument: file('grade12.pdf'),
};
const payment = {
  paymentCode: 'OPC-1',
  paymentBank: '1000123',
  txnRefNumber: 'FT25',
  receiptFile: file('slip.png'),
};
const yearsAgo = (years: number) => `${Number(today().slice(0, 4)) - years}-12-31`;
const yearsAgoStart = (years: number) => `${Number(today().slice(0, 4)) - years}-01-01`;
const tomorrow = today(new Date(Date.now() + 86_400_000));

testForms({
  'offline payment': {
    form: offlinePaymentForm,
    valid: payment,
    rows: [
      ['paymentCode', '', 'Payment code is required'],
      ['paymentBank', '', 'Please select one bank'],
      ['txnRefNumber', '', 'Transaction reference number is required'],
      ['receiptFile', undefined, 'Please attach the transaction receipt'],
      ['receiptFile', file('png'), 'Only image files are supported'],
      ['receiptFile', file('slip.png.exe'), 'Only image files are supported'],
      ['receiptFile', file('slip.pdf'), 'Only image files are supported'],
      [
        'receiptFile',
        { ...file('slip.heic'), content: 'image/heic' },
        'Only JPEG and PNG pictures are supported',
      ],
      ['receiptFile', { ...file('slip.png'), content: '' }, 'Only image files are supported'],
      ['receiptFile', file('slip.JPEG'), undefined],
      ['receiptFile', file('slip.png', 4 * MB), undefined],
      ['receiptFile', file('slip.png', 4 * MB + 1), "File too big, can't exceed 4MB"],
    ],
  },
  biography: {
    form: bioForm,
    valid: bio,
    rows: [
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
      ['dateOfBirth', yearsAgoStart(17), 'Age must be at least 18 years old'],
      ['dateOfBirth', yearsAgo(18), undefined],
      ['maritalStatus', undefined, undefined],
      ['maritalStatus', '', undefined],
      ['profilePicture', undefined, 'Please attach your profile picture'],
      ['profilePicture', file('me.gif'), 'Only image files are supported'],
      ['profilePicture', file('me.jpg', 4 * MB), undefined],
      ['profilePicture', file('me.jpg', 4 * MB + 1), 'File too big, cannot exceed 4MB'],
      ['educationDocument', null, 'Please attach your education document'],
      ['educationDocument', file('grade12.docx'), 'Only PDF files are supported'],
      [
        'educationDocument',
        { ...file('me.gif'), content: 'image/gif' },
        'Only PDF files are supported',
      ],
      ['educationDocument', file('grade12.PDF', 10 * MB), undefined],
      ['educationDocument', file('grade12.pdf', 10 * MB + 1), 'File too big, cannot exceed 10MB'],
    ],
  },
  'education background': {
    form: educationForm,
    valid: hana.education,
    rows: [
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
    valid: hana.contact,
    rows: [
      ['contactFullName', '', 'Contact Full Name is required'],
      ['contactRelation', '', 'Contact person relationship is required'],
      ...phoneRules('contactPhone', 'Contact Phone'),
      ['contactRelation', undefined, 'Contact person relationship is required'],
      ['contactRelation', 'aunt', undefined],
      ['contactOccupation', undefined, undefined],
      ['emailOfEmployer', '', undefined],
    ],
  },
  'program selection': {
    form: applyForm,
    valid: { program: '12' },
    rows: [
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
      messageAt(bioForm, { ...bio, countryOfBirth: country }, 'countryOfBirth'),
    ).toBeUndefined();
  }
});

test('a listed country is found whatever its case, and sent as the list spells it', () => {
  const typed = { ...bio, countryOfBirth: ' guinea-bissau', countryOfResidence: 'ETHIOPIA' };
  expect(bioForm.parse(typed)).toMatchObject({
    countryOfBirth: 'Guinea-Bissau',
    countryOfResidence: 'Ethiopia',
  });
});

test('the years are compared while other fields are wrong', () => {
  const school = { grade10Year: '2019', grade12Year: '2020' };
  expect(messageAt(educationForm, school, 'grade12Year')).toMatch(/at least 2 years/);
});

test('Other as relationship asks for the other relationship', () => {
  const other = { ...hana.contact, contactRelation: 'Other' };
  expect(messageAt(contactForm, other, 'otherRelation')).toBe(
    'Other Contact Relationship is required',
  );
  expect(
    messageAt(contactForm, { ...other, otherRelation: 'guardian' }, 'otherRelation'),
  ).toBeUndefined();
});

describe('from form to wire', () => {
  test('a biography keeps its education level back and is born in its country', () => {
    const sent = toBioData(bioForm.parse(bio), {
      id: 7,
      profilePicture: 'p.jpg',
      educationDocument: 'd.pdf',
    });
    expect(sent).toMatchObject({
      id: 7,
      placeOfBirth: 'Ethiopia',
      profilePicture: 'p.jpg',
      educationDocument: 'd.pdf',
    });
    expect(sent).not.toHaveProperty('educationLevel');
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
    const form = contactForm.parse({
      ...hana.contact,
      contactRelation: 'Other',
      otherRelation: ' guardian ',
    });
    expect(toContactData(form)).toMatchObject({ contactRelation: 'guardian' });
    expect(toContactData(form)).not.toHaveProperty('otherRelation');
  });

  test('an application carries the id as a number', () => {
    expect(toApplication(applyForm.parse({ program: '12' }))).toEqual({
      selectedBatchProgramId: 12,
    });
  });

  test('an offline payment names the stored receipt', () => {
    expect(toOfflinePayment(offlinePaymentForm.parse(payment), 'r.png')).toEqual({
      paymentCode: 'OPC-1',
      transactionReference: 'FT25',
      bankAccount: '1000123',
      attachmentUrl: 'r.png',
    });
  });
});
