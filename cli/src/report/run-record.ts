/** The record of a run: whatever its end, the files of `--report` say how it stands. */
import { hideSecrets } from '@one-planet/sdk';
import { type ExitCode, exitCodeOf, exitCodes, version } from '../core/exit.ts';
import { formatMinute } from '../core/text.ts';
import { checkWritable, type ReportFile, type ReportFormat, writeReports } from './files.ts';
import { type CheckReport, verdictWordsByExitCode } from './report.ts';

/** The commands whose runs are recorded, by the names of their reports. */
type RecordedCommand = 'smoke' | 'check' | 'check-site';

export interface RunRecord {
  /**
   * Writes that the run has begun, so that a run that is killed leaves that.
   * @param target as the reports name it
   * @param lastGood when the backend was last found good, if that is known
   */
  begin: (target: string, lastGood?: Date) => Promise<void>;
  /** Writes the reports of the run's end. @throws {CliError} (exit 2) when one cannot be written */
  end: (report: CheckReport) => Promise<void>;
}

interface RecordOptions {
  command: RecordedCommand;
  /** What the reports name as long as the settings are not read, e.g. `profile staging`. */
  target: string;
  reports: readonly ReportFile<ReportFormat>[];
}

/**
 * Runs a command, and writes its reports also where it ends by an error.
 * @throws what the run throws, or {CliError} (exit 2) when a report cannot be written
 */
export async function recordRun(
  { command, target: firstTarget, reports }: RecordOptions,
  run: (record: RunRecord) => Promise<ExitCode>,
): Promise<ExitCode> {
  const startedAt = new Date();
  let facts: Partial<CheckReport> & { target: string } = { target: firstTarget };
  let isEndWritten = false;
  try {
    await checkWritable(reports);
    return await run({
      begin: async (target, lastGood) => {
        facts = { target, ...(lastGood && { lastGood }) };
        const runningReport = makeReportWithoutResults({
          ...facts,
          command,
          startedAt,
          isRunning: true,
          exitCode: exitCodes.interrupted,
          ended: `the run began at ${formatMinute(startedAt)} and has written no end: it goes on, or it was killed`,
        });
        // What is appended to a step's summary stays there, and stdout is for the end.
        const replacedReports = reports.filter(
          ({ path }) => path !== '-' && path !== process.env.GITHUB_STEP_SUMMARY,
        );
        await writeReports(runningReport, replacedReports);
      },
      end: async (report) => {
        isEndWritten = true;
        await writeReports(report, reports);
      },
    });
  } catch (error) {
    if (!isEndWritten) {
      const report = makeEndedReport(error, { ...facts, command, startedAt });
      // The error that is thrown names the files that cannot be written.
      await writeReports(report, reports).catch(() => {});
    }
    throw error;
  }
}

type RequiredFacts = 'command' | 'target' | 'startedAt';

/** @returns the report of a run that an error ended, in which no check has a result */
function makeEndedReport(
  error: unknown,
  facts: Pick<CheckReport, RequiredFacts> & Partial<CheckReport>,
): CheckReport {
  const message = hideSecrets(error instanceof Error ? error.message : String(error));
  const exitCode = exitCodeOf(error);
  const reason =
    exitCode === undefined
      ? `this command broke off, by a mistake of its own: ${message}`
      : message;
  return makeReportWithoutResults({
    ...facts,
    ended: reason,
    exitCode: exitCode ?? exitCodes.brokenContract,
  });
}

function makeReportWithoutResults(
  facts: Pick<CheckReport, RequiredFacts | 'exitCode'> & Partial<CheckReport> & { ended: string },
): CheckReport {
  const verdictWord = facts.isRunning ? 'RUNNING' : verdictWordsByExitCode[facts.exitCode];
  return {
    version,
    ms: Date.now() - facts.startedAt.getTime(),
    requests: 0,
    strict: false,
    seed: undefined,
    results: [],
    coverage: [],
    created: { applicants: [], uploads: 0, payments: 0, applications: 0 },
    baselineProblems: [],
    verdict: {
      text: `${verdictWord}: ${facts.ended}`,
      tone: facts.isRunning || facts.exitCode === exitCodes.interrupted ? 'unsure' : 'bad',
    },
    ...facts,
  };
}
