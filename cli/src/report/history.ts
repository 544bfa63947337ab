/** One night in the history: what is kept of a run, without secrets or people's data. */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import { decodeText } from '../core/files.ts';
import { tryParseJson } from '../core/json.ts';
import { requestId } from './evidence.ts';
import {
  type CheckReport,
  countOutcomes,
  endWords,
  groupBy,
  type ReportedResult,
  verdictOf,
} from './report.ts';

const finding = z.object({
  /** Of the check, which never changes. */
  id: z.string(),
  sentence: z.string(),
  expected: z.string().optional(),
  got: z.string().optional(),
  reason: z.string().optional(),
  requestId: z.string().optional(),
  curl: z.string().optional(),
});
type Finding = z.infer<typeof finding>;

const entrySchema = z.object({
  version: z.literal(1),
  /** When the run began, as ISO 8601. */
  at: z.string().datetime(),
  command: z.string(),
  target: z.string(),
  exitCode: z.number().int(),
  verdict: z.string(),
  ms: z.number(),
  requests: z.number(),
  /** How many checks ended so. */
  counts: z.record(z.number()),
  /** The fastest answer of each operation, in milliseconds. */
  operations: z.record(z.number()),
  finding: finding.optional(),
  /** True where the notification of this change could not be sent. */
  untold: z.boolean().optional(),
});
export type Entry = z.infer<typeof entrySchema>;

/** @returns what is kept of a report */
export function entryOf(report: CheckReport): Entry {
  const { startedAt, command, target, exitCode, ms, requests, results, operations = [] } = report;
  const first =
    results.find(({ fails }) => fails) ??
    results.find(({ outcome, reason }) => outcome !== 'passed' && reason !== undefined);
  return {
    version: 1,
    at: startedAt.toISOString(),
    command,
    target,
    exitCode,
    verdict: verdictOf(report).text,
    ms: Math.round(ms),
    requests,
    counts: countOutcomes(results),
    operations: Object.fromEntries(operations.map(({ operation, ms }) => [operation, ms])),
    finding: exitCode !== 0 && first ? findingOf(first) : undefined,
  };
}

const mostOfText = 500;
const mostOfCurl = 1500;

function findingOf({ check, expected, got, reason, evidence }: ReportedResult): Finding {
  const short = (text: string) =>
    text.length > mostOfText ? `${text.slice(0, mostOfText)}…` : text;
  return {
    id: check.id,
    sentence: check.sentence,
    expected: expected && short(expected),
    got: got && short(got),
    reason: reason && short(reason),
    requestId: evidence && requestId(evidence.exchange),
    curl: evidence && evidence.curl.length <= mostOfCurl ? evidence.curl : undefined,
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** @returns the same time, so many days of 24 hours later */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * dayMs);
}

/* The file that keeps the nights: a line of JSON each, so that a kill in the middle costs one line. */

export interface History {
  /** The oldest first. */
  entries: Entry[];
  /** Lines that are none: the end of one that was killed, or of another version. */
  unreadable: number;
}

/**
 * Reads the nights.
 * @param flag how messages name it
 * @returns nothing where there is no such file yet
 * @throws {CliError} (exit 2) when it cannot be read, or holds something else
 */
export function readHistory(path: string, flag: string): History {
  let text: string;
  try {
    // One damaged line must not cost the others.
    text = decodeText(readFileSync(path), true);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { entries: [], unreadable: 0 };
    throw new CliError(`${flag}: ${path} cannot be read: ${(error as Error).message}`);
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const entries = lines.flatMap((line) => entrySchema.safeParse(tryParseJson(line)).data ?? []);
  if (lines.length > 0 && entries.length === 0) {
    throw new CliError(`${flag}: ${path} holds no history: name another file`);
  }
  entries.sort((a, b) => a.at.localeCompare(b.at));
  return { entries, unreadable: lines.length - entries.length };
}

/** Looks whether a night can be added, before hours are spent on it. @throws {CliError} (exit 2) when it cannot */
export function checkHistory(path: string): void {
  append(path, '');
}

/** Adds a night. Two runs may do so at the same time. @throws {CliError} (exit 2) when it cannot be written */
export function addToHistory(path: string, entry: Entry, { unreadable }: History): void {
  // A line that was cut off has no end: the next one must not become part of it.
  append(path, `${unreadable > 0 ? '\n' : ''}${JSON.stringify(entry)}\n`);
}

function append(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, text);
  } catch (error) {
    throw new CliError(`--history: ${path} cannot be written: ${(error as Error).message}`);
  }
}

/* The summary of weeks of nights: how often the backend was there, how fast, and when that changed. */

/** Runs of one command on one target. */
export interface Series {
  command: string;
  target: string;
  entries: readonly Entry[];
}

/** @returns a series for each command and target, in the order in which they began */
export function seriesOf(entries: readonly Entry[]): Series[] {
  const keyOf = ({ command, target }: Entry) => JSON.stringify([command, target]);
  return groupBy(entries, keyOf).map((all) => {
    const [{ command, target }] = all;
    return { command, target, entries: all };
  });
}

/** The word of a run's end; a code of another version stands as it is. */
export function endWord({ exitCode }: Pick<Entry, 'exitCode'>): string {
  return endWords[exitCode as ExitCode] ?? `exit ${exitCode}`;
}

/** These say nothing of the backend: the settings, the mail or a person did not let the run find out. */
const silent: readonly number[] = [exitCodes.wrongUsage, exitCodes.noMail, exitCodes.interrupted];
const down: readonly number[] = [exitCodes.brokenContract, exitCodes.notReached];

interface Availability {
  /** Runs that found the backend there and right. */
  up: number;
  /** Runs that say something of the backend. */
  of: number;
}

/** How often the backend was there and right, of the runs that say something of it. Slow, or waiting for staff, counts as there. */
export function availability(entries: readonly Entry[]): Availability {
  const telling = entries.filter(({ exitCode }) => !silent.includes(exitCode));
  return {
    up: telling.filter(({ exitCode }) => !down.includes(exitCode)).length,
    of: telling.length,
  };
}

/** @returns e.g. `96.7 %`; `–` where no run says */
export function share({ up, of }: Availability): string {
  return of === 0 ? '–' : `${((up / of) * 100).toFixed(up === of ? 0 : 1)} %`;
}

/** How many runs ended in which way, the most frequent first. */
export function endCounts(entries: readonly Entry[]): [word: string, count: number][] {
  const counts = groupBy(entries, endWord).map((all): [string, number] => [
    endWord(all[0]),
    all.length,
  ]);
  return counts.sort(([, a], [, b]) => b - a);
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

interface Week {
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
interface Speed {
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
