/** The points at which a fault can change the backend's behaviour, and functions that make faults. */
import type { Operation, OperationName, RouteOf } from '@one-planet/contract';
import type { ClientInferResponses } from '@ts-rest/core';
import type { HandlerResult } from '../server/responses.ts';
import type { Mail, Person } from '../world/entities.ts';
import type { World } from '../world/world.ts';

/** One call on its way through the backend, as far as it is known at that point. */
export interface Call {
  world: World;
  /** 1 for the first `/api` call of this backend. */
  number: number;
  /** The request. Its body is read elsewhere, so only its method, address, headers and signal may be used here. */
  request: Request;
  operation: Operation;
  params: Record<string, string>;
  body: unknown;
  person: Person | undefined;
}

/** Wraps a part of the backend's work. It may change the call, skip `next`, or change its result. */
export type Wrapper<T> = (call: Call, next: () => Promise<T>) => Promise<T>;

/**
 * A way to misbehave, or to behave differently and still correctly. The rest of the backend does not know about faults;
 * a fault changes it at one of these points, which a call passes in this order.
 */
export interface Fault {
  /** The name that switches it on; it never changes. */
  name: string;
  /** Describes the fault in a sentence. */
  sentence: string;
  /** Runs once, after the seed and before the first call. It may replace methods of the world and its tables. */
  world?(world: World): void | Promise<void>;
  /** Runs first; if it returns a response, that is sent. */
  intercept?(call: Pick<Call, 'world' | 'number' | 'request'>): Response | undefined;
  /** Changes the parameters of the path. */
  params?(params: Record<string, string>): Record<string, string>;
  /** Returns the person a call without a valid token counts as. */
  person?(call: Call): Person | undefined;
  /** Whether a person with another role may do what only applicants can do. */
  ignoresRole?(call: Call): boolean;
  /** Wraps the reading of the body; `next` throws a Refusal if it cannot be read. */
  wrapReading?: Wrapper<unknown>;
  /** Wraps the validation of the canonical body; `next` throws a Refusal if it breaks a rule. */
  wrapValidation?: Wrapper<unknown>;
  /** Whether a call may run at the same time as another one of the same person. */
  ignoresTurn?(call: Call): boolean;
  /** Whether an operation is allowed in a state that does not allow it. */
  ignoresState?(call: Call): boolean;
  /** Wraps the handler: its input, its effect, its result. */
  wrapHandler?: Wrapper<HandlerResult>;
  /** Changes the HTTP response of an operation, also a refusal. */
  changeResponse?(call: Call, response: Response): Response | Promise<Response>;
  /** Runs last, after the CORS headers were added. It is the only point that a preflight passes. */
  cors?(response: Response, request: Request): Response;
}

/** A fault that does not have its name yet. */
export type Behaviour = Omit<Fault, 'name'>;

/** Makes faults from behaviours; the keys become their names. */
export function faultsOf(behaviours: Readonly<Record<string, Behaviour>>): readonly Fault[] {
  return Object.entries(behaviours).map(([name, fault]) => ({ name, ...fault }));
}

/** Wraps `run` in the wrappers of all faults; that of the first fault is the innermost. */
export function runInWrappers<T>(
  wrappers: readonly (Wrapper<T> | undefined)[],
  call: Call,
  run: () => Promise<T>,
): Promise<T> {
  let wrappedRun = run;
  for (const wrapper of wrappers) {
    if (!wrapper) continue;
    const innerRun = wrappedRun;
    wrappedRun = () => wrapper(call, innerRun);
  }
  return wrappedRun();
}

/**
 * Passes every mail to `sendInstead` instead of sending it.
 * @param sendInstead calls its `send` for each mail that should be sent
 */
export function replacesMail(
  sentence: string,
  sendInstead: (mail: Mail, send: (mail: Mail) => Promise<void>, world: World) => Promise<unknown>,
): Behaviour {
  return {
    sentence,
    world: (world) => {
      const sendMail = world.sendMail.bind(world);
      world.sendMail = async (mail) => {
        await sendInstead(mail, sendMail, world);
      };
    },
  };
}

/**
 * Something that a fault remembers, for each backend by itself.
 * @returns a function that finds it; it is created when it is first needed
 */
export function remembersPerWorld<T>(create: () => T): (world: World) => T {
  const memories = new WeakMap<World, T>();
  return (world) => {
    const memory = memories.get(world) ?? create();
    memories.set(world, memory);
    return memory;
  };
}

type SuccessOf<N extends OperationName> = Extract<
  ClientInferResponses<RouteOf<N>>,
  { status: 200 | 201 | 202 }
>['body'];

/** The parts of a response to change; the others stay. */
interface Change {
  status?: number;
  body?: BodyInit | null;
  headers?: Readonly<Record<string, string>>;
}

/** Wraps the handler of one operation. */
export function wrapsHandler(
  operationName: OperationName,
  handle: Wrapper<HandlerResult>,
): Pick<Fault, 'wrapHandler'> {
  return {
    wrapHandler: (call, next) =>
      call.operation.name === operationName ? handle(call, next) : next(),
  };
}

/** Changes the body of one operation's success. `change` gets the body of the handler and must copy it. */
export function changesBody<N extends OperationName>(
  sentence: string,
  operation: N,
  change: (body: SuccessOf<N>, call: Call) => unknown,
): Behaviour {
  const handle: Wrapper<HandlerResult> = async (call, next) => {
    const result = await next();
    if (result.status >= 300) return result;
    return { ...result, body: await change(result.body as SuccessOf<N>, call) };
  };
  return { sentence, ...wrapsHandler(operation, handle) };
}

/** Changes one status of one operation, of a success or a refusal. */
export function changesStatus(
  sentence: string,
  operation: OperationName,
  fromStatus: number,
  toStatus: number,
): Behaviour {
  const handle: Wrapper<HandlerResult> = async (_call, next) => {
    const result = await next();
    return result.status === fromStatus ? { ...result, status: toStatus } : result;
  };
  return { sentence, ...wrapsHandler(operation, handle) };
}

/** Changes the form of some responses; `change` returns the differences, or nothing. */
export function changesResponse(
  sentence: string,
  isChanged: (call: Call, response: Response) => boolean,
  change: (response: Response, call: Call) => Change | Promise<Change>,
): Behaviour {
  return {
    sentence,
    changeResponse: async (call, response) =>
      isChanged(call, response) ? withChanges(response, await change(response, call)) : response,
  };
}

/** @returns a copy with another status, body or headers */
export function withChanges(
  response: Response,
  { status = response.status, body = response.body, headers = {} }: Change,
): Response {
  const changedResponse = new Response(body, { status, headers: response.headers });
  if (body === null) changedResponse.headers.delete('content-type');
  for (const [name, value] of Object.entries(headers)) changedResponse.headers.set(name, value);
  return changedResponse;
}

export const jsonHeaders = { 'content-type': 'application/json' } as const;
export const htmlHeaders = { 'content-type': 'text/html; charset=utf-8' } as const;

export type Fields = Record<string, unknown>;
