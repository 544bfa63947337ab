import type { ApplicantState } from '@one-planet/contract/lifecycle';
import { limits } from '@one-planet/contract/limits';

/** The texts of an applicant's status, and of what comes next. */
export const statusTexts = {
  all: 'All steps',
  done: 'Done',
  arriving: 'May be on its way',
  now: { you: 'Your turn now', college: 'With the college now' },
  wait: 'There is nothing for you to do now; you will get an email.',
  seePayment: 'See your payment',
  allDone: 'All steps are done',
  toPortal: 'Open the student portal',
  unknown: (status: string) =>
    `The college has set your application to "${status}". There is nothing for you to do here; if you have a question, please contact the college.`,
  /** The fee that has to be paid. */
  due: {
    amount: 'Amount to pay',
    code: 'Payment code',
    until: 'When',
    within: `Within ${limits.payment.windowDays} days`,
  },
  /** The payment code of an applicant who has applied. */
  reference: 'Your reference',
  sent: 'Sent',
  takes: 'How long it takes',
  help: 'Questions about your application?',
  helpText: 'Call us or write to us; have your full name and your email address at hand.',
  congratulations: 'Congratulations!',
  /** Shown instead of the fee while a payment that this device sent may be on its way. */
  onItsWay:
    'A payment from this device may be on its way. Please do not pay again: your application shows it as soon as it has arrived.',
  /** The next step in each state. */
  states: new Map<string, string>(
    Object.entries({
      NOT_ACTIVATED:
        'Your account is not activated yet. Please open the link in the email we sent you.',
      ACTIVATED:
        'Your account is active. Take the test when you have time for it: it cannot be paused.',
      TOOK_EXAM: 'You have passed the test. Pay the fee at a bank or online.',
      ACTIVATION_PAID: 'Our staff are verifying your payment.',
      BIOGRAPHIC_APPLICANT:
        'Your payment is verified. Tell us about yourself; have a photo and your education documents ready.',
      BIOGRAPHIC_APPLICANT2:
        'Tell us about your school, with the results of grade 10 and grade 12.',
      BIOGRAPHIC_APPLICANT3: 'Tell us whom we may call in an emergency.',
      READY_TO_APPLY: 'Choose the one program you apply to.',
      APPLIED: 'You have applied. The college reviews your documents and replies by email.',
      ADMITTED:
        'You are admitted to One Planet College. All nine steps are behind you; what comes now is in the student portal. Log in again to be taken there.',
    } satisfies Record<ApplicantState, string>),
  ),
};
