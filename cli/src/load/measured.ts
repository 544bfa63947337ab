/** What a run measures. Nothing is kept of a single applicant but what she adds to counts. */
import { Errors } from './errors.ts';
import type { Kind } from './mix.ts';
import { Timeline } from './timeline.ts';
import { Timings } from './timings.ts';

/** The attempts of one operation: those that were answered as the contract has it, and those that failed. */
export interface OperationTimes {
  answered: Timings;
  failed: Timings;
}

/** The journeys of one kind of a mix. */
export interface KindTimes {
  counts: Record<(typeof kindCounts)[number], number>;
  /** From when they were to set out: of those that came through, and of the others. */
  response: Timings;
  failed: Timings;
}

const journeyCounts = ['started', 'through', 'failed', 'brokenOff', 'heldBack'] as const;
const kindCounts = ['started', 'through', 'failed', 'brokenOff'] as const;
/**
 * Journeys that set out, came through, ended before, were ended by Ctrl-C, and had to wait until fewer were on the
 * way before they could set out.
 */
type JourneyCounts = Record<(typeof journeyCounts)[number], number>;

export const journeyTimes = ['response', 'service', 'failed', 'delay', 'beside'] as const;
/**
 * Of journeys that came through: from when they were to set out (response) and from when they did (service). Of those
 * that failed: from when they were to set out. Of all: how late they set out (delay), and how long they did
 * something else than wait for an answer of the API (beside): mail, staff, the provider, and the client itself.
 */
type JourneyTimes = Record<(typeof journeyTimes)[number], Timings>;

export class Measured {
  readonly counts: JourneyCounts = { started: 0, through: 0, failed: 0, brokenOff: 0, heldBack: 0 };
  readonly journeys: JourneyTimes = {
    response: new Timings(),
    service: new Timings(),
    failed: new Timings(),
    delay: new Timings(),
    beside: new Timings(),
  };
  /** By name. */
  readonly operations = new Map<string, OperationTimes>();
  /** Of a mix, each of its kinds. */
  readonly kinds = new Map<Kind, KindTimes>();
  /** Attempts that were not the first of their call. */
  repeats = 0;
  /** How many journeys ended with an exit code. */
  readonly ends = new Map<number, number>();
  readonly errors = new Errors();
  readonly timeline = new Timeline();

  /** @returns the times of an operation, to be added to */
  of(operation: string): OperationTimes {
    const known = this.operations.get(operation);
    if (known) return known;
    const made = { answered: new Timings(), failed: new Timings() };
    this.operations.set(operation, made);
    return made;
  }

  /** @returns what is measured of a kind, to be added to */
  ofKind(kind: Kind): KindTimes {
    const known = this.kinds.get(kind);
    if (known) return known;
    const counts = { started: 0, through: 0, failed: 0, brokenOff: 0 };
    const made = { counts, response: new Timings(), failed: new Timings() };
    this.kinds.set(kind, made);
    return made;
  }

  /** All operations put together. */
  get answers(): OperationTimes {
    const all = { answered: new Timings(), failed: new Timings() };
    for (const times of this.operations.values()) {
      all.answered.add(times.answered);
      all.failed.add(times.failed);
    }
    return all;
  }

  countEnd(exitCode: number, journeys = 1): void {
    this.ends.set(exitCode, (this.ends.get(exitCode) ?? 0) + journeys);
  }

  /** Adds what another process measured, count by count. */
  add(other: Measured): void {
    for (const count of journeyCounts) this.counts[count] += other.counts[count];
    for (const times of journeyTimes) this.journeys[times].add(other.journeys[times]);
    for (const [operation, { answered, failed }] of other.operations) {
      const own = this.of(operation);
      own.answered.add(answered);
      own.failed.add(failed);
    }
    for (const [kind, { counts, response, failed }] of other.kinds) {
      const own = this.ofKind(kind);
      for (const count of kindCounts) own.counts[count] += counts[count];
      own.response.add(response);
      own.failed.add(failed);
    }
    this.repeats += other.repeats;
    for (const [exitCode, journeys] of other.ends) this.countEnd(exitCode, journeys);
    this.errors.add(other.errors.all);
    this.timeline.add(other.timeline);
  }
}
