/** Whole classes of rules missing, as in an unfinished backend: nothing of that class is refused. */
import type { OperationName } from '@one-planet/contract';
import { json } from '../http/answers.ts';
import { asJson, changesResponse } from './answers.ts';
import type { Call, Fault } from './fault.ts';

type Applies = (call: Call, status: number) => boolean;

/** Certain refusals are answered like a success, without effect. */
function grants(name: string, sentence: string, applies: Applies): Fault {
  return changesResponse(
    name,
    sentence,
    (call, { status }) => status >= 400 && applies(call, status),
    (_response, { operation }) => ({ status: operation.meta.success, body: '{}', headers: asJson }),
  );
}

const always: readonly OperationName[] = [
  'auth.login',
  'auth.getUser',
  'applicants.getByEmail',
  'applicants.getBioData',
  'applicants.editProfile',
];

/** Some applicants are refused the operations of their own account. */
function locks(
  name: string,
  sentence: string,
  isLocked: (state: string, call: Call) => boolean,
): Fault {
  return changesResponse(
    name,
    sentence,
    (call, { status }) =>
      status < 300 && always.includes(call.operation.name) && isLocked(stateOf(call), call),
    () => ({ status: 403, body: '{"message":"Not in this state."}', headers: asJson }),
  );
}

function personOf({ person, world, body }: Call) {
  const { email } = (body ?? {}) as { email?: unknown };
  return person ?? (typeof email === 'string' ? world.findPerson(email) : undefined);
}

function stateOf(call: Call): string {
  return String(personOf(call)?.state ?? 'NOT_ACTIVATED');
}

const used = new WeakMap<object, Set<string>>();

/** What happens right after the password was created. */
function isEntering({ operation }: Call): boolean {
  return ['auth.login', 'applicants.getByEmail'].includes(operation.name);
}

/** True for the first time somebody calls an operation. */
function isFirst(call: Call): boolean {
  const person = personOf(call);
  if (!person) return false;
  const names = used.get(person) ?? new Set<string>();
  used.set(person, names);
  const { size } = names;
  return names.add(call.operation.name).size > size;
}

export const sweeping: readonly Fault[] = [
  {
    name: 'methods-unchecked',
    sentence: 'PATCH is answered like a success at every address.',
    intercept: ({ request }) => (request.method === 'PATCH' ? json(200, {}) : undefined),
  },
  grants(
    'input-unchecked',
    'No input is validated: whatever breaks a rule is answered like a success.',
    (_call, status) => [400, 413, 415].includes(status),
  ),
  grants(
    'states-unchecked',
    'Nothing depends on the state: what is refused with 409 is answered like a success.',
    (_call, status) => status === 409,
  ),
  grants(
    'existence-unchecked',
    'Requests for what does not exist are answered like a success.',
    (_call, status) => status === 404,
  ),
  grants(
    'owners-unchecked',
    "Another applicant's data is returned like one's own.",
    (_call, status) => status === 403,
  ),
  grants(
    'tokens-unchecked',
    'Without a valid token every operation is answered like a success.',
    (_call, status) => status === 401,
  ),
  changesResponse(
    'success-203',
    'Every success is answered with 203.',
    (_call, { status }) => status < 300,
    () => ({ status: 203 }),
  ),
  locks(
    'locked-out-later',
    'After the exam nobody can log in again, or read and change her own profile.',
    (state) => !['NOT_ACTIVATED', 'ACTIVATED'].includes(state),
  ),
  locks(
    'locked-out-before',
    'Before the exam nobody can log in a second time, or read and change her own profile.',
    (state, call) => state === 'ACTIVATED' && !(isEntering(call) && isFirst(call)),
  ),
];
