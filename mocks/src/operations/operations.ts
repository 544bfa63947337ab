import type { preferredOperations } from '@one-planet/contract';
import { applicants, auth } from './accounts.ts';
import { batchProgramHandlers, contentHandlers, programHandlers } from './catalogue.ts';
import { exams } from './exams.ts';
import { fileHandlers } from './files.ts';
import type { Handlers } from './handlers.ts';
import { bankAccounts, payments } from './payments.ts';

export const handlersByResource: { [N in keyof typeof preferredOperations]: Handlers<N> } = {
  applicants,
  auth,
  batchPrograms: batchProgramHandlers,
  programs: programHandlers,
  contents: contentHandlers,
  exams,
  payments,
  bankAccounts,
  files: fileHandlers,
};
