/**
 * The applicant's states, which operation moves which state where, and where the site leads from each.
 * Decisions, section 2; journey specification, section 4.
 */

/** In the order an applicant passes through them. The backend may answer others: an unknown status moves nobody. */
export const applicantStates = [
  'NOT_ACTIVATED',
  'ACTIVATED',
  'TOOK_EXAM',
  'ACTIVATION_PAID',
  'BIOGRAPHIC_APPLICANT',
  'BIOGRAPHIC_APPLICANT2',
  'BIOGRAPHIC_APPLICANT3',
  'READY_TO_APPLY',
  'APPLIED',
  'ADMITTED',
] as const;

/** The role of everybody this product serves; others belong to the staff portal (website specification, section 6). */
export const applicantRole = 'ROLE_APPLICANT';

export type ApplicantState = (typeof applicantStates)[number];

/** True for a status this product knows. */
export function isApplicantState(status: unknown): status is ApplicantState {
  return (applicantStates as readonly unknown[]).includes(status);
}

export interface Transition {
  /** The operation's name, or the staff action that stands outside the API. */
  by: string;
  /** `null`: registered, not yet activated (no status is visible then). */
  from: ApplicantState | null;
  to: ApplicantState;
  /** Where the operation moves the state only sometimes. */
  when?: string;
}

/** Every allowed move. What is not here is refused and changes nothing. */
export const transitions: readonly Transition[] = [
  { by: 'applicants.activate', from: null, to: 'NOT_ACTIVATED' },
  { by: 'applicants.createPassword', from: 'NOT_ACTIVATED', to: 'ACTIVATED' },
  { by: 'exams.submit', from: 'ACTIVATED', to: 'TOOK_EXAM', when: 'the exam is passed' },
  { by: 'payments.makeOffline', from: 'TOOK_EXAM', to: 'ACTIVATION_PAID' },
  {
    by: 'payments.payOnline',
    from: 'TOOK_EXAM',
    to: 'ACTIVATION_PAID',
    when: 'the provider reports the payment',
  },
  { by: 'staff.verify', from: 'ACTIVATION_PAID', to: 'BIOGRAPHIC_APPLICANT' },
  { by: 'staff.reject', from: 'ACTIVATION_PAID', to: 'TOOK_EXAM' },
  { by: 'applicants.saveBioData', from: 'BIOGRAPHIC_APPLICANT', to: 'BIOGRAPHIC_APPLICANT2' },
  {
    by: 'applicants.saveEducationData',
    from: 'BIOGRAPHIC_APPLICANT2',
    to: 'BIOGRAPHIC_APPLICANT3',
  },
  { by: 'applicants.saveContactData', from: 'BIOGRAPHIC_APPLICANT3', to: 'READY_TO_APPLY' },
  { by: 'applicants.applyForProgram', from: 'READY_TO_APPLY', to: 'APPLIED' },
  { by: 'staff.admit', from: 'APPLIED', to: 'ADMITTED' },
];

/**
 * The states in which an operation is allowed.
 * @param operation the operation's name, e.g. `exams.create`
 * @returns `undefined` when the operation does not depend on the applicant's state
 */
export function allowedStates(operation: string): readonly ApplicantState[] | undefined {
  // These two belong to a step without moving the state themselves.
  if (operation === 'exams.create') return ['ACTIVATED'];
  if (operation === 'payments.getPending') return ['TOOK_EXAM'];
  const from = transitions.filter((move) => move.by === operation).map((move) => move.from);
  const states = from.filter((state) => state !== null);
  return states.length > 0 ? states : undefined;
}

/** Where `Proceed with Application` leads (journey specification, section 4). Other statuses lead nowhere. */
export const proceedTo: Readonly<Partial<Record<ApplicantState, string>>> = {
  ACTIVATED: '/applicant/take_exam',
  TOOK_EXAM: '/applicant/exam_result',
  ACTIVATION_PAID: '/applicant/pending_pay_verification',
  BIOGRAPHIC_APPLICANT: '/applicant/biography_data',
  BIOGRAPHIC_APPLICANT2: '/applicant/education_background',
  BIOGRAPHIC_APPLICANT3: '/applicant/emergency_contact',
  READY_TO_APPLY: '/applicant/apply_program',
  APPLIED: '/applicant/apply_program_confirmation',
};
