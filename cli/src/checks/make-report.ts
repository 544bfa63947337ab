/** From a run to what its reports are written from: without secrets, and with what fails it. */
import { targetName } from '../applicant/journey/print.ts';
import { type ExitCode, exitCodes } from '../process/exit.ts';
import { version } from '../process/version.ts';
import { cleanText, toEvidence } from '../report/evidence.ts';
import { knownSecrets } from '../report/known-secrets.ts';
import type { CheckReport, Created, ReportedResult, Want } from '../report/report.ts';
import { type Baseline, baselineProblems, knownFinding } from './baseline.ts';
import type { RunContext } from './context.ts';
import { coverageOf } from './coverage.ts';
import type { Observations } from './passive/observations.ts';
import { type CheckResult, type CheckRun, exitCodeOfRun, failingLevels } from './run.ts';

export interface ReportOptions {
  strict: boolean;
  /** What the run must not lack. */
  require?: readonly Want[];
  baseline: Baseline | undefined;
  startedAt: Date;
  requests: number;
}

export function makeReport(
  run: CheckRun,
  runContext: RunContext,
  options: ReportOptions,
): CheckReport {
  const { strict, require = [], baseline, startedAt, requests } = options;
  const levels = failingLevels(strict);
  const secrets = secretsOfRun(runContext);
  const clean = (result: CheckResult): ReportedResult => {
    const known =
      baseline && result.outcome === 'failed' ? knownFinding(baseline, result) : undefined;
    const fails = result.outcome === 'failed' && levels.includes(result.check.level) && !known;
    return cleaned(result, secrets, { fails, ...(known ? { known } : {}) });
  };
  const results = run.results.map(clean);
  const problems = baseline ? baselineProblems(baseline, run.results) : [];
  return {
    command: 'check',
    target: targetName(runContext.settings),
    version,
    startedAt,
    ms: run.ms,
    requests,
    strict,
    require,
    seed: runContext.fuzz?.seed,
    results,
    coverage: coverageOf(
      runContext.observations,
      results.map(({ check }) => check.operation),
    ),
    created: createdBy(runContext),
    baselineProblems: problems,
    ended: run.ended?.message,
    exitCode: exitCode(run, results, problems, require),
  };
}

function exitCode(
  run: CheckRun,
  results: readonly ReportedResult[],
  problems: readonly string[],
  require: readonly Want[],
): ExitCode {
  const fails = problems.length > 0 || results.some((result) => result.fails);
  if (fails) return exitCodeOfRun(run, exitCodes.brokenContract);
  // The backend is not to blame for what the settings lack.
  const lacks = results.some(({ want }) => want !== undefined && require.includes(want));
  return exitCodeOfRun(run, lacks ? exitCodes.wrongUsage : undefined);
}

function cleaned(
  { reply, expected, got, reason, notes, ...result }: CheckResult,
  secrets: readonly string[],
  verdict: Pick<ReportedResult, 'fails' | 'known'>,
): ReportedResult {
  const text = (value: string) => cleanText(value, secrets);
  return {
    ...result,
    ...verdict,
    notes: notes.map(text),
    ...(expected === undefined ? {} : { expected: text(expected) }),
    ...(got === undefined ? {} : { got: text(got) }),
    ...(reason === undefined ? {} : { reason: text(reason) }),
    ...(reply ? { evidence: toEvidence(reply.exchange, secrets) } : {}),
  };
}

function createdBy({ people, observations }: RunContext): Created {
  const registered = people.all.filter(({ isRegistered }) => isRegistered);
  return {
    applicants: registered.map(({ email }) => email),
    uploads: successes(observations, 'files.upload'),
    payments:
      successes(observations, 'payments.makeOffline') +
      successes(observations, 'payments.payOnline'),
    applications: successes(observations, 'applicants.applyForProgram'),
  };
}

function successes(
  { statuses }: Observations,
  operation: Parameters<Observations['statuses']['get']>[0],
): number {
  const seen = [...(statuses.get(operation) ?? [])];
  return seen.filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0);
}

/** @returns what must appear in no report: every secret of the run's applicants, and of its connection */
function secretsOfRun({ people, secrets }: RunContext): string[] {
  const ofPeople = people.all.flatMap(
    ({ password, temporaryPassword, token, activationToken, passwordToken }) => [
      password,
      temporaryPassword,
      token,
      activationToken,
      passwordToken,
    ],
  );
  return knownSecrets([...secrets, ...ofPeople]);
}
