import type { AdmissionsError } from './errors.ts';
import type { RawAnswer } from './read.ts';

/** What was seen of an attempt, also when it failed. */
export interface Seen {
  attempt: number;
  startedAt: number;
  started: number;
  status?: number;
  raw?: RawAnswer;
  failure?: AdmissionsError;
}
