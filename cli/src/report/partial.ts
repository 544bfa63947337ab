/** What a run left unchecked because something was missing that somebody could give it. */
import { type CheckReport, type Want, wants } from './report.ts';

export interface PartialRun {
  /** How many checks passed or failed. */
  checked: number;
  total: number;
  /** How many were skipped for want of what, the most first. */
  missing: readonly { want: Want; count: number }[];
  /** What --require asked for and was missing. */
  required: readonly Want[];
}

/** How each want is met, for the person who reads the report. */
const remedies: Readonly<Record<Want, string>> = {
  mailbox: 'set "mailbox" in admissions.config.json; where it is set, see Skipped',
  'exam-key': 'give --exam-key FILE',
  staff: 'set "staff" in admissions.config.json; where it is set, see Skipped',
  'site-origin': 'give --site-origin URL',
  rate: 'send fewer requests with --rate N',
};

/** @returns `undefined` for a run that had all it needs, or that has a verdict of its own */
export function partialOf({ results, require = [], verdict }: CheckReport): PartialRun | undefined {
  if (verdict) return undefined;
  const missing = wants
    .map((want) => ({ want, count: results.filter((one) => one.want === want).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  if (missing.length === 0) return undefined;
  const checked = results.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed');
  const required = missing.map(({ want }) => want).filter((want) => require.includes(want));
  return { checked: checked.length, total: results.length, missing, required };
}

/** @returns e.g. `PARTIAL: 312 of 792 checked (no mailbox: 402 checks; no staff: 78 checks)` */
export function partialWords({ checked, total, missing }: PartialRun): string {
  const why = missing.map(({ want, count }) => {
    const what = want === 'rate' ? 'limited by the backend' : `no ${want}`;
    return `${what}: ${count} ${count === 1 ? 'check' : 'checks'}`;
  });
  return `PARTIAL: ${checked} of ${total} checked (${why.join('; ')})`;
}

/** What to do about it, a line for each. */
export function partialRemedies({ missing, required }: PartialRun): string[] {
  return missing.map(({ want }) => {
    const fails = required.includes(want) ? ', which --require asks for' : '';
    return `${want}${fails}: ${remedies[want]}`;
  });
}
