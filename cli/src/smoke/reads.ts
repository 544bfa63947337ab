/** Everything that can be read without an account (website specification, sections 2 and 6). */
import type { OperationName } from '@one-planet/contract';
import type { Client } from '@one-planet/sdk';
import { succeed } from '../applicant/journey/failure.ts';

export interface Reading {
  operation: OperationName;
  /** @returns what to tell of it */
  run: (client: Client) => Promise<string>;
}

/** The courses of so many programmes are read; more would prove nothing new. */
const mostPrograms = 3;

export const readings: readonly Reading[] = [
  {
    operation: 'programs.list',
    run: async (client) => {
      const programs = await succeed('programs.list', client.programs.list());
      return `${programs.length} programmes`;
    },
  },
  {
    operation: 'programs.courses',
    run: async (client) => {
      const programs = await succeed('programs.list', client.programs.list());
      const some = programs.slice(0, mostPrograms);
      const courses = await Promise.all(
        some.map(({ id }) =>
          succeed(
            'programs.courses',
            client.programs.courses({ params: { programId: String(id) } }),
          ),
        ),
      );
      return `${courses.flat().length} courses of ${some.length} programmes`;
    },
  },
  {
    operation: 'contents.list',
    run: async (client) => {
      const contents = await succeed('contents.list', client.contents.list());
      return `${contents.length} texts`;
    },
  },
  {
    operation: 'bankAccounts.list',
    run: async (client) => {
      const accounts = await succeed('bankAccounts.list', client.bankAccounts.list());
      return `${accounts.length} accounts`;
    },
  },
];
