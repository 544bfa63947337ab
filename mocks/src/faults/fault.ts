import type { Operation } from '@one-planet/contract';
import type { Person } from '../data/entities.ts';
import type { World } from '../data/world.ts';
import type { Answer } from '../http/answers.ts';

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
  /** What the backend does wrong, as a sentence. */
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

/** Wraps `inner` in the hooks of all faults; the first fault is the innermost. */
export function surround<T>(
  hooks: readonly (Around<T> | undefined)[],
  call: Call,
  inner: () => Promise<T>,
): Promise<T> {
  let next = inner;
  for (const hook of hooks) {
    if (!hook) continue;
    const within = next;
    next = () => hook(call, within);
  }
  return next();
}
