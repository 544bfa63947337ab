import { allowedStates, type Operation } from '@one-planet/contract';
import { emailKey, type World } from '../data/world.ts';
import { type Call, type Fault, surround } from '../faults/fault.ts';
import { type Answer, json, refusal, toResponse } from '../http/answers.ts';
import { preflight, withCors } from '../http/cors.ts';
import { Refusal } from '../http/refusal.ts';
import { resources } from '../resources/index.ts';
import { authorise } from './authorise.ts';
import { receiveBody } from './receive-body.ts';
import type { Routes } from './routes.ts';

/**
 * One call of `/api`: route, token, role, body, state, handler, answer. Anything wrong with it gives a 4xx with a readable message, never an exception.
 * @param number counts the calls of this backend, from 1
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
  let response =
    request.method === 'OPTIONS'
      ? preflight(routes.methods(path))
      : withCors(await answerCall({ world, request, number }, routes, faults, url.origin, path));
  for (const fault of faults) response = fault.cors?.(response, request) ?? response;
  return response;
}

async function answerCall(
  arrived: Pick<Call, 'world' | 'request' | 'number'>,
  routes: Routes,
  faults: readonly Fault[],
  origin: string,
  path: string,
): Promise<Response> {
  for (const fault of faults) {
    const instead = fault.intercept?.(arrived);
    if (instead) return instead;
  }
  let call: Call | undefined;
  let response: Response;
  try {
    const { operation, params } = routes.match(arrived.request.method, path);
    call = { ...arrived, operation, params, body: undefined, person: undefined };
    for (const fault of faults) call.params = fault.params?.(call.params) ?? call.params;
    call.person = authorise(call, faults);
    call.body = await receiveBody(call, faults);
    const ready = call;
    const task = () => handle(ready, faults, origin);
    response = toResponse(operation, await inTurn(ready, faults, task));
  } catch (error) {
    response = asResponse(call?.operation, error);
  }
  for (const fault of faults) {
    if (call && fault.answer) response = await fault.answer(call, response);
  }
  return response;
}

/** Changes to one person run one after another; reads need not wait. */
function inTurn(
  call: Call,
  faults: readonly Fault[],
  task: () => Promise<Answer>,
): Promise<Answer> {
  const waits = call.operation.route.method !== 'GET';
  const key = waits && !faults.some((it) => it.ignoresTurn?.(call)) ? whose(call) : undefined;
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
  const hooks = faults.map((fault) => fault.handle);
  return await surround(hooks, call, async () => {
    const { world, params, body, person } = call;
    return await findHandler(call.operation.name)({ params, body }, { world, person, origin });
  });
}

/** Checked inside the turn: the state may have changed while the call waited for it. */
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
  // Nothing a caller sends may lead here: this is a bug in the mock itself.
  console.error('The mock backend failed:', error);
  return json(500, { message: 'The mock backend failed; its console says why.' });
}
