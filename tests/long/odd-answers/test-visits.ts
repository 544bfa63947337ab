import { expect, test } from 'vitest';
import type { OddCase } from './cases.ts';
import { type Failure, sweep } from './sweep.ts';
import type { Visit } from './visit.ts';

/** Part of a case's name, to run it alone: `ODD_ANSWER='login, pressed: auth.login roles' npx vitest …` */
const wanted = process.env.ODD_ANSWER ?? '';

/** Tries every odd answer on some visits, and prints how many there were. */
export function testVisits(visits: readonly Visit[]): void {
  const isWanted = ({ name }: Visit) => wanted === '' || wanted.startsWith(`${name},`);
  test('no odd answer takes the page, the way on or the words away', async () => {
    const cases: OddCase[] = [];
    const failures: Failure[] = [];
    for (const visit of visits.filter(isWanted)) {
      const swept = await sweep(visit, (name) => name.includes(wanted));
      cases.push(...swept.cases);
      failures.push(...swept.failures);
    }
    console.log(summary(visits, cases, failures));
    const lines = failures.map(({ name, faults }) => {
      const seen = faults.map((fault) => `${fault.kind} (${fault.seen})`);
      return `${name}: ${[...new Set(seen)].join(', ')}`;
    });
    expect(lines).toEqual([]);
  }, 900_000);
}

function summary(
  visits: readonly Visit[],
  cases: readonly OddCase[],
  failures: readonly Failure[],
): string {
  const distinct = (values: readonly string[]) => new Set(values).size;
  const kinds = ['blank', 'crash', 'exception', 'waiting', 'word', 'uncaught'];
  const seen = kinds.map((kind) => {
    const of = failures.filter(({ faults }) => faults.some((fault) => fault.kind === kind));
    return `${kind} ${of.length}`;
  });
  return [
    `${distinct(visits.map(({ page }) => page))} pages`,
    `${distinct(cases.map(({ name, operation }) => `${name.split(':')[0]} ${operation}`))} answers`,
    `${distinct(cases.map(({ where, oddity }) => `${where} ${oddity}`))} oddities`,
    `${cases.length} cases`,
    ...seen,
  ].join(', ');
}
