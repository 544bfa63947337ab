/** Refusals with the wrong status. */
import type { Answer } from '../http/answers.ts';
import { Refusal } from '../http/refusal.ts';
import { around, asJson, changesResponse, changesStatus } from './answers.ts';
import type { Fault } from './fault.ts';
import { aroundCheck, type Fields } from './inputs.ts';

/** The answer of a backend whose own code threw. */
const crash: Answer = { status: 500, body: 'Internal Server Error' };
const crashed = { status: 500, body: '{"message":"Internal Server Error"}', headers: asJson };

/** A bad body ends in an uncaught exception. */
async function crashing(
  next: () => Promise<unknown>,
  isBug: (refusal: Refusal) => boolean,
): Promise<unknown> {
  try {
    return await next();
  } catch (error) {
    throw error instanceof Refusal && isBug(error) ? new Refusal(500, String(crash.body)) : error;
  }
}

/** forgotPassword answers another status for an unregistered address. */
function forgotUnknown(name: string, sentence: string, status: number): Fault {
  const handle = around('auth.forgotPassword', async ({ world, body }, next) => {
    const answer = await next();
    return world.findPerson(String((body as Fields).email)) ? answer : { ...answer, status };
  });
  return { name, sentence, ...handle };
}

export const refusals: readonly Fault[] = [
  forgotUnknown(
    'forgot-unknown-200',
    'A temporary password for an unknown e-mail address is answered with 200 instead of 400.',
    200,
  ),
  forgotUnknown(
    'forgot-unknown-404',
    'A temporary password for an unknown e-mail address is answered with 404 instead of 400.',
    404,
  ),
  changesStatus(
    'login-wrong-password-400',
    'A wrong password is answered with 400 instead of 401 or 417.',
    'auth.login',
    401,
    400,
  ),
  changesStatus(
    'login-unknown-500',
    'Logging in with an unknown e-mail address is answered with 500.',
    'auth.login',
    404,
    500,
  ),
  changesStatus(
    'activate-unknown-500',
    'An unknown activation link is answered with 500.',
    'applicants.activate',
    404,
    500,
  ),
  changesStatus(
    'unknown-id-500',
    'The courses of an unknown program are answered with 500.',
    'programs.courses',
    404,
    500,
  ),
  changesResponse(
    'unauthenticated-403',
    'A private call without a token is answered with 403 instead of 401.',
    ({ operation, request }, { status }) =>
      status === 401 && operation.meta.auth === 'bearer' && !request.headers.has('authorization'),
    () => ({ status: 403 }),
  ),
  changesResponse(
    'false-token-500',
    'A private call with an invalid token is answered with 500.',
    ({ operation, request }, { status }) =>
      status === 401 && operation.meta.auth === 'bearer' && request.headers.has('authorization'),
    () => crashed,
  ),
  {
    name: 'missing-field-500',
    sentence: 'An education background without one of its fields is answered with 500.',
    ...aroundCheck('applicants.saveEducationData', async (body, next) => {
      const values = [body.lastAttendedHighSchool, body.highSchoolAddress];
      const numbers = [body.grade10Year, body.grade10Result, body.grade12Year, body.grade12Result];
      return await crashing(next, () => [...values, ...numbers].includes(undefined));
    }),
  },
  {
    name: 'wrong-type-500',
    sentence: 'An application with text in place of the program number is answered with 500.',
    ...aroundCheck('applicants.applyForProgram', (body, next) =>
      crashing(next, () => typeof body.selectedBatchProgramId === 'string'),
    ),
  },
  {
    name: 'malformed-json-500',
    sentence: 'A body that is not JSON is answered with 500.',
    read: (_call, next) => crashing(next, ({ status }) => status === 400),
  },
];
