/**
 * The type of generated faults, which are derived from the contract's schemas and tables without regard to any check.
 */
import type { OperationName } from '@one-planet/contract';
import type { Fault } from '@one-planet/mocks';

/** The classes of generated faults, with what each derives from the contract, as docs/detection.md prints it. */
export const faultClasses = {
  answers: 'each field of each answer, broken in each way',
  lists: 'each list of each answer, broken in each way',
  rules: 'each rule of each request body, not enforced',
  gates: 'each operation in each state that does not allow it',
  states: 'each change of state or of data, gone wrong in each way',
  access: 'each operation, open to somebody it is not for',
  secrets: 'each secret, guessable or shown',
} as const;
export type GeneratedClass = keyof typeof faultClasses;

/**
 * Breaks the JSON body of a response. It may remember the body for later responses.
 * @param subject whom the response is about: see `subjectOf`
 * @returns the broken body, or the same object where there is nothing to break
 */
export type BodyBreaker = (body: unknown, subject: string) => unknown;

export interface GeneratedFault {
  /** `class/operation/…`: it changes only with the contract. */
  name: string;
  class: GeneratedClass;
  /** The operation whose checks run first. */
  operation: OperationName | undefined;
  /** The reason, where the contract or the decisions allow a backend to do this. */
  toleratedBecause?: string;
  /** For a fault in responses: creates the function that breaks a body, so that it can be tried without a backend. */
  createBreaker?: () => BodyBreaker;
  /** True when the response still has the form of the schema, and only a value is wrong. */
  keepsSchema?: boolean;
  /** The field of the response as `operation path`, which is its name in a `Trace`. */
  fieldName?: string;
  /** The reason, where no client of the API can ever see the fault. */
  unobservableBecause?: string;
  /** True when the fault shows only in a request that an ordinary client does not send: a run without one missed it. */
  needsProbe?: boolean;
  /** Creates the fault for one run. @param recorder learns what happened in the run */
  createFault(recorder: RunRecorder): Omit<Fault, 'name' | 'sentence'>;
}

/** A fault calls these functions in a run. */
interface RunRecorder {
  /** The fault changed a response or stored data. */
  recordEffect: () => void;
  /** A check sent the request in which the fault can show, whether it changed anything or not. */
  recordProbe: () => void;
  /** A check sent a request to the operation, from which it could have made the request above. */
  recordOpportunity: () => void;
}
