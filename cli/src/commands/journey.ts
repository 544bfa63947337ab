import { type OpenJourneys, openJourneys } from '../applicant/context.ts';
import { runJourney } from '../applicant/journey.ts';
import {
  createStepPrinter,
  formatJourneysAsJson,
  type JourneyRun,
  printHeading,
  printJourney,
  printMany,
  runMany,
} from '../applicant/print.ts';
import { loadJourney, type SavedJourney } from '../applicant/saved-journey.ts';
import { stepIds } from '../applicant/steps.ts';
import type { ResolvedSettings } from '../core/configuration.ts';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import { checkOutput } from '../core/files.ts';
import { createProgressLine, print, printNotice, printTo } from '../core/terminal.ts';
import {
  defineCommand,
  journeySettings,
  makeBooleanOption,
  makeValueOption,
  makeWholeNumberParser,
  makeWordParser,
  targetSettings,
  type Values,
} from '../define-command.ts';
import { cleanUpAfter, listCreatedRecords } from './clean-up.ts';

const commandOptions = {
  until: makeValueOption(
    '<step>',
    'stop after this step, one of those listed below',
    makeWordParser(stepIds),
  ),
  count: makeValueOption('<n>', 'how many applicants', makeWholeNumberParser(1, 1_000_000), 1),
  concurrency: makeValueOption(
    '<n>',
    'how many of them at the same time',
    makeWholeNumberParser(1, 1000),
    1,
  ),
  rejectFirst: makeBooleanOption('have staff reject the first payment, and pay a second time'),
  save: makeValueOption(
    '<file>',
    'write to this file how far the journey is, after each step; {date} becomes the day',
  ),
  resume: makeValueOption('<file>', 'resume the journey that such a file holds'),
  json: makeBooleanOption('print the result as JSON, and nothing else, on stdout'),
  output: makeValueOption('<file>', 'with --json: write the result to a file instead'),
};

export const command = defineCommand({
  name: 'journey',
  description:
    'Walks an applicant from registration to APPLIED and reports each step as it happens.',
  settings: [...targetSettings, ...journeySettings],
  options: commandOptions,
  helpText: `
Steps: ${stepIds.slice(0, 7).join(', ')},
${stepIds.slice(7).join(', ')}.

Examples:
  admissions journey                                 on the embedded mock
  admissions journey --dialect alternate --pay arifpay
  admissions journey --target http://127.0.0.1:8080  a mock elsewhere
  admissions journey --config nightly.json --profile staging
  admissions journey --count 50 --concurrency 10 --json --output result.json
  admissions journey --profile staging --save run.json
  admissions journey --profile staging --resume run.json   days later
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
      journey.releaseLock();
    }
  },
});

type JourneyFlags = Values<typeof commandOptions>;
type Progress = ReturnType<typeof createProgressLine>;

async function walkJourneys(journeyStart: SavedJourney, flags: JourneyFlags): Promise<ExitCode> {
  const progress = createProgressLine();
  const isOneJourney = flags.count === 1;
  const openedJourneys = await openJourneys(
    journeyStart.settings,
    isOneJourney ? progress.showProgress : undefined,
  );
  try {
    if (isOneJourney) return await walkOne(journeyStart, openedJourneys, flags, progress);
    return await walkMany(journeyStart.settings, openedJourneys, flags, progress);
  } finally {
    progress.clearLine();
    await openedJourneys.close();
  }
}

async function walkOne(
  { settings, earlierRun, resumeCommand, startSaving: saver }: SavedJourney,
  openedJourneys: OpenJourneys,
  { until, json, output, rejectFirst }: JourneyFlags,
  progress: Progress,
): Promise<ExitCode> {
  const context = openedJourneys.createContext({ savedJourney: earlierRun });
  const saveStep = saver?.(context);
  if (rejectFirst) context.remember({ rejectFirst });
  if (!json) printHeading(settings, context.email);
  const stepListener = json ? undefined : createStepPrinter(progress);
  const finishedSteps = earlierRun?.steps.map(({ id }) => id);
  const result = await runJourney(context, {
    until,
    listener: stepListener,
    finishedSteps,
    saveStep,
  });
  const { exitCode, ms } = result;
  const isJourneyOver = resumeCommand === undefined || exitCode === exitCodes.done;
  const walkedJourneys = [{ context, result }];
  if (json)
    await printTo(
      output,
      formatJourneysAsJson(settings, { journeys: walkedJourneys, exitCode, ms }),
    );
  else printJourney(context, result, resumeCommand);
  if (!isJourneyOver) return findEnd(walkedJourneys, exitCode);
  return endWithCleanUp(walkedJourneys, exitCode, json);
}

async function walkMany(
  settings: ResolvedSettings,
  openedJourneys: OpenJourneys,
  flags: JourneyFlags,
  progress: Progress,
): Promise<ExitCode> {
  const journeyRun = await runMany(openedJourneys, flags, (doneCount, failedCount) => {
    progress.showProgress(
      `${doneCount} of ${flags.count} applicants${failedCount ? `, ${failedCount} did not finish` : ''}`,
    );
  });
  progress.clearLine();
  if (flags.json) await printTo(flags.output, formatJourneysAsJson(settings, journeyRun));
  else printMany(settings, journeyRun);
  return endWithCleanUp(journeyRun.journeys, journeyRun.exitCode, flags.json);
}

/** @throws the first bug of this program that a journey met */
function findEnd(journeys: JourneyRun['journeys'], exitCode: ExitCode): ExitCode {
  for (const { result } of journeys) {
    const bug = result.steps.at(-1)?.failure?.bug;
    if (bug) throw bug.error;
  }
  return exitCode;
}

/** Prints to stderr where stdout is for the JSON result. */
async function endWithCleanUp(
  journeys: JourneyRun['journeys'],
  exitCode: ExitCode,
  json = false,
): Promise<ExitCode> {
  const contexts = journeys.map(({ context }) => context);
  const [firstContext] = contexts;
  if (!firstContext) return exitCode;
  const { cleanUp, signal } = firstContext;
  const cleanUpTools = { cleanUp, signal, showLine: json ? printNotice : print };
  const endRun = async () => findEnd(journeys, exitCode);
  return cleanUpAfter(endRun, listCreatedRecords(contexts), cleanUpTools);
}
