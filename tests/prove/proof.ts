/** What one case showed: which checks failed, and which they blocked. */
import { isUntold } from '../../cli/src/checks/run.ts';
import { checkServer } from './broken-server.ts';
import type { Case } from './cases.ts';

export interface Sample {
  expected: string;
  got: string;
}

export interface Proof {
  name: string;
  /** Ids of the checks that failed, by level. */
  must: string[];
  should: string[];
  /** How many were blocked, and how many of those without a failed check that explains it. */
  blocked: number;
  untold: number;
  skipped: string[];
  /** What each failed check reported, by id. */
  samples: Record<string, Sample>;
  /** Why the run ended early. */
  ended?: string;
  /** In milliseconds. */
  ms: number;
}

/** Short, and the same in every run. */
function steady(text: string): string {
  const same = text
    .replace(/[\w+.-]*check-[\w.+-]+@[\w.]+/g, 'applicant@example.com')
    .replace(/[\w-]{20,}/g, '…')
    .replace(/\d{4,}/g, '…')
    .replaceAll('|', '/');
  return same.length > 110 ? `${same.slice(0, 110)}…` : same;
}

export async function prove({ name, ...difference }: Case): Promise<Proof> {
  const started = performance.now();
  const { results, ended } = await checkServer(difference);
  const failed = (level: string) =>
    results
      .filter(({ outcome, check }) => outcome === 'failed' && check.level === level)
      .map(({ check }) => check.id);
  return {
    name,
    must: failed('must'),
    should: failed('should'),
    blocked: results.filter(({ outcome }) => outcome === 'blocked').length,
    untold: results.filter((result) => isUntold(result, results)).length,
    samples: Object.fromEntries(
      results
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ check, expected = '', got = '' }) => [
          check.id,
          { expected: steady(expected), got: steady(got) },
        ]),
    ),
    skipped: results.filter(({ outcome }) => outcome === 'skipped').map(({ check }) => check.id),
    ...(ended ? { ended: ended.message } : {}),
    ms: Math.round(performance.now() - started),
  };
}
