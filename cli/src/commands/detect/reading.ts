import type { OperationName } from '@one-planet/contract';

/** `sure`: told apart from its opposite; `assumed`: no harmless request tells. */
type Certainty = 'sure' | 'assumed';

/** How a backend writes one part of one operation. */
export interface Reading {
  operation: OperationName;
  /** The part, e.g. `path`, `phoneNumber`. */
  part: string;
  /** What is written there. */
  found: string;
  certainty: Certainty;
  why: string;
}
