/** The four steps that complete an application, in order: three forms, and the choice of a program. */
import { z } from 'zod';
import { id, makePhoneSchema, makeRequiredTextSchema, numberOrTextSchema } from '../fields.ts';
import {
  biographySchemas,
  checkGradeYears,
  contactSchemas,
  noProgramMessage,
  schoolSchemas,
  toBioData,
  toContactData,
  toEducationData,
} from '../forms.ts';
import { limits, maritalStatuses } from '../limits.ts';
import { anySuccessResponses, defineOperation, describeField, nameSchema } from '../operation.ts';
import { makeOptionalObjectSchema, makeRequestExamples, storedNameExamples } from './shared.ts';

const makeAnotherStateRefusal = (whyNotAllowed: string) => ({
  reason: `She is in another state: ${whyNotAllowed}.`,
  message: 'This step is not open now.',
});

/** The body of the request that saves the biography. */
const bioDataBodySchema = nameSchema(
  'SaveBioDataRequest',
  'The biography.',
  z.object({
    id: id
      .nullish()
      .describe("Her profile's id. It never says whose biography this is: the token does."),
    countryOfBirth: describeField('The country she was born in.', biographySchemas.countryOfBirth),
    countryOfResidence: describeField(
      'The country she lives in.',
      biographySchemas.countryOfResidence,
    ),
    nationality: describeField('Her nationality, in any script.', biographySchemas.nationality),
    nativeLanguage: describeField(
      'Her native language, in any script.',
      biographySchemas.nativeLanguage,
    ),
    gender: nameSchema('Gender', 'A gender.', biographySchemas.gender).describe('Her gender.'),
    dateOfBirth: describeField('The day she was born.', biographySchemas.dateOfBirth),
    placeOfBirth: z.string().describe('Where she was born. Filled with the country of birth.'),
    maritalStatus: nameSchema('MaritalStatus', 'A marital status.', z.enum(maritalStatuses))
      .nullish()
      .describe('Whether she is married; may be left out.'),
    profilePicture: makeRequiredTextSchema('Please attach your profile picture').describe(
      'Her picture: a JPEG or PNG of at most 4 MB that she uploaded. A stored file name.',
    ),
    educationDocument: makeRequiredTextSchema('Please attach your education document').describe(
      'Her school documents: a PDF of at most 10 MB that she uploaded. A stored file name.',
    ),
  }),
);
export type BioData = z.infer<typeof bioDataBodySchema>;

export const saveBioData = defineOperation({
  method: 'POST',
  path: '/applicants/private/save_bio_data',
  summary: 'Save the biography',
  description:
    'Saves the biography. Upload the picture and the document first (`files.upload`) and send the names they were stored under. The education level of the form is not sent.',
  rule: 'application#biography',
  auth: 'bearer',
  body: bioDataBodySchema,
  readsBodyAs: 'nothing',
  successResponses: { 200: z.unknown() },
  refusals: {
    400: {
      reason: 'A field is missing or invalid, or a file is not one she uploaded.',
      message: 'Age must be at least 18 years old',
    },
    409: makeAnotherStateRefusal(
      'her payment is not verified yet, or the biography is saved already',
    ),
  },
  safeToRepeat: false,
  neededValues: ['profilePicture', 'educationDocument'],
  ignorableFields: ['id', 'placeOfBirth'],
  personalFields: ['dateOfBirth'],
  examples: {
    requests: makeRequestExamples(({ bio }) =>
      toBioData(
        { ...bio, profilePicture: undefined, educationDocument: undefined },
        {
          profilePicture: storedNameExamples.profilePicture,
          educationDocument: storedNameExamples.educationDocument,
        },
      ),
    ),
  },
});

/** The body of the request that saves the education background; years and results are numbers or text. */
const educationDataBodySchema = nameSchema(
  'SaveEducationDataRequest',
  'The education background.',
  z
    .object({
      lastAttendedHighSchool: describeField(
        'The high school she attended last.',
        schoolSchemas.lastAttendedHighSchool,
      ),
      highSchoolAddress: describeField('Where that school is.', schoolSchemas.highSchoolAddress),
      grade10Result: describeField(
        'The result of the grade 10 exam, from 0 to 4.',
        numberOrTextSchema,
      ),
      grade10Year: describeField('The year of the grade 10 exam.', numberOrTextSchema),
      grade12Result: describeField(
        'The result of the grade 12 exam, from 0 to 700.',
        numberOrTextSchema,
      ),
      grade12Year: numberOrTextSchema.describe(
        `The year of the grade 12 exam. At least ${limits.grades.minYearsBetween} years after grade10Year.`,
      ),
    })
    .superRefine(checkGradeYears),
);
export type EducationData = z.infer<typeof educationDataBodySchema>;

export const saveEducationData = defineOperation({
  method: 'POST',
  path: '/applicants/private/save_education_data',
  summary: 'Save the education background',
  description: 'Saves where she went to school, and the years and results of both exams.',
  rule: 'application#education',
  auth: 'bearer',
  body: educationDataBodySchema,
  readsBodyAs: 'nothing',
  successResponses: anySuccessResponses,
  refusals: {
    400: {
      reason:
        'A field is missing, a year or result is no number, or the years are less than 2 apart.',
      message: 'Grade 12 exam taken year should be at least 2 years after Grade 10 exam taken year',
    },
    409: makeAnotherStateRefusal(
      'the biography is not saved yet, or the education is saved already',
    ),
  },
  safeToRepeat: false,
  examples: { requests: makeRequestExamples(({ education }) => toEducationData(education)) },
});

/** The body of the request that saves the emergency contact. */
const contactDataBodySchema = nameSchema(
  'SaveContactDataRequest',
  'Whom to call in an emergency.',
  z.object({
    contactFullName: describeField("The contact's full name.", contactSchemas.contactFullName),
    contactOccupation: describeField("The contact's occupation.", contactSchemas.contactOccupation),
    nameOfEmployer: describeField("The contact's employer.", contactSchemas.nameOfEmployer),
    phoneOfEmployer: describeField("The employer's phone.", contactSchemas.phoneOfEmployer),
    emailOfEmployer: describeField("The employer's email address.", contactSchemas.emailOfEmployer),
    contactPhone: describeField("The contact's phone.", makePhoneSchema('Contact Phone')),
    contactRelation: makeRequiredTextSchema('Contact person relationship is required').describe(
      'What the contact is to her. One of the list, or what was typed for "Other".',
    ),
  }),
);
export type ContactData = z.infer<typeof contactDataBodySchema>;

export const saveContactData = defineOperation({
  method: 'POST',
  path: '/applicants/private/save_contact_data',
  summary: 'Save the emergency contact',
  description: 'Saves whom to call in an emergency. Occupation and employer may be left out.',
  rule: 'application#contact',
  auth: 'bearer',
  body: contactDataBodySchema,
  readsBodyAs: 'nothing',
  successResponses: anySuccessResponses,
  refusals: {
    400: {
      reason: 'The name, the phone or the relationship is missing or invalid.',
      message: 'Contact Phone must only contain numbers',
    },
    409: makeAnotherStateRefusal('the education is not saved yet, or the contact is saved already'),
  },
  safeToRepeat: false,
  personalFields: [
    'contactFullName',
    'contactPhone',
    'nameOfEmployer',
    'phoneOfEmployer',
    'emailOfEmployer',
  ],
  examples: { requests: makeRequestExamples(({ contact }) => toContactData(contact)) },
});

/** A program that is open for applications; an application refers to this entry's own `id`. */
export const batchProgram = nameSchema(
  'BatchProgram',
  'An offer: a program that can be applied for now.',
  z.object({
    id: z
      .union([z.number().int().safe(), z.string().regex(/^\d{1,15}$/)])
      .describe(
        "The offer's own id, a whole number or the same as text. An application sends it as a number.",
      ),
    program: nameSchema(
      'OfferedProgram',
      'The program of an offer.',
      z.object({
        id: id.nullish().describe('Its id in the list of programs.'),
        name: z.string().min(1).describe('Its name, the same as in the list of programs.'),
      }),
    ).describe('The program that is offered.'),
    batch: makeOptionalObjectSchema(
      nameSchema(
        'Batch',
        'The applicants who begin together.',
        z.object({
          id: id.nullish().describe("The batch's id."),
          name: z.string().nullish().describe('Its name, such as the month it begins.'),
        }),
      ),
    ).describe('When it begins.'),
  }),
);
export type BatchProgram = z.infer<typeof batchProgram>;

export const listApplicable = defineOperation({
  method: 'GET',
  path: '/batch_programs/private/applicable',
  summary: 'List the programs on offer',
  description:
    'Lists the programs she can apply for now. The `id` of an entry, not that of its program, is what `applicants.applyForProgram` takes.',
  rule: 'application#what-can-be-applied-for',
  auth: 'bearer',
  usualState: 'READY_TO_APPLY',
  readsBodyAs: 'json',
  successResponses: { 200: z.array(batchProgram) },
  refusals: {},
  safeToRepeat: true,
  examples: {
    answers: {
      offers: {
        summary: 'One offer',
        value: [
          {
            id: 504,
            program: { id: 14, name: 'Data Science' },
            batch: { id: 5, name: 'September 2026' },
          },
        ],
      },
    },
  },
});

/** The body of the application request. */
const applicationBodySchema = nameSchema(
  'ApplyForProgramRequest',
  'The program she applies for.',
  z.object({
    selectedBatchProgramId: z
      .number({
        required_error: noProgramMessage,
        invalid_type_error: noProgramMessage,
      })
      .int()
      .safe()
      .describe(
        'The offer she chose. The id of an applicable program (`batchPrograms.applicable`).',
      ),
  }),
);

export const applyForProgram = defineOperation({
  method: 'POST',
  path: '/applicants/private/apply_for_program',
  summary: 'Apply for a program',
  description:
    'Applies for one program, which ends the application: she is `APPLIED`, and the staff decide.',
  rule: 'application#apply',
  auth: 'bearer',
  body: applicationBodySchema,
  readsBodyAs: 'nothing',
  successResponses: { 200: z.unknown() },
  refusals: {
    400: {
      reason: 'The id is missing, or is no whole number.',
      message: noProgramMessage,
    },
    404: {
      reason: 'The program is not offered.',
      message: 'There is no such program to apply to.',
    },
    409: makeAnotherStateRefusal('a form is not saved yet, or she applied already'),
  },
  safeToRepeat: false,
  neededValues: ['offer'],
  examples: {
    requests: {
      dataScience: { summary: 'The id of an offer', value: { selectedBatchProgramId: 504 } },
    },
  },
});
