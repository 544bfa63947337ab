/** How the run's applicants fared with each step: what failed for two of them is not tried with a third. */
import { Blocked, Skipped, Stuck, Untouched, Waiting } from '../outcome.ts';
import type { Person } from './person.ts';

const mostFailures = 2;

interface Known {
  hasWorked: boolean;
  /** The numbers of those for whom it failed. */
  failed: Set<number>;
  underWay: Set<Promise<unknown>>;
  /** Why it failed last. */
  why?: Error;
  /** It would be so for everybody. */
  isFinal?: boolean;
}

export class Steps {
  readonly #known = new Map<string, Known>();

  /**
   * Has an applicant take a step. Somebody whom a check made up may fail because of what is odd about her: that is
   * held against nobody else.
   * @param name an operation, a decision of the staff, or what is waited for
   * @param counts which failures are held against the step
   * @throws {Untouched | Skipped | Waiting} where it is not tried any more; what `take` throws
   */
  async take<T>(
    name: string,
    person: Person,
    take: () => Promise<T>,
    counts: (error: Blocked) => boolean = isStuck,
  ): Promise<T> {
    const known = this.#of(name);
    const { failed, underWay } = known;
    const isSure = () => known.hasWorked && failed.size === 0;
    // Each that is under way may be the one that settles it.
    while (!isSure() && underWay.size > 0 && failed.size + underWay.size >= mostFailures) {
      await Promise.race(underWay);
    }
    this.refuse(name);
    const attempt = take();
    const end = attempt.then(
      () => {
        known.hasWorked = true;
      },
      (error: unknown) => {
        if (!person.isOfPool || error instanceof Untouched) return;
        if (error instanceof Blocked && counts(error)) known.failed.add(person.number);
        else if (error instanceof Skipped || error instanceof Waiting) known.isFinal = true;
        else return;
        known.why = error;
      },
    );
    underWay.add(end);
    void end.then(() => underWay.delete(end));
    return attempt;
  }

  /** @throws {Untouched | Skipped | Waiting} where a step failed for two applicants, with what it failed for */
  refuse(name: string): void {
    const { failed, isFinal = false, why } = this.#of(name);
    if (!why || (!isFinal && failed.size < mostFailures)) return;
    if (!(why instanceof Blocked)) throw why;
    const failures = `${name} failed for ${failed.size} applicants and is not tried again`;
    throw new Untouched(why.by, `${failures}: ${why.message}`);
  }

  #of(name: string): Known {
    const known = this.#known.get(name) ?? {
      hasWorked: false,
      failed: new Set<number>(),
      underWay: new Set<Promise<unknown>>(),
    };
    this.#known.set(name, known);
    return known;
  }
}

function isStuck(error: Blocked): boolean {
  return error instanceof Stuck;
}

/** Counts every failure: nothing else was done with her meanwhile. */
export function isBlocked(): boolean {
  return true;
}
