/** What is asked again and again: readings that change nothing. */
import type { OperationName } from '@one-planet/contract';
import type { Client } from '@one-planet/sdk';

export interface Polled {
  operation: OperationName;
  call: (client: Client) => Promise<{ status: number }>;
}

/** @param programId of any programme; without one its courses are not asked for */
export function publicReadings(programId: string | undefined): Polled[] {
  return [
    { operation: 'programs.list', call: (client) => client.programs.list() },
    ...(programId === undefined
      ? []
      : [
          {
            operation: 'programs.courses' as const,
            call: (client: Client) => client.programs.courses({ params: { programId } }),
          },
        ]),
    { operation: 'contents.list', call: (client) => client.contents.list() },
    { operation: 'bankAccounts.list', call: (client) => client.bankAccounts.list() },
  ];
}

/** With an account; some of them refuse in some states, which is an answer, too. */
export function privateReadings(email: string): Polled[] {
  return [
    {
      operation: 'applicants.getByEmail',
      call: (client) => client.applicants.getByEmail({ params: { email } }),
    },
    { operation: 'applicants.getBioData', call: (client) => client.applicants.getBioData() },
    { operation: 'payments.getPending', call: (client) => client.payments.getPending() },
    { operation: 'batchPrograms.applicable', call: (client) => client.batchPrograms.applicable() },
  ];
}
