/** The three saved steps: biography, education background, emergency contact (journey specification, sections 3 and 5). */
import { z } from 'zod';
import {
  country,
  dateOfBirth,
  file,
  formWith,
  id,
  numeric,
  phone,
  requiredText,
  typedPhone,
} from './fields.ts';
import { countries } from './generated/countries.ts';
import { limits } from './limits.ts';

export const genders = ['male', 'female'] as const;
export const maritalStatuses = ['single', 'married', 'divorced', 'widowed'] as const;
export const educationLevels = [
  { value: 'preparatory', label: 'preparatory (12th Grade)' },
  { value: 'tvet', label: 'tvet' },
  { value: 'bachelor', label: 'bachelor' },
  { value: 'master', label: 'master' },
  { value: 'doctorate', label: 'doctorate' },
] as const;
export const contactRelations = [
  'mother',
  'father',
  'brother',
  'sister',
  'uncle',
  'aunt',
  'Other',
] as const;

/** One of a list; anything else, or nothing, is answered with the field's own message. */
function oneOf<const V extends readonly [string, ...string[]]>(values: V, message: string) {
  return z.enum(values, { errorMap: () => ({ message }) });
}

const origin = {
  countryOfBirth: country('Country of Birth', countries),
  countryOfResidence: country('Country of Residence', countries),
  nationality: requiredText('Nationality is required'),
  nativeLanguage: requiredText('Native language is required'),
  gender: oneOf(genders, 'Gender is required'),
  dateOfBirth: dateOfBirth(),
};

/** The biography form. */
export const bioForm = z.object({
  ...origin,
  educationLevel: oneOf(
    ['preparatory', 'tvet', 'bachelor', 'master', 'doctorate'],
    'Education level is required',
  ),
  maritalStatus: z
    .enum(maritalStatuses)
    .optional()
    .or(z.literal('').transform(() => undefined)),
  profilePicture: file('profilePicture'),
  educationDocument: file('educationDocument'),
});
export type BioForm = z.infer<typeof bioForm>;

/** The biography as it is sent. */
export const bioData = z.object({
  id: id.nullish(),
  ...origin,
  placeOfBirth: z.string().describe('Filled with the country of birth.'),
  maritalStatus: z.enum(maritalStatuses).nullish(),
  profilePicture: requiredText('Please attach your profile picture').describe(
    'A stored file name.',
  ),
  educationDocument: requiredText('Please attach your education document').describe(
    'A stored file name.',
  ),
});
export type BioData = z.infer<typeof bioData>;

/**
 * From the checked biography form to the wire: the education level stays here, the place of birth is the country.
 * @param stored the applicant's id, and the names under which the two files were stored
 */
export function toBioData(
  form: BioForm,
  stored: { id?: BioData['id']; profilePicture: string; educationDocument: string },
): BioData {
  const { educationLevel: _notSent, ...sent } = form;
  return { ...sent, placeOfBirth: form.countryOfBirth, ...stored };
}

const grade10Year = 'Grade 10 exam taken year is required';
const grade12Year = 'Grade 12 exam taken year is required';
const typed = (message: string) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    requiredText(message).regex(/^\d+(\.\d+)?$/, message),
  );

/** The education background form; years and results are typed. */
export const educationForm = formWith(
  z.object({
    lastAttendedHighSchool: requiredText('Last Attended HighSchool is required'),
    highSchoolAddress: requiredText('HighSchool Address is required'),
    grade10Result: typed('Grade 10 Result is required'),
    grade10Year: typed(grade10Year),
    grade12Result: typed('Grade 12 Result is required'),
    grade12Year: typed(grade12Year),
  }),
  checkYears,
);
export type EducationForm = z.infer<typeof educationForm>;

/** The education background as it is sent; years and results as numbers or as text. */
export const educationData = z
  .object({
    lastAttendedHighSchool: requiredText('Last Attended HighSchool is required'),
    highSchoolAddress: requiredText('HighSchool Address is required'),
    grade10Result: numeric,
    grade10Year: numeric,
    grade12Result: numeric,
    grade12Year: numeric.describe(
      `At least ${limits.grades.minYearsBetween} years after grade10Year.`,
    ),
  })
  .superRefine(checkYears);
export type EducationData = z.infer<typeof educationData>;

function checkYears(
  years: { grade10Year?: unknown; grade12Year?: unknown },
  context: z.RefinementCtx,
): void {
  const [grade10, grade12] = [years.grade10Year, years.grade12Year];
  const untyped = [grade10, grade12].some((year) => (year ?? '') === '');
  if (untyped || Number(grade12) - Number(grade10) >= limits.grades.minYearsBetween) return;
  context.addIssue({
    code: 'custom',
    path: ['grade12Year'],
    message: 'Grade 12 exam taken year should be at least 2 years after Grade 10 exam taken year',
  });
}

/** From the checked education form to the wire: years and results become numbers. */
export function toEducationData(form: EducationForm): EducationData {
  return {
    ...form,
    grade10Result: Number(form.grade10Result),
    grade10Year: Number(form.grade10Year),
    grade12Result: Number(form.grade12Result),
    grade12Year: Number(form.grade12Year),
  };
}

const contact = {
  contactFullName: requiredText('Contact Full Name is required'),
  contactOccupation: z.string().trim().nullish(),
  nameOfEmployer: z.string().trim().nullish(),
  phoneOfEmployer: z.string().trim().nullish(),
  emailOfEmployer: z.string().trim().nullish(),
};

/** The emergency contact form. */
export const contactForm = formWith(
  z.object({
    ...contact,
    contactPhone: typedPhone('Contact Phone'),
    contactRelation: oneOf(contactRelations, 'Contact person relationship is required'),
    otherRelation: z.string().trim().optional(),
  }),
  ({ contactRelation, otherRelation }, context) => {
    if (contactRelation !== 'Other' || otherRelation?.trim()) return;
    context.addIssue({
      code: 'custom',
      path: ['otherRelation'],
      message: 'Other Contact Relationship is required',
    });
  },
);
export type ContactForm = z.infer<typeof contactForm>;

/** The emergency contact as it is sent. */
export const contactData = z.object({
  ...contact,
  contactPhone: phone('Contact Phone'),
  contactRelation: requiredText('Contact person relationship is required').describe(
    'One of the list, or what was typed for "Other".',
  ),
});
export type ContactData = z.infer<typeof contactData>;

/** From the checked contact form to the wire: "Other" sends its own text. */
export function toContactData(form: ContactForm): ContactData {
  const { otherRelation, ...sent } = form;
  return {
    ...sent,
    contactRelation:
      form.contactRelation === 'Other' ? (otherRelation ?? 'Other') : form.contactRelation,
  };
}
