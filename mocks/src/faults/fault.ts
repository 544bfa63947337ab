/** The places a fault can change, and the makers of faults. */
import type { Operation, OperationName, RouteOf } from '@one-planet/contract';
import type { ClientInferResponses } from '@ts-rest/core';
import type { Answer } from '../server/answers.ts';
import { Refusal } from '../server/answers.ts';
import type { ExamAttempt, Mail, Person } from '../world/entities.ts';
import type { World } from '../world/world.ts';

/** One call on its way through the backend, as far as it is known so far. */
export interface Call {
  world: World;
  /** 1 for the first `/api` call of this backend. */
  number: number;
  /** Its body is read elsewhere: only its method, address, headers and signal are of use here. */
  request: Request;
  operation: Operation;
  params: Record<string, string>;
  body: unknown;
  person: Person | undefined;
}

/** Wraps a part of the backend's work: may change the call, skip `next`, or change its result. */
export type Around<T> = (call: Call, next: () => Promise<T>) => Promise<T>;

/**
 * One way to misbehave, or to behave well in another way. The rules know nothing about it: it hooks in at one of these places, in the order a call passes them.
 */
export interface Fault {
  /** Switches it on; never changes. */
  name: string;
  /** The fault as a sentence. */
  sentence: string;
  /** Runs once, after the seed and before the first call: may replace methods of the world and its tables. */
  world?(world: World): void | Promise<void>;
  /** Runs first; an answer returned here is final. */
  intercept?(call: Pick<Call, 'world' | 'number' | 'request'>): Response | undefined;
  /** Changes how the path's parameters are read. */
  params?(params: Record<string, string>): Record<string, string>;
  /** Lets somebody in when a valid token is missing. */
  person?(call: Call): Person | undefined;
  /** True lets somebody with another role do what only applicants can do. */
  ignoresRole?(call: Call): boolean;
  /** Wraps reading the body; `next` throws a Refusal if it cannot be read. */
  read?: Around<unknown>;
  /** Wraps validating the body, which is canonical by now; `next` throws a Refusal if it breaks a rule. */
  check?: Around<unknown>;
  /** True lets a call run alongside another one of the same person. */
  ignoresTurn?(call: Call): boolean;
  /** True lets an operation through in a state that does not allow it. */
  ignoresState?(call: Call): boolean;
  /** Wraps the handler: its input, its effect, its answer. */
  handle?: Around<Answer>;
  /** Changes the HTTP answer to an operation, refusals included. */
  answer?(call: Call, response: Response): Response | Promise<Response>;
  /** Runs last, with the CORS headers in place; the only hook a preflight passes. */
  cors?(response: Response, request: Request): Response;
}

/** A fault before it has its name. */
export type Behaviour = Omit<Fault, 'name'>;

/** Names faults, each by its key. */
export function faultsOf(faults: Readonly<Record<string, Behaviour>>): readonly Fault[] {
  return Object.entries(faults).map(([name, fault]) => ({ name, ...fault }));
}

/** Wraps `inner` in the hooks of all faults; the first fault is the innermost. */
export function surround<T>(
  hooks: readonly (Around<T> | undefined)[],
  call: Call,
  inner: () => Promise<T>,
): Promise<T> {
  let innermost = inner;
  for (const hook of hooks) {
    if (!hook) continue;
    const within = innermost;
    innermost = () => hook(call, within);
  }
  return innermost();
}

/**
 * @param kind what they are called in the message
 * @returns those of these names, in the order of the list
 * @throws {Error} naming an unknown one and all known ones
 */
export function pick(
  kind: string,
  faults: readonly Fault[],
  names: readonly string[],
): readonly Fault[] {
  const knownNames = faults.map(({ name }) => name);
  for (const name of names) {
    if (knownNames.includes(name)) continue;
    throw new Error(`There is no ${kind} "${name}". Known are ${knownNames.join(', ')}.`);
  }
  return faults.filter(({ name }) => names.includes(name));
}

/**
 * Every mail passes through `act` instead of being sent.
 * @param act `send` sends this mail or another one, as often as it is called
 */
export function posts(
  sentence: string,
  act: (mail: Mail, send: (mail: Mail) => Promise<Mail>, world: World) => Promise<unknown>,
): Behaviour {
  return {
    sentence,
    world: (world) => {
      const send = world.mails.create.bind(world.mails);
      world.mails.create = async (mail) => {
        await act(mail, send, world);
        return mail;
      };
    },
  };
}

/** Changes every exam that is drawn. */
export function draws(sentence: string, change: (attempt: ExamAttempt) => ExamAttempt): Behaviour {
  return {
    sentence,
    world: ({ exams }) => {
      const create = exams.create.bind(exams);
      exams.create = (attempt) => create(change(attempt));
    },
  };
}

/** A body of which only the beginning arrives. */
export function brokenOff(): ReadableStream<Uint8Array> {
  let isBegun = false;
  return new ReadableStream({
    pull(controller) {
      if (isBegun) controller.error(new Error('The connection broke off.'));
      else controller.enqueue(new TextEncoder().encode('{"profilePicture":'));
      isBegun = true;
    },
  });
}

/** The body of a successful activation. */
export function activationAnswer(person: Person, token: string): Answer {
  const { firstName, lastName, email, state } = person;
  return { status: 200, body: { firstName, lastName, email, status: `${state}`, token } };
}

type SuccessOf<N extends OperationName> = Extract<
  ClientInferResponses<RouteOf<N>>,
  { status: 200 | 201 | 202 }
>['body'];

/** The parts of an answer to change; the rest stays. */
interface Change {
  status?: number;
  body?: BodyInit | null;
  headers?: Readonly<Record<string, string>>;
}

/** Wraps the handler of one operation. */
export function around(operation: OperationName, handle: Around<Answer>): Pick<Fault, 'handle'> {
  return {
    handle: (call, next) => (call.operation.name === operation ? handle(call, next) : next()),
  };
}

/** Changes what one operation answers on success. `change` is given the world's own records and must copy them. */
export function changesBody<N extends OperationName>(
  sentence: string,
  operation: N,
  change: (body: SuccessOf<N>, call: Call) => unknown,
): Behaviour {
  const handle: Around<Answer> = async (call, next) => {
    const answer = await next();
    if (answer.status >= 300) return answer;
    return { ...answer, body: change(answer.body as SuccessOf<N>, call) };
  };
  return { sentence, ...around(operation, handle) };
}

/** Changes one status of one operation, success or refusal. */
export function changesStatus(
  sentence: string,
  operation: OperationName,
  from: number,
  to: number,
): Behaviour {
  const handle: Around<Answer> = async (_call, next) => {
    const answer = await next();
    return answer.status === from ? { ...answer, status: to } : answer;
  };
  return { sentence, ...around(operation, handle) };
}

/** Changes the form of some answers; `change` returns what differs, or nothing. */
export function changesResponse(
  sentence: string,
  applies: (call: Call, response: Response) => boolean,
  change: (response: Response, call: Call) => Change | Promise<Change>,
): Behaviour {
  return {
    sentence,
    answer: async (call, response) =>
      applies(call, response) ? changed(response, await change(response, call)) : response,
  };
}

/** @returns a copy with another status, body or headers */
export function changed(
  response: Response,
  { status = response.status, body = response.body, headers = {} }: Change,
): Response {
  const copy = new Response(body, { status, headers: response.headers });
  if (body === null) copy.headers.delete('content-type');
  for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value);
  return copy;
}

export const asJson = { 'content-type': 'application/json' } as const;
export const asHtml = { 'content-type': 'text/html; charset=utf-8' } as const;
export const asText = { 'content-type': 'text/plain; charset=utf-8' } as const;

export type Fields = Record<string, unknown>;

/** Around the check of one operation's body, where that is an object. */
export function aroundCheck(
  operation: OperationName,
  check: (
    body: Fields,
    next: () => Promise<unknown>,
    call: Parameters<Around<unknown>>[0],
  ) => unknown,
): Pick<Fault, 'check'> {
  return {
    check: async (call, next) => {
      const { body } = call;
      const isMeant = call.operation.name === operation && typeof body === 'object' && body;
      return isMeant ? await check({ ...body }, next, call) : await next();
    },
  };
}

/**
 * Drops a rule: input that breaks it, and only that, is accepted and kept as it came.
 * @param fields the fields concerned, each with a value that passes all rules
 * @param breaks true for a value that breaks the rule
 */
export function acceptsAnyway(
  sentence: string,
  operation: OperationName,
  fields: Fields,
  breaks: (value: unknown) => boolean,
): Behaviour {
  const check = aroundCheck(operation, async (body, next, call) => {
    const broken = Object.keys(fields).filter((field) => breaks(body[field]));
    const pick = (from: Fields) => broken.map((field) => [field, from[field]] as const);
    call.body = { ...body, ...Object.fromEntries(pick(fields)) };
    const checked = (await next()) as Fields;
    const storedFields = pick(body).map(([field, value]) => [field, stored(value)]);
    return { ...checked, ...Object.fromEntries(storedFields) };
  });
  return { sentence, ...check };
}

/** Adds a rule: input that passes all rules is refused. */
export function refusesAnyway(
  sentence: string,
  operation: OperationName,
  refuses: (body: Fields) => boolean,
): Behaviour {
  const check = aroundCheck(operation, async (body, next) => {
    const checked = await next();
    if (refuses(body)) throw new Refusal(400, 'The input is not valid.');
    return checked;
  });
  return { sentence, ...check };
}

/** @returns a test for text of that pattern */
export function like(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && pattern.test(value);
}

/** True for values a required field must not have. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || String(value).trim() === '';
}

/** Stored the way a backend without the rule would: handlers still find text where they expect it. */
function stored(value: unknown): unknown {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? String(value) : value;
}
