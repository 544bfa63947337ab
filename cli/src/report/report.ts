/** The report of a run, from which every format is written. */
import { type OperationName, type RuleName, rulePlace } from '@one-planet/contract';
import { describeProgramError, type ExitCode, exitCodes } from '../core/exit.ts';
import { formatCountedNoun, formatSeconds } from '../core/text.ts';
import type { Evidence } from './evidence.ts';

/**
 * `must`: without it, the site breaks or a person is harmed. `should`: nothing breaks at once, but every sensible
 * backend does it. `info`: a tolerated difference, which is reported and never fails.
 */
export const levels = ['must', 'should', 'info'] as const;
export type Level = (typeof levels)[number];

type Outcome = 'passed' | 'failed' | 'blocked' | 'waiting' | 'skipped';

/** Parts that a run may lack, and that the settings can supply. */
export const optionalParts = [
  'mailbox',
  'exam-key',
  'staff',
  'provider',
  'site-origin',
  'rate',
] as const;
export type MissingPart = (typeof optionalParts)[number];

export interface ReportedCheck {
  /** `operation/description`, e.g. `exams.create/in/APPLIED`; it never changes. */
  id: string;
  level: Level;
  /** The operation the check is about; left out where it is about the whole backend. */
  operation?: OperationName;
  /** Contains MUST, SHOULD or MAY. */
  sentence: string;
  /** The rule, e.g. `states#wrong-state`; every report says where to read it. */
  rule: ReportedRule;
  /** What a passed check does not prove, where a reader might expect more. */
  leavesOpen?: string;
}

/** The result of one check, without secrets. */
export interface ReportedResult {
  check: ReportedCheck;
  outcome: Outcome;
  ms: number;
  expected?: string;
  got?: string;
  /** Why the check was blocked, is waiting, or was skipped. */
  reason?: string;
  /** The part whose absence made the run skip the check. */
  want?: MissingPart;
  /** The check that reports what blocks this one. */
  blockedBy?: string;
  /** Tolerated differences. */
  notes: string[];
  evidence?: Evidence;
  /** The entry of the baseline that excuses this failure, so that it does not fail the run. */
  known?: { comment: string; expires: string };
  fails: boolean;
}

/** A cell of the coverage table: an operation and a status it may return. */
export interface CoverageCell {
  status: number;
  seen: number;
  why?: string;
}

export interface CoverageRow {
  operation: OperationName;
  cells: CoverageCell[];
}

/** How much the run created on the backend. */
export interface Created {
  applicants: string[];
  uploads: number;
  payments: number;
  applications: number;
}

/** @param countSuccesses returns how often an operation succeeded */
export function makeCreatedCounts(
  applicants: string[],
  countSuccesses: (operation: OperationName) => number,
): Created {
  return {
    applicants,
    uploads: countSuccesses('files.upload'),
    payments: countSuccesses('payments.makeOffline') + countSuccesses('payments.payOnline'),
    applications: countSuccesses('applicants.applyForProgram'),
  };
}

/** @returns e.g. `3 uploads`, for each kind that is not zero */
export function countCreated({ uploads, payments, applications }: Created): string[] {
  const countsByNoun = { upload: uploads, payment: payments, application: applications };
  return Object.entries(countsByNoun).flatMap(([word, count]) =>
    count > 0 ? [formatCountedNoun(count, word)] : [],
  );
}

export interface Verdict {
  /** E.g. `3 checks fail the run`. */
  text: string;
  tone: 'good' | 'bad' | 'unsure';
  /** True where nothing failed, and a part was not tried because the settings lack what it needs. */
  isPartial?: boolean;
}

/** The colour of each tone in a terminal. */
export const coloursByTone = { good: 'green', bad: 'red', unsure: 'yellow' } as const;

export interface CheckReport {
  /** The command, e.g. `check`, for titles. */
  command: string;
  /** The verdict of a command that makes its own; otherwise it follows from the results. */
  verdict?: Verdict;
  /** E.g. `the embedded mock, dialect canonical`. */
  target: string;
  version: string;
  startedAt: Date;
  ms: number;
  requests: number;
  strict: boolean;
  /** The parts that the run must not lack (`--require`). */
  require?: readonly MissingPart[];
  /** The seed of `--fuzz`. */
  seed: number | undefined;
  results: readonly ReportedResult[];
  coverage: readonly CoverageRow[];
  /** When the backend was last found good before this run, if that is known. */
  lastGood?: Date;
  created: Created;
  /** Problems of the baseline's entries: their failure no longer happens, or they have expired. */
  baselineProblems: readonly string[];
  ended: string | undefined;
  /** True in what is written when a run begins; its exit code says nothing yet. */
  isRunning?: boolean;
  /** How many applicants a nightly run walked, because what went wrong had to repeat. */
  attempts?: number;
  /** When the certificate expires, if the run saw one. */
  certificateEnd?: Date;
  /** A bug of this program that a check met. No format writes it; `recordRun` throws it once the reports are written. */
  bug?: { error: unknown };
  exitCode: ExitCode;
}

/** The number of results with each outcome. */
export function countOutcomes(results: readonly ReportedResult[]) {
  const countsByOutcome = { passed: 0, failed: 0, blocked: 0, waiting: 0, skipped: 0 };
  for (const { outcome } of results) countsByOutcome[outcome] += 1;
  return countsByOutcome;
}

/** The number of results that fail the run. */
export function countFailing(results: readonly ReportedResult[]): number {
  return results.filter(({ fails }) => fails).length;
}

/** A rule of the API, or a rule for a deployed site in docs/hosting.md. */
export type ReportedRule = RuleName | `hosting#${string}`;

/**
 * @returns the file and anchor of a rule, from the root of the repository:
 * `docs/rules/accounts.md#one-account-an-address`
 */
export function makeRulePlace(rule: ReportedRule): string {
  return isOfSite(rule) ? `docs/${rule.replace('#', '.md#')}` : rulePlace(rule);
}

function isOfSite(rule: ReportedRule): rule is `hosting#${string}` {
  return rule.startsWith('hosting#');
}

/* The words for the end of a run: they say who has to act. */

export const verdictWordsByExitCode = {
  [exitCodes.done]: 'GOOD',
  [exitCodes.brokenContract]: 'BROKEN',
  [exitCodes.wrongUsage]: 'MISCONFIGURED',
  [exitCodes.notReached]: 'NOT REACHED',
  [exitCodes.waiting]: 'WAITING',
  [exitCodes.noMail]: 'NO MAIL',
  [exitCodes.tooSlow]: 'SLOW',
  [exitCodes.programError]: 'CRASHED',
  [exitCodes.interrupted]: 'INTERRUPTED',
} as const satisfies Record<ExitCode, string>;

/** The words by which a machine knows how a run ended: the exit code is 0 for a partial run, too. */
export const verdictWords = [
  ...(['RUNNING', 'PARTIAL'] as const),
  ...Object.values(verdictWordsByExitCode),
];

export function findVerdictWord(report: CheckReport): (typeof verdictWords)[number] {
  const { exitCode, isRunning, verdict } = report;
  if (isRunning) return 'RUNNING';
  const isPartial = verdict ? verdict.isPartial : findPartialRun(report) !== undefined;
  return exitCode === exitCodes.done && isPartial ? 'PARTIAL' : verdictWordsByExitCode[exitCode];
}

/** @returns the verdict of a run that a bug of this program ended: what else it found says too little */
export function makeCrashVerdict(error: unknown): Verdict {
  const word = verdictWordsByExitCode[exitCodes.programError];
  return { text: `${word}: ${describeProgramError(error)}`, tone: 'bad' };
}

/* Checks that a run skipped because the settings lack a part. */

interface PartialRun {
  checked: number;
  total: number;
  /** How many checks were skipped for each missing part; the largest number comes first. */
  missing: readonly { want: MissingPart; count: number }[];
  required: readonly MissingPart[];
}

const remediesByPart: Readonly<Record<MissingPart, string>> = {
  mailbox: 'set "mailbox" in admissions.config.json; where it is set, see Skipped',
  'exam-key': 'give --exam-key FILE',
  staff: 'set "staff" in admissions.config.json; where it is set, see Skipped',
  provider: 'set "provider" in admissions.config.json; where it is set, see Skipped',
  'site-origin': 'give --site-origin URL',
  rate: 'send fewer requests with --rate N',
};

/** @returns `undefined` for a run that lacked nothing, or that has a verdict of its own */
export function findPartialRun({
  results,
  require = [],
  verdict,
}: CheckReport): PartialRun | undefined {
  if (verdict) return undefined;
  const countsOfMissingParts = optionalParts
    .map((missingPart) => ({
      want: missingPart,
      count: results.filter((result) => result.want === missingPart).length,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  if (countsOfMissingParts.length === 0) return undefined;
  const checkedResults = results.filter(
    ({ outcome }) => outcome === 'passed' || outcome === 'failed',
  );
  const missingRequiredParts = countsOfMissingParts
    .map(({ want }) => want)
    .filter((want) => require.includes(want));
  return {
    checked: checkedResults.length,
    total: results.length,
    missing: countsOfMissingParts,
    required: missingRequiredParts,
  };
}

/** @returns e.g. `PARTIAL: 312 of 792 checked (no mailbox: 402 checks; no staff: 78 checks)` */
function describePartialRun({ checked, total, missing }: PartialRun): string {
  const missingPartTexts = missing.map(({ want, count }) => {
    const missingText = want === 'rate' ? 'limited by the backend' : `no ${want}`;
    return `${missingText}: ${formatCountedNoun(count, 'check')}`;
  });
  return `PARTIAL: ${checked} of ${total} checked (${missingPartTexts.join('; ')})`;
}

/* The whole run in a few words. */

/** The verdict of a run; a run that proves little is not called good. */
function makeVerdict(report: CheckReport): Verdict {
  if (report.verdict) return report.verdict;
  const { results, exitCode, ended, baselineProblems } = report;
  const { passed, blocked } = countOutcomes(results);
  const failingCount = countFailing(results);
  if (failingCount > 0) {
    return {
      text: `${formatCountedNoun(failingCount, 'check')} fail${failingCount === 1 ? 's' : ''} the run`,
      tone: 'bad',
    };
  }
  if (exitCode === exitCodes.interrupted) return { text: 'interrupted', tone: 'unsure' };
  // The id of a check has a slash. The name of a mailbox or staff system has none.
  const blockedByAdapter = groupReasons(results, 'blocked').find(({ by }) => !by.includes('/'));
  if (blockedByAdapter) {
    const { by, count, reason } = blockedByAdapter;
    return {
      text: `${formatCountedNoun(count, 'check')} blocked by ${by}: ${reason}`,
      tone: 'bad',
    };
  }
  if (exitCode === exitCodes.notReached)
    return { text: 'the backend was not reached', tone: 'bad' };
  if (exitCode === exitCodes.waiting) return { text: 'waiting for a person', tone: 'unsure' };
  const partialRun = findPartialRun(report);
  if (partialRun) {
    return {
      text: describePartialRun(partialRun),
      tone: partialRun.required.length > 0 ? 'bad' : 'unsure',
    };
  }
  if (exitCode === exitCodes.brokenContract && baselineProblems.length > 0) {
    return { text: 'the baseline is out of date', tone: 'bad' };
  }
  if (exitCode !== exitCodes.done) return { text: `ended with exit code ${exitCode}`, tone: 'bad' };
  if (ended !== undefined) return { text: 'ended early', tone: 'unsure' };
  if (passed === 0) return { text: 'nothing was proved', tone: 'unsure' };
  if (blocked > 0) return { text: `nothing failed, ${blocked} blocked`, tone: 'unsure' };
  return { text: 'passed', tone: 'good' };
}

/** @returns e.g. `450 checks: 440 passed, 3 failed, 5 blocked, 2 skipped · 958 requests · 2.4 s` */
function makeSummary({ results, requests, ms }: CheckReport): string {
  const failingCount = countFailing(results);
  const outcomeTexts = Object.entries(countOutcomes(results))
    .filter(([outcome, count]) => outcome === 'passed' || count > 0)
    .map(([outcome, count]) => {
      const text = `${count} ${outcome}`;
      if (outcome !== 'failed' || failingCount === count) return text;
      return `${text} (${failingCount || 'none'} ${failingCount > 1 ? 'fail' : 'fails'} the run)`;
    });
  return `${formatCountedNoun(results.length, 'check')}: ${outcomeTexts.join(', ')} · ${formatCountedNoun(requests, 'request')} · ${formatSeconds(ms)}`;
}

/** A report as people read it; the formats differ only in their markup. */
export type ReportModel = ReturnType<typeof makeReportModel>;

/** @returns the report, with its texts and groups */
export function makeReportModel(report: CheckReport) {
  const { results, coverage } = report;
  const partialRun = findPartialRun(report);
  return {
    ...report,
    verdict: makeVerdict(report),
    summary: makeSummary(report),
    partial: partialRun && {
      words: describePartialRun(partialRun),
      remedies: partialRun.missing.map(({ want }) => {
        const requirementNote = partialRun.required.includes(want)
          ? ', which --require asks for'
          : '';
        return `${want}${requirementNote}: ${remediesByPart[want]}`;
      }),
      isRequired: partialRun.required.length > 0,
    },
    ...sortFailures(results),
    blocked: groupReasons(results, 'blocked'),
    waiting: groupReasons(results, 'waiting'),
    skipped: groupReasons(results, 'skipped'),
    tolerated: groupNotes(results),
    unseen: groupUnseen(coverage),
  };
}

/* Groups of similar results, for the reports that people read. */

type Results = readonly ReportedResult[];

/** How many checks wait for each failed check, by its id, including those that wait indirectly. */
export function countHeldUp(results: Results): ReadonlyMap<string, number> {
  const blockersByCheckId = new Map(
    results.flatMap(({ check, outcome, blockedBy: blocker }) =>
      outcome === 'blocked' && blocker !== undefined ? [[check.id, blocker]] : [],
    ),
  );
  const heldUpCounts = new Map<string, number>();
  for (const firstBlockerId of blockersByCheckId.values()) {
    const visitedBlockerIds = new Set<string>();
    let blockerId = firstBlockerId;
    for (
      let nextBlockerId = blockersByCheckId.get(blockerId);
      nextBlockerId !== undefined && !visitedBlockerIds.has(blockerId);
    ) {
      visitedBlockerIds.add(blockerId);
      blockerId = nextBlockerId;
      nextBlockerId = blockersByCheckId.get(blockerId);
    }
    heldUpCounts.set(blockerId, (heldUpCounts.get(blockerId) ?? 0) + 1);
  }
  return heldUpCounts;
}

/** Sorts the failures by what they mean for the run; those that most checks wait for come first. */
export function sortFailures(results: Results) {
  const heldUpCounts = countHeldUp(results);
  const countHeldUpBy = (result: ReportedResult) => heldUpCounts.get(result.check.id) ?? 0;
  const tolerableResults = results.filter(({ outcome, fails }) => outcome === 'failed' && !fails);
  return {
    failing: results
      .filter(({ fails }) => fails)
      .sort((a, b) => countHeldUpBy(b) - countHeldUpBy(a)),
    known: tolerableResults.filter(({ known }) => known),
    lenient: tolerableResults.filter(({ known, check }) => !known && check.level !== 'info'),
  };
}

/**
 * Groups failures of the same kind, in their order: the same check for several operations or states, with the same
 * response. What an operation does once only is refused afterwards in every state, so both are of one kind.
 */
export function groupFailures(failures: Results): [ReportedResult, ...ReportedResult[]][] {
  return groupBy(failures, ({ check, got = '' }) => {
    const [, name = check.id] = /^[^/]+\/([^/]+)/.exec(check.id) ?? [];
    const kind = name === 'once' ? 'in' : name;
    return `${check.level} ${kind} ${got.replace(/\d+/g, '#').slice(0, 40)}`;
  });
}

/** The reasons of an outcome, the most frequent first; `by` names what blocks a blocked check. */
function groupReasons(results: Results, outcome: 'blocked' | 'waiting' | 'skipped') {
  const resultsWithOutcome = results.filter((result) => result.outcome === outcome);
  return groupBySize(resultsWithOutcome, ({ blockedBy, reason }) => `${blockedBy}\n${reason}`).map(
    (group) => ({
      by: group[0].blockedBy ?? 'an unknown check',
      reason: group[0].reason ?? 'no reason was given',
      count: group.length,
    }),
  );
}

/** The tolerated differences, each with the operations (or checks) where it was seen. */
export function groupNotes(results: Results): { note: string; where: string[] }[] {
  const notesWithPlace = results.flatMap((result) => {
    const { check, expected, got, outcome, notes } = result;
    const isInformation = check.level === 'info' && outcome === 'failed' && !result.fails;
    const notesAndDifference = isInformation
      ? [...notes, `expected ${expected}, got ${got}`]
      : notes;
    return notesAndDifference.map((note) => ({ note, where: check.operation ?? check.id }));
  });
  return groupBySize(notesWithPlace, ({ note }) => note).map((group) => ({
    note: group[0].note,
    where: [...new Set(group.map(({ where }) => where))],
  }));
}

/** The reasons why statuses were not seen, each with its cells (`exams.create 404, 409`). */
function groupUnseen(coverage: readonly CoverageRow[]): { why: string; cells: string[] }[] {
  const unseenCellTexts = coverage.flatMap(({ operation, cells }) =>
    groupBySize(
      cells.filter(({ seen }) => seen === 0),
      ({ why }) => why ?? '',
    ).map((group) => ({
      why: group[0].why ?? 'no reason is known',
      cell: `${operation} ${group.map(({ status }) => status).join(', ')}`,
    })),
  );
  return groupBySize(unseenCellTexts, ({ why }) => why).map((group) => ({
    why: group[0].why,
    cells: group.map(({ cell }) => cell),
  }));
}

/** Groups results by operation, in the order of the checks. Results that belong to no operation form one group. */
export function groupByOperation(results: Results): { operation: string; results: Results }[] {
  const nameOperation = ({ check }: ReportedResult) => check.operation ?? 'the whole backend';
  return groupBy(results, nameOperation).map((group) => ({
    operation: nameOperation(group[0]),
    results: group,
  }));
}

/** Groups items by key, the largest group first; groups of the same size stay in their order. */
export function groupBySize<T>(items: readonly T[], keyOf: (item: T) => string): [T, ...T[]][] {
  return groupBy(items, keyOf).sort((a, b) => b.length - a.length);
}

/** Groups items by key, in their order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}
