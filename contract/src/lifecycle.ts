/**
 * The applicant's lifecycle: her states, what moves her from one to the next, and where the site leads from each. The
 * site's steps and guards, the mock backend, the journey and the checks all derive from it (specification/decisions §2;
 * specification/journey §4).
 */
import type { Id } from './fields.ts';

/**
 * The states in the order in which an applicant passes through them. A backend may return other states, which lead
 * nowhere.
 */
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

/** The meaning of each state, and the step that comes next. */
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

/** The role of applicants. Other roles belong to the staff portal (specification/website §6). */
export const applicantRole = 'ROLE_APPLICANT';

/** One row: an operation that depends on the state, or a decision of the staff. */
export interface LifecycleRow {
  /** The state in which it is allowed. `null` is before activation, when a backend shows no state. */
  from: ApplicantState | null;
  /** The state after it; the same as `from` if it changes nothing. */
  to: ApplicantState;
  /** The condition under which it changes the state. */
  when?: string;
  /** The route that the site opens next, if it is not the one of the new state. */
  nextPageName?: string;
}

/**
 * Every operation that depends on the state, and every decision of the staff. In any other state it is refused and
 * changes nothing.
 */
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
    nextPageName: 'finalizePayment',
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
/** `verify`, `reject` and `admit`: decisions that the staff make outside the API. */
export type StaffDecision = LifecycleName extends infer N
  ? N extends `staff.${infer D}`
    ? D
    : never
  : never;
/** The operations that depend on the state. */
export type LifecycleOperation = Exclude<LifecycleName, `staff.${string}`>;
/** The operations that change the state, sometimes or always. */
export type MovingOperation = {
  [N in LifecycleOperation]: (typeof lifecycle)[N]['from'] extends (typeof lifecycle)[N]['to']
    ? never
    : N;
}[LifecycleOperation];

const rowsByOperation: Readonly<Record<string, LifecycleRow>> = lifecycle;

/** The lifecycle as a list, in the order in which an applicant meets its rows. */
export const lifecycleRows: readonly (LifecycleRow & { movedBy: LifecycleName })[] = Object.entries(
  lifecycle,
).map(([movedBy, row]) => ({ movedBy: movedBy as LifecycleName, ...row }));

/** The rows that change the state. */
export const stateMoves = lifecycleRows.filter(({ from, to }) => from !== to);

/**
 * For a name that may have no row. The row of any other is `lifecycle[name]`.
 * @returns the row of an operation or decision; `undefined` for an operation that is allowed in every state
 */
export function lifecycleRow(name: string): LifecycleRow | undefined {
  return Object.keys(rowsByOperation).includes(name) ? rowsByOperation[name] : undefined;
}

/**
 * The states in which an operation is allowed.
 * @param operationName the operation's name, e.g. `exams.create`
 * @returns `undefined` when it is allowed in every state, or only before one is visible
 */
export function allowedStates(operationName: string): readonly ApplicantState[] | undefined {
  const startStates = lifecycleRow(operationName)?.from;
  return startStates ? [startStates] : undefined;
}

/**
 * @returns the usual operation or decision that leads out of a state, the first in the table; `undefined` in the last
 * state
 */
export function wayOut(state: ApplicantState | null): LifecycleName | undefined {
  return stateMoves.find(({ from }) => from === state)?.movedBy;
}

/** True for a state of the contract. */
export function isApplicantState(status: unknown): status is ApplicantState {
  return (applicantStates as readonly unknown[]).includes(status);
}

/**
 * The name of the site's route that `Proceed with Application` opens in each state (specification/journey §4). Before
 * activation and after admission there is none.
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

/* The exam: how its answers are written, and which result is a pass. */

/** A word that begins with "fail", in any case of letters: Fail, FAILED, EXAM_FAILED. */
const failPattern = /(?:^|[^a-z])fail/i;

/** True when the exam was passed. Every result is a pass unless one of its texts says that it was failed. */
export function isPass(answer: { result?: unknown; resultDesc: unknown }): boolean {
  return ![answer.result, answer.resultDesc].some((text) => failPattern.test(String(text ?? '')));
}

/** One answer: the id of an entry of `examQuestionDtoList`, and the id of the chosen choice. */
export type ExamAnswer = readonly [questionId: Id, choiceId: Id];

/** Writes answers in the form of the API: pairs `questionId:choiceId`, separated by commas. */
export function toExamResults(examAnswers: Iterable<ExamAnswer>): string {
  return Array.from(examAnswers, ([questionId, choiceId]) => `${questionId}:${choiceId}`).join(',');
}

/**
 * Reads pairs `questionId:choiceId`.
 * @returns `undefined` when the text is not such a list
 */
export function fromExamResults(results: string): [string, string][] | undefined {
  if (results.trim() === '') return [];
  const idPairs = results.split(',').map((pairText) => pairText.trim().split(':'));
  return idPairs.every((idPair) => idPair.length === 2 && idPair[0] && idPair[1])
    ? (idPairs as [string, string][])
    : undefined;
}
