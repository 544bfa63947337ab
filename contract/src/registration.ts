import { z } from 'zod';
import { email, mustAgree, personName, phone, typedPhone } from './fields.ts';

const names = {
  firstName: personName('First name'),
  middleName: personName('Middle name'),
  lastName: personName('Last name'),
};
const confirmations = {
  iAm18: mustAgree('You must confirm that you are 18 years or older'),
  iAgreeTerms: mustAgree('You must agree to the terms and conditions'),
  agreeToPrivacy: mustAgree('You must agree to the privacy policy'),
};

/** The registration form (website specification, section 5). */
export const registerForm = z.object({
  ...names,
  email: email(),
  phoneNumber: typedPhone(),
  referralCode: z.string().trim().optional(),
  ...confirmations,
  iAgreeMarketing: z.boolean().optional(),
});
export type RegisterForm = z.infer<typeof registerForm>;

/** The registration as it is sent. */
export const registration = z.object({
  ...names,
  email: email(),
  phoneNumber: phone(),
  ...confirmations,
  iAgreeMarketing: z.boolean(),
  referral: z.string().optional(),
});
export type Registration = z.infer<typeof registration>;

/** From the checked form to the wire: names upper-cased, an empty referral code left out (1 §3). */
export function toRegistration(form: RegisterForm): Registration {
  const { referralCode, iAgreeMarketing = false, ...rest } = form;
  return {
    ...rest,
    firstName: form.firstName.toUpperCase(),
    middleName: form.middleName.toUpperCase(),
    lastName: form.lastName.toUpperCase(),
    iAgreeMarketing,
    ...(referralCode ? { referral: referralCode } : {}),
  };
}
