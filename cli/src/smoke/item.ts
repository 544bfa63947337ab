import type { OperationName } from '@one-planet/contract';
import type { Exchange } from '@one-planet/sdk';
import type { Failure } from '../applicant/journey/failure.ts';
import type { Outcome } from '../report/report.ts';

/** One thing the smoke run did: a reading, or a step of the journey. */
export interface SmokeItem {
  /** `read/programs.list`, `journey/exam`; never changes. */
  id: string;
  title: string;
  operation?: OperationName;
  outcome: Outcome;
  /** In milliseconds. */
  ms: number;
  /** For the person who reads, without secrets. */
  note: string;
  /** Of what did not pass. */
  failure?: Failure;
  /** The item that keeps it from being tried. */
  blockedBy?: string;
}

/** What was seen of one operation: all that is compared with the last good run. */
export interface Observation {
  /** The last status. */
  status: number;
  /** The fastest answer, in milliseconds: the least that cannot be blamed on chance. */
  ms: number;
  /** Type by path, see `shapeOf`. */
  shape: Record<string, string>;
}

/** Records what exchanges show. */
export function observe(
  seen: Map<string, Observation>,
  exchanges: readonly Exchange[],
  shape: (text: string | undefined) => ReadonlyMap<string, string>,
): void {
  for (const { operation, status, durationMs, answerText } of exchanges) {
    if (status === undefined) continue;
    const before = seen.get(operation);
    seen.set(operation, {
      status,
      ms: Math.min(before?.ms ?? Number.POSITIVE_INFINITY, Math.round(durationMs)),
      shape: Object.fromEntries(shape(answerText)),
    });
  }
}
