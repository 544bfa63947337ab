import type { Fault } from './fault.ts';

export const doublePayment: Fault = {
  name: 'double-payment',
  sentence: 'A payment can be reported again while the first one waits for verification.',
  ignoresState: ({ operation, person }) =>
    operation.name === 'payments.makeOffline' && person?.state === 'ACTIVATION_PAID',
};
