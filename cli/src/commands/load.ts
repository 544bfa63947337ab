import { InvalidArgumentError } from 'commander';
import { openJourneys } from '../applicant/context.ts';
import { stepIds } from '../applicant/steps.ts';
import { loadSettings } from '../core/configuration.ts';
import { createProgressLine, print, printNotice } from '../core/terminal.ts';
import {
  defineCommand,
  journeySettings,
  makeReportOption,
  makeValueOption,
  makeWholeNumberParser,
  makeWordParser,
  parsePositiveNumber,
  targetSettings,
} from '../define-command.ts';
import type { LoadResult } from '../load/measure.ts';
import { checkAnswersModes, makePlan, type Plan, parseSeconds } from '../load/plan.ts';
import {
  chooseLoadExitCode,
  formatCount,
  formatRate,
  renderLoadJsonReport,
} from '../load/report.ts';
import { renderLoadHtmlReport } from '../load/report-html.ts';
import { formatLoadTerminalReport } from '../load/report-terminal.ts';
import { type OnProgress, runLoad } from '../load/run.ts';
import {
  judgeThreshold,
  parseThreshold,
  type Threshold,
  type ThresholdVerdict,
} from '../load/thresholds.ts';
import { checkWritable, type ReportFile, writeFiles } from '../report/files.ts';

/* The report formats of a load run. */

const renderersByFormat = { json: renderLoadJsonReport, html: renderLoadHtmlReport };
type LoadFormat = keyof typeof renderersByFormat;
export const loadFormats = Object.keys(renderersByFormat) as LoadFormat[];

/** Prints the result and writes its reports. The text for people goes to stderr if a report goes to stdout. */
async function writeLoadReports(
  result: LoadResult,
  verdicts: readonly ThresholdVerdict[],
  reports: readonly ReportFile<LoadFormat>[],
): Promise<void> {
  const printLine = reports.some(({ path }) => path === '-') ? printNotice : print;
  for (const line of formatLoadTerminalReport(result, verdicts)) printLine(line);
  await writeFiles(
    reports.map(({ format, path }) => ({
      path,
      text: renderersByFormat[format](result, verdicts),
    })),
  );
}

/* Options. Invalid values are reported as commander reports its own mistakes. */

function withArgumentError<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };
}

const readSpan = withArgumentError(parseSeconds);
const readSpanOrZero = (text: string) => (text.trim() === '0' ? 0 : readSpan(text));
const readThreshold = withArgumentError(parseThreshold);

export const command = defineCommand({
  name: 'load',
  description:
    'Walks many applicants, at a fixed rate or a fixed number at once, and measures each operation and the journey.',
  settings: [...targetSettings, ...journeySettings],
  options: {
    applicants: makeValueOption(
      '<n>',
      'how many in all (default: 100)',
      makeWholeNumberParser(1, 10_000_000),
    ),
    duration: makeValueOption(
      '<time>',
      'nobody starts after this time, e.g. 90s, 10m, 1h',
      readSpan,
    ),
    rate: makeValueOption(
      '<n>',
      'journeys started per second, however slow the answers',
      parsePositiveNumber,
    ),
    concurrency: makeValueOption(
      '<n>',
      'how many journeys run at once; the next starts when one ends (default: 10)',
      makeWholeNumberParser(1, 1000),
    ),
    maxInFlight: makeValueOption(
      '<n>',
      'with --rate: at most this many at once; others wait, and the report says so (default: 500)',
      makeWholeNumberParser(1, 1000),
    ),
    ramp: makeValueOption(
      '<time>',
      'grow evenly to the full rate or concurrency, e.g. 30s',
      readSpanOrZero,
      0,
    ),
    until: makeValueOption(
      '<step>',
      'journeys end after this step, one of those listed below',
      makeWordParser(stepIds),
    ),
    checkAnswers: makeValueOption(
      '<which>',
      'all, or sample: one journey in ten, which costs the client a little less',
      makeWordParser(checkAnswersModes),
      'all',
    ),
    threshold: makeValueOption<Threshold[]>(
      '<expression>',
      'what must hold, e.g. p95<500 (repeatable)',
      (text, earlierThresholds = []) => [...earlierThresholds, readThreshold(text)],
    ),
    report: makeReportOption(
      `write a report: ${loadFormats.join(', ')}; "-" is stdout (repeatable)`,
      loadFormats,
    ),
  },
  helpText: `
Steps: ${stepIds.slice(0, 7).join(', ')},
${stepIds.slice(7).join(', ')}.

Thresholds: [SUBJECT:]METRIC<LIMIT, with <, <=, > or >=.
  subject   an operation, journey, or delay; none: all operations together
  metric    p50, p99.9 …, mean, max (ms, or s with that unit), errors (a count,
            or a share with %), journeys/s, answers/s

Examples:
  admissions load --target http://127.0.0.1:8080 --applicants 1000 --rate 20
  admissions load --profile staging --concurrency 50 --ramp 30 --until exam
  admissions load --rate 5 --threshold "p95<500" --threshold "errors<1%"
  admissions load --threshold "exams.create:p99<0.8s" --report html=load.html

With --rate the response time of a journey counts from when it was due; with
--concurrency a slow server gets fewer requests, and the report says what that
hides. More load than one process makes is for several machines: docs/load.md.

Exit codes: 0 done, 6 a threshold was missed, 3 nothing was reached, 70 this
program crashed, 130 interrupted (the report of what was measured is written). Without thresholds,
or when no journey finished, the worst end of a journey counts.`,
  async run(flags) {
    const settings = await loadSettings(flags);
    const { duration: durationSeconds, ramp: rampSeconds } = flags;
    const plan = makePlan({ ...flags, durationSeconds, rampSeconds }, settings);
    const { report: reports = [], threshold: thresholds = [] } = flags;
    await checkWritable(reports);
    const progress = createProgressLine();
    const openedJourneys = await openJourneys(settings);
    try {
      const result = await runLoad(plan, openedJourneys, (...progressArguments) =>
        progress.showProgress(describeProgress(plan, ...progressArguments)),
      );
      progress.clearLine();
      const verdicts = thresholds.map((threshold) => judgeThreshold(threshold, result));
      await writeLoadReports(result, verdicts, reports);
      if (result.bug) throw result.bug.error;
      return chooseLoadExitCode(result, verdicts);
    } finally {
      progress.clearLine();
      await openedJourneys.close();
    }
  },
});

/** Describes the progress of a load run, for a person who watches. */
function describeProgress(
  { applicants }: Plan,
  ...[{ started, through, failed, brokenOff }, seconds]: Parameters<OnProgress>
): string {
  const totalText = applicants === undefined ? '' : ` of ${formatCount(applicants)}`;
  const inProgressCount = started - through - failed - brokenOff;
  const failedText = failed > 0 ? `${formatCount(failed)} failed, ` : '';
  return `${formatCount(through)}${totalText} through, ${failedText}${formatCount(inProgressCount)} on the way, ${formatRate(through, Math.max(1, seconds))} per second`;
}
