import type { BankQuestion } from './bank.ts';
import { computers } from './computers.ts';
import { documents } from './documents.ts';
import { internet } from './internet.ts';
import { safety } from './safety.ts';

/** All questions of the Digital Literacy Test. */
export const questionBank: readonly BankQuestion[] = [
  ...computers,
  ...internet,
  ...safety,
  ...documents,
];
