/**
 * The applicant's lifecycle: her states, what moves her from one to the next, and where the site leads from each.
 * The only place that says so; the site's steps and guards, the mock backend, the
 * journey and the checks derive from it. Decisions, section 2; journey specification, section 4.
 */
import type { Id } from './fields.ts';

/** In the order an applicant passes through them. A backend may answer others: an unknown status moves nobody. */
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
export type ApplicantState = (typeof applicantStates)[number];

/** Each state of an applicant in words, and the step that comes next. */
export const stateMeanings: Readonly<Record<ApplicantState, string>> = {
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

/** The role of everybody this product serves; others belong to the staff portal (website specification, section 6). */
export const applicantRole = 'ROLE_APPLICANT';

/** One row: an operation bound to a state, or a decision of the staff. */
export interface LifecycleRow {
  /** The state it is allowed in. `null`: registered, not yet activated, when no state is visible. */
  from: ApplicantState | null;
  /** The state it leads to; the same as `from` if it moves nobody. */
  to: ApplicantState;
  /** The condition under which it moves the applicant. */
  when?: string;
  /** The route the site opens next, if that is not the one the new state leads to. */
  opens?: string;
}

/** Every operation that belongs to a state, and every decision of the staff. In any other state it is refused and changes nothing. */
export const lifecycle = {
  'applicants.activate': {
    from: null,
    to: 'NOT_ACTIVATED',
  },
  'applicants.createPassword': {
    from: 'NOT_ACTIVATED',
    to: 'ACTIVATED',
  },
  'exams.create': { from: 'ACTIVATED', to: 'ACTIVATED' },
  'exams.submit': {
    from: 'ACTIVATED',
    to: 'TOOK_EXAM',
    when: 'the exam is passed',
  },
  'payments.getPending': { from: 'TOOK_EXAM', to: 'TOOK_EXAM' },
  'payments.makeOffline': {
    from: 'TOOK_EXAM',
    to: 'ACTIVATION_PAID',
    opens: 'finalizePayment',
  },
  'payments.payOnline': {
    from: 'TOOK_EXAM',
    to: 'ACTIVATION_PAID',
    when: 'the provider reports the payment',
  },
  'staff.verify': { from: 'ACTIVATION_PAID', to: 'BIOGRAPHIC_APPLICANT' },
  'staff.reject': { from: 'ACTIVATION_PAID', to: 'TOOK_EXAM' },
  'applicants.saveBioData': {
    from: 'BIOGRAPHIC_APPLICANT',
    to: 'BIOGRAPHIC_APPLICANT2',
  },
  'applicants.saveEducationData': {
    from: 'BIOGRAPHIC_APPLICANT2',
    to: 'BIOGRAPHIC_APPLICANT3',
  },
  'applicants.saveContactData': {
    from: 'BIOGRAPHIC_APPLICANT3',
    to: 'READY_TO_APPLY',
  },
  'applicants.applyForProgram': {
    from: 'READY_TO_APPLY',
    to: 'APPLIED',
  },
  'staff.admit': { from: 'APPLIED', to: 'ADMITTED' },
} as const satisfies Readonly<Record<string, LifecycleRow>>;

/** The name of a row: `resource.operation`, or `staff.decision`. */
export type LifecycleName = keyof typeof lifecycle;
/** `verify`, `reject` and `admit`: what the staff decide outside the API. */
export type StaffDecision = LifecycleName extends infer N
  ? N extends `staff.${infer D}`
    ? D
    : never
  : never;
/** The operations that belong to a state. */
export type LifecycleOperation = Exclude<LifecycleName, `staff.${string}`>;
/** The operations that move an applicant, sometimes or always. */
export type MovingOperation = {
  [N in LifecycleOperation]: (typeof lifecycle)[N]['from'] extends (typeof lifecycle)[N]['to']
    ? never
    : N;
}[LifecycleOperation];

const rows: Readonly<Record<string, LifecycleRow>> = lifecycle;

/** The table as a list, in the order an applicant meets it. */
export const lifecycleRows: readonly (LifecycleRow & { by: LifecycleName })[] = Object.entries(
  lifecycle,
).map(([by, row]) => ({ by: by as LifecycleName, ...row }));

/** The rows that lead from one state to another. */
export const moves = lifecycleRows.filter(({ from, to }) => from !== to);

/** @returns the row of an operation or decision; `undefined` for an operation that no state binds */
export function lifecycleRow(name: string): LifecycleRow | undefined {
  return Object.keys(rows).includes(name) ? rows[name] : undefined;
}

/**
 * The states in which an operation is allowed.
 * @param operation the operation's name, e.g. `exams.create`
 * @returns `undefined` when the operation does not depend on a visible state
 */
export function allowedStates(operation: string): readonly ApplicantState[] | undefined {
  const from = lifecycleRow(operation)?.from;
  return from ? [from] : undefined;
}

/** @returns the usual way out of a state, the first the table lists; `undefined` in the last state */
export function wayOut(state: ApplicantState | null): LifecycleName | undefined {
  return moves.find(({ from }) => from === state)?.by;
}

/** True for a status this product knows. */
export function isApplicantState(status: unknown): status is ApplicantState {
  return (applicantStates as readonly unknown[]).includes(status);
}

/**
 * The site's route, by name, that `Proceed with Application` opens in each state (journey specification, section 4).
 * Before activation and after admission it leads nowhere.
 */
export const proceedTo = {
  ACTIVATED: 'takeExam',
  TOOK_EXAM: 'examResult',
  ACTIVATION_PAID: 'pendingPayVerification',
  BIOGRAPHIC_APPLICANT: 'biographyData',
  BIOGRAPHIC_APPLICANT2: 'educationBackground',
  BIOGRAPHIC_APPLICANT3: 'emergencyContact',
  READY_TO_APPLY: 'applyProgram',
  APPLIED: 'applyProgramConfirmation',
} as const satisfies Readonly<
  Record<Exclude<ApplicantState, 'NOT_ACTIVATED' | 'ADMITTED'>, string>
>;

/* What decides whether an exam moves her: how answers are written, and which result is a pass. */

/** True when the exam was passed: only the word Fail says it was not (journey specification, section 2). */
export function isPass(answer: { result?: unknown; resultDesc: unknown }): boolean {
  const saysFail = (value: unknown) =>
    String(value ?? '')
      .trim()
      .toLowerCase();
  return saysFail(answer.resultDesc) !== 'fail' && saysFail(answer.result) !== 'fail';
}

/** An answer: the id of the `examQuestionDtoList` entry, and of the chosen choice. */
export type ExamAnswer = readonly [questionId: Id, choiceId: Id];

/** Writes answers the way the backend reads them: `questionId:choiceId` pairs, comma-separated. */
export function toExamResults(answers: Iterable<ExamAnswer>): string {
  return Array.from(answers, ([questionId, choiceId]) => `${questionId}:${choiceId}`).join(',');
}

/** Reads `questionId:choiceId` pairs. @returns `undefined` when the text is not such a list */
export function fromExamResults(results: string): [string, string][] | undefined {
  if (results.trim() === '') return [];
  const pairs = results.split(',').map((pair) => pair.trim().split(':'));
  return pairs.every((pair) => pair.length === 2 && pair[0] && pair[1])
    ? (pairs as [string, string][])
    : undefined;
}
