/** How far each part of the journey is: a team that builds along the journey reads it every day. */
import { type OperationName, operations } from '@one-planet/contract';
import type { CheckReport, ReportedResult } from './report.ts';

/** In the order in which an applicant meets them. A part is the page of rules that its operations belong to. */
const partOrder = [
  'catalogue',
  'accounts',
  'profile',
  'exam',
  'files',
  'payment',
  'application',
] as const;

/** The part of the checks that are about no operation. */
const serverPart = 'server';

const partsByOperation = new Map<OperationName, string>(
  operations.map(({ name, meta }) => [name, meta.rule.slice(0, meta.rule.indexOf('#'))]),
);

export interface PartCount {
  part: string;
  passed: number;
  /** The checks that the run did not skip. */
  total: number;
}

/** @returns the counts of each part; nothing for a run of a single part, or of a command that walks the journey once */
export function countParts({ command, results }: CheckReport): PartCount[] {
  if (command !== 'check') return [];
  const countedResults = results.filter(({ outcome }) => outcome !== 'skipped');
  const partCounts = [...partOrder, serverPart].flatMap((part) => {
    const partResults = countedResults.filter(({ check }) => partOf(check) === part);
    const passed = partResults.filter(isPassed).length;
    return partResults.length > 0 ? [{ part, passed, total: partResults.length }] : [];
  });
  return partCounts.length > 1 ? partCounts : [];
}

function partOf({ operation }: ReportedResult['check']): string {
  return (operation && partsByOperation.get(operation)) ?? serverPart;
}

/** A tolerated difference counts as passed. */
function isPassed({ check, outcome, fails }: ReportedResult): boolean {
  return outcome === 'passed' || (outcome === 'failed' && !fails && check.level === 'info');
}

/** @returns e.g. `accounts 310 of 310 · exam 81 of 84`; empty where there are no parts to tell apart */
export function formatParts(report: CheckReport): string {
  return countParts(report)
    .map(({ part, passed, total }) => `${part} ${passed} of ${total}`)
    .join(' · ');
}
