/** From a smoke run to what the reports of `check` are written from. */
import { findOperation } from '@one-planet/contract';
import type { JourneyContext } from '../applicant/journey/context.ts';
import { targetName } from '../applicant/journey/print.ts';
import { clean, secretsOf } from '../applicant/journey/secrets.ts';
import { version } from '../process/version.ts';
import { toEvidence } from '../report/evidence.ts';
import type { CheckReport, ReportedCheck, ReportedResult } from '../report/report.ts';
import type { SmokeItem } from './item.ts';
import type { Change } from './last-good.ts';
import type { SmokeRun } from './run.ts';
import type { SmokeVerdict } from './verdict.ts';

export interface Comparison {
  /** When the last good run was; left out where there is none. */
  since?: string | undefined;
  changes: readonly Change[];
  slow: readonly string[];
}

/** @returns the report, without secrets */
export function smokeReport(
  run: SmokeRun,
  context: JourneyContext,
  {
    verdict,
    comparison,
    startedAt,
  }: { verdict: SmokeVerdict; comparison: Comparison; startedAt: Date },
): CheckReport {
  const { registered, uploads, payments, applications } = run.left;
  return clean(
    {
      command: 'smoke',
      verdict,
      target: targetName(context.settings),
      version,
      startedAt,
      ms: run.ms,
      requests: run.requests,
      strict: false,
      seed: undefined,
      results: [
        ...run.items.map((item) => toResult(item, context)),
        ...comparisonResults(comparison),
      ],
      coverage: [],
      operations: [...run.seen].map(([operation, { ms }]) => ({ operation, ms })),
      created: { applicants: registered ? [context.email] : [], uploads, payments, applications },
      baselineProblems: [],
      ended: undefined,
      exitCode: verdict.exitCode,
    },
    context,
  );
}

function toResult(item: SmokeItem, context: JourneyContext): ReportedResult {
  const { outcome, ms, failure, blockedBy, note } = item;
  const { expected, got, message, exchange } = failure ?? {};
  const reason = message ?? (blockedBy === undefined ? undefined : `the run ended at ${blockedBy}`);
  return {
    check: toCheck(item),
    outcome,
    ms,
    notes: [],
    fails: outcome === 'failed',
    ...(expected && got ? { expected, got } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
    ...(exchange ? { evidence: toEvidence(exchange, secretsOf(context)) } : {}),
    ...(outcome === 'passed' && note ? { got: note } : {}),
  };
}

function toCheck({ id, title, operation }: SmokeItem): ReportedCheck {
  const isReading = id.startsWith('read/');
  return {
    id,
    level: 'must',
    ...(operation ? { operation } : {}),
    sentence: isReading
      ? `${title} MUST answer without an account.`
      : `An applicant MUST be able to complete "${title}".`,
    rule: (operation && findOperation(operation)?.meta.rule) ?? 'states#the-lifecycle',
    proves: isReading
      ? 'What visitors of the site read is available, as the contract has it.'
      : 'The step works for one applicant, and her state moves as it should.',
    leavesOpen: 'Other input, other states, and rules: admissions check.',
  };
}

/** Speed and changes are results of their own, so that every format has them. */
function comparisonResults({ since, changes, slow }: Comparison): ReportedResult[] {
  const speed: ReportedResult = {
    check: {
      id: 'smoke/speed',
      level: 'must',
      sentence: 'Answers MUST come within the time limit.',
      rule: 'refusals#in-time',
      proves:
        'No operation took longer, and all together are about as fast as in the last good run.',
      leavesOpen: 'Many applicants at the same time: admissions load.',
    },
    outcome: slow.length > 0 ? 'failed' : 'passed',
    ms: 0,
    notes: [],
    fails: slow.length > 0,
    ...(slow.length > 0 ? { expected: 'answers in time', got: slow.join('; ') } : {}),
  };
  if (since === undefined) return [speed];
  const same: ReportedResult = {
    check: {
      id: 'smoke/changes',
      level: 'info',
      sentence: 'Answers MAY differ from the last good run, within the contract.',
      rule: 'tolerated#changes-since-the-last-good-run',
      proves: 'Status and shape of each operation were compared.',
      leavesOpen: 'Fields that come and go with the data look like changes.',
    },
    outcome: 'passed',
    ms: 0,
    notes: changes.map(({ operation, what }) => `${operation}: ${what} (since ${since})`),
    fails: false,
  };
  return [speed, same];
}
