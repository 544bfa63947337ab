/** What weeks of nights say: how often the backend was there, how fast, and when that changed. */
import { type ExitCode, exitCodes } from '../process/exit.ts';
import { endWords } from '../report/ends.ts';
import { addDays } from './days.ts';
import type { Entry } from './entry.ts';

/** Runs of one command on one target. */
export interface Series {
  command: string;
  target: string;
  entries: readonly Entry[];
}

/** @returns a series for each command and target, in the order in which they began */
export function seriesOf(entries: readonly Entry[]): Series[] {
  const series = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.command, entry.target]);
    series.set(key, [...(series.get(key) ?? []), entry]);
  }
  return [...series.values()].map((all) => ({
    command: all[0]?.command ?? '',
    target: all[0]?.target ?? '',
    entries: all,
  }));
}

/** The word of a run's end; a code of another version is told as it is. */
export function endWord({ exitCode }: Pick<Entry, 'exitCode'>): string {
  return endWords[exitCode as ExitCode] ?? `exit ${exitCode}`;
}

/** These say nothing of the backend: the settings, the mail or a person did not let the run find out. */
const silent: readonly number[] = [exitCodes.wrongUsage, exitCodes.noMail, exitCodes.interrupted];
const down: readonly number[] = [exitCodes.brokenContract, exitCodes.notReached];

export interface Availability {
  /** Runs that found the backend there and right. */
  up: number;
  /** Runs that could tell. */
  of: number;
}

/** How often the backend was there and right, of the runs that could tell. Slow, or waiting for staff, counts as there. */
export function availability(entries: readonly Entry[]): Availability {
  const telling = entries.filter(({ exitCode }) => !silent.includes(exitCode));
  return {
    up: telling.filter(({ exitCode }) => !down.includes(exitCode)).length,
    of: telling.length,
  };
}

/** @returns e.g. `96.7 %`; `–` where no run could tell */
export function share({ up, of }: Availability): string {
  return of === 0 ? '–' : `${((up / of) * 100).toFixed(up === of ? 0 : 1)} %`;
}

/** How many runs ended in which way, the most frequent first. */
export function endCounts(entries: readonly Entry[]): [word: string, count: number][] {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(endWord(entry), (counts.get(endWord(entry)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** A run that ended in another way than the one before. */
export interface Turn {
  before: Entry;
  entry: Entry;
  /** How many runs had ended as `before` in a row. */
  after: number;
}

export function turns(entries: readonly Entry[]): Turn[] {
  let row = 0;
  return entries.flatMap((entry, at) => {
    const before = entries[at - 1];
    row += 1;
    if (!before || before.exitCode === entry.exitCode) return [];
    const after = row - 1;
    row = 1;
    return [{ before, entry, after }];
  });
}

/** A week of runs. */
export interface Week {
  /** Its Monday, e.g. `2026-11-16`. */
  monday: string;
  entries: Entry[];
}

/** @returns every week from the first run to the last, also those without */
export function weeksOf(entries: readonly Entry[]): Week[] {
  const weeks: Week[] = [];
  for (const entry of entries) {
    const monday = mondayOf(entry.at);
    while (weeks.length === 0 || (weeks.at(-1) as Week).monday < monday) {
      const last = weeks.at(-1);
      weeks.push({ monday: last ? daysAfter(last.monday, 7) : monday, entries: [] });
    }
    weeks.at(-1)?.entries.push(entry);
  }
  return weeks;
}

function mondayOf(at: string): string {
  const date = new Date(at);
  return daysAfter(at.slice(0, 10), -((date.getUTCDay() + 6) % 7));
}

function daysAfter(day: string, count: number): string {
  return addDays(new Date(`${day}T00:00:00Z`), count)
    .toISOString()
    .slice(0, 10);
}

/** How fast one operation was answered, in milliseconds. */
export interface Speed {
  operation: string;
  runs: number;
  p50: number;
  p95: number;
  max: number;
  /** The median of each week; `undefined` where it was not measured. */
  weekly: (number | undefined)[];
}

export function speeds(entries: readonly Entry[]): Speed[] {
  const weeks = weeksOf(entries);
  const names = [...new Set(entries.flatMap(({ operations }) => Object.keys(operations)))];
  return names.map((operation) => {
    const all = measured(entries, operation);
    return {
      operation,
      runs: all.length,
      p50: percentile(all, 50) ?? 0,
      p95: percentile(all, 95) ?? 0,
      max: Math.max(...all),
      weekly: weeks.map((week) => percentile(measured(week.entries, operation), 50)),
    };
  });
}

function measured(entries: readonly Entry[], operation: string): number[] {
  return entries.flatMap(({ operations }) => operations[operation] ?? []);
}

/** The nearest rank; of few runs, p95 is the slowest. */
function percentile(values: readonly number[], percent: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}
