/** Harmless variations of statuses, and of how strict the backend is. */
import { allowedStates, type OperationName } from '@one-planet/contract';
import { z } from 'zod';
import {
  type Call,
  changesResponse,
  changesStatus,
  type Fault,
  faultsOf,
  wrapsHandler,
} from '../../../mocks/src/faults/fault.ts';
import { jsonResponse, RefusalError } from '../../../mocks/src/server/responses.ts';
import type { World } from '../../../mocks/src/world/world.ts';
import { refusesIn } from './variations-of-formats.ts';

const operationsWith201: readonly OperationName[] = [
  'applicants.activate',
  'applicants.saveEducationData',
  'applicants.saveContactData',
  'payments.makeOffline',
  'payments.payOnline',
  'files.upload',
];
const operationsWith204: readonly OperationName[] = [
  'applicants.resendEmail',
  'applicants.editProfile',
  'auth.changePassword',
];

function dependsOnState({ operation }: Call): boolean {
  return operation.meta.auth === 'bearer' && allowedStates(operation.name) !== undefined;
}

/** Operations where the site acts on the status of a refusal, so no other status will do. */
const fixedRefusalOperations: readonly OperationName[] = [
  'applicants.register',
  'applicants.createPassword',
  'auth.login',
  'auth.forgotPassword',
];

/** Changes the status of every refusal, except for the operations above. */
function refusesWith(sentence: string, statusReplacements: Readonly<Record<number, number>>) {
  return changesResponse(
    sentence,
    ({ operation }) => !fixedRefusalOperations.includes(operation.name),
    ({ status }) => ({ status: statusReplacements[status] ?? status }),
  );
}

export const statusVariations: readonly Fault[] = faultsOf({
  'success-201': changesResponse(
    'Operations that create or store something answer 201 where that is allowed.',
    ({ operation }, { ok }) => ok && operationsWith201.includes(operation.name),
    () => ({ status: 201 }),
  ),
  'success-204': changesResponse(
    'Changes whose answer nobody reads are answered with 204 and no body.',
    ({ operation }, { ok }) => ok && operationsWith204.includes(operation.name),
    () => ({ status: 204, body: null }),
  ),
  'login-417': changesStatus('A wrong password is answered with 417.', 'auth.login', 401, 417),
  'login-unknown-401': changesStatus(
    'An unknown email address is answered like a wrong password.',
    'auth.login',
    404,
    401,
  ),
  'login-unactivated-404': {
    sentence: 'Before there is a password, a login is answered with 404.',
    ...wrapsHandler('auth.login', async ({ world, body }, next) => {
      const person = world.findPerson((body as { email: string }).email);
      const loginCanSucceed = !person || person.credential;
      return loginCanSucceed ? await next() : { status: 404, body: 'User is not recognized.' };
    }),
  },
  'input-422': changesResponse(
    'Wrong input is answered with 422, except when requesting a temporary password.',
    ({ operation }, { status }) => status === 400 && operation.name !== 'auth.forgotPassword',
    () => ({ status: 422 }),
  ),
  'refusals-other': refusesWith(
    'Refusals have another status of their class: 404 for 403 and 409, 422 for 400.',
    {
      400: 422,
      403: 404,
      409: 404,
    },
  ),
  'refusals-another': refusesWith(
    'Refusals have another status of their class: 409 for 404, 400 for 409, 403 for 422.',
    {
      404: 409,
      409: 400,
      422: 403,
    },
  ),
  'left-out-404': {
    sentence: 'The operation that may be left out is unknown to everybody.',
    changeResponse: ({ operation }, response) =>
      operation.meta.mayBeMissing
        ? new Response('There is nothing here.', { status: 404, headers: response.headers })
        : response,
  },
  'foreign-404': changesResponse(
    'The data of another applicant is answered as unknown.',
    ({ person }, { status }) => status === 403 && person?.role === 'ROLE_APPLICANT',
    () => ({ status: 404 }),
  ),
  'wrong-state-400': changesResponse(
    'A step in the wrong state is answered with 400.',
    (call, { status }) => status === 409 && dependsOnState(call),
    () => ({ status: 400 }),
  ),
  'optional-token-401': {
    sentence: 'A public call with an invalid token is answered with 401.',
    wrapHandler: async ({ operation: { meta }, person, request }, next) => {
      const hasInvalidToken = !person && request.headers.has('authorization');
      return meta.auth === 'optional' && hasInvalidToken
        ? { status: 401, body: 'Please log in first.' }
        : await next();
    },
  },
});

/** The limited paths, in every dialect: registration, login, and the operations that send mail. */
const limitedPathPattern = /\/(apply|login|forgot_password|resend_email\/.*)$/;
/** Every so many calls of the limited paths, one is refused. */
const callsPerRefusal = 15;
const limitedCallCounts = new WeakMap<World, number>();

function requestSchemaOf({ operation }: Call): z.ZodTypeAny | undefined {
  const bodySchema = 'body' in operation.route ? operation.route.body : undefined;
  return bodySchema instanceof z.ZodType ? bodySchema : undefined;
}

function objectSchemaIn(schema: z.ZodTypeAny | undefined): z.AnyZodObject | undefined {
  if (schema instanceof z.ZodEffects) return objectSchemaIn(schema.innerType());
  if (schema instanceof z.ZodOptional) return objectSchemaIn(schema.unwrap());
  return schema instanceof z.ZodObject ? schema : undefined;
}

export const strictnessVariations: readonly Fault[] = faultsOf({
  'strict-parser': {
    sentence: 'A body with a field that is not known is refused.',
    wrapValidation: async (call, next) => {
      const schemaShape = objectSchemaIn(requestSchemaOf(call))?.shape;
      const fields = Object.keys((call.body ?? {}) as object);
      const unknownField = fields.find(
        (field) => schemaShape && !Object.hasOwn(schemaShape, field),
      );
      if (unknownField !== undefined)
        throw new RefusalError(400, `Unrecognized field: ${unknownField}`);
      return await next();
    },
  },
  'errors-all': {
    sentence: 'A refusal of input names all that is wrong.',
    wrapValidation: async (call, next) => {
      try {
        return await next();
      } catch (error) {
        const issues = requestSchemaOf(call)?.safeParse(call.body).error?.issues ?? [];
        if (!(error instanceof RefusalError) || issues.length === 0) throw error;
        const problemTexts = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
        throw new RefusalError(error.status, [...new Set(problemTexts)].join('; '));
      }
    },
  },
  'errors-none': refusesIn(
    'A refusal of input says nothing but "Bad Request".',
    (message, status) => JSON.stringify({ message: status === 400 ? 'Bad Request' : message }),
  ),
  'rate-limits': {
    sentence: `Every ${callsPerRefusal}th registration, login and mail is answered with 429 and Retry-After.`,
    intercept: ({ request, world }) => {
      const { pathname } = new URL(request.url);
      if (!limitedPathPattern.test(pathname) || request.method !== 'POST') return undefined;
      const callCount = (limitedCallCounts.get(world) ?? 0) + 1;
      limitedCallCounts.set(world, callCount);
      if (callCount % callsPerRefusal !== 0) return undefined;
      return jsonResponse(429, { message: 'Too many requests.' }, { 'retry-after': '1' });
    },
  },
});
