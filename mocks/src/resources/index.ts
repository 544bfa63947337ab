/** Every operation, by resource: the contract's own router is the list that must be complete. */
import type { preferred } from '@one-planet/contract';
import { applicants } from './applicants.ts';
import { auth } from './auth.ts';
import { contents } from './contents.ts';
import { exams } from './exams.ts';
import { files } from './files.ts';
import type { Handlers } from './handlers.ts';
import { bankAccounts, payments } from './payments.ts';
import { batchPrograms, programs } from './programs.ts';

export const resources: { [N in keyof typeof preferred]: Handlers<N> } = {
  applicants,
  auth,
  batchPrograms,
  programs,
  contents,
  exams,
  payments,
  bankAccounts,
  files,
};
