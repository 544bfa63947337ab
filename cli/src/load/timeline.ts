/** What happened when: a run in slices of equal width, aligned to the wall clock so that shards fit together. */
import { Timings } from './timings.ts';

/** The client itself during a slice; where there are several, the busiest. */
export interface ClientLoad {
  /** CPU time by time: 1 is one core. */
  cpu: number;
  rssBytes: number;
  heapBytes: number;
}

/** One slice. */
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
  client?: ClientLoad | undefined;
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

/** A slice in which nothing happened yet. */
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
