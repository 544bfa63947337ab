interface Step {
  title: string;
  /** Who acts. Default: the applicant. */
  who?: 'you' | 'college';
  /** How long it takes the applicant. */
  minutes?: number;
  /** What else to know about its time. */
  note?: string;
}

/** The steps of an application, in the order in which every page numbers them. */
export const steps: readonly Step[] = [
  { title: 'Your account', minutes: 3 },
  { title: 'Digital Literacy Test (DLT)', minutes: 20, note: 'without a break' },
  { title: 'Payment of the fee', minutes: 5, note: 'and the way to the bank' },
  { title: 'Verification of the payment', who: 'college' },
  { title: 'Biographical data', minutes: 10 },
  { title: 'Education background', minutes: 5 },
  { title: 'Emergency contact', minutes: 3 },
  { title: 'Choice of a program', minutes: 2 },
  { title: 'Decision of the college', who: 'college' },
];

export const stepTexts = {
  step: (step: number, stepCount: number) => `Step ${step} of ${stepCount}`,
  stepIs: (step: string, title: string) => `${step}: ${title.toLowerCase()}`,
  takes: (minutes: number) => `About ${minutes} minutes`,
  takesWithNote: (minutes: number, note: string) => `About ${minutes} minutes, ${note}`,
  collegeActs: 'The college does this',
  left: (minutes: number) => `About ${minutes} minutes of your time left`,
};
