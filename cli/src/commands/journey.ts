import { Command } from 'commander';
import { addJourneyOptions, addTargetOptions } from '../config/flags.ts';
import { type Flags, loadSettings, type ResolvedSettings } from '../config/load.ts';
import type { ExitCode } from '../exit.ts';
import { type OpenJourneys, openJourneys } from '../journey/open.ts';
import { runMany } from '../journey/pool.ts';
import { runJourney } from '../journey/run.ts';
import { steps } from '../journey/steps.ts';
import { oneOf, whole } from '../option-values.ts';
import { journeyJson } from '../report/json.ts';
import { printMany } from '../report/many.ts';
import { printHeading, printJourney, stepPrinter } from '../report/terminal.ts';
import { print, progressLine } from '../terminal.ts';

interface JourneyFlags extends Flags {
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
    .option('--json', 'print the result as JSON, and nothing else, on stdout')
    .addHelpText('after', examples)
    .action(async (flags: JourneyFlags) => finish(await journeys(flags)));
}

async function journeys(flags: JourneyFlags): Promise<ExitCode> {
  const settings = await loadSettings(flags);
  const open = await openJourneys(settings);
  try {
    return await (flags.count === 1 ? walkOne : walkMany)(settings, open, flags);
  } finally {
    await open.close();
  }
}

async function walkOne(
  settings: ResolvedSettings,
  open: OpenJourneys,
  { until, json }: JourneyFlags,
): Promise<ExitCode> {
  const context = open.context();
  if (!json) printHeading(settings, context.email);
  const listener = json ? undefined : stepPrinter(context);
  const result = await runJourney(context, { until, listener });
  const { exitCode, ms } = result;
  if (json) print(journeyJson(settings, { journeys: [{ context, result }], exitCode, ms }));
  else printJourney(context, result);
  return exitCode;
}

async function walkMany(
  settings: ResolvedSettings,
  open: OpenJourneys,
  flags: JourneyFlags,
): Promise<ExitCode> {
  const progress = progressLine();
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

The activation mail, the staff's decision and an online payment come from
adapters: "mailbox", "staff" and "provider" in admissions.config.json.
On anything but the mock, --exam needs key:FILE, or fail.`;
