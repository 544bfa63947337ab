import { openJourneys } from '../applicant/context.ts';
import { loadJourney, type SavedJourney } from '../applicant/saved-journey.ts';
import { makeSmokeVerdict, runSmoke } from '../checks/smoke.ts';
import {
  type Comparison,
  findChangesSince,
  findSlownessReasons,
  formatSmokeReport,
  makeSmokeReport,
  readLastGood,
  writeLastGood,
} from '../checks/smoke-report.ts';
import { type ExitCode, exitCodes } from '../core/exit.ts';
import { createProgressLine, print } from '../core/terminal.ts';
import { checkWritable, reportFormatNames, writeReports } from '../report/files.ts';
import { cleanUpAfter, listCreatedRecords } from './clean-up.ts';
import {
  defineCommand,
  journeySettings,
  makeReportOption,
  makeValueOption,
  makeWholeNumberParser,
  targetSettings,
  type Values,
} from './define-command.ts';

const commandOptions = {
  lastGood: makeValueOption(
    '<file>',
    'compare with the run in this file; a good run is written there',
  ),
  slow: makeValueOption(
    '<ms>',
    'how long the answer of an operation may take',
    makeWholeNumberParser(1),
    3000,
  ),
  save: makeValueOption(
    '<file>',
    'write to this file how far the journey is, for "journey --resume"',
  ),
  report: makeReportOption('write a report, e.g. html=smoke.html (repeatable)', reportFormatNames),
};

export const command = defineCommand({
  name: 'smoke',
  description:
    'Reads what is public, walks one applicant as far as the adapters allow, and says in one line who has to act.',
  settings: [...targetSettings, ...journeySettings],
  options: commandOptions,
  helpText: `
Exit codes: 0 good, 1 broken contract, 2 misconfigured, 3 not reached, 4 waiting
for a person, 5 no mail, 6 slow, 130 interrupted.

Examples:
  admissions smoke                                  on the embedded mock
  admissions smoke --profile staging --last-good last-good.json
  admissions smoke --profile staging --report prometheus=smoke.prom
  admissions smoke --profile staging --save run.json --report html=smoke.html
  admissions smoke --report github-summary=$GITHUB_STEP_SUMMARY

What stays on the backend is listed at the end: one applicant per run.`,
  async run(flags) {
    const journey = await loadJourney(flags);
    try {
      return await runAndReport(journey, flags);
    } finally {
      journey.releaseLock();
    }
  },
});

async function runAndReport(
  { settings, startSaving: saver }: SavedJourney,
  {
    lastGood: path,
    slow: limitMs,
    save: runFile,
    report: reports = [],
  }: Values<typeof commandOptions>,
): Promise<ExitCode> {
  const lastGood = path === undefined ? undefined : await readLastGood(path, settings.target);
  await checkWritable(reports);
  const startedAt = new Date();
  const progress = createProgressLine();
  const openedJourneys = await openJourneys(settings, progress.showProgress);
  try {
    const context = openedJourneys.createContext();
    const saveStep = saver?.(context);
    const smokeRun = await runSmoke(context, {
      onCheckStart: (title) => progress.showProgress(`${title} …`),
      saveStep,
    });
    progress.clearLine();
    const comparison: Comparison = {
      since: lastGood?.at,
      changes: lastGood ? findChangesSince(lastGood, smokeRun.observations) : [],
      slowReasons: findSlownessReasons(smokeRun.observations, limitMs, lastGood),
    };
    const verdict = makeSmokeVerdict(smokeRun, comparison.slowReasons);
    const { exitCode } = verdict;
    const report = makeSmokeReport(smokeRun, context, { verdict, comparison, startedAt });
    const isResumeNeedless = exitCode === exitCodes.done || exitCode === exitCodes.tooSlow;
    const runFileToResume =
      isResumeNeedless || smokeRun.created.applicants.length === 0 ? undefined : runFile;
    const endRun = async () => {
      const lines = formatSmokeReport(report, smokeRun, {
        comparison,
        runFile: runFileToResume,
      });
      try {
        for (const line of lines) print(line);
        if (path !== undefined && exitCode === exitCodes.done) {
          await writeLastGood(path, settings.target, smokeRun.observations);
        }
      } finally {
        await writeReports(report, reports);
      }
      if (smokeRun.checkRun.bug) throw smokeRun.checkRun.bug.error;
      return exitCode;
    };
    if (runFileToResume !== undefined) return await endRun();
    return await cleanUpAfter(endRun, listCreatedRecords([context]), context);
  } finally {
    progress.clearLine();
    await openedJourneys.close();
  }
}
