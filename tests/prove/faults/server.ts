/** Faults between the backend and its clients, and those that affect every response. */
import type { OperationName } from '@one-planet/contract';
import {
  type Behaviour,
  type Call,
  changesResponse,
  type Fault,
  faultsOf,
  htmlHeaders,
  jsonHeaders,
  remembersPerWorld,
  withChanges,
} from '../../../mocks/src/faults/fault.ts';
import { jsonResponse } from '../../../mocks/src/server/responses.ts';
import { makeBrokenOffBody } from './fault-kinds.ts';

/** Removes the CORS headers from a response. */
function withoutCors(response: Response): Response {
  const copy = withChanges(response, {});
  for (const name of [...copy.headers.keys()]) {
    if (name.startsWith('access-control-')) copy.headers.delete(name);
  }
  return copy;
}

type Applies = (call: Call, status: number) => boolean;

/** Answers certain refusals with a success that has no effect. */
function answersWithSuccess(sentence: string, applies: Applies): Behaviour {
  return changesResponse(
    sentence,
    (call, { status }) => status >= 400 && applies(call, status),
    (_response, { operation }) => ({
      status: operation.meta.successStatus,
      body: '{}',
      headers: jsonHeaders,
    }),
  );
}

const neverLockedOperations: readonly OperationName[] = [
  'auth.login',
  'auth.getUser',
  'applicants.getByEmail',
  'applicants.getBioData',
  'applicants.editProfile',
];

/** Refuses some applicants the operations of their own account. */
function refusesApplicants(
  sentence: string,
  isLocked: (state: string, call: Call) => boolean,
): Behaviour {
  return changesResponse(
    sentence,
    (call, { status }) =>
      status < 300 &&
      neverLockedOperations.includes(call.operation.name) &&
      isLocked(stateOf(call), call),
    () => ({ status: 403, body: '{"message":"Not in this state."}', headers: jsonHeaders }),
  );
}

function personOfCall({ person, world, body }: Call) {
  const { email } = (body ?? {}) as { email?: unknown };
  return person ?? (typeof email === 'string' ? world.findPerson(email) : undefined);
}

function stateOf(call: Call): string {
  return String(personOfCall(call)?.state ?? 'NOT_ACTIVATED');
}

/** The operations that people have called, by their ids. */
const calledOperationsIn = remembersPerWorld(() => new Map<number, Set<string>>());

/** True for the calls with which the site begins a session: the login and the profile. */
function isSessionStart({ operation }: Call): boolean {
  return ['auth.login', 'applicants.getByEmail'].includes(operation.name);
}

/** True for the first call of an operation by a person. */
function isFirstCall(call: Call): boolean {
  const person = personOfCall(call);
  if (!person) return false;
  const calledOperations = calledOperationsIn(call.world);
  const operationNames = calledOperations.get(person.id) ?? new Set<string>();
  calledOperations.set(person.id, operationNames);
  const { size } = operationNames;
  return operationNames.add(call.operation.name).size > size;
}

/** True for refusals and lists. Lists never refuse, so a call of a list is recognized by its token. */
function isRefusedOrList({ operation, request }: Call, { status }: Response): boolean {
  const isListCallWithToken =
    operation.meta.auth === 'optional' && request.headers.has('authorization');
  return status >= 400 || isListCallWithToken;
}

/** Breaks some responses off. */
function breaksOff(
  sentence: string,
  applies: (call: Call, response: Response) => boolean,
): Behaviour {
  return changesResponse(sentence, applies, () => ({
    body: makeBrokenOffBody(),
    headers: { 'transfer-encoding': 'chunked' },
  }));
}

/** Adds a field to every JSON response, also to refusals. */
function addsFields(sentence: string, makeFields: (call: Call) => object): Behaviour {
  return changesResponse(
    sentence,
    (call, response) =>
      response.status >= 400 ||
      isJsonResponse(response) ||
      call.operation.meta.readsBodyAs === 'nothing',
    async (response, call) => {
      const text = await response.text();
      const responseBody = parseObject(text);
      const changedBody = Array.isArray(responseBody)
        ? responseBody.map((entry) => ({ ...entry, ...makeFields(call) }))
        : { ...responseBody, ...makeFields(call) };
      return { body: JSON.stringify(changedBody), headers: jsonHeaders };
    },
  );
}

function isJsonResponse(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') ?? false;
}

function parseObject(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}

/** The API and the site are on one machine here, so that the site's host is known. */
const siteHost = '127.0.0.1:5173';

export const serverFaults: readonly Fault[] = faultsOf({
  'cors-missing': {
    sentence: 'No answer allows another origin.',
    cors: withoutCors,
  },
  'limit-without-time': {
    sentence: 'Every seventh call is answered with 429, which does not say when to ask again.',
    intercept: ({ number }) =>
      number % 7 === 0 ? jsonResponse(429, { message: 'Too many requests.' }) : undefined,
  },
  'methods-unchecked': {
    sentence: 'PATCH is answered like a success at every address.',
    intercept: ({ request }) => (request.method === 'PATCH' ? jsonResponse(200, {}) : undefined),
  },
  'states-unchecked': answersWithSuccess(
    'Nothing depends on the state: what is refused with 409 is answered like a success.',
    (_call, status) => status === 409,
  ),
  'existence-unchecked': answersWithSuccess(
    'Requests for what does not exist are answered like a success.',
    (_call, status) => status === 404,
  ),
  'owners-unchecked': answersWithSuccess(
    "Another applicant's data is returned like one's own.",
    (_call, status) => status === 403,
  ),
  'success-203': changesResponse(
    'Every success is answered with 203.',
    (_call, { status }) => status < 300,
    () => ({ status: 203 }),
  ),
  'locked-out-later': refusesApplicants(
    'After the exam nobody can log in again, or read and change her own profile.',
    (state) => !['NOT_ACTIVATED', 'ACTIVATED'].includes(state),
  ),
  'locked-out-before': refusesApplicants(
    'Before the exam nobody can log in a second time, or read and change her own profile.',
    (state, call) => state === 'ACTIVATED' && !(isSessionStart(call) && isFirstCall(call)),
  ),
  'neighbour-everywhere': addsFields(
    'Every answer contains the address of another applicant.',
    ({ world, person, body }) => {
      const ownEmail = person?.email ?? (body as { email?: string } | undefined)?.email;
      const otherPerson = world.people
        .all()
        .slice(-2)
        .filter(({ email }) => email !== ownEmail)
        .at(-1);
      return otherPerson ? { preparedFor: otherPerson.email } : {};
    },
  ),
  'refusals-break-off': breaksOff(
    'The connection breaks in the middle of a refusal, and of a list requested with a token.',
    (call, response) =>
      call.operation.meta.auth !== 'none' &&
      call.operation.name !== 'applicants.getByEmail' &&
      isRefusedOrList(call, response),
  ),
  'public-refusals-break-off': breaksOff(
    'The connection breaks in the middle of a refusal by a public operation.',
    ({ operation }, { status }) => operation.meta.auth === 'none' && status >= 400,
  ),
  'files-break-off': breaksOff(
    'The connection breaks in the middle of a file.',
    ({ operation }) => operation.name === 'files.get',
  ),
  'profile-refusals-break-off': breaksOff(
    'The connection breaks in the middle of a refusal to read a profile.',
    ({ operation }, { status }) => operation.name === 'applicants.getByEmail' && status >= 400,
  ),
  'password-refusals-break-off': breaksOff(
    'The connection breaks in the middle of a refusal of a first password.',
    ({ operation }, { status }) => operation.name === 'applicants.createPassword' && status >= 400,
  ),
  'refusals-empty-everywhere': changesResponse(
    'No refusal gives a reason.',
    (_call, { status }) => status >= 400,
    () => ({ body: null }),
  ),
  'public-403': changesResponse(
    'Lists and receipts are refused to whoever sends a token.',
    (call, { status }) =>
      status < 300 &&
      call.operation.meta.auth === 'optional' &&
      call.request.headers.has('authorization'),
    () => ({ status: 403, body: '{"message":"Forbidden"}', headers: jsonHeaders }),
  ),
  'origins-that-end-alike': changesResponse(
    "An origin that ends with the site's is let in with credentials.",
    ({ request }) => {
      const origin = request.headers.get('origin') ?? '';
      return origin.endsWith(siteHost) && !origin.endsWith(`/${siteHost}`);
    },
    (_response, { request }) => ({
      headers: {
        'access-control-allow-origin': request.headers.get('origin') ?? '',
        'access-control-allow-credentials': 'true',
      },
    }),
  ),
  'unknown-path-page': {
    sentence: 'What is not found under /api is answered with the start page of the site.',
    cors: (response, { method }) =>
      response.status === 404 && method === 'GET' && response.headers.get('x-operation') === null
        ? new Response('<!DOCTYPE html><title>One Planet College</title>', {
            status: 200,
            headers: { ...Object.fromEntries(response.headers), ...htmlHeaders },
          })
        : response,
    changeResponse: (_call, response) => {
      const headers = new Headers(response.headers);
      headers.set('x-operation', 'known');
      return new Response(response.body, { status: response.status, headers });
    },
  },
  'answers-cacheable': changesResponse(
    'Shared caches may keep every answer for a minute.',
    (_call, { ok }) => ok,
    () => ({ headers: { 'cache-control': 'public, max-age=60' } }),
  ),
});
