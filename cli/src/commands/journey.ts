import { type JourneyContext, type OpenJourneys, openJourneys } from '../applicant/context.ts';
import { runJourney } from '../applicant/journey.ts';
import {
  journeyJson,
  printHeading,
  printJourney,
  printMany,
  runMany,
  stepPrinter,
} from '../applicant/print.ts';
import { loadJourney, type SavedJourney } from '../applicant/saved-journey.ts';
import { stepIds } from '../applicant/steps.ts';
import type { ResolvedSettings } from '../core/configuration.ts';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import { checkOutput } from '../core/files.ts';
import { print, printNotice, printTo, progressLine } from '../core/terminal.ts';
import { cleanUpAfter, recordsOf } from './clean-up.ts';
import {
  booleanOption,
  defineCommand,
  journeySettings,
  oneOf,
  targetSettings,
  type Values,
  value,
  wholeNumber,
} from './define-command.ts';

const options = {
  until: value('<step>', 'stop after this step, one of those listed below', oneOf(stepIds)),
  count: value('<n>', 'how many applicants', wholeNumber(1, 1_000_000), 1),
  concurrency: value('<n>', 'how many of them at the same time', wholeNumber(1, 1000), 1),
  rejectFirst: booleanOption('have staff reject the first payment, and pay a second time'),
  save: value('<file>', 'write to this file how far the journey is, after each step'),
  resume: value('<file>', 'resume the journey that such a file holds'),
  json: booleanOption('print the result as JSON, and nothing else, on stdout'),
  output: value('<file>', 'with --json: write the result to a file instead'),
};

export const command = defineCommand({
  name: 'journey',
  description:
    'Walks an applicant from registration to APPLIED and reports each step as it happens.',
  settings: [...targetSettings, ...journeySettings],
  options,
  help: `
Steps: ${stepIds.slice(0, 7).join(', ')},
${stepIds.slice(7).join(', ')}.

Examples:
  admissions journey                                 on the embedded mock
  admissions journey --dialect alternate --pay arifpay
  admissions journey --target http://127.0.0.1:8080  a mock elsewhere
  admissions journey --config nightly.json --profile staging
  admissions journey --count 50 --concurrency 10 --json --output result.json
  admissions journey --profile staging --save run.json
  admissions journey --resume run.json               after a crash, or days later
  admissions journey --reject-first                  a payment that staff reject

The activation mail, the staff's decision and an online payment come from
adapters: "mailbox", "staff" and "provider" in admissions.config.json.
On anything but the mock, an exam is passed with --exam-key.
A run file holds no secret; it can be resumed until the journey is finished.`,
  async run(flags) {
    if (flags.count > 1 && (flags.save ?? flags.resume) !== undefined) {
      throw new CliError('a run file holds one applicant: leave out --count');
    }
    if (flags.rejectFirst && flags.resume !== undefined) {
      throw new CliError('--reject-first is for a journey that begins; a run file remembers it');
    }
    const { output, json } = flags;
    if (output !== undefined && !json) throw new CliError('--output needs --json');
    await checkOutput(output);
    const journey = await loadJourney(flags);
    try {
      return await walkJourneys(journey, flags);
    } finally {
      journey.release();
    }
  },
});

type JourneyFlags = Values<typeof options>;
type Progress = ReturnType<typeof progressLine>;

async function walkJourneys(journeyStart: SavedJourney, flags: JourneyFlags): Promise<ExitCode> {
  const progress = progressLine();
  const isOne = flags.count === 1;
  const openedJourneys = await openJourneys(
    journeyStart.settings,
    isOne ? progress.show : undefined,
  );
  try {
    if (isOne) return await walkOne(journeyStart, openedJourneys, flags, progress);
    return await walkMany(journeyStart.settings, openedJourneys, flags, progress);
  } finally {
    progress.clear();
    await openedJourneys.close();
  }
}

async function walkOne(
  { settings, earlierRun, save: saver }: SavedJourney,
  openedJourneys: OpenJourneys,
  { until, json, output, rejectFirst, save: saveFile, resume: file = saveFile }: JourneyFlags,
  progress: Progress,
): Promise<ExitCode> {
  const context = openedJourneys.context({ savedJourney: earlierRun });
  const save = saver?.(context);
  if (rejectFirst) context.remember({ rejectFirst });
  if (!json) printHeading(settings, context.email);
  const listener = json ? undefined : stepPrinter(context, progress);
  const finishedSteps = earlierRun?.steps.map(({ id }) => id);
  const result = await runJourney(context, { until, listener, finishedSteps, save });
  const { exitCode, ms } = result;
  const isOver = file === undefined || exitCode === exitCodes.done;
  const walkedJourneys = [{ context, result }];
  if (json)
    await printTo(output, journeyJson(settings, { journeys: walkedJourneys, exitCode, ms }));
  else printJourney(context, result, file);
  return isOver ? endWithCleanUp([context], exitCode, json) : exitCode;
}

async function walkMany(
  settings: ResolvedSettings,
  openedJourneys: OpenJourneys,
  flags: JourneyFlags,
  progress: Progress,
): Promise<ExitCode> {
  const journeyRun = await runMany(openedJourneys, flags, (doneCount, failed) => {
    progress.show(
      `${doneCount} of ${flags.count} applicants${failed ? `, ${failed} did not finish` : ''}`,
    );
  });
  progress.clear();
  if (flags.json) await printTo(flags.output, journeyJson(settings, journeyRun));
  else printMany(settings, journeyRun);
  const contexts = journeyRun.journeys.map(({ context }) => context);
  return endWithCleanUp(contexts, journeyRun.exitCode, flags.json);
}

/** Prints to stderr where stdout is for the JSON result. */
async function endWithCleanUp(
  contexts: readonly JourneyContext[],
  exitCode: ExitCode,
  json = false,
): Promise<ExitCode> {
  const [firstContext] = contexts;
  if (!firstContext) return exitCode;
  const { cleanUp, signal } = firstContext;
  const tools = { cleanUp, signal, show: json ? printNotice : print };
  return cleanUpAfter(async () => exitCode, recordsOf(contexts), tools);
}
