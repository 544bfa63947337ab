/** The report of a run, from which every format is written. */
import { type OperationName, type RuleName, rulePlace } from '@one-planet/contract';
import { type ExitCode, exitCodes } from '../core/exit.ts';
import { plural, seconds } from '../core/text.ts';
import type { Evidence } from './evidence.ts';

/**
 * `must`: the site breaks or a person is harmed without it. `should`: nothing breaks at once, any sensible backend
 * does it. `info`: a tolerated difference, reported and never failed.
 */
export const levels = ['must', 'should', 'info'] as const;
export type Level = (typeof levels)[number];

type Outcome = 'passed' | 'failed' | 'blocked' | 'waiting' | 'skipped';

/** Parts a run may lack, and somebody can give. */
export const wants = ['mailbox', 'exam-key', 'staff', 'provider', 'site-origin', 'rate'] as const;
export type Want = (typeof wants)[number];

export interface ReportedCheck {
  /** `operation/what`, e.g. `exams.create/in/APPLIED`; never changes. */
  id: string;
  level: Level;
  /** The operation it is about; left out where it is about the whole backend. */
  operation?: OperationName;
  /** With MUST, SHOULD or MAY in it. */
  sentence: string;
  /** The rule, e.g. `states#wrong-state`; every report says where that can be read. */
  rule: ReportedRule;
  /** What a pass leaves open, where somebody else would believe too much. */
  leavesOpen?: string;
}

/** How one check ended, without secrets. */
export interface ReportedResult {
  check: ReportedCheck;
  outcome: Outcome;
  ms: number;
  expected?: string;
  got?: string;
  /** Why it was blocked, is waiting, or was skipped. */
  reason?: string;
  /** Of a skipped check: what the run lacked for it. */
  want?: Want;
  /** The check that reports what blocks it. */
  blockedBy?: string;
  /** Tolerated differences. */
  notes: string[];
  evidence?: Evidence;
  /** The baseline knows this failure: it does not fail the run. */
  known?: { comment: string; expires: string };
  fails: boolean;
}

/** A cell of the coverage table: an operation and a status it may answer. */
export interface CoverageCell {
  status: number;
  seen: number;
  why?: string;
}

export interface CoverageRow {
  operation: OperationName;
  cells: CoverageCell[];
}

/** Everything the run left behind on the backend. */
export interface Created {
  applicants: string[];
  uploads: number;
  payments: number;
  applications: number;
}

/** @param successes says how often an operation succeeded */
export function createdBy(
  applicants: string[],
  successes: (operation: OperationName) => number,
): Created {
  return {
    applicants,
    uploads: successes('files.upload'),
    payments: successes('payments.makeOffline') + successes('payments.payOnline'),
    applications: successes('applicants.applyForProgram'),
  };
}

/** @returns e.g. `3 uploads`, of each kind of which there are some */
export function countCreated({ uploads, payments, applications }: Created): string[] {
  const counts = { upload: uploads, payment: payments, application: applications };
  return Object.entries(counts).flatMap(([word, count]) =>
    count > 0 ? [plural(count, word)] : [],
  );
}

export interface Verdict {
  /** E.g. `3 checks fail the run`. */
  text: string;
  tone: 'good' | 'bad' | 'unsure';
}

/** The colour of each tone in a terminal. */
export const toneColours = { good: 'green', bad: 'red', unsure: 'yellow' } as const;

export interface CheckReport {
  /** The command, e.g. `check`; titles say it. */
  command: string;
  /** Where the command has its own; otherwise it follows from the results. */
  verdict?: Verdict;
  /** E.g. `the embedded mock, dialect canonical`. */
  target: string;
  version: string;
  startedAt: Date;
  ms: number;
  requests: number;
  strict: boolean;
  /** Parts the run must not lack; --require. */
  require?: readonly Want[];
  /** Of `--fuzz`. */
  seed: number | undefined;
  results: readonly ReportedResult[];
  coverage: readonly CoverageRow[];
  /** When the backend was last found good before this run, where that is known. */
  lastGood?: Date;
  created: Created;
  /** Entries of the baseline that no longer happen, or have expired. */
  baselineProblems: readonly string[];
  ended: string | undefined;
  exitCode: ExitCode;
}

/** How many results there are of each outcome. */
export function countOutcomes(results: readonly ReportedResult[]) {
  const counts = { passed: 0, failed: 0, blocked: 0, waiting: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

/** How many results fail the run. */
export function countFailing(results: readonly ReportedResult[]): number {
  return results.filter(({ fails }) => fails).length;
}

/** A rule of the API, or of a deployed site, in docs/hosting.md. */
export type ReportedRule = RuleName | `hosting#${string}`;

/** @returns where a rule can be read, from the root of the repository: `docs/rules/accounts.md#one-account-an-address` */
export function placeOf(rule: ReportedRule): string {
  return isOfSite(rule) ? `docs/${rule.replace('#', '.md#')}` : rulePlace(rule);
}

function isOfSite(rule: ReportedRule): rule is `hosting#${string}` {
  return rule.startsWith('hosting#');
}

/* The words that say in which way a run ended: who has to act. */

export const endWords = {
  [exitCodes.done]: 'GOOD',
  [exitCodes.brokenContract]: 'BROKEN',
  [exitCodes.wrongUsage]: 'MISCONFIGURED',
  [exitCodes.notReached]: 'NOT REACHED',
  [exitCodes.waiting]: 'WAITING',
  [exitCodes.noMail]: 'NO MAIL',
  [exitCodes.tooSlow]: 'SLOW',
  [exitCodes.interrupted]: 'INTERRUPTED',
} as const satisfies Record<ExitCode, string>;

/* Checks a run left out because something was missing that somebody could give it. */

interface PartialRun {
  checked: number;
  total: number;
  /** How many were skipped for want of what, the most first. */
  missing: readonly { want: Want; count: number }[];
  required: readonly Want[];
}

const remedies: Readonly<Record<Want, string>> = {
  mailbox: 'set "mailbox" in admissions.config.json; where it is set, see Skipped',
  'exam-key': 'give --exam-key FILE',
  staff: 'set "staff" in admissions.config.json; where it is set, see Skipped',
  provider: 'set "provider" in admissions.config.json; where it is set, see Skipped',
  'site-origin': 'give --site-origin URL',
  rate: 'send fewer requests with --rate N',
};

/** @returns `undefined` for a run that had all it needs, or that has a verdict of its own */
export function partialOf({ results, require = [], verdict }: CheckReport): PartialRun | undefined {
  if (verdict) return undefined;
  const missing = wants
    .map((want) => ({ want, count: results.filter((result) => result.want === want).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  if (missing.length === 0) return undefined;
  const checked = results.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed');
  const required = missing.map(({ want }) => want).filter((want) => require.includes(want));
  return { checked: checked.length, total: results.length, missing, required };
}

/** @returns e.g. `PARTIAL: 312 of 792 checked (no mailbox: 402 checks; no staff: 78 checks)` */
function partialWords({ checked, total, missing }: PartialRun): string {
  const reasons = missing.map(({ want, count }) => {
    const lack = want === 'rate' ? 'limited by the backend' : `no ${want}`;
    return `${lack}: ${plural(count, 'check')}`;
  });
  return `PARTIAL: ${checked} of ${total} checked (${reasons.join('; ')})`;
}

/* The whole run in a few words. */

/** The verdict of a run; one that proves little is not called good. */
function verdictOf(report: CheckReport): Verdict {
  if (report.verdict) return report.verdict;
  const { results, exitCode, ended, baselineProblems } = report;
  const { passed, blocked } = countOutcomes(results);
  const failing = countFailing(results);
  if (failing > 0) {
    return {
      text: `${plural(failing, 'check')} fail${failing === 1 ? 's' : ''} the run`,
      tone: 'bad',
    };
  }
  if (exitCode === exitCodes.interrupted) return { text: 'interrupted', tone: 'unsure' };
  // The id of a check has a slash. The name of a mailbox or staff system has none.
  const adapterGroup = groupReasons(results, 'blocked').find(({ by }) => !by.includes('/'));
  if (adapterGroup) {
    const { by, count, reason } = adapterGroup;
    return { text: `${plural(count, 'check')} blocked by ${by}: ${reason}`, tone: 'bad' };
  }
  if (exitCode === exitCodes.notReached)
    return { text: 'the backend was not reached', tone: 'bad' };
  if (exitCode === exitCodes.waiting) return { text: 'waiting for a person', tone: 'unsure' };
  const partial = partialOf(report);
  if (partial) {
    return { text: partialWords(partial), tone: partial.required.length > 0 ? 'bad' : 'unsure' };
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
function summarize({ results, requests, ms }: CheckReport): string {
  const failing = countFailing(results);
  const parts = Object.entries(countOutcomes(results))
    .filter(([outcome, count]) => outcome === 'passed' || count > 0)
    .map(([outcome, count]) => {
      const text = `${count} ${outcome}`;
      if (outcome !== 'failed' || failing === count) return text;
      return `${text} (${failing || 'none'} ${failing > 1 ? 'fail' : 'fails'} the run)`;
    });
  return `${plural(results.length, 'check')}: ${parts.join(', ')} · ${plural(requests, 'request')} · ${seconds(ms)}`;
}

/** A report as people read it: the formats differ in their markup alone. */
export type ReportModel = ReturnType<typeof modelOf>;

/** @returns the report, with all that follows from it in words and groups */
export function modelOf(report: CheckReport) {
  const { results, coverage } = report;
  const partialRun = partialOf(report);
  return {
    ...report,
    verdict: verdictOf(report),
    summary: summarize(report),
    partial: partialRun && {
      words: partialWords(partialRun),
      remedies: partialRun.missing.map(({ want }) => {
        const fails = partialRun.required.includes(want) ? ', which --require asks for' : '';
        return `${want}${fails}: ${remedies[want]}`;
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

/** How many checks wait for each failed one, by its id: those it blocks, and those that they block. */
export function countHeldUp(results: Results): ReadonlyMap<string, number> {
  const blockedBy = new Map(
    results.flatMap(({ check, outcome, blockedBy: blocker }) =>
      outcome === 'blocked' && blocker !== undefined ? [[check.id, blocker]] : [],
    ),
  );
  const counts = new Map<string, number>();
  for (const firstBlocker of blockedBy.values()) {
    const visited = new Set<string>();
    let blocker = firstBlocker;
    for (
      let nextBlocker = blockedBy.get(blocker);
      nextBlocker !== undefined && !visited.has(blocker);
    ) {
      visited.add(blocker);
      blocker = nextBlocker;
      nextBlocker = blockedBy.get(blocker);
    }
    counts.set(blocker, (counts.get(blocker) ?? 0) + 1);
  }
  return counts;
}

/** The failures, by what they mean for the run: those first that hold up the most checks. */
export function sortFailures(results: Results) {
  const heldUp = countHeldUp(results);
  const heldUpBy = (result: ReportedResult) => heldUp.get(result.check.id) ?? 0;
  const tolerable = results.filter(({ outcome, fails }) => outcome === 'failed' && !fails);
  return {
    failing: results.filter(({ fails }) => fails).sort((a, b) => heldUpBy(b) - heldUpBy(a)),
    known: tolerable.filter(({ known }) => known),
    lenient: tolerable.filter(({ known, check }) => !known && check.level !== 'info'),
  };
}

/**
 * Failures of one kind together, in the order they came: the same check of several operations, or several states,
 * with the same answer.
 */
export function groupFailures(failures: Results): [ReportedResult, ...ReportedResult[]][] {
  return groupBy(failures, ({ check, got = '' }) => {
    const [, kind = check.id] = /^[^/]+\/([^/]+)/.exec(check.id) ?? [];
    return `${check.level} ${kind} ${got.replace(/\d+/g, '#').slice(0, 40)}`;
  });
}

/** Why checks ended so, the most frequent first; `by` names what blocks blocked ones. */
function groupReasons(results: Results, outcome: 'blocked' | 'waiting' | 'skipped') {
  const ended = results.filter((result) => result.outcome === outcome);
  return groupBySize(ended, ({ blockedBy, reason }) => `${blockedBy}\n${reason}`).map((group) => ({
    by: group[0].blockedBy ?? 'an unknown check',
    reason: group[0].reason ?? 'no reason was given',
    count: group.length,
  }));
}

/** The tolerated differences, each with the operations (or checks) that show it. */
export function groupNotes(results: Results): { note: string; where: string[] }[] {
  const noteLines = results.flatMap((result) => {
    const { check, expected, got, outcome, notes } = result;
    const isInformation = check.level === 'info' && outcome === 'failed' && !result.fails;
    const allNotes = isInformation ? [...notes, `expected ${expected}, got ${got}`] : notes;
    return allNotes.map((note) => ({ note, where: check.operation ?? check.id }));
  });
  return groupBySize(noteLines, ({ note }) => note).map((group) => ({
    note: group[0].note,
    where: [...new Set(group.map(({ where }) => where))],
  }));
}

/** Why statuses were not seen, each reason with its cells (`exams.create 404, 409`). */
function groupUnseen(coverage: readonly CoverageRow[]): { why: string; cells: string[] }[] {
  const unseen = coverage.flatMap(({ operation, cells }) =>
    groupBySize(
      cells.filter(({ seen }) => seen === 0),
      ({ why }) => why ?? '',
    ).map((group) => ({
      why: group[0].why ?? 'no reason is known',
      cell: `${operation} ${group.map(({ status }) => status).join(', ')}`,
    })),
  );
  return groupBySize(unseen, ({ why }) => why).map((group) => ({
    why: group[0].why,
    cells: group.map(({ cell }) => cell),
  }));
}

/** By operation, in the order of the checks; what is about no operation is together. */
export function groupByOperation(results: Results): { operation: string; results: Results }[] {
  const operationOf = ({ check }: ReportedResult) => check.operation ?? 'the whole backend';
  return groupBy(results, operationOf).map((group) => ({
    operation: operationOf(group[0]),
    results: group,
  }));
}

/** The largest group first, groups of one size in the order they came. */
function groupBySize<T>(items: readonly T[], key: (item: T) => string): [T, ...T[]][] {
  return groupBy(items, key).sort((a, b) => b.length - a.length);
}

/** Those of one key together, in the order they came. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}
