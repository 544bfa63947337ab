/** A run for a person at a terminal: what failed and why first, one line for all of it last. */
import { paint } from '../../process/terminal.ts';
import { partialOf, partialRemedies, partialWords } from '../partial.ts';
import type { CheckReport, Verdict } from '../report.ts';
import { oneLine, plural } from '../text.ts';
import { summarize, verdictOf } from '../verdict.ts';
import { coverageLines } from './coverage.ts';
import { failureLines, groupLines } from './failures.ts';

/** @returns the lines of a report; `paint` colours them where a person looks */
export function terminalReport(report: CheckReport): string[] {
  const sections = [
    heading(report),
    ...failureLines(report),
    ...groupLines(report),
    coverageLines(report),
    created(report),
    summary(report),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines) => [...lines, ''])
    .slice(0, -1);
}

function heading({ target, strict, seed }: CheckReport): string[] {
  const how = [strict ? 'strict' : '', seed === undefined ? '' : `seed ${seed}`].filter(Boolean);
  return [`${paint('bold', 'Checks')} of ${[oneLine(target), ...how].join(', ')}`];
}

/** What stays on the backend. */
function created({ created }: CheckReport): string[] {
  const { applicants, uploads, payments, applications } = created;
  const kinds: [number, string][] = [
    [applicants.length, 'applicant'],
    [uploads, 'upload'],
    [payments, 'payment'],
    [applications, 'application'],
  ];
  const parts = kinds.filter(([count]) => count > 0).map(([count, word]) => plural(count, word));
  if (parts.length === 0) return [];
  return [`Created: ${parts.join(', ')}`, paint('dim', '  The addresses are in the JSON report.')];
}

const styles: Record<Verdict['tone'], 'green' | 'red' | 'yellow'> = {
  good: 'green',
  bad: 'red',
  unsure: 'yellow',
};

function summary(report: CheckReport): string[] {
  const { text, tone } = verdictOf(report);
  const line = paint(['bold', styles[tone]], summarize(report));
  // The counts say the rest.
  const plain = tone === 'good' || report.results.some(({ fails }) => fails);
  const why = report.ended === undefined ? '' : `ended early: ${oneLine(report.ended)}`;
  const partial = partialOf(report);
  const words = partial ? partialWords(partial) : '';
  const more = [words, plain || why || words === text ? '' : text, why].filter(Boolean);
  return [
    line,
    ...more.map((one) => paint(['bold', styles[tone]], one)),
    ...(partial ? partialRemedies(partial).map((one) => `  ${one}`) : []),
  ];
}
