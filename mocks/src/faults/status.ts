/** Faults in statuses, and refusals without a message. */

import type { OperationName } from '@one-planet/contract';
import { type HandlerResult, jsonResponse, RefusalError } from '../server/responses.ts';
import { hashPassword } from '../world/accounts.ts';
import {
  type Behaviour,
  type Call,
  changesResponse,
  changesStatus,
  type Fault,
  type Fields,
  faultsOf,
  htmlHeaders,
  jsonHeaders,
  makeActivationResult,
  wrapsHandler,
  wrapsValidation,
} from './fault.ts';

export const statusFaults: readonly Fault[] = faultsOf({
  'register-200': changesStatus(
    'A registration that succeeded is answered with 200 instead of 201.',
    'applicants.register',
    201,
    200,
  ),
  'login-500': {
    sentence: 'Logging in is answered with 500, even with the right password.',
    changeResponse: ({ operation }, response) =>
      operation.name === 'auth.login'
        ? jsonResponse(500, { message: 'Internal Server Error' })
        : response,
  },
  'register-duplicate-400': changesStatus(
    'Registering a known email address is answered with 400 instead of 409.',
    'applicants.register',
    409,
    400,
  ),
  'register-duplicate-201': changesStatus(
    'Registering a known email address is answered with 201, like a success.',
    'applicants.register',
    409,
    201,
  ),
  'create-password-201': changesStatus(
    'A password that was created is answered with 201 instead of 200.',
    'applicants.createPassword',
    200,
    201,
  ),
  'create-password-twice-200': {
    sentence: 'A password that was already created is overwritten by creating it again.',
    ...wrapsHandler('applicants.createPassword', async ({ world, body }, next) => {
      const result = await next();
      const { email, password } = body as { email: string; password: string };
      const person = world.findPerson(email);
      if (result.status !== 406 || !person) return result;
      await world.changePerson(person, { credential: await hashPassword(password) });
      return { status: 200, body: { message: 'The password was created.' } };
    }),
  },
  'create-password-twice-409': changesStatus(
    'Creating a password a second time is answered with 409 instead of 406.',
    'applicants.createPassword',
    406,
    409,
  ),
  'exam-create-200': changesStatus(
    'A created exam is answered with 200 instead of 201.',
    'exams.create',
    201,
    200,
  ),
  'exam-submit-200': changesStatus(
    'A graded exam is answered with 200 instead of 202.',
    'exams.submit',
    202,
    200,
  ),
  'bio-saved-201': changesStatus(
    'A saved biography is answered with 201 instead of 200.',
    'applicants.saveBioData',
    200,
    201,
  ),
  'applied-201': changesStatus(
    'An application is answered with 201 instead of 200.',
    'applicants.applyForProgram',
    200,
    201,
  ),
  'resend-unknown-200': changesStatus(
    'A new activation link for an unknown email address is answered like a success.',
    'applicants.resendEmail',
    404,
    200,
  ),
  'activate-twice-200': {
    sentence: 'The link of an account that already has its password is answered like a success.',
    ...wrapsHandler('applicants.activate', async ({ world, params }, next) => {
      const result = await next();
      const token = world.findOneTimeToken(params.token ?? '');
      const person = token && world.findPersonById(token.personId);
      return result.status === 409 && person?.credential
        ? makeActivationResult(person, params.token ?? '')
        : result;
    }),
  },
});

/** The response of a backend whose own code threw. */
const crashResult: HandlerResult = { status: 500, body: 'Internal Server Error' };
const crashResponse = {
  status: 500,
  body: '{"message":"Internal Server Error"}',
  headers: jsonHeaders,
};

/** Answers an invalid body with 500, as an uncaught exception would. */
async function crashIfBug(
  next: () => Promise<unknown>,
  isBug: (refusal: RefusalError) => boolean,
): Promise<unknown> {
  try {
    return await next();
  } catch (error) {
    throw error instanceof RefusalError && isBug(error)
      ? new RefusalError(500, String(crashResult.body))
      : error;
  }
}

/** Gives forgotPassword another status for an unregistered address. */
function forgotUnknown(sentence: string, status: number): Behaviour {
  const handlerWrapper = wrapsHandler('auth.forgotPassword', async ({ world, body }, next) => {
    const result = await next();
    return world.findPerson(String((body as Fields).email)) ? result : { ...result, status };
  });
  return { sentence, ...handlerWrapper };
}

export const refusalFaults: readonly Fault[] = faultsOf({
  'forgot-unknown-200': forgotUnknown(
    'A temporary password for an unknown email address is answered with 200 instead of 400.',
    200,
  ),
  'forgot-unknown-404': forgotUnknown(
    'A temporary password for an unknown email address is answered with 404 instead of 400.',
    404,
  ),
  'login-wrong-password-400': changesStatus(
    'A wrong password is answered with 400 instead of 401 or 417.',
    'auth.login',
    401,
    400,
  ),
  'login-unknown-500': changesStatus(
    'Logging in with an unknown email address is answered with 500.',
    'auth.login',
    404,
    500,
  ),
  'activate-unknown-500': changesStatus(
    'An unknown activation link is answered with 500.',
    'applicants.activate',
    404,
    500,
  ),
  'unknown-id-500': changesStatus(
    'The courses of an unknown program are answered with 500.',
    'programs.courses',
    404,
    500,
  ),
  'unauthenticated-403': changesResponse(
    'A private call without a token is answered with 403 instead of 401.',
    ({ operation, request }, { status }) =>
      status === 401 && operation.meta.auth === 'bearer' && !request.headers.has('authorization'),
    () => ({ status: 403 }),
  ),
  'false-token-500': changesResponse(
    'A private call with an invalid token is answered with 500.',
    ({ operation, request }, { status }) =>
      status === 401 && operation.meta.auth === 'bearer' && request.headers.has('authorization'),
    () => crashResponse,
  ),
  'missing-field-500': {
    sentence: 'An education background without one of its fields is answered with 500.',
    ...wrapsValidation('applicants.saveEducationData', async (body, next) => {
      const textValues = [body.lastAttendedHighSchool, body.highSchoolAddress];
      const numberValues = [
        body.grade10Year,
        body.grade10Result,
        body.grade12Year,
        body.grade12Result,
      ];
      return await crashIfBug(next, () => [...textValues, ...numberValues].includes(undefined));
    }),
  },
  'wrong-type-500': {
    sentence: 'An application with text in place of the program number is answered with 500.',
    ...wrapsValidation('applicants.applyForProgram', (body, next) =>
      crashIfBug(next, () => typeof body.selectedBatchProgramId === 'string'),
    ),
  },
  'malformed-json-500': {
    sentence: 'A body that is not JSON is answered with 500.',
    wrapReading: (_call, next) => crashIfBug(next, ({ status }) => status === 400),
  },
});

const saveOperations: readonly OperationName[] = [
  'applicants.saveBioData',
  'applicants.saveEducationData',
  'applicants.saveContactData',
];
const formOperations: readonly OperationName[] = [
  'applicants.register',
  'auth.login',
  ...saveOperations,
];

/** Makes a test for refusals of these operations that are not about the token. */
function makeRefusalTest(operationNames: readonly OperationName[]) {
  return ({ operation, person }: Call, { status }: Response) =>
    operationNames.includes(operation.name) &&
    status >= 400 &&
    (operation.meta.auth === 'none' || person !== undefined);
}

const stackTrace = `java.lang.IllegalStateException: refused
\tat college.admissions.web.ApplicantController.handle(ApplicantController.java:118)
\tat org.springframework.web.servlet.FrameworkServlet.service(FrameworkServlet.java:885)`;

export const refusalBodyFaults: readonly Fault[] = faultsOf({
  'errors-as-200': changesResponse(
    'The three saves answer their refusals with 200 and the message of the error.',
    makeRefusalTest(saveOperations),
    () => ({ status: 200 }),
  ),
  'login-error-200': {
    sentence: 'A wrong password is answered with 200 and a message.',
    ...wrapsHandler('auth.login', async (_call, next) => {
      const { status, body } = await next();
      return status === 401 ? { status: 200, body: { message: body } } : { status, body };
    }),
  },
  'refusal-empty': changesResponse(
    'Registration, login and the saves refuse without a message.',
    makeRefusalTest(formOperations),
    () => ({ body: null }),
  ),
  'refusal-html': changesResponse(
    'Registration, login and the saves refuse with an HTML page.',
    makeRefusalTest(formOperations),
    ({ status }) => ({
      body: `<!DOCTYPE html>\n<html><head><title>Error</title></head><body><h1>HTTP Status ${status}</h1></body></html>\n`,
      headers: htmlHeaders,
    }),
  ),
  'stack-trace': changesResponse(
    'Refusals carry a stack trace.',
    (_call, { status }) => status >= 400,
    async (response) => ({
      body: JSON.stringify({ message: await readMessage(response), trace: stackTrace }),
      headers: jsonHeaders,
    }),
  ),
});

async function readMessage(response: Response): Promise<string> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return isJson ? (JSON.parse(text) as { message: string }).message : text;
}
