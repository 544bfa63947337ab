import { describe, expect, test } from 'vitest';
import { emailForm, loginForm, passwordForm } from './account-forms.ts';
import { applicantExamples } from './examples.ts';
import { profileForm, toProfileUpdate } from './profile.ts';
import { registerForm, toRegistration } from './registration.ts';
import { messageAt, phoneRules, type Rules, testForms } from './testing/form-rules.ts';

const { hana } = applicantExamples;
const passwords = { password: 'Selam2025', confirmPassword: 'Selam2025' };

const nameRules = (field: string, label: string): Rules['rows'] => [
  [field, '', `${label} is required`],
  [field, '   ', `${label} is required`],
  [field, undefined, `${label} is required`],
  [field, 'Hana2', `${label} must contain only alphabetic characters`],
  [field, 'Hana Marta', `${label} must contain only alphabetic characters`],
  [field, "O'Hara", `${label} must contain only alphabetic characters`],
  [field, 'ሐና', undefined],
  [field, 'Ñandú', undefined],
  [field, 'हिन्दी', undefined],
  [field, ' Hana ', undefined],
];

testForms({
  registration: {
    form: registerForm,
    valid: hana.register,
    rows: [
      ...nameRules('firstName', 'First name'),
      ...nameRules('middleName', 'Middle name'),
      ...nameRules('lastName', 'Last name'),
      ...phoneRules('phoneNumber', 'Phone number'),
      ['email', '', 'Email is required'],
      ['email', 'hana', 'Invalid email address'],
      ['email', 'hana@example', 'Invalid email address'],
      ['email', undefined, 'Email is required'],
      ['email', 'hana@.com', 'Invalid email address'],
      ['email', 'hana@example.', 'Invalid email address'],
      ['email', 'hana@@example.com', 'Invalid email address'],
      ['email', 'hana@a.b', undefined],
      ['email', ' hana+test@mail.example.com ', undefined],
      ['iAm18', undefined, 'You must confirm that you are 18 years or older'],
      ['agreeToPrivacy', true, undefined],
      ['iAm18', false, 'You must confirm that you are 18 years or older'],
      ['iAgreeTerms', undefined, 'You must agree to the terms and conditions'],
      ['agreeToPrivacy', false, 'You must agree to the privacy policy'],
      ['iAgreeMarketing', undefined, undefined],
      ['referralCode', undefined, undefined],
    ],
  },
  'password creation': {
    form: passwordForm,
    valid: passwords,
    rows: [
      ['password', '', 'Password can not be empty'],
      ['password', null, 'Password can not be empty'],
      ['password', 'Selam202', undefined],
      ['password', 'Selam25', 'Password must be at least 8 characters'],
      [
        'password',
        'selam2025',
        'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      ],
      [
        'password',
        'SELAM2025',
        'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      ],
      [
        'password',
        'Selamselam',
        'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      ],
      ['confirmPassword', '', 'Confirm password can not be empty'],
      ['confirmPassword', undefined, 'Confirm password can not be empty'],
      ['confirmPassword', 'Selam2026', 'Passwords must match'],
    ],
  },
  'sign-in': {
    form: loginForm,
    valid: { email: 'hana@example.com', password: 'x' },
    rows: [
      ['email', '', 'Email is required'],
      ['email', 'hana@example', 'Please enter a valid email'],
      ['password', '', 'Password is required'],
      ['password', undefined, 'Password is required'],
      ['password', '   ', undefined],
    ],
  },
  'forgot password and resend': {
    form: emailForm,
    valid: { email: 'hana@example.com' },
    rows: [
      ['email', '', 'Email is required'],
      ['email', 'no', 'Please enter a valid email'],
    ],
  },
  profile: {
    form: profileForm,
    valid: { firstName: 'Hana', middleName: 'T', lastName: 'B', phoneNumber: '0911' },
    rows: [
      ['firstName', '', 'First name is required'],
      ['middleName', '', 'Middle name is required'],
      ['lastName', '', 'Last name is required'],
      ['phoneNumber', '', 'Phone number is required'],
    ],
  },
});

test('passwords are compared while one of them is wrong', () => {
  const typo = { password: 'short', confirmPassword: 'other' };
  expect(messageAt(passwordForm, typo, 'password')).toBe('Password must be at least 8 characters');
  expect(messageAt(passwordForm, typo, 'confirmPassword')).toBe('Passwords must match');
});

describe('from form to wire', () => {
  test('a profile sends its phone without spaces and dashes', () => {
    const names = { firstName: 'Hana', middleName: 'Tesfaye', lastName: 'Bekele' };
    const form = profileForm.parse({ ...names, phoneNumber: '+251 91-123 45 67' });
    expect(toProfileUpdate(form, 'hana@example.com').phone).toBe('+251911234567');
  });

  test('a registration sends its names in upper case and its phone without spaces', () => {
    const form = registerForm.parse({
      ...hana.register,
      phoneNumber: '+251 911-234567',
      referralCode: 'R1',
    });
    expect(toRegistration(form)).toEqual({
      firstName: 'HANA',
      middleName: 'TESFAYE',
      lastName: 'BEKELE',
      email: 'hana.tesfaye@example.com',
      phoneNumber: '+251911234567',
      iAm18: true,
      iAgreeTerms: true,
      agreeToPrivacy: true,
      iAgreeMarketing: false,
      referral: 'R1',
    });
  });

  test('an empty referral code is left out', () => {
    expect(toRegistration({ ...hana.register, referralCode: '' })).not.toHaveProperty('referral');
  });
});
