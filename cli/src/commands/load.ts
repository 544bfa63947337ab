import { openJourneys } from '../applicant/journey/open.ts';
import { stepIds } from '../applicant/journey/steps.ts';
import { startEmbedded } from '../backend/mock-server.ts';
import { loadSettings } from '../config/load.ts';
import { arrivalShapes } from '../load/arrivals.ts';
import { exitCodeOfLoad } from '../load/end.ts';
import { planOf } from '../load/make-plan.ts';
import { walkHere } from '../load/one-process.ts';
import { isPart, walkPart } from '../load/part.ts';
import { checkWays } from '../load/plan.ts';
import { type Orders, walkInProcesses } from '../load/processes.ts';
import { progressOf } from '../load/progress.ts';
import { writeLoad } from '../load/report/index.ts';
import type { LoadWatcher, Ran } from '../load/run.ts';
import { judge } from '../load/thresholds.ts';
import { interruption } from '../process/interruption.ts';
import { checkWritable } from '../report/files.ts';
import { defineCommand, journeySettings, targetSettings } from './define.ts';
import {
  abortOn,
  readMix,
  readShard,
  readSpan,
  readSpanOrNone,
  readTime,
  resultOptions,
} from './load-options.ts';
import { oneOf, positive, value, whole } from './options.ts';

/** `admissions load`: walks many applicants at a fixed rate or a fixed number at once, and measures the answers. */
export const command = defineCommand({
  name: 'load',
  description:
    'Walks many applicants, at a fixed rate or a fixed number at once, and measures each operation and the journey.',
  settings: [...targetSettings, ...journeySettings],
  options: {
    applicants: value('<n>', 'how many in all (default: 100)', whole(1, 10_000_000)),
    duration: value('<time>', 'nobody starts after this time, e.g. 90s, 10m, 1h', readSpan),
    rate: value('<n>', 'journeys started per second, however slow the answers', positive),
    arrivals: value(
      '<shape>',
      `how they arrive: ${arrivalShapes.join(', ')}; the rate is then the highest`,
      oneOf(arrivalShapes),
    ),
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
    mix: value(
      '<shares>',
      'who comes, e.g. read=70,register=20,exam=10; the fourth kind is whole',
      readMix,
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
    const { result, bug } = await walk({ plan, shards, settings, conditions }, progress).finally(
      progress.clear,
    );
    const verdicts = threshold.map((one) => judge(one, result));
    await writeLoad(result, verdicts, reports);
    if (bug) throw bug.error;
    return exitCodeOfLoad(result, verdicts);
  },
});

type Walk = (orders: Orders, progress: Pick<LoadWatcher, 'onProgress'>) => Promise<Ran>;

const walkAlone: Walk = async ({ plan, shards: [shard = 1], settings, conditions }, progress) => {
  const open = await openJourneys(settings);
  const startsAt = plan.startAt === undefined ? undefined : Date.parse(plan.startAt);
  try {
    return await walkHere({ plan, shard, startsAt }, conditions, open, progress);
  } finally {
    await open.close();
  }
};

/** The embedded mock is one for all of them, and runs here. */
const walkTogether: Walk = async (orders, progress) => {
  const { signal, stop } = interruption();
  const { settings } = orders;
  const mock = settings.target === 'mock' ? await startEmbedded(settings) : undefined;
  const target = mock?.url ?? settings.target;
  const [, entry = ''] = process.argv;
  try {
    const asked = { ...orders, settings: { ...settings, target } };
    return await walkInProcesses(entry, asked, signal, progress);
  } finally {
    stop();
    await mock?.close();
  }
};
