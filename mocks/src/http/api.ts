import { allowedStates, applicantRole, type Operation } from '@one-planet/contract';
import type { Person } from '../data/entities.ts';
import { emailKey, type World } from '../data/world.ts';
import type { Call, Fault } from '../faults/fault.ts';
import { resources } from '../resources/index.ts';
import { findSession } from '../rules/sessions.ts';
import { type Answer, json, refusal, toResponse } from './answers.ts';
import { readJson, readUpload } from './body.ts';
import { checkBody } from './check.ts';
import { preflight, withCors } from './cors.ts';
import { Refusal } from './refusal.ts';
import type { Routes } from './routes.ts';

/** Operations that staff may call too; the others belong to applicants. */
const forEveryRole = /^(auth[.]|files[.]get$)/;

/**
 * One call of `/api`: route, token, role, body, state, handler, answer. Whatever is wrong with it ends in a
 * 4xx with a readable message, never in an exception.
 * @param number which call of this backend it is
 */
export async function answerApi(
  world: World,
  routes: Routes,
  faults: readonly Fault[],
  request: Request,
  number: number,
): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice('/api'.length);
  if (request.method === 'OPTIONS') return preflight(routes.methods(path));
  for (const fault of faults) {
    const instead = fault.intercept?.({ world, number });
    if (instead) return withCors(instead);
  }
  let call: Call | undefined;
  let response: Response;
  try {
    const { operation, params } = routes.match(request.method, path);
    call = { world, number, operation, params, body: undefined, person: undefined };
    for (const fault of faults) call.params = fault.params?.(call.params) ?? call.params;
    call.person = authorise(call, faults, request.headers.get('authorization'));
    call.body = await readBody(operation, world, request);
    const ready = call;
    response = toResponse(operation, await inTurn(ready, () => handle(ready, faults, url.origin)));
  } catch (error) {
    response = asResponse(call?.operation, error);
  }
  for (const fault of faults) {
    if (call && fault.answer) response = await fault.answer(call, response);
  }
  return withCors(response);
}

/** @throws {Refusal} 401 without a valid token where one is needed, 403 for the wrong role */
function authorise(
  call: Call,
  faults: readonly Fault[],
  authorization: string | null,
): Person | undefined {
  const { auth } = call.operation.meta;
  if (auth === 'none') return undefined;
  let person = findSession(call.world, authorization);
  if (auth === 'optional') return person;
  for (const fault of faults) person ??= fault.person?.(call);
  if (!person) throw new Refusal(401, 'Please log in first.', { 'www-authenticate': 'Bearer' });
  if (person.role !== applicantRole && !forEveryRole.test(call.operation.name)) {
    throw new Refusal(403, 'Only applicants can do this.');
  }
  return person;
}

async function readBody(operation: Operation, world: World, request: Request): Promise<unknown> {
  if (operation.route.method === 'GET') return undefined;
  const { route } = operation;
  const multipart = 'contentType' in route && route.contentType === 'multipart/form-data';
  const sent = multipart ? await readUpload(request) : await readJson(request);
  return await checkBody(operation, world, sent);
}

/** Changes of one person happen one after the other; reading need not wait. */
function inTurn(call: Call, task: () => Promise<Answer>): Promise<Answer> {
  const key = call.operation.route.method === 'GET' ? undefined : whose(call);
  return key === undefined ? task() : call.world.queue.run(key, task);
}

function whose({ world, person, params, body }: Call): string | undefined {
  const token = world.oneTimeTokens.find('token', params.token ?? '');
  const named = person ?? (token && world.people.find('id', token.personId));
  const { email } = (body ?? {}) as { email?: unknown };
  const address = named?.email ?? (typeof email === 'string' ? email : undefined);
  return address === undefined ? undefined : emailKey(address);
}

async function handle(call: Call, faults: readonly Fault[], origin: string): Promise<Answer> {
  const refused = refuseState(call, faults);
  if (refused) return refused;
  let next = async (): Promise<Answer> => {
    const { world, params, body, person } = call;
    return await findHandler(call.operation.name)({ params, body }, { world, person, origin });
  };
  for (const { handle: around } of faults) {
    if (!around) continue;
    const inner = next;
    next = () => around(call, inner);
  }
  return await next();
}

/** The state may have changed while the call waited for its turn: this belongs inside the turn. */
function refuseState(call: Call, faults: readonly Fault[]): Answer | undefined {
  const { operation, person } = call;
  const allowed = person && allowedStates(operation.name);
  if (!allowed || (person.state !== null && allowed.includes(person.state))) return undefined;
  if (faults.some((fault) => fault.ignoresState?.(call))) return undefined;
  if (operation.name === 'payments.getPending')
    return { status: 404, body: 'No payment is pending.' };
  const now = `Your status is ${person.state}; this needs ${allowed.join(' or ')}.`;
  return { status: 409, body: now };
}

type AnyHandler = (call: unknown, context: unknown) => Answer | Promise<Answer>;

function findHandler(name: Operation['name']): AnyHandler {
  const [resource = '', operation = ''] = name.split('.');
  const handlers = resources as unknown as Record<string, Record<string, AnyHandler>>;
  return handlers[resource]?.[operation] as AnyHandler;
}

function asResponse(operation: Operation | undefined, error: unknown): Response {
  if (error instanceof Refusal) {
    return refusal(operation, error.status, error.message, error.headers);
  }
  // Nothing a caller sends may lead here: this is a mistake in the mock itself.
  console.error('The mock backend failed:', error);
  return json(500, { message: 'The mock backend failed; its console says why.' });
}
