import { openJourneys } from '../applicant/context.ts';
import { loadJourney, type SavedJourney } from '../applicant/saved-journey.ts';
import { runSmoke, smokeVerdictOf } from '../checks/smoke.ts';
import {
  type Comparison,
  changesSince,
  readLastGood,
  slownessReasons,
  smokeLines,
  smokeReport,
  writeLastGood,
} from '../checks/smoke-report.ts';
import { type ExitCode, exitCodes } from '../core/exit.ts';
import { print, progressLine } from '../core/terminal.ts';
import { checkWritable, reportFormatNames, writeReports } from '../report/files.ts';
import { cleanUpAfter, recordsOf } from './clean-up.ts';
import {
  defineCommand,
  journeySettings,
  reportOption,
  targetSettings,
  type Values,
  value,
  wholeNumber,
} from './define-command.ts';

const options = {
  lastGood: value('<file>', 'compare with the run in this file; a good run is written there'),
  slow: value('<ms>', 'how long the answer of an operation may take', wholeNumber(1), 3000),
  save: value('<file>', 'write to this file how far the journey is, for "journey --resume"'),
  report: reportOption('write a report, e.g. html=smoke.html (repeatable)', reportFormatNames),
};

export const command = defineCommand({
  name: 'smoke',
  description:
    'Reads what is public, walks one applicant as far as the adapters allow, and says in one line who has to act.',
  settings: [...targetSettings, ...journeySettings],
  options,
  help: `
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
      journey.release();
    }
  },
});

async function runAndReport(
  { settings, save: saver }: SavedJourney,
  { lastGood: path, slow: limitMs, save: runFile, report: reports = [] }: Values<typeof options>,
): Promise<ExitCode> {
  const lastGood = path === undefined ? undefined : await readLastGood(path, settings.target);
  await checkWritable(reports);
  const startedAt = new Date();
  const progress = progressLine();
  const openedJourneys = await openJourneys(settings, progress.show);
  try {
    const context = openedJourneys.context();
    const save = saver?.(context);
    const run = await runSmoke(context, { onItem: (title) => progress.show(`${title} …`), save });
    progress.clear();
    const comparison: Comparison = {
      since: lastGood?.at,
      changes: lastGood ? changesSince(lastGood, run.observations) : [],
      slowReasons: slownessReasons(run.observations, limitMs, lastGood),
    };
    const verdict = smokeVerdictOf(run, comparison.slowReasons);
    const { exitCode } = verdict;
    const report = smokeReport(run, context, { verdict, comparison, startedAt });
    const needsNoResume = exitCode === exitCodes.done || exitCode === exitCodes.tooSlow;
    const resumable = needsNoResume || run.created.applicants.length === 0 ? undefined : runFile;
    const end = async () => {
      const lines = smokeLines(report, run, context, { comparison, runFile: resumable });
      for (const line of lines) print(line);
      if (path !== undefined && exitCode === exitCodes.done) {
        await writeLastGood(path, settings.target, run.observations);
      }
      await writeReports(report, reports);
      return exitCode;
    };
    if (resumable !== undefined) return await end();
    return await cleanUpAfter(end, recordsOf([context]), context);
  } finally {
    progress.clear();
    await openedJourneys.close();
  }
}
