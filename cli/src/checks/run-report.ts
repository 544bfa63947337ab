/** Turns what a run of checks found into its report and its exit code. */
import { describeProgramError, type ExitCode, exitCodes, version } from '../core/exit.ts';
import { hideSecretsInText, toEvidence } from '../report/evidence.ts';
import {
  type CheckReport,
  type Level,
  makeCrashVerdict,
  type ReportedResult,
} from '../report/report.ts';
import type { CheckRun } from './engine.ts';
import type { EvidenceResponse } from './evidence.ts';
import type { CheckResult } from './outcome.ts';

/** The levels whose failures fail the run. */
export function listFailingLevels(strict: boolean): readonly Level[] {
  return strict ? ['must', 'should'] : ['must'];
}

/**
 * The exit code of a run.
 * @param findingExitCode the exit code of a finding that fails the run; left out when there is none
 */
export function chooseExitCode(
  { results, earlyEnding, bug }: CheckRun,
  findingExitCode?: ExitCode,
): ExitCode {
  // What a run that broke off has found says too little, for good or for bad.
  if (bug) return exitCodes.programError;
  if (earlyEnding?.exitCode === exitCodes.interrupted) return exitCodes.interrupted;
  if (findingExitCode !== undefined) return findingExitCode;
  if (earlyEnding) return earlyEnding.exitCode;
  const adapterFailure = results.find(({ exitCode }) => exitCode !== undefined);
  if (adapterFailure?.exitCode !== undefined) return adapterFailure.exitCode;
  const isSomeCheckWaiting = results.some(({ outcome }) => outcome === 'waiting');
  return isSomeCheckWaiting ? exitCodes.waiting : exitCodes.done;
}

type RequiredFacts = 'command' | 'target' | 'startedAt' | 'requests' | 'strict';

/** The facts of a report beside the results; one that is left out is empty, or follows from the results. */
interface ReportFacts
  extends Pick<CheckReport, RequiredFacts>,
    Partial<Omit<CheckReport, RequiredFacts>> {
  findKnown?: (result: CheckResult) => ReportedResult['known'];
  /** Returns the address of the applicant whose token a request had. */
  findSender?: (response: EvidenceResponse) => string | undefined;
  /** Whether passed checks show their last request, too. */
  showsPassed?: boolean;
}

/** @returns the data from which the reports of a run are written: without secrets, and with what makes the run fail */
export function makeReportOfRun(
  checkRun: CheckRun,
  { findKnown, findSender, showsPassed, ...facts }: ReportFacts,
): CheckReport {
  const failingLevels = listFailingLevels(facts.strict);
  const { require = [], baselineProblems = [] } = facts;
  const results = checkRun.results.map((result) => {
    const knownFinding = result.outcome === 'failed' ? findKnown?.(result) : undefined;
    const failsRun =
      result.outcome === 'failed' && failingLevels.includes(result.check.level) && !knownFinding;
    const failureFields = { fails: failsRun, known: knownFinding };
    return withoutSecrets(result, failureFields, { showsPassed, findSender });
  });
  const isContractBroken = baselineProblems.length > 0 || results.some(({ fails }) => fails);
  // A part that the settings lack is not the backend's fault.
  const lacksPart = results.some(({ want }) => want !== undefined && require.includes(want));
  const partExitCode = lacksPart ? exitCodes.wrongUsage : undefined;
  const findingExitCode = isContractBroken ? exitCodes.brokenContract : partExitCode;
  const { bug } = checkRun;
  return {
    version,
    ms: checkRun.ms,
    seed: undefined,
    results,
    coverage: [],
    created: { applicants: [], uploads: 0, payments: 0, applications: 0 },
    baselineProblems,
    ...(bug && { bug, verdict: makeCrashVerdict(bug.error) }),
    ended: bug ? hideSecretsInText(describeProgramError(bug.error)) : checkRun.earlyEnding?.reason,
    exitCode: chooseExitCode(checkRun, findingExitCode),
    ...facts,
  };
}

function withoutSecrets(
  { response, exitCode: _, expected, got, reason, notes, check, ...result }: CheckResult,
  failureFields: Pick<ReportedResult, 'fails' | 'known'>,
  { showsPassed = false, findSender }: Pick<ReportFacts, 'showsPassed' | 'findSender'>,
): ReportedResult {
  return {
    check,
    ...result,
    ...failureFields,
    notes: notes.map(hideSecretsInText),
    expected: expected && hideSecretsInText(expected),
    got: got && hideSecretsInText(got),
    reason: reason && hideSecretsInText(reason),
    evidence:
      response && (result.outcome === 'failed' || (showsPassed && result.outcome === 'passed'))
        ? toEvidence(response.exchange, findSender?.(response))
        : undefined,
  };
}
