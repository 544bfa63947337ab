import { InvalidArgumentError } from 'commander';
import { openJourneys } from '../applicant/context.ts';
import { stepIds } from '../applicant/steps.ts';
import { startEmbedded } from '../backend/target.ts';
import { loadSettings } from '../core/configuration.ts';
import { interruption } from '../core/interruption.ts';
import { print, talk } from '../core/terminal.ts';
import { jsonReport } from '../load/file.ts';
import type { LoadResult } from '../load/measured.ts';
import { isPart, walkPart } from '../load/part.ts';
import { checkWays, parseSpan, planOf } from '../load/plan.ts';
import { type Orders, walkInProcesses } from '../load/processes.ts';
import { htmlReport } from '../load/report-html.ts';
import { exitCodeOfLoad, terminalReport } from '../load/report-terminal.ts';
import { type OnProgress, progressOf, type Ran, walkHere } from '../load/run.ts';
import {
  judge,
  parseAbortOn,
  parseThreshold,
  type Threshold,
  type Verdict,
} from '../load/thresholds.ts';
import { checkWritable, type ReportFile, writeFiles } from '../report/files.ts';
import {
  defineCommand,
  journeySettings,
  oneOf,
  positive,
  reports,
  targetSettings,
  value,
  whole,
} from './define.ts';

/* The formats of a load run's reports. */

const formats = { json: jsonReport, html: htmlReport };
type LoadFormat = keyof typeof formats;
export const loadFormats = Object.keys(formats) as LoadFormat[];

/**
 * Prints a result and writes its reports. What people read goes to stderr where a report goes to stdout.
 * @throws {CliError} (exit 2) when a report cannot be written; the others are written nevertheless
 */
export async function writeLoad(
  result: LoadResult,
  verdicts: readonly Verdict[],
  reports: readonly ReportFile<LoadFormat>[],
): Promise<void> {
  const say = reports.some(({ file }) => file === '-') ? talk : print;
  for (const line of terminalReport(result, verdicts)) say(line);
  await writeFiles(
    reports.map(({ format, file }) => ({ file, text: formats[format](result, verdicts) })),
  );
}

/* Options of `load` and `merge`. */

const readThreshold = asArgument(parseThreshold);
const readAbortOn = asArgument(parseAbortOn);

const abortOn = value<Threshold[]>(
  '<expression>',
  'end the run when this is so, e.g. errors>20% (repeatable)',
  (text, before = []) => [...before, readAbortOn(text)],
);

export const resultOptions = {
  threshold: value<Threshold[]>(
    '<expression>',
    'what must hold, e.g. p95<500 (repeatable)',
    (text, before = []) => [...before, readThreshold(text)],
  ),
  report: reports(
    `write a report: ${loadFormats.join(', ')}; "-" is stdout (repeatable)`,
    loadFormats,
  ),
};

const readSpan = asArgument(parseSpan);
const readSpanOrNone = (text: string) => (text.trim() === '0' ? 0 : readSpan(text));

/** Reports what is wrong in commander's own way. */
function asArgument<T>(read: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };
}

function readShard(text: string): { shard: number; shards: number } {
  const [, shard, shards] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (shard && shards && shard <= shards) return { shard, shards };
  throw new InvalidArgumentError('It must be I/N, e.g. 2/4: the second of four, from 1.');
}

/** Reads a time with its zone. @returns it in UTC, so that all shards write it alike */
function readTime(text: string): string {
  const hasZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(text);
  if (hasZone && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new InvalidArgumentError(
    'It must be a time in ISO form with its zone, e.g. 2026-12-01T08:00:00Z.',
  );
}

export const command = defineCommand({
  name: 'load',
  description:
    'Walks many applicants, at a fixed rate or a fixed number at once, and measures each operation and the journey.',
  settings: [...targetSettings, ...journeySettings],
  options: {
    applicants: value('<n>', 'how many in all (default: 100)', whole(1, 10_000_000)),
    duration: value('<time>', 'nobody starts after this time, e.g. 90s, 10m, 1h', readSpan),
    rate: value('<n>', 'journeys started per second, however slow the answers', positive),
    concurrency: value(
      '<n>',
      'how many journeys run at once; the next starts when one ends (default: 10)',
      whole(1, 1000),
    ),
    maxInFlight: value(
      '<n>',
      'with --rate: at most this many at once in one process; others wait, and the report says so (default: 500)',
      whole(1, 1000),
    ),
    ramp: value(
      '<time>',
      'grow evenly to the full rate or concurrency, e.g. 30s',
      readSpanOrNone,
      0,
    ),
    until: value(
      '<step>',
      'journeys end after this step, one of those listed below',
      oneOf(stepIds),
    ),
    checkAnswers: value(
      '<which>',
      'all, or sample: one journey in ten, which costs the client a little less',
      oneOf(checkWays),
      'all',
    ),
    processes: value('<n>', 'walk as so many processes on this machine (default: 1)', whole(1, 64)),
    abortOn,
    shard: value('<I/N>', 'walk the I-th part of N of the same run', readShard),
    startAt: value('<time>', 'begin at this time, e.g. 2026-12-01T08:00:00Z', readTime),
    ...resultOptions,
  },
  help: `
Steps: ${stepIds.slice(0, 7).join(', ')},
${stepIds.slice(7).join(', ')}.

Thresholds: [SUBJECT:]METRIC<LIMIT, with <, <=, > or >=.
  subject   an operation, journey, or delay; none: all operations together
  metric    p50, p99.9 …, mean, max (ms, or s with that unit), errors (a count,
            or a share with %), journeys/s, answers/s
--abort-on takes the same, with the sign of what must not be: it looks each
second at the last 10 seconds, or at the last 20 answers if those took longer.

Examples:
  admissions load --target http://127.0.0.1:8080 --applicants 1000 --rate 20
  admissions load --profile staging --concurrency 50 --ramp 30 --until exam
  admissions load --rate 5 --threshold "p95<500" --threshold "errors<1%"
  admissions load --threshold "exams.create:p99<0.8s" --report html=load.html
  admissions load --rate 20 --duration 1h --abort-on "errors>20%"
  admissions load --rate 100 --duration 5m --processes 2
  admissions load --rate 50 --shard 2/4 --report json=load-2.json
  admissions merge load-*.json --report html=load.html

With --rate the response time of a journey counts from when it was due; with
--concurrency a slow server gets fewer requests, and the report says what that
hides. --applicants, --rate and --concurrency are those of the whole run: the
same on every shard, and of all --processes together.

Exit codes: 0 done, 6 a threshold was missed or --abort-on ended the run, 3
nothing was reached, 130 interrupted, or one of --processes died (the report of
what was measured is written). Without thresholds, or when no journey finished,
the worst end of a journey counts.`,
  async run(flags) {
    if (isPart()) return walkPart();
    const settings = await loadSettings(flags);
    const plan = planOf(flags, settings);
    const { report: reports = [], threshold = [], abortOn: conditions = [] } = flags;
    const { shard: { shard } = { shard: 1 }, processes = 1 } = flags;
    await checkWritable(reports);
    const shards = Array.from({ length: processes }, (_, at) => (shard - 1) * processes + at + 1);
    const progress = progressOf(plan, shards);
    const walk = processes === 1 ? walkAlone : walkTogether;
    const orders = { plan, shards, settings, conditions };
    const { result, bug } = await walk(orders, progress.onProgress).finally(progress.clear);
    const verdicts = threshold.map((one) => judge(one, result));
    await writeLoad(result, verdicts, reports);
    if (bug) throw bug.error;
    return exitCodeOfLoad(result, verdicts);
  },
});

type Walk = (orders: Orders, onProgress: OnProgress) => Promise<Ran>;

const walkAlone: Walk = async ({ plan, shards: [shard = 1], settings, conditions }, onProgress) => {
  const open = await openJourneys(settings);
  const startsAt = plan.startAt === undefined ? undefined : Date.parse(plan.startAt);
  try {
    return await walkHere({ plan, shard, startsAt, conditions }, open, onProgress);
  } finally {
    await open.close();
  }
};

/** The embedded mock is one for all of them, and runs here. */
const walkTogether: Walk = async (orders, onProgress) => {
  const { signal, stop } = interruption();
  const { settings } = orders;
  const mock = settings.target === 'mock' ? await startEmbedded(settings) : undefined;
  const target = mock?.url ?? settings.target;
  const [, entry = ''] = process.argv;
  try {
    const asked = { ...orders, settings: { ...settings, target } };
    return await walkInProcesses(entry, asked, signal, onProgress);
  } finally {
    stop();
    await mock?.close();
  }
};
