/**
 * The site's route table (specification/website §2; specification/journey §2). The screen of each route is in
 * screens.ts: screens import the paths, so both in one file would be an import cycle.
 */

import { parse } from 'regexparam';
import { matchRoute } from 'wouter';
import { keysOf } from './unchecked.ts';

/** `anonymous`: logged-in users are sent home. `applicant`: others are sent to the login page. */
export type Guard = 'anyone' | 'anonymous' | 'applicant';

export interface Route {
  path: string;
  guard: Guard;
  /** The page is rendered only in the browser. The build renders all others to HTML, as visitors see them. */
  isClientOnly?: true;
  /** The header shows `Apply now` to visitors who are not logged in (specification/website §2). */
  hasApplyNow?: true;
  /**
   * The screen itself decides who may see it: a running test on this device goes on without a session, and an activation
   * link that is opened while somebody is logged in asks first.
   */
  guardsItself?: true;
}

export const routes = {
  home: { path: '/', guard: 'anyone', hasApplyNow: true },
  about: { path: '/about', guard: 'anyone', hasApplyNow: true },
  contact: { path: '/Contact', guard: 'anyone' },
  degreePrograms: { path: '/degree_programs', guard: 'anyone', hasApplyNow: true },
  shortPrograms: { path: '/short_programs', guard: 'anyone', hasApplyNow: true },
  admission: { path: '/admission/:field', guard: 'anyone', isClientOnly: true, hasApplyNow: true },
  disclaimer: { path: '/applicant-disclaimer', guard: 'anyone' },
  register: { path: '/register', guard: 'anonymous' },
  registered: { path: '/registration-successful', guard: 'anonymous' },
  activate: {
    path: '/applicant/activate/:token',
    guard: 'anonymous',
    isClientOnly: true,
    guardsItself: true,
  },
  createPassword: { path: '/applicant/password_confirmation', guard: 'anonymous' },
  passwordCreated: { path: '/password-registration-success', guard: 'anonymous' },
  login: { path: '/login', guard: 'anonymous' },
  forgotPassword: { path: '/forgot_password', guard: 'anonymous' },
  resetConfirmation: { path: '/reset_confirmation', guard: 'anonymous' },
  changePassword: { path: '/change-password', guard: 'anonymous' },
  passwordChanged: { path: '/change-password-confirmation', guard: 'anonymous' },
  resendEmail: { path: '/resend_email', guard: 'anonymous' },
  emailResent: { path: '/resend-email-confirmation', guard: 'anonymous' },
  terms: { path: '/terms_and_conditions', guard: 'anyone' },
  privacy: { path: '/privacy_policy', guard: 'anyone' },
  accessibility: { path: '/accessibility', guard: 'anyone' },
  receipt: { path: '/receipt/type1/:paymentCode', guard: 'anyone', isClientOnly: true },
  receiptSample: { path: '/receipt/type2/:token', guard: 'anyone', isClientOnly: true },
  takeExam: { path: '/applicant/take_exam', guard: 'applicant', guardsItself: true },
  examResult: { path: '/applicant/exam_result', guard: 'applicant' },
  offlinePayment: { path: '/applicant/offline_payment', guard: 'applicant' },
  finalizePayment: { path: '/applicant/finalize_payment', guard: 'applicant' },
  pendingPayVerification: { path: '/applicant/pending_pay_verification', guard: 'applicant' },
  editProfile: { path: '/applicant/edit_profile', guard: 'applicant' },
  biographyData: { path: '/applicant/biography_data', guard: 'applicant' },
  educationBackground: { path: '/applicant/education_background', guard: 'applicant' },
  emergencyContact: { path: '/applicant/emergency_contact', guard: 'applicant' },
  applyProgram: { path: '/applicant/apply_program', guard: 'applicant' },
  applyProgramConfirmation: { path: '/applicant/apply_program_confirmation', guard: 'applicant' },
  // Matches every path, so it has to be last.
  notFound: { path: '*', guard: 'anyone', isClientOnly: true },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteName = keyof typeof routes;

export const routeNames = keysOf(routes);

/** Every path of the site, by its route's name. */
export const paths = Object.fromEntries(routeNames.map((name) => [name, routes[name].path])) as {
  readonly [N in RouteName]: (typeof routes)[N]['path'];
};

/** The routes behind the guard (specification/journey §2). */
export type ApplicantRouteName = {
  [N in RouteName]: (typeof routes)[N]['guard'] extends 'applicant' ? N : never;
}[RouteName];

/** The pages that the build renders to HTML; each has a description of its own (head-words.ts). */
export type PublicPageName = {
  [N in Exclude<RouteName, ApplicantRouteName>]: 'isClientOnly' extends keyof (typeof routes)[N]
    ? never
    : N;
}[Exclude<RouteName, ApplicantRouteName>];

/** The props of every screen. */
export interface ScreenProps {
  /** The parameters of the path, decoded. */
  params: Readonly<Record<string, string>>;
}

export interface FoundRoute extends Route, ScreenProps {
  name: RouteName;
}

/** @returns the route of a path, in upper or lower case */
export function findRoute(path: string): FoundRoute {
  for (const name of routeNames) {
    const [isMatch, params] = matchRoute(parse, routes[name].path, path);
    if (isMatch) return { name, ...routes[name], params: decodeParams(params) };
  }
  throw new Error('No route');
}

/** Decodes each parameter by itself: a `%2F` in a parameter is not a slash of the path. */
function decodeParams(
  params: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, encodedValue = '']) => {
      try {
        return [name, decodeURIComponent(encodedValue)];
      } catch {
        return [name, encodedValue];
      }
    }),
  );
}
