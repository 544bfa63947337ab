import type { ApplicantState } from '@one-planet/contract/lifecycle';

/** Where an applicant stands, by her status, and what comes next. */
export const texts = {
  title: 'Your application',
  step: (step: number, all: number) => `Step ${step} of ${all}`,
  next: 'What comes next',
  all: 'All steps',
  here: '(you are here)',
  done: '(done)',
  failed: "We couldn't load your application.",
  toPortal: 'Open the student portal',
  unknown: (status: string) =>
    `The college has set your application to "${status}". There is nothing for you to do here; if you have a question, please contact the college.`,
  notActivated:
    'Your account is not activated yet. Please open the link in the e-mail we sent you.',
  states: {
    ACTIVATED: {
      title: 'Digital Literacy Test',
      text: 'Your account is active. Take the test when you have time for it: it cannot be paused.',
    },
    TOOK_EXAM: {
      title: 'Payment',
      text: 'You have passed the test. Pay the fee at a bank or online; you can find the payment code on the next page and in your e-mail.',
    },
    ACTIVATION_PAID: {
      title: 'Verification of the payment',
      text: 'Our staff are verifying your payment. There is nothing for you to do now; you will get an e-mail.',
    },
    BIOGRAPHIC_APPLICANT: {
      title: 'Biographical data',
      text: 'Your payment is verified. Tell us about yourself; have a photo and your education documents ready.',
    },
    BIOGRAPHIC_APPLICANT2: {
      title: 'Education background',
      text: 'Tell us about your school, with the results of grade 10 and grade 12.',
    },
    BIOGRAPHIC_APPLICANT3: {
      title: 'Emergency contact',
      text: 'Tell us whom we may call in an emergency.',
    },
    READY_TO_APPLY: {
      title: 'Choice of a program',
      text: 'Choose the one program you apply to.',
    },
    APPLIED: {
      title: 'Review by the college',
      text: 'You have applied. The college reviews your documents and replies by e-mail.',
    },
    ADMITTED: {
      title: 'Admission',
      text: 'You are admitted. Log in again to be taken to the student portal.',
    },
  } satisfies Record<Exclude<ApplicantState, 'NOT_ACTIVATED'>, { title: string; text: string }>,
};
