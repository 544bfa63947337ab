import type { ReportedResult } from './report.ts';
import { element, leaf } from './xml.ts';

/** Also failures that do not fail the run. */
export function isSkipped({ outcome, fails }: ReportedResult): boolean {
  return outcome !== 'passed' && !fails;
}

/** A check as JUnit's test case. */
export function testCase(result: ReportedResult): string {
  const { check, ms, fails, notes } = result;
  const attributes = { name: check.sentence, classname: check.id, time: inSeconds(ms) };
  const message = shortly(result);
  const children = [
    ...(fails ? [leaf('failure', { message, type: check.level }, details(result))] : []),
    ...(isSkipped(result)
      ? [leaf('skipped', { message: `${whySkipped(result)}: ${message}` })]
      : []),
    ...(notes.length > 0 ? [leaf('system-out', {}, notes.join('\n'))] : []),
  ];
  return children.length > 0
    ? element('testcase', attributes, children)
    : leaf('testcase', attributes);
}

/** @returns e.g. `0.012` */
export function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function shortly({ expected, got, reason = '' }: ReportedResult): string {
  return expected === undefined ? reason : `expected ${expected}, got ${got}`;
}

function whySkipped({ outcome, check, known, blockedBy }: ReportedResult): string {
  if (outcome === 'blocked') return `blocked by ${blockedBy}`;
  if (outcome !== 'failed') return outcome;
  if (known) return `known until ${known.expires} (${known.comment})`;
  return `failed, but ${check.level} does not fail the run`;
}

function details({ check, expected, got, reason, evidence }: ReportedResult): string {
  const lines: [string, string | undefined][] = [
    ['expected', expected],
    ['got', got],
    ['because', reason],
    ['where', check.spec],
    ['repeat', evidence?.curl],
  ];
  return lines
    .filter(([, text]) => text !== undefined)
    .map(([label, text]) => `${label.padEnd(10)}${text}\n`)
    .join('');
}
