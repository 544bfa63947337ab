/** Everything that can be read without an account (website specification, sections 2 and 6). */
import type { OperationName } from '@one-planet/contract';
import type { JourneyContext } from '../applicant/journey/context.ts';
import { succeed } from '../applicant/journey/send.ts';

export interface Reading {
  operation: OperationName;
  /** @returns what to tell of it */
  run: (context: JourneyContext) => Promise<string>;
}

/** How many programs have their courses read; more would prove nothing new. */
const mostPrograms = 3;

const count = (
  operation: 'programs.list' | 'contents.list' | 'bankAccounts.list',
  what: string,
) => ({
  operation,
  run: async (context: JourneyContext) => `${(await succeed(context, operation)).length} ${what}`,
});

export const readings: readonly Reading[] = [
  count('programs.list', 'programs'),
  {
    operation: 'programs.courses',
    run: async (context) => {
      const some = (await succeed(context, 'programs.list')).slice(0, mostPrograms);
      const courses = await Promise.all(
        some.map(({ id }) => succeed(context, 'programs.courses', { programId: id })),
      );
      return `${courses.flat().length} courses of ${some.length} programs`;
    },
  },
  count('contents.list', 'texts'),
  count('bankAccounts.list', 'accounts'),
];
