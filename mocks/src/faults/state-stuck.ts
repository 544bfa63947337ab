import type { Fault } from './fault.ts';

export const stateStuck: Fault = {
  name: 'state-stuck',
  sentence: 'Saving the biography is answered with 200, but the applicant stays in the same state.',
  handle: async ({ operation, person, world }, next) => {
    const before = person?.state;
    const answer = await next();
    if (operation.name === 'applicants.saveBioData' && person && before !== undefined) {
      world.moveTo(person, before);
    }
    return answer;
  },
};
