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
  receipt: '/receipt/type1/:paymentCode',
  receiptSample: '/receipt/type2/:token',
} as const;

/** The applicant's steps, behind the guard (journey specification, section 2). */
export const stepPaths = {
  takeExam: '/applicant/take_exam',
  examResult: '/applicant/exam_result',
  offlinePayment: '/applicant/offline_payment',
  finalizePayment: '/applicant/finalize_payment',
  pendingPayVerification: '/applicant/pending_pay_verification',
  editProfile: '/applicant/edit_profile',
  biographyData: '/applicant/biography_data',
  educationBackground: '/applicant/education_background',
  emergencyContact: '/applicant/emergency_contact',
  applyProgram: '/applicant/apply_program',
  applyProgramConfirmation: '/applicant/apply_program_confirmation',
} as const;

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
