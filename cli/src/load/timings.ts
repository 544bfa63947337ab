import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
} from 'hdr-histogram-js';

/** Times as they are kept in a report; whole microseconds, the counts as HdrHistogram writes them (V2, compressed, base64). */
export interface EncodedTimings {
  count: number;
  maxMicros: number;
  histogram: string;
}

/**
 * How long something took, many times: counts in an HDR histogram, so that neither memory nor precision depends on
 * how many there are. Microseconds inside, milliseconds outside.
 */
export class Timings {
  readonly #counts: Histogram;
  // A histogram that was encoded knows its maximum only as exactly as the others.
  #maxMicros = 0;

  /** @param digits how many significant digits are kept, 3 unless told */
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

  /** Adds another's counts, each to its own. */
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
