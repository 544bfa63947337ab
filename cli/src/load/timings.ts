/** Times in HDR histograms, of a whole run and over time. */
import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
} from 'hdr-histogram-js';
import { z } from 'zod';

export const count: z.ZodNumber = z.number().int().nonnegative();
export const share: z.ZodNumber = z.number().nonnegative();

/** Times as they are kept in a report; whole microseconds, the counts as HdrHistogram writes them (V2, compressed, base64). */
export const encodedTimings = z.object({ count, maxMicros: count, histogram: z.string() });
export type EncodedTimings = z.infer<typeof encodedTimings>;

/**
 * How long something took, many times: counts in an HDR histogram, so that neither memory nor precision depends on
 * how many there are. Microseconds inside, milliseconds outside.
 */
export class Timings {
  readonly #counts: Histogram;
  // A histogram that was encoded knows its maximum only as exactly as the others.
  #maxMicros = 0;

  /** @param digits how many significant digits are kept, default: 3 */
  constructor(digits: 2 | 3 = 3) {
    this.#counts = build({ numberOfSignificantValueDigits: digits });
  }

  get count(): number {
    return this.#counts.totalCount;
  }

  /** In milliseconds; 0 when there are none. */
  get max(): number {
    return this.#maxMicros / 1000;
  }

  /** In milliseconds; 0 when there are none. */
  get mean(): number {
    return this.count === 0 ? 0 : this.#counts.mean / 1000;
  }

  /** @param ms a duration; a clock that stepped back counts as 0 */
  record(ms: number): void {
    const micros = Math.max(0, Math.round(ms * 1000));
    this.#counts.recordValue(micros);
    this.#maxMicros = Math.max(this.#maxMicros, micros);
  }

  /** @param percent 0 to 100. @returns milliseconds: that share of all took so long or less; 0 when there are none */
  percentile(percent: number): number {
    if (this.count === 0) return 0;
    return Math.min(this.#counts.getValueAtPercentile(percent), this.#maxMicros) / 1000;
  }

  add(other: Timings): void {
    this.#counts.add(other.#counts);
    this.#maxMicros = Math.max(this.#maxMicros, other.#maxMicros);
  }

  /** @returns what was recorded since a copy was made; the maximum to three digits */
  since(before: Timings): Timings {
    const more = this.copy();
    more.#counts.subtract(before.#counts);
    more.#maxMicros = more.#counts.maxValue;
    return more;
  }

  copy(): Timings {
    const copy = new Timings();
    copy.add(this);
    return copy;
  }

  encode(): EncodedTimings {
    return {
      count: this.count,
      maxMicros: this.#maxMicros,
      histogram: encodeIntoCompressedBase64(this.#counts),
    };
  }

  /** @throws when it is no histogram, or not the one whose count stands beside it */
  static decode({ count, maxMicros, histogram }: EncodedTimings, digits: 2 | 3 = 3): Timings {
    const counts = decodeFromCompressedBase64(histogram);
    if (counts.totalCount !== count || counts.numberOfSignificantValueDigits !== digits) {
      throw new Error('the histogram does not match its count');
    }
    const timings = new Timings(digits);
    timings.#counts.add(counts);
    timings.#maxMicros = maxMicros;
    return timings;
  }
}

/* The timeline: a run in slices of equal width, aligned to the wall clock so that shards fit together. */

/** The client itself during a slice; where there are several, the busiest. */
export const clientLoad = z.object({
  /** CPU time by time: 1 is one core. */
  cpu: share,
  rssBytes: share,
  heapBytes: share,
});
export type ClientLoad = z.infer<typeof clientLoad>;

export interface Slice {
  /** Journeys that set out, came through, and ended before. */
  started: number;
  through: number;
  failed: number;
  /** Attempts by how they ended. */
  answered: number;
  errors: number;
  /** Of attempts that did not fail, two digits exactly. */
  answerTimes: Timings;
  /** Of journeys that came through, the same. */
  journeyTimes: Timings;
  client?: ClientLoad;
}

/** A long run gets wider slices instead of more, with those counted in which nothing happened. */
const mostSlices = 600;

export class Timeline {
  readonly #slices = new Map<number, Slice>();
  #width = 1;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  /** Of a slice, in seconds: a power of two. */
  get width(): number {
    return this.#width;
  }

  /** Slices in which something happened, by when they began in whole seconds since 1970, in order. */
  get slices(): [number, Slice][] {
    return [...this.#slices]
      .sort(([a], [b]) => a - b)
      .map(([number, slice]) => [number * this.#width, slice]);
  }

  /** @param time in milliseconds since 1970. @returns the slice it falls into */
  at(time: number): Slice {
    const number = Math.floor(time / 1000 / this.#width);
    const known = this.#slices.get(number);
    if (known) return known;
    const [first, last] = [Math.min(this.#first, number), Math.max(this.#last, number)];
    if (last - first >= mostSlices) {
      this.widen(this.#width * 2);
      return this.at(time);
    }
    this.#first = first;
    this.#last = last;
    const made = emptySlice();
    this.#slices.set(number, made);
    return made;
  }

  /** Makes the slices so wide, if they are narrower. @param width in seconds, a power of two */
  widen(width: number): void {
    if (width <= this.#width) return;
    const narrow = this.slices;
    this.#width = width;
    this.#slices.clear();
    this.#first = Number.POSITIVE_INFINITY;
    this.#last = Number.NEGATIVE_INFINITY;
    for (const [second, slice] of narrow) addTo(this.at(second * 1000), slice);
  }

  /** Adds what happened elsewhere at the same time. */
  add(other: Timeline): void {
    this.widen(other.width);
    for (const [second, slice] of other.slices) addTo(this.at(second * 1000), slice);
  }
}

function emptySlice(): Slice {
  return {
    started: 0,
    through: 0,
    failed: 0,
    answered: 0,
    errors: 0,
    answerTimes: new Timings(2),
    journeyTimes: new Timings(2),
  };
}

const counts = ['started', 'through', 'failed', 'answered', 'errors'] as const;

function addTo(slice: Slice, other: Slice): void {
  for (const count of counts) slice[count] += other[count];
  slice.answerTimes.add(other.answerTimes);
  slice.journeyTimes.add(other.journeyTimes);
  slice.client = busiest(slice.client, other.client);
}

/** @returns the more of each */
export function busiest(a: ClientLoad | undefined, b: ClientLoad | undefined) {
  if (!a || !b) return a ?? b;
  return {
    cpu: Math.max(a.cpu, b.cpu),
    rssBytes: Math.max(a.rssBytes, b.rssBytes),
    heapBytes: Math.max(a.heapBytes, b.heapBytes),
  };
}
