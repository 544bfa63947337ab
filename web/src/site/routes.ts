/**
 * The site's route table (route tables of both specifications). The screen of each route is in screens.ts: in one
 * file with the paths, which screens import, they would form an import cycle.
 */

import { parse } from 'regexparam';
import { matchRoute } from 'wouter';
import { keysOf } from './unchecked.ts';

/** `anonymous`: logged-in users are sent home. `applicant`: others are sent to the login page. */
export type Guard = 'anyone' | 'anonymous' | 'applicant';

export interface Route {
  path: string;
  guard: Guard;
  /** The build renders the page to HTML, as a visitor without a session sees it. */
  prerendered: boolean;
  /** `Apply now` stands in the header for visitors who are not logged in (website specification, section 2). */
  applyNow?: true;
  /**
   * The screen itself decides: a test that runs on this device goes on without logging in, and a mailed link that is
   * opened where somebody is logged in asks first.
   */
  guardsItself?: true;
}

export const routes = {
  home: { path: '/', guard: 'anyone', prerendered: true, applyNow: true },
  about: { path: '/about', guard: 'anyone', prerendered: true, applyNow: true },
  contact: { path: '/Contact', guard: 'anyone', prerendered: true },
  degreePrograms: { path: '/degree_programs', guard: 'anyone', prerendered: true, applyNow: true },
  shortPrograms: { path: '/short_programs', guard: 'anyone', prerendered: true, applyNow: true },
  admission: { path: '/admission/:field', guard: 'anyone', prerendered: false, applyNow: true },
  disclaimer: { path: '/applicant-disclaimer', guard: 'anyone', prerendered: true },
  register: { path: '/register', guard: 'anonymous', prerendered: true },
  registered: { path: '/registration-successful', guard: 'anonymous', prerendered: true },
  activate: {
    path: '/applicant/activate/:token',
    guard: 'anonymous',
    prerendered: false,
    guardsItself: true,
  },
  createPassword: {
    path: '/applicant/password_confirmation',
    guard: 'anonymous',
    prerendered: true,
  },
  passwordCreated: {
    path: '/password-registration-success',
    guard: 'anonymous',
    prerendered: true,
  },
  login: { path: '/login', guard: 'anonymous', prerendered: true },
  forgotPassword: { path: '/forgot_password', guard: 'anonymous', prerendered: true },
  resetConfirmation: { path: '/reset_confirmation', guard: 'anonymous', prerendered: true },
  changePassword: { path: '/change-password', guard: 'anonymous', prerendered: true },
  passwordChanged: {
    path: '/change-password-confirmation',
    guard: 'anonymous',
    prerendered: true,
  },
  resendEmail: { path: '/resend_email', guard: 'anonymous', prerendered: true },
  emailResent: { path: '/resend-email-confirmation', guard: 'anonymous', prerendered: true },
  terms: { path: '/terms_and_conditions', guard: 'anyone', prerendered: true },
  privacy: { path: '/privacy_policy', guard: 'anyone', prerendered: true },
  receipt: { path: '/receipt/type1/:paymentCode', guard: 'anyone', prerendered: false },
  receiptSample: { path: '/receipt/type2/:token', guard: 'anyone', prerendered: false },
  takeExam: {
    path: '/applicant/take_exam',
    guard: 'applicant',
    prerendered: true,
    guardsItself: true,
  },
  examResult: { path: '/applicant/exam_result', guard: 'applicant', prerendered: true },
  offlinePayment: { path: '/applicant/offline_payment', guard: 'applicant', prerendered: true },
  finalizePayment: { path: '/applicant/finalize_payment', guard: 'applicant', prerendered: true },
  pendingPayVerification: {
    path: '/applicant/pending_pay_verification',
    guard: 'applicant',
    prerendered: true,
  },
  editProfile: { path: '/applicant/edit_profile', guard: 'applicant', prerendered: true },
  biographyData: { path: '/applicant/biography_data', guard: 'applicant', prerendered: true },
  educationBackground: {
    path: '/applicant/education_background',
    guard: 'applicant',
    prerendered: true,
  },
  emergencyContact: { path: '/applicant/emergency_contact', guard: 'applicant', prerendered: true },
  applyProgram: { path: '/applicant/apply_program', guard: 'applicant', prerendered: true },
  applyProgramConfirmation: {
    path: '/applicant/apply_program_confirmation',
    guard: 'applicant',
    prerendered: true,
  },
  // Matches every path, so it stays last.
  notFound: { path: '*', guard: 'anyone', prerendered: false },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteName = keyof typeof routes;

export const routeNames = keysOf(routes);

/** Every address of the site, by its route's name. */
export const paths = Object.fromEntries(routeNames.map((name) => [name, routes[name].path])) as {
  readonly [N in RouteName]: (typeof routes)[N]['path'];
};

/** The routes behind the guard (journey specification, section 2). */
export type ApplicantRouteName = {
  [N in RouteName]: (typeof routes)[N]['guard'] extends 'applicant' ? N : never;
}[RouteName];

/** The pages that are there as HTML for everybody: each has a description of its own (head-words.ts). */
export type PublicPageName = {
  [N in Exclude<RouteName, ApplicantRouteName>]: (typeof routes)[N]['prerendered'] extends true
    ? N
    : never;
}[Exclude<RouteName, ApplicantRouteName>];

/** The props of every screen. */
export interface ScreenProps {
  /** The parameters of the path, decoded. */
  params: Readonly<Record<string, string>>;
}

export interface FoundRoute extends Route, ScreenProps {
  name: RouteName;
}

/** @returns the route of a path, whatever its case */
export function findRoute(path: string): FoundRoute {
  for (const name of routeNames) {
    const [matches, params] = matchRoute(parse, routes[name].path, path);
    if (matches) return { name, ...routes[name], params: decoded(params) };
  }
  throw new Error('No route');
}

/** Decoded one by one: a `%2F` in a parameter is not a slash of the path. */
function decoded(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, raw = '']) => {
      try {
        return [name, decodeURIComponent(raw)];
      } catch {
        return [name, raw];
      }
    }),
  );
}
