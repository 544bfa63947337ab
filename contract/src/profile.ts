import { z } from 'zod';
import { cleanPhone, email, id, requiredText } from './fields.ts';

/** The profile form (journey specification, section 5): the fields are required, and nothing else is checked. */
export const profileForm = z.object({
  firstName: requiredText('First name is required'),
  middleName: requiredText('Middle name is required'),
  lastName: requiredText('Last name is required'),
  phoneNumber: requiredText('Phone number is required'),
});
export type ProfileForm = z.infer<typeof profileForm>;

export const profileUpdate = z.object({
  firstName: profileForm.shape.firstName,
  middleName: profileForm.shape.middleName,
  lastName: profileForm.shape.lastName,
  phone: profileForm.shape.phoneNumber,
  email: email(),
});
export type ProfileUpdate = z.infer<typeof profileUpdate>;

/** From the checked profile form to the wire, the phone without its spaces and dashes. @param accountEmail the account's own address */
export function toProfileUpdate(form: ProfileForm, accountEmail: string): ProfileUpdate {
  // Each by its name: a form with more fields must not send them to a strict backend.
  const { firstName, middleName, lastName, phoneNumber: phone } = form;
  return { firstName, middleName, lastName, phone: cleanPhone(phone), email: accountEmail };
}

/** What the backend knows about an applicant; only the status is certain. */
export const profile = z.object({
  status: z.string(),
  id: id.nullish(),
  firstName: z.string().nullish(),
  middleName: z.string().nullish(),
  lastName: z.string().nullish(),
  phone: z.string().nullish(),
  email: z.string().nullish(),
  profilePicture: z.string().nullish(),
  countryOfResidence: z.string().nullish(),
  nationality: z.string().nullish(),
  applicationStatus: z.string().nullish(),
});
export type Profile = z.infer<typeof profile>;
