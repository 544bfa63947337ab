/**
 * Answers the calls of the API: finds the operation, checks the token and the body, runs the handler, and applies the
 * faults.
 */
import {
  allowedStates,
  applicantRole,
  type Dialect,
  fromWire,
  type Operation,
  operations,
  wireTemplate,
} from '@one-planet/contract';
import type { z } from 'zod';
import { type Call, type Fault, runInWrappers } from './faults/fault.ts';
import { handlersByResource } from './operations/operations.ts';
import { findAllowedOrigin } from './server/origins.ts';
import { readJson, readUpload } from './server/request-body.ts';
import {
  type HandlerResult,
  jsonResponse,
  preflightResponse,
  RefusalError,
  refusalResponse,
  toResponse,
  withCors,
} from './server/responses.ts';
import { findSessionOwner, findTokenOwner } from './world/accounts.ts';
import type { Person } from './world/entities.ts';
import { toEmailKey, type World } from './world/world.ts';

/** Operations that staff may call too; all others are for applicants only. */
const staffOperationPattern = /^(auth[.]|files[.]get$)/;

/**
 * @returns the owner of the call's valid token; `undefined` if there is none and none is needed
 * @throws {RefusalError} 401 without a valid token where one is needed, 403 for the wrong role
 */
function authorise(call: Call, faults: readonly Fault[]): Person | undefined {
  const { auth } = call.operation.meta;
  if (auth === 'none') return undefined;
  let person = findSessionOwner(call.world, call.request.headers.get('authorization'));
  if (auth === 'optional') return person;
  for (const fault of faults) person ??= fault.person?.(call);
  if (!person)
    throw new RefusalError(401, 'Please log in first.', { 'www-authenticate': 'Bearer' });
  const isForbidden =
    person.role !== applicantRole && !staffOperationPattern.test(call.operation.name);
  if (isForbidden && !faults.some((fault) => fault.ignoresRole?.(call))) {
    throw new RefusalError(403, 'Only applicants can do this.');
  }
  return person;
}

interface WireRoute {
  operation: Operation;
  pathSegments: readonly string[];
  parameterCount: number;
}

/** The operation that a path and a method belong to; its parameters are decoded. */
export interface RouteMatch {
  operation: Operation;
  params: Record<string, string>;
}

/** The contract's paths in one dialect. */
export class Routes {
  readonly #routes: readonly WireRoute[];

  constructor(dialect: Dialect) {
    this.#routes = operations.map((operation) => {
      const pathSegments = wireTemplate(dialect, operation.name, operation.route.path).split('/');
      const parameterCount = pathSegments.filter((segment) => segment.startsWith(':')).length;
      return { operation, pathSegments, parameterCount };
    });
  }

  /** @returns the methods of a path; empty for an unknown path */
  methodsAt(path: string): string[] {
    const methods = this.#candidates(path).map(({ operation }) => operation.route.method as string);
    return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  }

  /**
   * @param path the part after `/api`, still percent-encoded
   * @throws {RefusalError} 404 for an unknown path, 405 with Allow for a wrong method, 400 for a bad percent-encoding
   */
  match(method: string, path: string): RouteMatch {
    const candidates = this.#candidates(path);
    if (candidates.length === 0) throw new RefusalError(404, `There is nothing at ${path}.`);
    const routeMethod = method === 'HEAD' ? 'GET' : method;
    const route = candidates.find(({ operation }) => operation.route.method === routeMethod);
    if (!route) {
      const allowHeader = this.methodsAt(path).join(', ');
      throw new RefusalError(405, `${method} is not offered here, only ${allowHeader}.`, {
        allow: allowHeader,
      });
    }
    return { operation: route.operation, params: readParams(route.pathSegments, path.split('/')) };
  }

  /**
   * The routes that match a path; those with the fewest parameters come first, so that `update_user` is not read as a
   * user's id.
   */
  #candidates(path: string): WireRoute[] {
    const parts = path.split('/');
    const fittingRoutes = this.#routes.filter(
      ({ pathSegments }) =>
        pathSegments.length === parts.length &&
        pathSegments.every((segment, index) =>
          segment.startsWith(':') ? parts[index] !== '' : segment === parts[index],
        ),
    );
    const fewestParameters = Math.min(...fittingRoutes.map(({ parameterCount }) => parameterCount));
    return fittingRoutes.filter(({ parameterCount }) => parameterCount === fewestParameters);
  }
}

function readParams(
  pathSegments: readonly string[],
  requestSegments: readonly string[],
): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, segment] of pathSegments.entries()) {
    if (!segment.startsWith(':')) continue;
    try {
      params[segment.slice(1)] = decodeURIComponent(requestSegments[index] ?? '');
    } catch {
      throw new RefusalError(400, 'The path is not percent-encoded correctly.');
    }
  }
  return params;
}

/** zod's default messages, which mean nothing without the name of the field. */
const genericMessagePattern =
  /^(Required$|Invalid(?: input| enum| literal|$)|Expected|Unrecognized|Number must|String must)/;

/**
 * Reads a body in the dialect and validates it with the contract's schema.
 * @returns the canonical body
 * @throws {RefusalError} for a body that cannot be read, or 400 with the first broken rule
 */
async function receiveBody(call: Call, faults: readonly Fault[]): Promise<unknown> {
  const { operation, world, request } = call;
  if (operation.route.method === 'GET') return undefined;
  const readWrappers = faults.map((fault) => fault.wrapReading);
  const wireBody = await runInWrappers(readWrappers, call, async () =>
    isMultipart(operation) ? await readUpload(request) : await readJson(request),
  );
  const listBankAccounts = () => world.bankAccounts.all();
  call.body = await fromWire(world.settings.dialect, operation.name, wireBody, listBankAccounts);
  const checkWrappers = faults.map((fault) => fault.wrapValidation);
  return await runInWrappers(checkWrappers, call, async () => checkBody(call));
}

function isMultipart({ route }: Operation): boolean {
  return 'contentType' in route && route.contentType === 'multipart/form-data';
}

function checkBody({ operation, body }: Call): unknown {
  const schema = 'body' in operation.route ? operation.route.body : undefined;
  if (!isSchema(schema)) return undefined;
  const parsedBody = schema.safeParse(body);
  if (parsedBody.success) return parsedBody.data;
  if (body === undefined) throw new RefusalError(400, 'Please send a JSON body.');
  throw new RefusalError(400, firstMessage(parsedBody.error));
}

/** For an operation without a body, ts-rest has a symbol here. */
function isSchema(body: unknown): body is z.ZodTypeAny {
  return typeof body === 'object' && body !== null && 'safeParse' in body;
}

function firstMessage({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (!issue) return 'The body is not valid.';
  const fieldPath = issue.path.join('.');
  if (fieldPath === '') return `The body is not valid: ${issue.message}`;
  return genericMessagePattern.test(issue.message)
    ? `${fieldPath}: ${issue.message}`
    : issue.message;
}

/**
 * Handles one call of `/api`: route, token, role, body, state, handler, response. An invalid call gets a 4xx with a
 * readable message, never an exception.
 * @param callNumber counts the calls of this backend, from 1
 */
export async function handleApiCall(
  world: World,
  routes: Routes,
  faults: readonly Fault[],
  request: Request,
  callNumber: number,
): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice('/api'.length);
  let response = withCors(
    request.method === 'OPTIONS'
      ? preflightResponse(routes.methodsAt(path))
      : await runCall({ world, request, number: callNumber }, routes, faults, url.origin, path),
    findAllowedOrigin(request, world.settings),
  );
  for (const fault of faults) response = fault.cors?.(response, request) ?? response;
  return response;
}

async function runCall(
  incomingCall: Pick<Call, 'world' | 'request' | 'number'>,
  routes: Routes,
  faults: readonly Fault[],
  origin: string,
  path: string,
): Promise<Response> {
  for (const fault of faults) {
    const replacingResponse = fault.intercept?.(incomingCall);
    if (replacingResponse) return replacingResponse;
  }
  let call: Call | undefined;
  let response: Response;
  try {
    const { operation, params } = routes.match(incomingCall.request.method, path);
    call = { ...incomingCall, operation, params, body: undefined, person: undefined };
    for (const fault of faults) call.params = fault.params?.(call.params) ?? call.params;
    call.person = authorise(call, faults);
    call.body = await receiveBody(call, faults);
    const readyCall = call;
    const task = () => runHandler(readyCall, faults, origin);
    response = toResponse(operation, await runInTurn(readyCall, faults, task));
  } catch (error) {
    response = toErrorResponse(call?.operation, error);
  }
  for (const fault of faults) {
    if (call && fault.changeResponse) response = await fault.changeResponse(call, response);
  }
  return response;
}

/** Runs the changes to one person one after another; reading operations need not wait. */
function runInTurn(
  call: Call,
  faults: readonly Fault[],
  task: () => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const changesData = call.operation.route.method !== 'GET';
  const queueKey =
    changesData && !faults.some((fault) => fault.ignoresTurn?.(call))
      ? makeTurnKey(call)
      : undefined;
  if (queueKey === undefined) return task();
  return call.world.queue.run(queueKey, () => {
    // While this call was waiting, another one may have changed her.
    call.person &&= call.world.findPersonById(call.person.id);
    return task();
  });
}

function makeTurnKey({ world, person, params, body }: Call): string | undefined {
  const applicant = person ?? findTokenOwner(world, params.token);
  const { email } = (body ?? {}) as { email?: unknown };
  const applicantEmail = applicant?.email ?? (typeof email === 'string' ? email : undefined);
  return applicantEmail === undefined ? undefined : toEmailKey(applicantEmail);
}

async function runHandler(
  call: Call,
  faults: readonly Fault[],
  origin: string,
): Promise<HandlerResult> {
  const refusal = refuseIfStateForbids(call, faults);
  if (refusal) return refusal;
  const handlerWrappers = faults.map((fault) => fault.wrapHandler);
  return await runInWrappers(handlerWrappers, call, async () => {
    const { world, params, body, person } = call;
    return await findHandler(call.operation.name)({ params, body }, { world, person, origin });
  });
}

/** Runs inside the queue, because the state may have changed while the call was waiting. */
function refuseIfStateForbids(call: Call, faults: readonly Fault[]): HandlerResult | undefined {
  const { operation, person } = call;
  const allowedStateNames = person && allowedStates(operation.name);
  if (!allowedStateNames || (person.state !== null && allowedStateNames.includes(person.state)))
    return undefined;
  if (faults.some((fault) => fault.ignoresState?.(call))) return undefined;
  if (operation.name === 'payments.getPending')
    return { status: 404, body: 'No payment is pending.' };
  const refusalText = `Your status is ${person.state}; this needs ${allowedStateNames.join(' or ')}.`;
  return { status: 409, body: refusalText };
}

type AnyHandler = (call: unknown, context: unknown) => HandlerResult | Promise<HandlerResult>;

function findHandler(name: Operation['name']): AnyHandler {
  const [resource = '', operation = ''] = name.split('.');
  const handlers = handlersByResource as unknown as Record<string, Record<string, AnyHandler>>;
  return handlers[resource]?.[operation] as AnyHandler;
}

function toErrorResponse(operation: Operation | undefined, error: unknown): Response {
  if (error instanceof RefusalError) {
    return refusalResponse(operation, error.status, error.message, error.headers);
  }
  // No request may lead here, so this is a bug in the mock itself.
  console.error('The mock backend failed:', error);
  return jsonResponse(500, { message: 'The mock backend failed; its console says why.' });
}
