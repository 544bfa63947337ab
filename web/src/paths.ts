/** Every address of the site, once (route tables of both specifications). */
import { programSlug } from '@one-planet/contract/program-slug';
import { parseUrl } from './parse-url.ts';

export const paths = {
  home: '/',
  about: '/about',
  contact: '/Contact',
  degreePrograms: '/degree_programs',
  shortPrograms: '/short_programs',
  admission: '/admission/:field',
  disclaimer: '/applicant-disclaimer',
  register: '/register',
  registered: '/registration-successful',
  activate: '/applicant/activate/:token',
  createPassword: '/applicant/password_confirmation',
  passwordCreated: '/password-registration-success',
  login: '/login',
  forgotPassword: '/forgot_password',
  resetConfirmation: '/reset_confirmation',
  changePassword: '/change-password',
  passwordChanged: '/change-password-confirmation',
  resendEmail: '/resend_email',
  emailResent: '/resend-email-confirmation',
  terms: '/terms_and_conditions',
  receiptSample: '/receipt/type2/:token',
  takeExam: '/applicant/take_exam',
  editProfile: '/applicant/edit_profile',
} as const;

/** The applicant's steps, behind the guard (journey specification, section 2). */
export const applicantSteps: readonly string[] = [
  paths.takeExam,
  '/applicant/exam_result',
  '/applicant/offline_payment',
  '/applicant/finalize_payment',
  '/applicant/pending_pay_verification',
  paths.editProfile,
  '/applicant/biography_data',
  '/applicant/education_background',
  '/applicant/emergency_contact',
  '/applicant/apply_program',
  '/applicant/apply_program_confirmation',
];

/** Where the guard sends a visitor who is not logged in; `redirectUrl` brings her back. */
export function loginPath(back: string): string {
  return `/Login?redirectUrl=${encodeURIComponent(back)}`;
}

/** @returns the page of a programme; `&` stays as it is, as in the specification's examples */
export function admissionPath(programName: string): string {
  const slug = encodeURIComponent(programSlug(programName)).replaceAll('%26', '&');
  return paths.admission.replace(':field', slug);
}

/**
 * The page to go on to after logging in: only inside the site (decisions, section 3).
 * @param search the query of the log-in page's address
 * @returns a path, `/` when none was asked for or it leads elsewhere
 */
export function pathAfterLogin(search: string): string {
  const asked = new URLSearchParams(search).get('redirectUrl') ?? '';
  const here = 'https://here.invalid';
  const url = asked.startsWith('/') ? parseUrl(asked, here) : undefined;
  if (!url) return paths.home;
  const path = url.pathname + url.search + url.hash;
  // `/.//elsewhere` loses its dots and would be another site's address.
  return url.origin === here && !path.startsWith('//') ? path : paths.home;
}
