import type { Operation } from '@one-planet/contract';
import type { Person } from '../data/entities.ts';
import type { World } from '../data/world.ts';
import type { Answer } from '../http/answers.ts';

/** One call on its way through the backend, as far as it is known. */
export interface Call {
  world: World;
  /** 1 for the first `/api` call of this backend. */
  number: number;
  operation: Operation;
  params: Record<string, string>;
  body: unknown;
  person: Person | undefined;
}

/**
 * One way to misbehave. The rules know nothing of faults: a fault stands in their way at one of these places,
 * in the order a call passes them.
 */
export interface Fault {
  /** How it is switched on; never changes. */
  name: string;
  /** What the backend then does wrong, as a sentence. */
  sentence: string;
  /** Before anything is looked at: an answer given here is the answer. */
  intercept?(call: Pick<Call, 'world' | 'number'>): Response | undefined;
  /** How the path's parameters are read. */
  params?(params: Record<string, string>): Record<string, string>;
  /** Who is let in where a valid token is missing. */
  person?(call: Call): Person | undefined;
  /** True lets an operation through in a state that does not allow it. */
  ignoresState?(call: Call): boolean;
  /** Around the handler: what it gets, what it did, what it says. */
  handle?(call: Call, next: () => Promise<Answer>): Promise<Answer>;
  /** The HTTP answer, at the very end. */
  answer?(call: Call, response: Response): Response | Promise<Response>;
}
