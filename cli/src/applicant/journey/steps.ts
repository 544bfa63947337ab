/** The journey: its steps as values, in order (journey specification, section 1; decisions, section 2). */
import type { LifecycleName } from '@one-planet/contract';
import { activate, createPassword, logIn, register } from './account.ts';
import { apply, readReceipt, saveBiography, saveContact, saveEducation } from './application.ts';
import type { JourneyContext } from './context.ts';
import { takeExam } from './exam.ts';
import { pay, verify } from './payment.ts';

export interface Step {
  /** Never changes; `--until` takes it. */
  id: string;
  /** At most 15 letters: a line of the report has to fit into 80 columns. */
  title: string;
  /** The row of the contract's lifecycle that moves the applicant; left out where her state stays. */
  by?: LifecycleName;
  /** @returns a short note for the person who watches, without secrets; empty where there is nothing to add */
  run: (context: JourneyContext) => Promise<string>;
}

export const steps: readonly Step[] = [
  { id: 'register', title: 'Register', run: register },
  { id: 'activate', title: 'Activate', by: 'applicants.activate', run: activate },
  {
    id: 'password',
    title: 'Create password',
    by: 'applicants.createPassword',
    run: createPassword,
  },
  { id: 'log-in', title: 'Log in', run: logIn },
  { id: 'exam', title: 'Take the exam', by: 'exams.submit', run: takeExam },
  { id: 'pay', title: 'Pay the fee', by: 'payments.makeOffline', run: pay },
  { id: 'verify', title: 'Staff verify', by: 'staff.verify', run: verify },
  { id: 'biography', title: 'Biography', by: 'applicants.saveBioData', run: saveBiography },
  { id: 'education', title: 'Education', by: 'applicants.saveEducationData', run: saveEducation },
  { id: 'contact', title: 'Contact', by: 'applicants.saveContactData', run: saveContact },
  { id: 'apply', title: 'Apply', by: 'applicants.applyForProgram', run: apply },
  { id: 'receipt', title: 'Receipt', run: readReceipt },
];

export const stepIds: readonly string[] = steps.map(({ id }) => id);
