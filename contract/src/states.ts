/** Superseded by lifecycle.ts; deleted once nothing reads it. */
import { type ApplicantState, moves, proceedTo as routeNames } from './lifecycle.ts';

export {
  type ApplicantState,
  allowedStates,
  applicantRole,
  applicantStates,
  isApplicantState,
} from './lifecycle.ts';

export type Transition = (typeof moves)[number];
export const transitions: readonly Transition[] = moves;

const addresses = {
  takeExam: '/applicant/take_exam',
  examResult: '/applicant/exam_result',
  pendingPayVerification: '/applicant/pending_pay_verification',
  biographyData: '/applicant/biography_data',
  educationBackground: '/applicant/education_background',
  emergencyContact: '/applicant/emergency_contact',
  applyProgram: '/applicant/apply_program',
  applyProgramConfirmation: '/applicant/apply_program_confirmation',
} as const;

export const proceedTo: Readonly<Partial<Record<ApplicantState, string>>> = Object.fromEntries(
  Object.entries(routeNames).map(([state, name]) => [state, addresses[name]]),
);
