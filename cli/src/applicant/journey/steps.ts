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
  /** The states in which it is next, for a journey that goes on; left out where only the steps before tell. */
  from?: readonly ApplicantState[];
  /** What moves the state, as the contract's `transitions` call it; left out where the state stays. */
  mover?: string | ((context: JourneyContext) => string | undefined);
  /** @returns a short note for the person who watches, without secrets; empty where there is nothing to add */
  run: (context: JourneyContext) => Promise<string>;
}

export const steps: readonly Step[] = [
  { id: 'register', title: 'Register', run: register },
  {
    id: 'activate',
    title: 'Activate',
    // In one call with the password, activation does what the creation of the password does elsewhere.
    mover: ({ settings }) =>
      activatesWithPassword(settings.dialect) ? 'applicants.createPassword' : 'applicants.activate',
    run: activate,
  },
  {
    id: 'password',
    title: 'Create password',
    mover: 'applicants.createPassword',
    run: createPassword,
  },
  { id: 'log-in', title: 'Log in', run: logIn },
  {
    id: 'exam',
    title: 'Take the exam',
    from: ['ACTIVATED'],
    mover: ({ memory }) => (memory.examPassed ? 'exams.submit' : undefined),
    run: takeExam,
  },
  {
    id: 'pay',
    title: 'Pay the fee',
    from: ['TOOK_EXAM'],
    mover: 'payments.makeOffline',
    run: pay,
  },
  {
    id: 'verify',
    title: 'Staff verify',
    from: ['ACTIVATION_PAID'],
    mover: 'staff.verify',
    run: verify,
  },
  {
    id: 'biography',
    title: 'Biography',
    from: ['BIOGRAPHIC_APPLICANT'],
    mover: 'applicants.saveBioData',
    run: biography,
  },
  {
    id: 'education',
    title: 'Education',
    from: ['BIOGRAPHIC_APPLICANT2'],
    mover: 'applicants.saveEducationData',
    run: education,
  },
  {
    id: 'contact',
    title: 'Contact',
    from: ['BIOGRAPHIC_APPLICANT3'],
    mover: 'applicants.saveContactData',
    run: contact,
  },
  {
    id: 'apply',
    title: 'Apply',
    from: ['READY_TO_APPLY'],
    mover: 'applicants.applyForProgram',
    run: apply,
  },
  { id: 'receipt', title: 'Receipt', from: ['APPLIED', 'ADMITTED'], run: receipt },
];
