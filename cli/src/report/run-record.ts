/** The record of a run: whatever its end, the files of `--report` say how it stands. */
import { hideSecrets } from '@one-planet/sdk';
import {
  describeProgramError,
  type ExitCode,
  exitCodeOf,
  exitCodes,
  version,
} from '../core/exit.ts';
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
  /**
   * Writes the reports of the run's end.
   * @returns the report as it was written: where one of them cannot be made or written, the verdict of all is that
   */
  end: (report: CheckReport) => Promise<CheckReport>;
}

interface RecordOptions {
  command: RecordedCommand;
  /** What the reports name as long as the settings are not read, e.g. `profile staging`. */
  target: string;
  reports: readonly ReportFile<ReportFormat>[];
}

/**
 * Runs a command, and writes its reports also where it ends by an error. Whatever throws, also after they were written,
 * is the verdict of all of them.
 * @throws what the run throws, or {CliError} (exit 2) when a report cannot be written; a bug that a check met
 */
export async function recordRun(
  { command, target: firstTarget, reports }: RecordOptions,
  run: (record: RunRecord) => Promise<ExitCode>,
): Promise<ExitCode> {
  const startedAt = new Date();
  let facts: Pick<CheckReport, RequiredFacts> & Partial<CheckReport> = {
    command,
    target: firstTarget,
    startedAt,
  };
  const writeEndedReport = async (error: unknown): Promise<CheckReport> => {
    const report = makeEndedReport(error, facts);
    // Each by itself, because one that cannot be made or written must not keep the verdict from the others.
    for (const reportFile of reports) await writeReports(report, [reportFile]).catch(() => {});
    return report;
  };
  let failure: { error: unknown } | undefined;
  try {
    await checkWritable(reports);
    const exitCode = await run({
      begin: async (target, lastGood) => {
        facts = { ...facts, target, ...(lastGood && { lastGood }) };
        const runningReport = makeReportWithoutEnd({
          ...facts,
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
        facts = report;
        try {
          failure = report.bug;
          await writeReports(report, reports);
          return report;
        } catch (error) {
          failure ??= { error };
          return writeEndedReport(failure.error);
        }
      },
    });
    if (!failure) return exitCode;
  } catch (error) {
    failure = { error };
    await writeEndedReport(error);
  }
  throw failure.error;
}

type RequiredFacts = 'command' | 'target' | 'startedAt';

/** @returns the report of a run that an error ended, with the results that are among the facts */
function makeEndedReport(
  error: unknown,
  facts: Pick<CheckReport, RequiredFacts> & Partial<CheckReport>,
): CheckReport {
  const exitCode = exitCodeOf(error);
  const reason = exitCode === undefined ? describeProgramError(error) : (error as Error).message;
  return makeReportWithoutEnd({
    ...facts,
    ended: hideSecrets(reason),
    exitCode: exitCode ?? exitCodes.programError,
  });
}

function makeReportWithoutEnd(
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
    ...facts,
    verdict: {
      text: `${verdictWord}: ${facts.ended}`,
      tone: facts.isRunning || facts.exitCode === exitCodes.interrupted ? 'unsure' : 'bad',
    },
  };
}
