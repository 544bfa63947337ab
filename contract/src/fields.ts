/**
 * Fields that several forms share, each with its messages in the words of the specification (specification/website §5;
 * specification/journey §5). A value may break several rules at once; show the first issue of its path.
 */
import { z } from 'zod';
import { limits } from './limits.ts';
import { lettersOnlyMessage } from './messages.ts';

/** An identifier from the backend: text, or a whole number that JavaScript represents exactly. */
export const id = z.union([z.number().int().safe(), z.string().min(1)]);
export type Id = number | string;

/** A number, or a text that contains one ("3.5"). */
export const numberOrTextSchema = z
  .union([
    z.number().finite(),
    z
      .string()
      .trim()
      .regex(/^-?\d+([.,]\d+)?$/),
  ])
  .describe('A number, or the same as text.');

/**
 * A number from the backend. The schema accepts the same as text ("500.00"), because the site can read it; `admissions
 * check` reports it.
 */
export const numberOrReportedTextSchema = z
  .union([z.number().finite(), z.string().regex(/^-?\d+(\.\d+)?$/, 'Expected number')])
  .describe('A number; the same as text is tolerated.');

/** Text that must not be empty; surrounding spaces do not count. */
export function makeRequiredTextSchema(message: string) {
  return z.string({ required_error: message, invalid_type_error: message }).trim().min(1, message);
}

/** Letters of any script, with their combining marks. */
const lettersOnlyPattern = /^[\p{L}\p{M}]+$/u;
const lettersAndSpacesPattern = /^[\p{L}\p{M} ]+$/u;

/** A person's name. @param label its name in messages, e.g. `First name` */
export function makePersonNameSchema(label: string) {
  return makeRequiredTextSchema(`${label} is required`)
    .regex(lettersOnlyPattern, lettersOnlyMessage(label))
    .describe('Letters of any script, no spaces.');
}

/**
 * A person's name as a person types it. Persian and Indic keyboards insert invisible joiners between letters, which are
 * removed.
 */
export function makeTypedNameSchema(label: string) {
  const withoutJoiners = (value: unknown) =>
    typeof value === 'string' ? value.replace(/[\u200c\u200d]/g, '') : value;
  return z.preprocess(withoutJoiners, makePersonNameSchema(label));
}

/**
 * An email address as an HTML email input accepts it, with a dot after the @ as well.
 * @param invalidMessage the message for an invalid address; sign-in and registration have different ones
 */
export function makeEmailSchema(invalidMessage = 'Invalid email address') {
  return makeRequiredTextSchema('Email is required')
    .regex(emailPattern, invalidMessage)
    .describe(
      'An email address as browsers take it (letters A to Z, digits and usual signs), with a dot after the @.',
    );
}
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/**
 * A phone number as it is sent: an optional plus, then 8 to 15 digits.
 * @param label its name in messages, e.g. `Phone number`
 */
export function makePhoneSchema(label = 'Phone number') {
  const { minDigits, maxDigits } = limits.phone;
  return makeRequiredTextSchema(`${label} is required`)
    .regex(/^\+?\d+$/, `${label} must only contain numbers`)
    .regex(
      new RegExp(`^\\+?\\d{${minDigits},${maxDigits}}$`),
      `${label} must be ${minDigits} to ${maxDigits} digits long and contain only numbers`,
    )
    .describe(`An optional plus, then ${minDigits} to ${maxDigits} digits.`);
}

/** A phone number as a person types it, see `cleanPhone`. */
export function makeTypedPhoneSchema(label?: string) {
  return z.preprocess(cleanPhone, makePhoneSchema(label));
}

/**
 * @returns the value without the characters people type inside a phone number: spaces and dashes; dots between digits;
 * brackets around the beginning; a slash after the area code; the zero that is dialed only inside a country, in brackets
 * after a country's code, or after that of Ethiopia, where no other number begins with one. Other characters stay,
 * because they may separate two numbers. `00` stays, because it is dialed like a plus.
 */
export function cleanPhone<T>(value: T): T | string {
  if (typeof value !== 'string') return value;
  return value
    .replace(/(\d)\.(?=\d)/g, '$1')
    .replace(/[\s\-‐-―\u2212]/gu, '')
    .replace(/^\(?((?:\+|00)?[1-9]\d{0,3})\)?\(0\)(?=\d)/, '$1')
    .replace(/\((\+?\d{1,5})\)(?=\d)/g, '$1')
    .replace(/^(\+?\d{2,6})\/(?=\d)/, '$1')
    .replace(/^((?:\+|00)251)0(?=\d{9}$)/, '$1');
}

/** A new password. */
export function makeNewPasswordSchema() {
  const characterClassesMessage =
    'Password must contain at least one uppercase letter, one lowercase letter, and one number';
  return z
    .string({
      required_error: 'Password can not be empty',
      invalid_type_error: 'Password can not be empty',
    })
    .min(1, 'Password can not be empty')
    .min(limits.password.minLength, 'Password must be at least 8 characters')
    .regex(/^(?=[\s\S]*[A-Z])(?=[\s\S]*[a-z])(?=[\s\S]*[0-9])/, characterClassesMessage)
    .describe(
      `At least ${limits.password.minLength} characters, with an uppercase letter (A-Z), a lowercase letter and a digit.`,
    );
}

/** A box that must be ticked. */
export function makeAgreementSchema(message: string) {
  return z.literal(true, { errorMap: () => ({ message }) });
}

/**
 * A country: a name of the list, or letters and spaces up to 40 characters.
 * @param label its name in messages, e.g. `Country of Birth`
 * @param listedNames the names that are always valid, whatever characters they contain
 */
export function makeCountrySchema(label: string, listedNames: readonly string[]) {
  const maxLength = limits.countryNameMaxLength;
  return makeRequiredTextSchema(`${label} is required`)
    .refine(
      (countryName) =>
        listedNames.includes(countryName) ||
        (lettersAndSpacesPattern.test(countryName) && countryName.length <= maxLength),
      `Please enter valid ${label}`,
    )
    .describe(`A country from the list, or letters and spaces, at most ${maxLength}.`);
}

/**
 * A date of birth, `YYYY-MM-DD`: a real day in the past, in a year at least 18 before this one.
 * @param readNow returns the time in milliseconds since 1970
 */
export function dateOfBirth(readNow: () => number = Date.now) {
  const currentDate = () => today(new Date(readNow()));
  return makeRequiredTextSchema('Date of birth is required')
    .refine(isRealDate, 'Please enter a valid date of birth')
    .refine((date) => date <= currentDate(), 'Date of birth cannot be in the future')
    .refine(
      (date) => Number(currentDate().slice(0, 4)) - Number(date.slice(0, 4)) >= limits.minimumAge,
      `Age must be at least ${limits.minimumAge} years old`,
    )
    .describe(
      `YYYY-MM-DD: a real day, not in the future, in a year at least ${limits.minimumAge} before this one.`,
    );
}

/** One value of a list; anything else, also no value, gets the same message. */
export function makeChoiceSchema<const V extends readonly [string, ...string[]]>(
  choices: V,
  message: string,
) {
  return z.enum(choices, { errorMap: () => ({ message }) });
}

/**
 * A form with a rule across several fields. Unlike zod's refinements, the rule is also checked while other fields are
 * invalid, so that a person sees all messages at once.
 */
export function makeFormSchema<S extends z.ZodTypeAny>(
  fieldsSchema: S,
  checkFieldsTogether: (formValues: Partial<z.input<S>>, context: z.RefinementCtx) => void,
): z.ZodType<z.output<S>, z.ZodTypeDef, z.input<S>> {
  return z.custom<z.input<S>>().transform((formValues, context): z.output<S> => {
    const parsing = fieldsSchema.safeParse(formValues);
    for (const issue of parsing.error?.issues ?? []) context.addIssue(issue);
    if (typeof formValues === 'object' && formValues !== null)
      checkFieldsTogether(formValues, context);
    return parsing.success ? parsing.data : z.NEVER;
  });
}

/** @returns today's date in the time zone of this machine, `YYYY-MM-DD` */
export function today(date = new Date()): string {
  const padToTwoDigits = (monthOrDay: number) => String(monthOrDay).padStart(2, '0');
  return `${date.getFullYear()}-${padToTwoDigits(date.getMonth() + 1)}-${padToTwoDigits(date.getDate())}`;
}

function isRealDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const parsedDate = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsedDate.getTime()) && parsedDate.toISOString().startsWith(date);
}
