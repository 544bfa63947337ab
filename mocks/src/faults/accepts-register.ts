/** Registrations and first passwords that break a rule and are accepted. */
import type { Fault } from './fault.ts';
import { acceptsAnyway, type Fields, isBlank, like } from './inputs.ts';

const phone = { phoneNumber: '+251911234567' };
const email = { email: 'somebody@example.com' };
const names = { firstName: 'Name', middleName: 'Name', lastName: 'Name' };
const password = { password: 'Selam2025' };

function registers(
  name: string,
  sentence: string,
  fields: Fields,
  breaks: (value: unknown) => boolean,
): Fault {
  return acceptsAnyway(name, sentence, 'applicants.register', fields, breaks);
}

function creates(name: string, sentence: string, breaks: RegExp): Fault {
  return acceptsAnyway(name, sentence, 'applicants.createPassword', password, like(breaks));
}

const isNotTrue = (value: unknown) => value !== true;

export const acceptsRegister: readonly Fault[] = [
  registers(
    'phone-7-digits',
    'Registers with a phone number of 7 digits.',
    phone,
    like(/^\+?\d{7}$/),
  ),
  registers(
    'phone-16-digits',
    'Registers with a phone number of 16 digits.',
    phone,
    like(/^\+?\d{16}$/),
  ),
  registers(
    'phone-letters',
    'Registers with letters in the phone number.',
    phone,
    like(/^(?=.*\p{L})\+?[\p{L}\d]{8,15}$/u),
  ),
  registers(
    'name-digits',
    'Registers with digits in a name.',
    names,
    like(/^(?=.*\d)[\p{L}\p{M}\d]+$/u),
  ),
  registers('name-missing', 'Registers without one of the names.', names, isBlank),
  registers(
    'object-as-name',
    'Registers with an object in place of a name.',
    names,
    (value) => typeof value === 'object' && value !== null,
  ),
  registers(
    'email-without-dot',
    'Registers an e-mail address without a dot after the @.',
    email,
    like(/^[^@\s]+@[^@\s.]+$/),
  ),
  registers(
    'email-trailing',
    'Registers an e-mail address with more behind it, or with two @.',
    email,
    like(/^[^@\s]+@[^@\s]+(@[^@\s]+|>)$/),
  ),
  registers('email-invalid', 'Registers an e-mail address without an @.', email, like(/^[^@\s]+$/)),
  registers(
    'age-not-confirmed',
    'Registers an applicant who does not confirm her age.',
    { iAm18: true },
    isNotTrue,
  ),
  registers(
    'terms-not-accepted',
    'Registers an applicant who does not agree to the terms.',
    { iAgreeTerms: true },
    isNotTrue,
  ),
  registers(
    'privacy-missing',
    'Registers an applicant who does not agree to the privacy policy.',
    { agreeToPrivacy: true },
    isNotTrue,
  ),
  creates(
    'password-7-characters',
    'A first password may have 7 characters.',
    /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d).{7}$/,
  ),
  creates(
    'password-without-digit',
    'A first password needs no digit.',
    /^(?=.*[A-Z])(?=.*[a-z])\D{8,}$/,
  ),
  creates(
    'password-without-uppercase',
    'A first password needs no uppercase letter.',
    /^(?=.*[a-z])(?=.*\d)[^A-Z]{8,}$/,
  ),
  creates(
    'password-without-lowercase',
    'A first password needs no lowercase letter.',
    /^(?=.*[A-Z])(?=.*\d)[^a-z]{8,}$/,
  ),
  acceptsAnyway(
    'reset-password-weak',
    'A changed password may be any text.',
    'auth.changePassword',
    password,
    like(/./),
  ),
];
