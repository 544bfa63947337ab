/**
 * Named examples of valid applicants, for the mock's seed, the CLI, tests and docs. A test parses each with its
 * schemas.
 */
import { z } from 'zod';
import { makeNewPasswordSchema, makeRequiredTextSchema } from './fields.ts';
import { bioForm, contactForm, educationForm, registerForm } from './forms.ts';

/** Everything an applicant types from registration to application. It has no files; the caller makes those. */
export const applicantInput = z
  .object({
    register: registerForm,
    password: makeNewPasswordSchema(),
    transactionReference: makeRequiredTextSchema('Transaction reference number is required'),
    bio: bioForm.omit({ profilePicture: true, educationDocument: true }),
    education: educationForm,
    contact: contactForm,
    /** The program to apply to, by name; default: the first on offer. */
    program: z.string().optional(),
  })
  .strict();
export type ApplicantInput = z.infer<typeof applicantInput>;

const agreements = { iAm18: true, iAgreeTerms: true, agreeToPrivacy: true } as const;

const hana: ApplicantInput = {
  register: {
    firstName: 'Hana',
    middleName: 'Tesfaye',
    lastName: 'Bekele',
    email: 'hana.tesfaye@example.com',
    phoneNumber: '+251911234567',
    iAgreeMarketing: false,
    ...agreements,
  },
  password: 'Selam2025',
  transactionReference: 'FT25123ABCD9',
  bio: {
    countryOfBirth: 'Ethiopia',
    countryOfResidence: 'Ethiopia',
    nationality: 'Ethiopian',
    nativeLanguage: 'Amharic',
    gender: 'female',
    dateOfBirth: '2003-05-14',
    educationLevel: 'preparatory',
    maritalStatus: 'single',
  },
  education: {
    lastAttendedHighSchool: 'Menelik II Secondary School',
    highSchoolAddress: 'Arada, Addis Ababa',
    grade10Result: '3.6',
    grade10Year: '2019',
    grade12Result: '512',
    grade12Year: '2021',
  },
  contact: {
    contactFullName: 'Tesfaye Bekele',
    contactPhone: '+251911765432',
    contactRelation: 'father',
    contactOccupation: 'Teacher',
    nameOfEmployer: 'Menelik II Secondary School',
    phoneOfEmployer: '+251111234567',
    emailOfEmployer: 'office@example.com',
  },
  program: 'Data Science',
};

const abebe: ApplicantInput = {
  register: {
    firstName: 'አበበ',
    middleName: 'ከበደ',
    lastName: 'ወልደማርያም',
    email: 'abebe.kebede@example.com',
    phoneNumber: '0911 23-45-68',
    referralCode: 'OPC-2025',
    iAgreeMarketing: true,
    ...agreements,
  },
  password: 'Addis Abeba 1',
  transactionReference: 'TT2512398765',
  bio: {
    countryOfBirth: 'Ethiopia',
    countryOfResidence: 'Kenya',
    nationality: 'Ethiopian',
    nativeLanguage: 'አማርኛ',
    gender: 'male',
    dateOfBirth: '1988-12-31',
    educationLevel: 'tvet',
  },
  education: {
    lastAttendedHighSchool: 'ተፈሪ መኮንን ትምህርት ቤት',
    highSchoolAddress: 'Sidist Kilo',
    grade10Result: '2.8',
    grade10Year: '2004',
    grade12Result: '388',
    grade12Year: '2006',
  },
  contact: {
    contactFullName: 'አልማዝ ከበደ',
    contactPhone: '0911765431',
    contactRelation: 'Other',
    otherRelation: 'guardian',
  },
};

const nuria: ApplicantInput = {
  ...hana,
  register: {
    firstName: 'Nuria',
    middleName: 'AbdurahmanMohammednur',
    lastName: 'WoldegebrielHailemariam',
    email: 'nuria.o_hara-2@mail.example.com',
    phoneNumber: '239990123456789',
    referralCode: '',
    iAgreeMarketing: true,
    ...agreements,
  },
  bio: {
    ...hana.bio,
    countryOfBirth: 'São Tomé and Príncipe',
    countryOfResidence: 'Guinea-Bissau',
    maritalStatus: 'widowed',
    educationLevel: 'bachelor',
  },
  program: 'Social Work',
};

/** By name: `hana` is the normal one, `abebe` writes in Ethiopic script, `nuria` has long names and rare countries. */
export const applicantExamples = { hana, abebe, nuria } as const;
