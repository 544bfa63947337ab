interface Step {
  title: string;
  /** Who acts. Default: the applicant. */
  who?: 'you' | 'college';
}

/** What lies ahead of an applicant, in order: the one count of steps, on every page that tells one. */
export const steps: readonly Step[] = [
  { title: 'Your account' },
  { title: 'Digital Literacy Test (DLT)' },
  { title: 'Payment of the fee' },
  { title: 'Verification of the payment', who: 'college' },
  { title: 'Biographical data' },
  { title: 'Education background' },
  { title: 'Emergency contact' },
  { title: 'Choice of a program' },
  { title: 'Decision of the college', who: 'college' },
];

export const texts = {
  step: (step: number, all: number) => `Step ${step} of ${all}`,
  stepIs: (step: string, title: string) => `${step}: ${title.toLowerCase()}`,
};
