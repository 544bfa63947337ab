import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeAdmissionPath } from './addresses.ts';
import { findRoute, type Guard, routeNames, routes } from './routes.ts';

/** The public routes (specification/website §2; specification/journey §2). */
const publicRoutes: [
  path: string,
  name: string,
  guard: Guard,
  parameters?: Record<string, string>,
][] = [
  ['/', 'home', 'anyone'],
  ['/about', 'about', 'anyone'],
  ['/Contact', 'contact', 'anyone'],
  ['/degree_programs', 'degreePrograms', 'anyone'],
  ['/short_programs', 'shortPrograms', 'anyone'],
  ['/admission/datascience', 'admission', 'anyone', { field: 'datascience' }],
  ['/applicant-disclaimer', 'disclaimer', 'anyone'],
  ['/register', 'register', 'anonymous'],
  ['/registration-successful', 'registered', 'anonymous'],
  ['/applicant/activate/t0k3n', 'activate', 'anonymous', { token: 't0k3n' }],
  ['/applicant/password_confirmation', 'createPassword', 'anonymous'],
  ['/password-registration-success', 'passwordCreated', 'anonymous'],
  ['/login', 'login', 'anonymous'],
  ['/forgot_password', 'forgotPassword', 'anonymous'],
  ['/reset_confirmation', 'resetConfirmation', 'anonymous'],
  ['/change-password', 'changePassword', 'anonymous'],
  ['/change-password-confirmation', 'passwordChanged', 'anonymous'],
  ['/resend_email', 'resendEmail', 'anonymous'],
  ['/resend-email-confirmation', 'emailResent', 'anonymous'],
  ['/terms_and_conditions', 'terms', 'anyone'],
  ['/privacy_policy', 'privacy', 'anyone'],
  ['/accessibility', 'accessibility', 'anyone'],
  ['/receipt/type1/OPC-1', 'receipt', 'anyone', { paymentCode: 'OPC-1' }],
  ['/receipt/type2/1005', 'receiptSample', 'anyone', { token: '1005' }],
];

test.each(publicRoutes)(
  '%s is the route %s for %s, in upper and lower case',
  (path, name, guard, params = {}) => {
    const route = findRoute(path);
    expect(route).toMatchObject({ name, guard });
    expect(route.params).toMatchObject(params);
    for (const pathVariant of [path.toUpperCase(), path.toLowerCase(), path.replace(/\/?$/, '/')]) {
      expect(findRoute(pathVariant).name, pathVariant).toBe(name);
    }
  },
);

const stepPaths = [
  'take_exam',
  'exam_result',
  'offline_payment',
  'finalize_payment',
  'pending_pay_verification',
  'edit_profile',
  'biography_data',
  'education_background',
  'emergency_contact',
  'apply_program',
  'apply_program_confirmation',
];

test.each(stepPaths)('/applicant/%s is for applicants only', (step) => {
  for (const path of [`/applicant/${step}`, `/Applicant/${step.toUpperCase()}/`]) {
    expect(findRoute(path).guard, path).toBe('applicant');
  }
});

test.each([
  '/nowhere',
  '/abouts',
  '/about/us',
  '/admission',
  '/admission/',
  '/admission/a/b',
  '/applicant',
  '/applicant/activate/a/b',
  '/receipt/type2',
  '/receipt/type3/1',
  '/logins',
  '//',
  '/%',
])('%j is not found', (path) => {
  expect(findRoute(path)).toMatchObject({ name: 'notFound', guard: 'anyone' });
});

test('Apply now stands on the home, about, degree, short and admission pages only', () => {
  const namesWithApplyNow = routeNames.filter((name) => 'hasApplyNow' in routes[name]);
  expect(namesWithApplyNow).toEqual([
    'home',
    'about',
    'degreePrograms',
    'shortPrograms',
    'admission',
  ]);
});

describe('a parameter', () => {
  const readTokenParam = (tokenInPath: string) =>
    findRoute(`/applicant/activate/${tokenInPath}`).params.token;

  test.each([
    ['a%20b', 'a b'],
    ['a+b', 'a+b'],
    ['%2541', '%41'],
    ['a%2Fb', 'a/b'],
    ['%E1%8A%A0', 'አ'],
    ['%E0%A4%A', '%E0%A4%A'],
    ['100%', '100%'],
    ['A%3d%3D', 'A=='],
  ])('%s is read as %j: decoded once, or unchanged if it cannot be decoded', (raw, value) => {
    expect(readTokenParam(raw)).toBe(value);
  });

  test('is the text that was encoded into the address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(readTokenParam(encodeURIComponent(text))).toBe(text);
      }),
    );
  });

  test('is the slug of a program in the address of its page', () => {
    expect(findRoute(makeAdmissionPath('Entrepreneurship & Innovation')).params).toMatchObject({
      field: 'entrepreneurship&innovation',
    });
  });
});
