import { limits } from '@one-planet/contract/limits';

interface Step {
  title: string;
  /** Who acts. Default: the applicant. */
  who?: 'you' | 'college';
  /** How long it takes. */
  takes: string;
}

/** The steps of an application, in the order in which every page numbers them. */
export const steps: readonly Step[] = [
  { title: 'Your account', takes: 'About 3 minutes' },
  { title: 'Digital Literacy Test (DLT)', takes: 'About 20 minutes, without a break' },
  { title: 'Payment of the fee', takes: 'About 5 minutes, and the way to the bank' },
  { title: 'Verification of the payment', who: 'college', takes: 'The college does this' },
  { title: 'Biographical data', takes: 'About 10 minutes' },
  { title: 'Education background', takes: 'About 5 minutes' },
  { title: 'Emergency contact', takes: 'About 3 minutes' },
  { title: 'Choice of a program', takes: 'About 2 minutes' },
  { title: 'Decision of the college', who: 'college', takes: 'The college does this' },
];

export const stepTexts = {
  step: (step: number, stepCount: number) => `Step ${step} of ${stepCount}`,
  stepIs: (step: string, title: string) => `${step}: ${title.toLowerCase()}`,
};

/** One sentence about each of the steps, in their order. */
export const stepsInFull = [
  'Register, open the link in our email, and set a password.',
  'A timed test with multiple-choice questions. A pass is needed for every program.',
  `At a bank or online, within ${limits.payment.windowDays} days of passing.`,
  'Our staff verify the payment and tell you by email.',
  'About yourself, with a photo and your education documents.',
  'Your school, with the results of grade 10 and grade 12.',
  'Somebody we may call in an emergency.',
  'The one program you apply to. It is final.',
  'The college reviews your documents and replies by email.',
];

/** The documents that applicants of each educational background need (both specifications, section 2). */
export const requirementTexts = {
  title: 'Requirements',
  lead: 'Which one applies to you depends on your background.',
  sections: [
    {
      title: 'Degree Requirements',
      items: [
        'A first degree (BA or BSc) from a recognized college or university',
        'The original degree and the transcript, as one PDF (a scan, or photographs)',
        'A pass in the Digital Literacy Test',
      ],
    },
    {
      title: 'TVET Requirements',
      items: [
        'A TVET certificate of level III, IV or a diploma (10+3)',
        'At least one year of work experience after the certificate',
        'The certificate of competence (COC), as one PDF (a scan, or photographs)',
        'A pass in the Digital Literacy Test',
      ],
    },
    {
      title: 'Grade 12 Requirements',
      items: [
        'The grade 10 and grade 12 examination results',
        "A grade 12 result that meets the year's national pass mark",
        'The transcript of preparatory school, as one PDF (a scan, or photographs)',
        'A pass in the Digital Literacy Test',
      ],
    },
  ],
};
