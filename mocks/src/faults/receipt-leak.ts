import type { Fault } from './fault.ts';

export const receiptLeak: Fault = {
  name: 'receipt-leak',
  sentence: "A receipt can be read with another applicant's token.",
  handle: (call, next) => {
    if (call.operation.name === 'payments.getReceipt') call.person = undefined;
    return next();
  },
};
