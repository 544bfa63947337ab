/** A fault that nobody thought of: derived from the contract's schemas and tables by a rule that knows no check. */
import type { OperationName } from '@one-planet/contract';
import type { Fault } from '@one-planet/mocks';

/** The classes of generated faults, with what each takes from the contract. */
export const classes = {
  answers: 'each field of each answer, broken in each way',
  lists: 'each list of each answer, broken in each way',
  rules: 'each rule of each request body, not enforced',
  gates: 'each operation in each state that does not allow it',
  states: 'each change of state or of data, gone wrong in each way',
  access: 'each operation, open to somebody it is not for',
  secrets: 'each secret, guessable or shown',
} as const;
export type GeneratedClass = keyof typeof classes;

/** Changes the JSON of one answer, which it may keep; unchanged means that there is nothing to break. */
export type Breaker = (body: unknown, subject: string) => unknown;

export interface Generated {
  /** `class/operation/…`: stable as long as the contract is. */
  name: string;
  class: GeneratedClass;
  /** Whose checks are tried first. */
  operation: OperationName | undefined;
  /** Why a backend may do this, where the contract or the decisions allow it. */
  tolerated?: string;
  /** Of a fault in an answer: what it does to it, without a backend. */
  breaker?: () => Breaker;
  /** True when only the value is wrong, and the answer still has the form of the contract. */
  keepsForm?: boolean;
  /** The answer's field, as the trace of a run names it: the operation and the path. */
  field?: string;
  /** Why no client of the API can ever see it. */
  unobservable?: string;
  /** True when it needs a request that only a check would send: a run in which nobody sent one has missed it. */
  isProvoked?: boolean;
  make(notes: Notes): Omit<Fault, 'name' | 'sentence'>;
}

/** A fault reports these about a run. */
interface Notes {
  /** It made a difference to an answer, or to what is kept. */
  effect: () => void;
  /** Somebody sent the request it waits for; whether that made a difference is another matter. */
  tried: () => void;
  /** Somebody sent what could be made such a request. */
  triable: () => void;
}
