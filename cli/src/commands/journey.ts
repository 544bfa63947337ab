import { Command } from 'commander';
import { type OpenJourneys, openJourneys } from '../applicant/journey/open.ts';
import { runMany } from '../applicant/journey/pool.ts';
import { printHeading, printJourney, stepPrinter } from '../applicant/journey/print.ts';
import { journeyJson } from '../applicant/journey/print-json.ts';
import { printMany } from '../applicant/journey/print-many.ts';
import { runJourney } from '../applicant/journey/run.ts';
import { loadJourney, type SavedJourney, type SaveFlags } from '../applicant/journey/saved.ts';
import { steps } from '../applicant/journey/steps.ts';
import { addJourneyOptions, addTargetOptions } from '../config/flags.ts';
import type { Flags, ResolvedSettings } from '../config/load.ts';
import { CliError, type ExitCode } from '../process/exit.ts';
import { print, progressLine } from '../process/terminal.ts';
import { oneOf, whole } from './option-values.ts';

interface JourneyFlags extends Flags, SaveFlags {
  until?: string;
  count: number;
  concurrency: number;
  json?: boolean;
}

const ids = steps.map(({ id }) => id);

/** `admissions journey`: walks applicants from registration to APPLIED, through nothing but the contract. */
export function command(finish: (code: ExitCode) => void): Command {
  const journey = new Command('journey').description(
    'Walks an applicant from registration to APPLIED and tells each step as it happens.',
  );
  addJourneyOptions(addTargetOptions(journey));
  return journey
    .option('--until <step>', 'stop after this step, one of those below', oneOf(ids))
    .option('--count <n>', 'how many applicants', whole(1, 1_000_000), 1)
    .option('--concurrency <n>', 'how many of them at the same time', whole(1, 1000), 1)
    .option('--save <file>', 'write down how far the journey is, after each step')
    .option('--resume <file>', 'go on with the journey of such a file')
    .option('--json', 'print the result as JSON, and nothing else, on stdout')
    .addHelpText('after', examples)
    .action(async (flags: JourneyFlags) => finish(await journeys(flags)));
}

async function journeys(flags: JourneyFlags): Promise<ExitCode> {
  if (flags.count > 1 && (flags.save ?? flags.resume) !== undefined) {
    throw new CliError('a run file holds one applicant: leave out --count');
  }
  const journey = await loadJourney(flags);
  try {
    return await walk(journey, flags);
  } finally {
    journey.release();
  }
}

async function walk(journey: SavedJourney, flags: JourneyFlags): Promise<ExitCode> {
  const progress = progressLine();
  const isOne = flags.count === 1;
  const open = await openJourneys(journey.settings, isOne ? { tell: progress.show } : {});
  try {
    if (isOne) return await walkOne(journey, open, flags, progress);
    return await walkMany(journey.settings, open, flags, progress);
  } finally {
    await open.close();
  }
}

type Progress = ReturnType<typeof progressLine>;

async function walkOne(
  { settings, earlier, save: saver }: SavedJourney,
  open: OpenJourneys,
  { until, json, save: newFile, resume: file = newFile }: JourneyFlags,
  progress: Progress,
): Promise<ExitCode> {
  const context = open.context(earlier);
  const save = saver?.(context);
  if (!json) printHeading(settings, context.email);
  const listener = json ? undefined : stepPrinter(context, progress);
  const done = earlier?.steps.map(({ id }) => id);
  const result = await runJourney(context, { until, listener, done, save });
  const { exitCode, ms } = result;
  if (json) print(journeyJson(settings, { journeys: [{ context, result }], exitCode, ms }));
  else printJourney(context, result, file);
  return exitCode;
}

async function walkMany(
  settings: ResolvedSettings,
  open: OpenJourneys,
  flags: JourneyFlags,
  progress: Progress,
): Promise<ExitCode> {
  const walked = await runMany(open, flags, (done, failed) => {
    progress.show(`${done} of ${flags.count} applicants${failed ? `, ${failed} not through` : ''}`);
  });
  progress.clear();
  if (flags.json) print(journeyJson(settings, walked));
  else printMany(settings, walked);
  return walked.exitCode;
}

const examples = `
Steps: ${ids.slice(0, 7).join(', ')},
${ids.slice(7).join(', ')}.

Examples:
  admissions journey                                 on the embedded mock
  admissions journey --dialect alternate --pay arifpay
  admissions journey --target http://127.0.0.1:8080  a mock elsewhere
  admissions journey --config nightly.json --profile staging
  admissions journey --count 50 --concurrency 10 --json > result.json
  admissions journey --profile staging --save run.json
  admissions journey --resume run.json               after a crash, or staff's word

The activation mail, the staff's decision and an online payment come from
adapters: "mailbox", "staff" and "provider" in admissions.config.json.
On anything but the mock, an exam is passed with --exam-key.
A run file holds no secret; it can be resumed until the journey is through.`;
