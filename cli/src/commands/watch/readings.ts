/** What is asked again and again: readings that change nothing. */
import type { OperationName } from '@one-planet/contract';

/** @param hasProgram whether a program is known whose courses can be asked for */
export function publicReadings(hasProgram: boolean): OperationName[] {
  return [
    'programs.list',
    ...(hasProgram ? (['programs.courses'] as const) : []),
    'contents.list',
    'bankAccounts.list',
  ];
}

/** With an account; some of them refuse in some states, which is an answer, too. */
export const privateReadings: readonly OperationName[] = [
  'applicants.getByEmail',
  'applicants.getBioData',
  'payments.getPending',
  'batchPrograms.applicable',
];
