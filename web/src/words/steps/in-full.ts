import { askedLimits } from '@one-planet/contract/site-limits';

/** What happens in each of the nine steps (steps.ts), in their order. */
export const stepsInFull = [
  'Register, open the link in our e-mail, and set a password.',
  'A timed test with multiple-choice questions. A pass is needed for every program.',
  `At a bank or online, within ${askedLimits.paymentDays} days of passing.`,
  'Our staff verify the payment and tell you by e-mail.',
  'About yourself, with a photo and your education documents.',
  'Your school, with the results of grade 10 and grade 12.',
  'Somebody we may call in an emergency.',
  'The one program you apply to. It is final.',
  'The college reviews your documents and replies by e-mail.',
];
