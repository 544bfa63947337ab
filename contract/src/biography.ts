/** The biography, the first of three saved steps (journey specification, sections 3 and 5). */
import { z } from 'zod';
import { educationLevels, genders, maritalStatuses } from './choices.ts';
import { countries } from './countries.ts';
import { country, dateOfBirth, file, id, oneOf, requiredText } from './fields.ts';

const origin = {
  countryOfBirth: country('Country of Birth', countries),
  countryOfResidence: country('Country of Residence', countries),
  nationality: requiredText('Nationality is required'),
  nativeLanguage: requiredText('Native language is required'),
  gender: oneOf(genders, 'Gender is required'),
  dateOfBirth: dateOfBirth(),
};

/** A country of the list is found whatever its case, and sent as the list spells it. */
const typedCountry = (field: ReturnType<typeof country>) =>
  z.preprocess((typed) => {
    const plain = typeof typed === 'string' ? typed.trim().toLowerCase() : '';
    return countries.find((listed) => listed.toLowerCase() === plain) ?? typed;
  }, field);

/** The biography form. */
export const bioForm = z.object({
  ...origin,
  countryOfBirth: typedCountry(origin.countryOfBirth),
  countryOfResidence: typedCountry(origin.countryOfResidence),
  educationLevel: oneOf(educationLevels, 'Education level is required'),
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
 * From the checked biography form to the wire: drops the education level and fills the place of birth with the country.
 * @param stored the applicant's id, and the names under which the two files were stored
 */
export function toBioData(
  form: BioForm,
  stored: { id?: BioData['id']; profilePicture: string; educationDocument: string },
): BioData {
  const { educationLevel: _notSent, ...sent } = form;
  return { ...sent, placeOfBirth: form.countryOfBirth, ...stored };
}
