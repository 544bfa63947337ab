/** Every operation in words. */
import type { OperationName } from '@one-planet/contract';
import { applicationTexts } from './application.ts';
import { authTexts } from './auth.ts';
import { batchProgramTexts, contentTexts, programTexts } from './catalogue.ts';
import { examTexts } from './exam.ts';
import { fileTexts } from './files.ts';
import { bankAccountTexts, paymentTexts } from './payment.ts';
import { profileTexts } from './profile.ts';
import { registrationTexts } from './registration.ts';
import type { OperationText } from './types.ts';

export const operationTexts: { readonly [N in OperationName]: OperationText<N> } = {
  ...registrationTexts,
  ...profileTexts,
  ...applicationTexts,
  ...authTexts,
  ...batchProgramTexts,
  ...programTexts,
  ...contentTexts,
  ...examTexts,
  ...paymentTexts,
  ...bankAccountTexts,
  ...fileTexts,
};
