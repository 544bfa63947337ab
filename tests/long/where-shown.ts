/** Where each page of the site can be seen: an address for those with a parameter, a state for those behind the guard. */
import { type ApplicantRouteName, paths, routeNames, routes } from '../../web/src/routes.ts';
import type { State } from '../site/applicants.ts';

const examples: Readonly<Record<string, string>> = {
  [paths.admission]: '/admission/datascience',
  [paths.activate]: '/applicant/activate/wrong-token',
  [paths.receipt]: '/receipt/type1/OPC-UNKNOWN',
  [paths.receiptSample]: '/receipt/type2/sample',
  [paths.notFound]: '/no/such/page',
};

/** @returns an address of a route */
export const exampleOf = (path: string): string => examples[path] ?? path;

/** Addresses that nobody has to log in for. */
export const publicAddresses: readonly string[] = routeNames
  .filter((name) => routes[name].guard !== 'applicant')
  .map((name) => exampleOf(paths[name]));

/** The state in which each page is shown. */
export const shownIn: Record<ApplicantRouteName, State> = {
  takeExam: 'ACTIVATED',
  examResult: 'TOOK_EXAM',
  offlinePayment: 'TOOK_EXAM',
  finalizePayment: 'ACTIVATION_PAID',
  pendingPayVerification: 'ACTIVATION_PAID',
  editProfile: 'READY_TO_APPLY',
  biographyData: 'BIOGRAPHIC_APPLICANT',
  educationBackground: 'BIOGRAPHIC_APPLICANT2',
  emergencyContact: 'BIOGRAPHIC_APPLICANT3',
  applyProgram: 'READY_TO_APPLY',
  applyProgramConfirmation: 'APPLIED',
};
