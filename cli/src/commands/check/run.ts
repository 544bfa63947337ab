/** A run as the command line asks for it: opened, run, printed, written to files. */
import { type Baseline, readBaseline, updateBaseline } from '../../checks/baseline.ts';
import type { Check } from '../../checks/check.ts';
import { makeReport } from '../../checks/make-report.ts';
import { openRun } from '../../checks/open.ts';
import { type CheckRun, failingLevels, runChecks } from '../../checks/run.ts';
import { loadSettings } from '../../config/load.ts';
import { CliError, type ExitCode } from '../../process/exit.ts';
import { print, progressLine, talk } from '../../process/terminal.ts';
import { checkWritable } from '../../report/files.ts';
import { writeReports } from '../../report/index.ts';
import { terminalReport } from '../../report/terminal/report.ts';
import { cleanUpAfter } from '../clean-up.ts';
import { openHistory, remember } from '../remember.ts';
import type { CheckFlags } from './options.ts';

/** Makes the checks, prints what came of them and writes the reports. */
export async function runCommand(checks: readonly Check[], flags: CheckFlags): Promise<ExitCode> {
  const {
    strict = false,
    require: required = [],
    rate,
    patience,
    fuzz,
    seed = newSeed(),
    concurrency,
    report: reports = [],
  } = flags;
  const baseline = await openBaseline(flags);
  const settings = await loadSettings(flags);
  const remembered = openHistory(flags.history);
  await checkWritable(reports);
  const startedAt = new Date();
  let requests = 0;
  const progress = watchedProgress(checks.length);
  const { runContext, signal, close, cleanUp, leftovers } = await openRun(settings, {
    rate,
    patience,
    fuzz: fuzz === undefined ? undefined : { runs: fuzz, seed },
    onReply: () => {
      requests += 1;
    },
    onWaiting: progress.waiting,
  });
  try {
    const run = await runChecks(checks, runContext, concurrency, progress.result).finally(
      progress.clear,
    );
    const end = async () => {
      const known = baseline && (await renewed(baseline, run, flags));
      const options = { strict, require: required, baseline: known, startedAt, requests };
      const report = makeReport(run, runContext, options);
      for (const line of terminalReport(report)) print(line);
      await writeReports(report, reports);
      hint(run);
      return remember(report, remembered, settings, signal);
    };
    return await cleanUpAfter(end, leftovers(), { cleanUp, signal });
  } finally {
    await close();
  }
}

async function openBaseline({
  baseline,
  updateBaseline: updates,
}: CheckFlags): Promise<Baseline | undefined> {
  if (baseline !== undefined) return readBaseline(baseline, updates ? 'is empty' : 'fails');
  if (updates) throw new CliError('--update-baseline needs --baseline FILE');
  return undefined;
}

/** The baseline as it is after the run: written anew where that is asked for. */
async function renewed(
  known: Baseline,
  { results }: CheckRun,
  { baseline: path, updateBaseline: updates, strict = false }: CheckFlags,
): Promise<Baseline> {
  if (!updates || path === undefined) return known;
  const levels = failingLevels(strict);
  const failures = results.filter(
    ({ outcome, check }) => outcome === 'failed' && levels.includes(check.level),
  );
  await updateBaseline(path, known, failures, results);
  const count = failures.length === 1 ? '1 finding' : `${failures.length} findings`;
  talk(`${path} now holds ${count}: say in each comment why it is known`);
  return readBaseline(path, 'fails');
}

/** Where nobody can be registered, the wire is the first thing to look at. */
function hint({ results }: CheckRun): void {
  const first = results.find(({ check }) => check.id === 'applicants.register/answers');
  if (first?.outcome !== 'failed' || results.every(({ outcome }) => outcome !== 'blocked')) return;
  talk(
    '\nNo applicant could be registered. If your backend speaks another dialect, run: admissions detect',
  );
}

/** Shows how far a run is and what it waits for. */
function watchedProgress(count: number) {
  const { show, clear } = progressLine();
  let done = 0;
  const told = () => `${done} of ${count} checks`;
  show(told());
  return {
    result: () => {
      done += 1;
      show(told());
    },
    waiting: (line: string) => show(`${told()}; ${line}`),
    clear,
  };
}

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
