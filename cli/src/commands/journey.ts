import { Command, Option } from 'commander';
import { addJourneyOptions, addTargetOptions } from '../config/flags.ts';
import { type Flags, loadSettings } from '../config/load.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { openJourneys } from '../journey/open.ts';
import { runMany } from '../journey/pool.ts';
import { runJourney } from '../journey/run.ts';
import { steps } from '../journey/steps.ts';
import { whole } from '../option-values.ts';
import { journeyJson } from '../report/json.ts';
import { printHeading, printJourney, printMany, printStep } from '../report/terminal.ts';
import { print, progressLine } from '../terminal.ts';

interface JourneyFlags extends Flags {
  until?: string;
  count: number;
  concurrency: number;
  json?: boolean;
}

/** `admissions journey`: walks applicants from registration to APPLIED, through nothing but the contract. */
export function command(finish: (code: ExitCode) => void): Command {
  const journey = new Command('journey').description(
    'Walks an applicant from registration to APPLIED and tells each step as it happens.',
  );
  addJourneyOptions(addTargetOptions(journey));
  return journey
    .addOption(
      new Option('--until <step>', 'stop after this step').choices(steps.map(({ id }) => id)),
    )
    .option('--count <n>', 'how many applicants', whole(1), 1)
    .option('--concurrency <n>', 'how many of them at the same time', whole(1), 1)
    .option('--json', 'print the result as JSON, and nothing else, on stdout')
    .addHelpText('after', examples)
    .action(async (flags: JourneyFlags) => finish(await journeys(flags)));
}

async function journeys(flags: JourneyFlags): Promise<ExitCode> {
  const settings = await loadSettings(flags);
  const open = await openJourneys(settings);
  try {
    if (flags.count === 1) {
      const context = open.context();
      if (!flags.json) printHeading(settings, context.email);
      const onStep = flags.json ? undefined : printStep(context);
      const result = await runJourney(context, { until: flags.until, onStep });
      if (flags.json) print(journeyJson(settings, [{ context, result }]));
      else printJourney(context, result);
      return result.exitCode;
    }
    const progress = progressLine();
    const walked = await runMany(open, flags, (done, failed) => {
      progress.show(
        `${done} of ${flags.count} applicants${failed ? `, ${failed} not through` : ''}`,
      );
    });
    progress.clear();
    if (flags.json) print(journeyJson(settings, walked.journeys));
    else printMany(settings, walked);
    return (
      walked.journeys
        .map(({ result }) => result.exitCode)
        .find((code) => code !== exitCodes.done) ?? exitCodes.done
    );
  } finally {
    await open.close();
  }
}

const examples = `
Steps: ${steps.map(({ id }) => id).join(', ')}.

Examples:
  admissions journey                                     on the embedded mock
  admissions journey --dialect alternate --pay arifpay
  admissions journey --target http://127.0.0.1:8080      on a mock in another terminal
  admissions journey --config admissions.config.json --profile staging
  admissions journey --count 50 --concurrency 10 --json > result.json

The activation mail, the staff's decision and an online payment come from adapters: "mailbox", "staff" and
"provider" in admissions.config.json. On anything but the mock, --exam needs key:FILE, or fail.`;
