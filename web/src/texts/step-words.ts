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
