/** The whole run in a few words. */
import { exitCodes } from '../process/exit.ts';
import { partialOf, partialWords } from './partial.ts';
import { type CheckReport, countOutcomes, type Verdict } from './report.ts';
import { plural, seconds } from './text.ts';

/** What a run says of the backend; a run that proves little is not called good. */
export function verdictOf(report: CheckReport): Verdict {
  if (report.verdict) return report.verdict;
  const { results, exitCode, ended, baselineProblems } = report;
  const { failing, passed, blocked } = countOutcomes(results);
  if (failing > 0) {
    return {
      text: `${plural(failing, 'check')} fail${failing === 1 ? 's' : ''} the run`,
      tone: 'bad',
    };
  }
  if (exitCode === exitCodes.interrupted) return { text: 'interrupted', tone: 'unsure' };
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
export function summarize({ results, requests, ms }: CheckReport): string {
  const counts = countOutcomes(results);
  const parts = (['passed', 'failed', 'blocked', 'waiting', 'skipped'] as const)
    .filter((outcome) => outcome === 'passed' || counts[outcome] > 0)
    .map((outcome) => {
      const count = `${counts[outcome]} ${outcome}`;
      if (outcome !== 'failed' || counts.failing === counts.failed) return count;
      return `${count} (${counts.failing || 'none'} ${counts.failing > 1 ? 'fail' : 'fails'} the run)`;
    });
  return `${plural(results.length, 'check')}: ${parts.join(', ')} · ${plural(requests, 'request')} · ${seconds(ms)}`;
}
