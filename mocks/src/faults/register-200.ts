import type { Fault } from './fault.ts';

export const register200: Fault = {
  name: 'register-200',
  sentence: 'A registration that succeeded is answered with 200 instead of 201.',
  handle: async ({ operation }, next) => {
    const answer = await next();
    const done = operation.name === 'applicants.register' && answer.status === 201;
    return done ? { ...answer, status: 200 } : answer;
  },
};
