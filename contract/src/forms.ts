/**
 * The site's forms (specification/website §3, §5, §8; specification/journey §3, §5): the rules of each with the
 * specified messages, and how its values become a payload.
 */
import { z } from 'zod';
import { countries } from './countries.ts';
import {
  dateOfBirth,
  type Id,
  makeAgreementSchema,
  makeChoiceSchema,
  makeCountrySchema,
  makeEmailSchema,
  makeFormSchema,
  makeNewPasswordSchema,
  makeRequiredTextSchema,
  makeTypedNameSchema,
  makeTypedPhoneSchema,
} from './fields.ts';
import { type FileFacts, makeFileMessage } from './file-rules.ts';
import {
  contactRelations,
  educationLevels,
  type FileKind,
  genders,
  limits,
  maritalStatuses,
} from './limits.ts';

/** A password as it was typed, without rules: any text that is not empty; spaces count. */
export function someText(message: string) {
  return z.string({ required_error: message, invalid_type_error: message }).min(1, message);
}

/** A chosen file, of which only name, size and type are checked; the form keeps the file itself. */
function makeFileSchema(kind: FileKind) {
  return z.custom<FileFacts | undefined>().superRefine((chosenFile, context) => {
    const message = makeFileMessage(kind, chosenFile);
    if (message) context.addIssue({ code: 'custom', message });
  });
}

/** The registration form. */
export const registerForm = z.object({
  firstName: makeTypedNameSchema('First name'),
  middleName: makeTypedNameSchema('Middle name'),
  lastName: makeTypedNameSchema('Last name'),
  email: makeEmailSchema(),
  phoneNumber: makeTypedPhoneSchema(),
  referralCode: z.string().trim().optional(),
  iAm18: makeAgreementSchema('You must confirm that you are 18 years or older'),
  iAgreeTerms: makeAgreementSchema('You must agree to the terms and conditions'),
  agreeToPrivacy: makeAgreementSchema('You must agree to the privacy policy'),
  iAgreeMarketing: z.boolean().optional(),
});
export type RegisterForm = z.infer<typeof registerForm>;

/** Makes the payload from the valid form: names in capitals, an empty referral code left out. */
export function toRegistration(form: RegisterForm) {
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

/** The sign-in form. */
export const loginForm = z.object({
  email: makeEmailSchema('Please enter a valid email'),
  password: someText('Password is required'),
});

/** One email field: forgot password and resend activation. */
export const emailForm = z.object({ email: makeEmailSchema('Please enter a valid email') });

/**
 * The message about two different passwords on the screen after a temporary password, in addition to the message of the
 * field.
 */
export const resetMismatchMessage = 'Password and Confirm password should be the same';

/** A new password, typed twice: after activation, and after a temporary password. */
export const passwordForm = makeFormSchema(
  z.object({
    password: makeNewPasswordSchema(),
    confirmPassword: someText('Confirm password can not be empty'),
  }),
  ({ password, confirmPassword }, context) => {
    if (!confirmPassword || password === confirmPassword) return;
    context.addIssue({
      code: 'custom',
      path: ['confirmPassword'],
      message: 'Passwords must match',
    });
  },
);

/** The profile form; names and phone number have the rules of the registration. */
export const profileForm = registerForm.pick({
  firstName: true,
  middleName: true,
  lastName: true,
  phoneNumber: true,
});
export type ProfileForm = z.infer<typeof profileForm>;

/**
 * Makes the payload from the valid profile form.
 * @param accountEmail the account's email address, which the form does not contain
 */
export function toProfileUpdate(form: ProfileForm, accountEmail: string) {
  // Each field is named, because a form with more fields must not send them to a strict backend.
  const { firstName, middleName, lastName, phoneNumber: phone } = form;
  return { firstName, middleName, lastName, phone, email: accountEmail };
}

/** The offline payment form. */
export const offlinePaymentForm = z.object({
  paymentCode: makeRequiredTextSchema('Payment code is required'),
  paymentBank: makeRequiredTextSchema('Please select one bank').describe('The account number.'),
  txnRefNumber: makeRequiredTextSchema('Transaction reference number is required'),
  receiptFile: makeFileSchema('receipt'),
});
export type OfflinePaymentForm = z.infer<typeof offlinePaymentForm>;

/**
 * Makes the payload from the valid form.
 * @param attachmentUrl the name under which the receipt was stored
 */
export function toOfflinePayment(form: OfflinePaymentForm, attachmentUrl: string) {
  return {
    paymentCode: form.paymentCode,
    transactionReference: form.txnRefNumber,
    bankAccount: form.paymentBank,
    attachmentUrl,
  };
}

/** The fields of the biography that are sent without a change. */
export const biographySchemas = {
  countryOfBirth: makeCountrySchema('Country of Birth', countries),
  countryOfResidence: makeCountrySchema('Country of Residence', countries),
  nationality: makeRequiredTextSchema('Nationality is required'),
  nativeLanguage: makeRequiredTextSchema('Native language is required'),
  gender: makeChoiceSchema(genders, 'Gender is required'),
  dateOfBirth: dateOfBirth(),
};

/** A country of the list is recognized in any letter case, and sent in the spelling of the list. */
const acceptTypedCountry = (schema: ReturnType<typeof makeCountrySchema>) =>
  z.preprocess((typedCountryName) => {
    const lowerCaseName =
      typeof typedCountryName === 'string' ? typedCountryName.trim().toLowerCase() : '';
    return (
      countries.find((listedCountry) => listedCountry.toLowerCase() === lowerCaseName) ??
      typedCountryName
    );
  }, schema);

/** The biography form, the first of three saved steps. */
export const bioForm = z.object({
  ...biographySchemas,
  countryOfBirth: acceptTypedCountry(biographySchemas.countryOfBirth),
  countryOfResidence: acceptTypedCountry(biographySchemas.countryOfResidence),
  educationLevel: makeChoiceSchema(educationLevels, 'Education level is required'),
  maritalStatus: z
    .enum(maritalStatuses)
    .optional()
    .or(z.literal('').transform(() => undefined)),
  profilePicture: makeFileSchema('profilePicture'),
  educationDocument: makeFileSchema('educationDocument'),
});
export type BioForm = z.infer<typeof bioForm>;

/**
 * Makes the payload from the valid biography form: without the education level, and with the country as the place of
 * birth.
 * @param storedNames the applicant's id, and the names under which the two files were stored
 */
export function toBioData(
  form: BioForm,
  storedNames: { id?: Id | null | undefined; profilePicture: string; educationDocument: string },
) {
  const { educationLevel: _notSent, ...fieldsToSend } = form;
  return { ...fieldsToSend, placeOfBirth: form.countryOfBirth, ...storedNames };
}

const grade10YearMissingMessage = 'Grade 10 exam taken year is required';
const grade12YearMissingMessage = 'Grade 12 exam taken year is required';
const makeNumberMessage = (label: string, example: string) =>
  `${label} must be a number, for example ${example}`;
const makeTypedNumberSchema = (requiredMessage: string, noNumberMessage: string) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    makeRequiredTextSchema(requiredMessage).regex(/^\d+(\.\d+)?$/, noNumberMessage),
  );

/** The fields of the education background that are sent without a change. */
export const schoolSchemas = {
  lastAttendedHighSchool: makeRequiredTextSchema('Last Attended HighSchool is required'),
  highSchoolAddress: makeRequiredTextSchema('HighSchool Address is required'),
};

/** The education background form, the second saved step. Years and results are typed as text. */
export const educationForm = makeFormSchema(
  z.object({
    ...schoolSchemas,
    grade10Result: makeTypedNumberSchema(
      'Grade 10 Result is required',
      makeNumberMessage('Grade 10 Result', '3.5'),
    ),
    grade10Year: makeTypedNumberSchema(
      grade10YearMissingMessage,
      makeNumberMessage('Grade 10 exam taken year', '2017'),
    ),
    grade12Result: makeTypedNumberSchema(
      'Grade 12 Result is required',
      makeNumberMessage('Grade 12 Result', '512'),
    ),
    grade12Year: makeTypedNumberSchema(
      grade12YearMissingMessage,
      makeNumberMessage('Grade 12 exam taken year', '2019'),
    ),
  }),
  checkGradeYears,
);
export type EducationForm = z.infer<typeof educationForm>;

/** The rule across both years, of the form and of what is sent. */
export function checkGradeYears(
  gradeYears: { grade10Year?: unknown; grade12Year?: unknown },
  context: z.RefinementCtx,
): void {
  const [grade10, grade12] = [gradeYears.grade10Year, gradeYears.grade12Year];
  const isYearMissing = [grade10, grade12].some((year) => (year ?? '') === '');
  if (isYearMissing || Number(grade12) - Number(grade10) >= limits.grades.minYearsBetween) return;
  context.addIssue({
    code: 'custom',
    path: ['grade12Year'],
    message: 'Grade 12 exam taken year should be at least 2 years after Grade 10 exam taken year',
  });
}

/** Makes the payload from the valid education form: years and results become numbers. */
export function toEducationData(form: EducationForm) {
  return {
    ...form,
    grade10Result: Number(form.grade10Result),
    grade10Year: Number(form.grade10Year),
    grade12Result: Number(form.grade12Result),
    grade12Year: Number(form.grade12Year),
  };
}

/** The fields of the emergency contact that are sent without a change. */
export const contactSchemas = {
  contactFullName: makeRequiredTextSchema('Contact Full Name is required'),
  contactOccupation: z.string().trim().nullish(),
  nameOfEmployer: z.string().trim().nullish(),
  phoneOfEmployer: z.string().trim().nullish(),
  emailOfEmployer: z.string().trim().nullish(),
};

/** The emergency contact form, the third saved step. */
export const contactForm = makeFormSchema(
  z.object({
    ...contactSchemas,
    contactPhone: makeTypedPhoneSchema('Contact Phone'),
    contactRelation: makeChoiceSchema(contactRelations, 'Contact person relationship is required'),
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

/** Makes the payload from the valid contact form: for "Other" the typed text is sent. */
export function toContactData(form: ContactForm) {
  const { otherRelation, ...fieldsToSend } = form;
  return {
    ...fieldsToSend,
    contactRelation:
      form.contactRelation === 'Other' ? (otherRelation ?? 'Other') : form.contactRelation,
  };
}

/** The message for a choice without a program, from the form and from the backend. */
export const noProgramMessage = 'Please select one program to apply to';

/** The choice of a program: its id in the list of offers, as text. */
export const applyForm = z.object({
  program: z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    makeRequiredTextSchema(noProgramMessage).regex(/^\d+$/, noProgramMessage),
  ),
});
export type ApplyForm = z.infer<typeof applyForm>;

/** Makes the payload from the valid choice. */
export function toApplication(form: ApplyForm) {
  return { selectedBatchProgramId: Number(form.program) };
}
