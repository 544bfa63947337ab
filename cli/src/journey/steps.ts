/** The journey: its steps as values, in order (journey specification, section 1; decisions, section 2). */
import { type ApplicantState, activatesWithPassword } from '@one-planet/contract';
import { activate, createPassword, logIn, register } from './account.ts';
import { apply, receipt } from './application.ts';
import type { JourneyContext } from './context.ts';
import { takeExam } from './exam.ts';
import { biography, contact, education } from './forms.ts';
import { pay, verify } from './payment.ts';

export interface Step {
  /** Never changes; `--until` takes it. */
  id: string;
  /** At most 15 letters: a line of the report has to fit into 80 columns. */
  title: string;
  /** The state it starts from; `null` while no status can be read. */
  from: ApplicantState | null;
  /** The state it must leave behind. A failed exam stays where it was. */
  to: ApplicantState | null | ((context: JourneyContext) => ApplicantState);
  /** @returns a short note for the person who watches, without secrets; empty where there is nothing to add */
  run: (context: JourneyContext) => Promise<string>;
}

export const steps: readonly Step[] = [
  { id: 'register', title: 'Register', from: null, to: null, run: register },
  {
    id: 'activate',
    title: 'Activate',
    from: null,
    to: ({ settings }) => (activatesWithPassword(settings.dialect) ? 'ACTIVATED' : 'NOT_ACTIVATED'),
    run: activate,
  },
  {
    id: 'password',
    title: 'Create password',
    from: 'NOT_ACTIVATED',
    to: 'ACTIVATED',
    run: createPassword,
  },
  { id: 'log-in', title: 'Log in', from: 'ACTIVATED', to: 'ACTIVATED', run: logIn },
  {
    id: 'exam',
    title: 'Take the exam',
    from: 'ACTIVATED',
    to: ({ memory }) => (memory.examPassed ? 'TOOK_EXAM' : 'ACTIVATED'),
    run: takeExam,
  },
  { id: 'pay', title: 'Pay the fee', from: 'TOOK_EXAM', to: 'ACTIVATION_PAID', run: pay },
  {
    id: 'verify',
    title: 'Staff verify',
    from: 'ACTIVATION_PAID',
    to: 'BIOGRAPHIC_APPLICANT',
    run: verify,
  },
  {
    id: 'biography',
    title: 'Biography',
    from: 'BIOGRAPHIC_APPLICANT',
    to: 'BIOGRAPHIC_APPLICANT2',
    run: biography,
  },
  {
    id: 'education',
    title: 'Education',
    from: 'BIOGRAPHIC_APPLICANT2',
    to: 'BIOGRAPHIC_APPLICANT3',
    run: education,
  },
  {
    id: 'contact',
    title: 'Contact',
    from: 'BIOGRAPHIC_APPLICANT3',
    to: 'READY_TO_APPLY',
    run: contact,
  },
  { id: 'apply', title: 'Apply', from: 'READY_TO_APPLY', to: 'APPLIED', run: apply },
  { id: 'receipt', title: 'Receipt', from: 'APPLIED', to: 'APPLIED', run: receipt },
];
