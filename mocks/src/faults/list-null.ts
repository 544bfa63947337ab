import type { Fault } from './fault.ts';

export const listNull: Fault = {
  name: 'list-null',
  sentence: 'The list of programmes is null instead of a list.',
  handle: async ({ operation }, next) => {
    const answer = await next();
    return operation.name === 'programs.list' ? { ...answer, body: null } : answer;
  },
};
