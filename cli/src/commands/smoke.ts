import { Command } from 'commander';
import { openJourneys } from '../applicant/journey/open.ts';
import { loadJourney, type SaveFlags } from '../applicant/journey/saved.ts';
import { addJourneyOptions, addTargetOptions } from '../config/flags.ts';
import type { Flags } from '../config/load.ts';
import { type ExitCode, exitCodes } from '../process/exit.ts';
import { print, progressLine } from '../process/terminal.ts';
import { checkWritable, reportFiles } from '../report/files.ts';
import { reportFormatNames } from '../report/index.ts';
import { type ReportOption, writeReports } from '../report/write.ts';
import { changesSince, readLastGood, writeLastGood } from '../smoke/last-good.ts';
import { type Comparison, smokeReport } from '../smoke/report.ts';
import { runSmoke } from '../smoke/run.ts';
import { slowness } from '../smoke/slow.ts';
import { smokeLines } from '../smoke/terminal.ts';
import { verdictOf } from '../smoke/verdict.ts';
import { whole } from './option-values.ts';

interface SmokeFlags extends Flags, Pick<SaveFlags, 'save'> {
  lastGood?: string;
  slow: number;
  report?: ReportOption[];
}

/** `admissions smoke`: the nightly run. */
export function command(finish: (code: ExitCode) => void): Command {
  const smoke = new Command('smoke').description(
    'Reads what is public, walks one applicant as far as the adapters allow, and says in one line whose turn it is.',
  );
  return addJourneyOptions(addTargetOptions(smoke))
    .option('--last-good <file>', 'compare with the run in this file; a good run is written there')
    .option('--slow <ms>', 'how long the answer of an operation may take', whole(1), 3000)
    .option('--save <file>', 'write down how far the journey is, for "journey --resume"')
    .option(
      '--report <format=file>',
      'write a report, e.g. html=smoke.html (repeatable)',
      reportFiles(reportFormatNames),
    )
    .addHelpText('after', examples)
    .action(async (flags: SmokeFlags) => finish(await smokeOnce(flags)));
}

async function smokeOnce(flags: SmokeFlags): Promise<ExitCode> {
  const { lastGood: path, slow: limitMs, save: runFile } = flags;
  const { settings, save: saver } = await loadJourney(flags);
  const lastGood = path === undefined ? undefined : await readLastGood(path, settings.target);
  await checkWritable(flags.report ?? []);
  const startedAt = new Date();
  const progress = progressLine();
  const open = await openJourneys(settings, { tell: progress.show });
  try {
    const context = open.context();
    const save = saver?.(context);
    const run = await runSmoke(context, { onItem: (title) => progress.show(`${title} …`), save });
    progress.clear();
    const comparison: Comparison = {
      since: lastGood?.at,
      changes: lastGood ? changesSince(lastGood, run.seen) : [],
      slow: slowness(run.seen, limitMs, lastGood),
    };
    const verdict = verdictOf(run, comparison.slow);
    const report = smokeReport(run, context, { verdict, comparison, startedAt });
    const isOver = verdict.exitCode === exitCodes.done || verdict.exitCode === exitCodes.tooSlow;
    const goOn = isOver || !run.left.registered ? undefined : runFile;
    for (const line of smokeLines(report, run, context, { comparison, runFile: goOn })) print(line);
    if (path !== undefined && verdict.exitCode === exitCodes.done) {
      await writeLastGood(path, settings.target, run.seen);
    }
    await writeReports(report, flags.report ?? []);
    return verdict.exitCode;
  } finally {
    await open.close();
  }
}

const examples = `
Exit codes: 0 good, 1 broken contract, 2 misconfigured, 3 not reached, 4 waiting
for a person, 5 no mail, 6 slow, 130 interrupted.

Examples:
  admissions smoke                                  on the embedded mock
  admissions smoke --profile staging --last-good last-good.json
  admissions smoke --profile staging --save run.json --report html=smoke.html
  admissions smoke --report github-summary=$GITHUB_STEP_SUMMARY

What stays on the backend is listed at the end: one applicant a run.`;
