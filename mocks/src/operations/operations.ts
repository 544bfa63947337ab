import type { preferred } from '@one-planet/contract';
import { applicants, auth } from './accounts.ts';
import { batchPrograms, contents, programs } from './catalogue.ts';
import { exams } from './exams.ts';
import { files } from './files.ts';
import type { Handlers } from './handlers.ts';
import { bankAccounts, payments } from './payments.ts';

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
