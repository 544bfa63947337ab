/** The applicant's profile, and the part of her biography that it shows. */
import { z } from 'zod';
import { applicantExamples } from '../examples.ts';
import { id, makeEmailSchema, makeRequiredTextSchema } from '../fields.ts';
import { anySuccessResponses, defineOperation, describeField, nameSchema } from '../operation.ts';
import { applicantStatusSchema, exampleProfileId, storedNameExamples } from './shared.ts';

const { register } = applicantExamples.hana;
const noApplicantRefusal = {
  reason: 'There is no such applicant.',
  message: 'There is no such applicant.',
};
const personalFieldNames = ['firstName', 'middleName', 'lastName', 'phone', 'email'];
const biographySchemas = {
  profilePicture: z.string().nullish().describe('The stored name of her picture (`files.get`).'),
  countryOfResidence: z.string().nullish().describe('The country she lives in.'),
  nationality: z.string().nullish().describe('Her nationality, as she wrote it.'),
};

/** The fields of the biography that a backend answers, in the order in which they are shown. */
export const shownBiographyFields = Object.keys(
  biographySchemas,
) as readonly (keyof typeof biographySchemas)[];

/** An applicant as the backend stores her; only the status is always there. */
const profile = nameSchema(
  'Profile',
  'What the backend knows about an applicant.',
  z.object({
    status: applicantStatusSchema.describe('Where she is in the application.'),
    id: id.nullish().describe("The profile's id; also that of the account."),
    firstName: z.string().nullish().describe("The applicant's first name."),
    middleName: z.string().nullish().describe('Her middle name.'),
    lastName: z.string().nullish().describe("The applicant's last name."),
    phone: z.string().nullish().describe('Her phone.'),
    email: z.string().nullish().describe("The account's email address."),
    ...biographySchemas,
    applicationStatus: z.string().nullish().describe('The same as `status`, where it is answered.'),
  }),
);
export type Profile = z.infer<typeof profile>;

/** The fields of a profile, without what only repeats another: `id` is the account's, `applicationStatus` is `status`. */
export const profileFields = Object.keys(
  profile.omit({ id: true, applicationStatus: true }).shape,
) as readonly Exclude<keyof Profile, 'id' | 'applicationStatus'>[];

export const getByEmail = defineOperation({
  method: 'GET',
  path: '/applicants/private/get_by_email/:email',
  pathParams: z.object({ email: z.string().min(1).describe('Her own address.') }),
  summary: 'Read the profile and the state',
  description:
    'Reads what the backend knows about her. `status` is the only field that is certain: by it a client knows which step comes next. Read it again after each step, and while a payment waits to be verified.',
  rule: 'profile#read-the-profile',
  auth: 'bearer',
  readsBodyAs: 'json',
  successResponses: { 200: profile },
  refusals: { 404: noApplicantRefusal },
  safeToRepeat: true,
  personalFields: personalFieldNames,
  examples: {
    parameters: { email: register.email },
    answers: {
      activated: {
        summary: 'She has a password and can take the exam',
        value: {
          id: exampleProfileId,
          status: 'ACTIVATED',
          firstName: 'HANA',
          middleName: 'TESFAYE',
          lastName: 'BEKELE',
          phone: register.phoneNumber,
          email: register.email,
          profilePicture: null,
          countryOfResidence: null,
          nationality: null,
        },
      },
      least: { summary: 'The least that has to be answered', value: { status: 'APPLIED' } },
    },
  },
});

const profileUpdateSchema = nameSchema(
  'EditProfileRequest',
  'Names and phone as they should be.',
  z.object({
    firstName: describeField('The first name.', makeRequiredTextSchema('First name is required')),
    middleName: describeField(
      'The middle name.',
      makeRequiredTextSchema('Middle name is required'),
    ),
    lastName: describeField('The last name.', makeRequiredTextSchema('Last name is required')),
    phone: describeField(
      'The phone, without spaces and dashes.',
      makeRequiredTextSchema('Phone number is required'),
    ),
    email: describeField('Her own address; it cannot be changed.', makeEmailSchema()),
  }),
);

export const editProfile = defineOperation({
  method: 'PUT',
  path: '/applicants/private/edit_profile/:applicantId',
  pathParams: z.object({ applicantId: id.describe('The `id` of her profile.') }),
  summary: 'Change names and phone',
  description:
    'Saves her names and phone; all four are required. Her address and her state stay what they are.',
  rule: 'profile#change-the-profile',
  auth: 'bearer',
  body: profileUpdateSchema,
  readsBodyAs: 'nothing',
  successResponses: anySuccessResponses,
  refusals: {
    400: {
      reason: 'A field is missing, or the address is not her own.',
      message: 'The email address cannot be changed.',
    },
    404: noApplicantRefusal,
  },
  safeToRepeat: true,
  neededValues: ['profileId'],
  ignorableFields: ['email'],
  personalFields: personalFieldNames,
  otherReadings: { anyPath: true },
  examples: {
    parameters: { applicantId: exampleProfileId },
    requests: {
      hana: {
        summary: 'Another phone',
        value: {
          firstName: 'Hana',
          middleName: 'Tesfaye',
          lastName: 'Bekele',
          phone: '+251911234568',
          email: register.email,
        },
      },
    },
  },
});

const bioSummarySchema = nameSchema(
  'BioSummary',
  'What the profile page shows of the biography.',
  z.object(biographySchemas),
);
export type BioSummary = z.infer<typeof bioSummarySchema>;

export const getBioData = defineOperation({
  method: 'GET',
  path: '/applicants/private/get_bio_data',
  summary: 'Read a part of the biography',
  description:
    'Reads what the profile page shows of the biography. Its fields are null before it is saved.',
  rule: 'profile#read-the-biography',
  auth: 'bearer',
  readsBodyAs: 'json',
  successResponses: { 200: bioSummarySchema },
  refusals: {},
  safeToRepeat: true,
  otherReadings: { anyPath: true },
  examples: {
    answers: {
      saved: {
        summary: 'After the biography was saved',
        value: {
          profilePicture: storedNameExamples.profilePicture,
          countryOfResidence: 'Ethiopia',
          nationality: 'Ethiopian',
        },
      },
      empty: {
        summary: 'Before',
        value: { profilePicture: null, countryOfResidence: null, nationality: null },
      },
    },
  },
});
