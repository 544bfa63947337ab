import type { ApplicantState } from '@one-planet/contract';

/** What is known of an applicant in each state, and what comes next. */
export const stateTexts: Readonly<Record<ApplicantState, string>> = {
  NOT_ACTIVATED: 'she opened the activation link and has no password yet.',
  ACTIVATED: 'she can log in, and takes the exam.',
  TOOK_EXAM: 'she passed the exam, and has to pay.',
  ACTIVATION_PAID: 'she reported her payment, and the staff verify it.',
  BIOGRAPHIC_APPLICANT: 'her payment is verified; the biography comes next.',
  BIOGRAPHIC_APPLICANT2: 'the biography is saved; the education background comes next.',
  BIOGRAPHIC_APPLICANT3: 'the education is saved; the emergency contact comes next.',
  READY_TO_APPLY: 'all three forms are saved; she chooses a program.',
  APPLIED: 'she applied, and the staff decide.',
  ADMITTED: 'she is admitted.',
};
