/** Many journeys for a person at a terminal. */
import type { ResolvedSettings } from '../../config/load.ts';
import { paint, print } from '../../process/terminal.ts';
import type { Walked } from './pool.ts';
import { headline, printFailure, seconds, targetName } from './print.ts';
import type { StepResult } from './result.ts';

type Journey = Walked['journeys'][number];
const mostKinds = 10;

/** The end of many journeys: counts by state, and what went wrong, alike ones together. */
export function printMany(settings: ResolvedSettings, { journeys, ms }: Walked): void {
  const perSecond = (journeys.length / (ms / 1000)).toFixed(1);
  print(
    `${paint('bold', 'Journeys')} on ${targetName(settings)}: ${journeys.length} in ${seconds(ms)}, ${perSecond} per second`,
  );
  for (const [state, alike] of group(journeys, ({ result }) => result.state ?? 'no state')) {
    print(`  ${String(alike.length).padStart(6)} ${state}`);
  }
  const kinds = [...group(journeys, kindOfEnd).values()].filter(
    ([one]) => one && lastOf(one).failure,
  );
  for (const alike of kinds.slice(0, mostKinds)) {
    printKind(alike, `${alike.length} of ${journeys.length}`);
  }
  if (kinds.length > mostKinds) print(`\n… and ${kinds.length - mostKinds} other kinds of failure`);
}

function printKind([first]: readonly Journey[], count: string): void {
  if (!first) return;
  const last = lastOf(first);
  const how = paint(['bold', last.outcome === 'failed' ? 'red' : 'yellow'], headline(last));
  const isInterrupted = last.outcome === 'interrupted';
  const where = isInterrupted ? '' : ` at step "${last.id}"`;
  print(`\n${how}${where}: ${count}, first ${first.result.email}`);
  if (last.failure && !isInterrupted) printFailure(last.failure, first.context);
}

/** What is the same in journeys that ended alike, whatever their addresses. */
function kindOfEnd(journey: Journey): string {
  const { id, outcome, failure } = lastOf(journey);
  if (!failure || outcome === 'interrupted') return outcome;
  const { operation, got, message } = failure;
  return `${id} ${operation} ${got ?? message}`.replaceAll(journey.result.email, '');
}

function lastOf({ result }: Journey): StepResult {
  return result.steps.at(-1) as StepResult;
}

function group<T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const alike = groups.get(key(one));
    if (alike) alike.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}
