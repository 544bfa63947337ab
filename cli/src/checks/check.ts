/** A check is a value: what it says, where the specification says so, and a function that finds out. */
import type { OperationName } from '@one-planet/contract';
import type { Stage } from '../applicant/stages.ts';
import type { CheckContext } from './context.ts';

/**
 * `must`: the specification states it, and the site breaks or a person is harmed without it. `should`: the
 * specification is silent, any sensible backend does it. `info`: a tolerated difference, told and never failed.
 */
export const levels = ['must', 'should', 'info'] as const;
export type Level = (typeof levels)[number];

export interface Check {
  /** `operation/what`, e.g. `exams.create/in/APPLIED`; never changes. */
  id: string;
  level: Level;
  /** The operation it is about; left out where it is about the whole backend. */
  operation?: OperationName;
  /** With MUST, SHOULD or MAY in it. */
  sentence: string;
  /** E.g. `2 §4; decisions §2`. */
  spec: string;
  proves: string;
  /** What a pass leaves open. */
  leavesOpen: string;
  /** The state of the applicant it borrows; left out where it needs none. It says when the check runs. */
  stage?: Stage;
  /** The applicant leaves that state: such checks come last among those of their stage. */
  consumes?: boolean;
  /** Comes after all others, because it speaks of what they saw. */
  afterAll?: boolean;
  /**
   * Returns when the backend keeps the sentence.
   * @throws {Failed | Blocked | Skipped | Waiting} anything else is a bug of ours
   */
  run: (context: CheckContext) => Promise<void> | void;
}
