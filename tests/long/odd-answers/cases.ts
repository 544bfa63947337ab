/** The odd answers to what a page asks. */
import { type OddAnswer, oddAnswers } from './oddities.ts';
import type { Heard, Odd } from './recording.ts';
import type { Visit } from './visit.ts';

/** One odd answer to one operation of a page, under a name by which it can be run again, alone. */
export interface OddCase extends Odd, OddAnswer {
  name: string;
}

/** Of what the page itself asks: the page that a press leads to has a visit of its own. */
export function casesOf(
  visit: Pick<Visit, 'name' | 'page' | 'only'>,
  heard: readonly Heard[],
): OddCase[] {
  const { only } = visit;
  const asked = heard.filter(
    ({ operation: { name }, page, phase }) =>
      page === visit.page &&
      (only === undefined || only.phase === phase) &&
      (only?.operations === undefined || only.operations.includes(name)),
  );
  const first = new Map<string, Heard>();
  for (const one of asked) {
    const key = `${one.phase} ${one.operation.name}`;
    first.set(key, first.get(key) ?? one);
  }
  return [...first.values()].flatMap(({ operation, phase, answer }) =>
    oddAnswers(operation, answer).map((odd) => ({
      ...odd,
      phase,
      operation: operation.name,
      name: `${visit.name}, ${phase}: ${operation.name} ${odd.where}: ${odd.oddity}`,
    })),
  );
}
