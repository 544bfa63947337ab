import { Command } from 'commander';
import { openJourneys } from '../applicant/journey/open.ts';
import { steps } from '../applicant/journey/steps.ts';
import { addJourneyOptions, addTargetOptions } from '../config/flags.ts';
import { loadSettings } from '../config/load.ts';
import { exitCodeOfLoad } from '../load/end.ts';
import { type LoadFlags, parseShard, parseTime, planOf, thresholds } from '../load/flags.ts';
import { progressOf } from '../load/progress.ts';
import { loadFormats, tellLoad } from '../load/report/index.ts';
import { runLoad } from '../load/run.ts';
import { judge } from '../load/thresholds.ts';
import type { ExitCode } from '../process/exit.ts';
import { checkWritable, reportFiles } from '../report/files.ts';
import { oneOf, positive, whole } from './option-values.ts';

const ids = steps.map(({ id }) => id);

/** `admissions load`: walks many applicants at a rate, or so many at once, and measures the answers. */
export function command(finish: (code: ExitCode) => void): Command {
  const load = new Command('load').description(
    'Walks many applicants at a rate, or so many at once, and measures each operation and the journey.',
  );
  addJourneyOptions(addTargetOptions(load));
  return load
    .option('--applicants <n>', 'how many in all', whole(1, 10_000_000), 100)
    .option('--rate <n>', 'how many set out per second, whatever the answers take', positive)
    .option(
      '--concurrency <n>',
      'how many are on the way at once; the next sets out when one is through (default: 10)',
      whole(1, 1000),
    )
    .option(
      '--max-in-flight <n>',
      'with --rate: at most so many on the way at once in one process; others wait, and that is told (default: 500)',
      whole(1, 1000),
    )
    .option('--ramp <seconds>', 'grow evenly to the full rate or concurrency', whole(0, 86_400), 0)
    .option('--until <step>', 'journeys end after this step, one of those below', oneOf(ids))
    .option('--threshold <expression>', 'what must hold, e.g. p95<500 (repeatable)', thresholds)
    .option('--shard <I/N>', 'walk the I-th part of N of the same run', parseShard)
    .option('--start-at <time>', 'begin at this time, e.g. 2026-12-01T08:00:00Z', parseTime)
    .option(
      '--report <format=file>',
      `write a report: ${loadFormats.join(', ')}; "-" is stdout (repeatable)`,
      reportFiles(loadFormats),
    )
    .addHelpText('after', examples)
    .action(async (flags: LoadFlags) => finish(await measure(flags)));
}

async function measure(flags: LoadFlags): Promise<ExitCode> {
  const settings = await loadSettings(flags);
  const plan = planOf(flags, settings);
  const { report: reports = [], threshold = [], shard } = flags;
  await checkWritable(reports);
  const open = await openJourneys(settings);
  const progress = progressOf(plan, shard?.shard ?? 1);
  const { result, bug } = await runLoad(plan, shard?.shard ?? 1, open, progress).finally(
    async () => {
      progress.clear();
      await open.close();
    },
  );
  const verdicts = threshold.map((one) => judge(one, result));
  await tellLoad(result, verdicts, reports);
  if (bug) throw bug.error;
  return exitCodeOfLoad(result, verdicts);
}

const examples = `
Steps: ${ids.slice(0, 7).join(', ')},
${ids.slice(7).join(', ')}.

Thresholds: [SUBJECT:]METRIC<LIMIT, with <, <=, > or >=.
  subject   an operation, journey, or delay; none: all operations together
  metric    p50, p99.9 …, mean, max (ms, or s where it says so), errors (a
            count, or a share with %), journeys/s, answers/s

Examples:
  admissions load --target http://127.0.0.1:8080 --applicants 1000 --rate 20
  admissions load --profile staging --concurrency 50 --ramp 30 --until exam
  admissions load --rate 5 --threshold "p95<500" --threshold "errors<1%"
  admissions load --threshold "exams.create:p99<0.8s" --report html=load.html
  admissions load --rate 50 --shard 2/4 --report json=load-2.json
  admissions merge load-*.json --report html=load.html

With --rate the response time of a journey counts from when it was due; with
--concurrency a slow server is asked less, and the report says what that hides.
--applicants, --rate and --concurrency are of the whole run: the same on every
shard.

Exit codes: 0 done, 6 a threshold was missed, 3 nothing was reached, 130
interrupted (the report of what was measured is written). Without thresholds,
or when no journey came through, the worst end of a journey counts.`;
