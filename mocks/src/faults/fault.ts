import type { Operation } from '@one-planet/contract';
import type { Person } from '../data/entities.ts';
import type { World } from '../data/world.ts';
import type { Answer } from '../http/answers.ts';

/** One call on its way through the backend, as far as it is known. */
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

/** Stands around a part of the backend's work: may change the call, do without `next`, or change what it says. */
export type Around<T> = (call: Call, next: () => Promise<T>) => Promise<T>;

/**
 * One way to misbehave, or to behave well in another way. The rules know nothing of it: it stands in their way
 * at one of these places, in the order a call passes them.
 */
export interface Fault {
  /** How it is switched on; never changes. */
  name: string;
  /** What the backend then does wrong, as a sentence. */
  sentence: string;
  /** Once, after the seed and before the first call: what the world's methods and tables do. */
  world?(world: World): void;
  /** Before anything is looked at: an answer given here is the answer. */
  intercept?(call: Pick<Call, 'world' | 'number' | 'request'>): Response | undefined;
  /** How the path's parameters are read. */
  params?(params: Record<string, string>): Record<string, string>;
  /** Who is let in where a valid token is missing. */
  person?(call: Call): Person | undefined;
  /** Around reading the body; `next` throws a Refusal for one that can't be read. */
  read?: Around<unknown>;
  /** Around the check of the body, canonical by now, which `next` ends with a Refusal where a rule is broken. */
  check?: Around<unknown>;
  /** True lets a call run beside another one of the same person. */
  ignoresTurn?(call: Call): boolean;
  /** True lets an operation through in a state that does not allow it. */
  ignoresState?(call: Call): boolean;
  /** Around the handler: what it gets, what it did, what it says. */
  handle?: Around<Answer>;
  /** The HTTP answer to an operation, refusals too. */
  answer?(call: Call, response: Response): Response | Promise<Response>;
  /** The very end, with the CORS headers in place; the only hook a preflight meets. */
  cors?(response: Response, request: Request): Response;
}

/** Puts the hooks of all faults around what happens without them; the first fault is the innermost. */
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
