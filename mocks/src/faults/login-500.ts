import { json } from '../http/answers.ts';
import type { Fault } from './fault.ts';

export const login500: Fault = {
  name: 'login-500',
  sentence: 'Logging in is answered with 500, even with the right password.',
  answer: ({ operation }, response) =>
    operation.name === 'auth.login' ? json(500, { message: 'Internal Server Error' }) : response,
};
