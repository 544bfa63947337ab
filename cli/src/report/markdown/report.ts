/** A run as Markdown: for GitHub's job summary, or to paste into an issue. */

import { visible } from '../../process/terminal.ts';
import { escapeMarkdown as text } from '../escape.ts';
import { requestId } from '../evidence.ts';
import { groupBlocked, groupNotes, groupReasons, groupUnseen, sortFailures } from '../groups.ts';
import { partialOf, partialRemedies, partialWords } from '../partial.ts';
import { placeOf } from '../place.ts';
import type { CheckReport, Created, ReportedResult } from '../report.ts';
import { minuteOf, plural } from '../text.ts';
import { summarize, verdictOf } from '../verdict.ts';
import { bullets, code, fence, folded, table } from './parts.ts';

/** GitHub takes a summary of at most 1 MiB. */
const mostFailures = 100;
const mostOfCurl = 4000;
const signs = { good: '✅', bad: '❌', unsure: '⚠️' };

export function markdownReport(report: CheckReport): string {
  const { results, target, version, startedAt, ended, baselineProblems } = report;
  const { failing, lenient, known } = sortFailures(results);
  const verdict = verdictOf(report);
  const parts = [
    `## ${signs[verdict.tone]} Admissions ${report.command}: ${text(verdict.text)}`,
    `${text(target)} · ${minuteOf(startedAt)} · version ${text(version)}`,
    `**${text(summarize(report))}**`,
    partialPart(report),
    ended === undefined ? '' : `**Ended early:** ${text(ended)}`,
    failures('Failures', failing),
    failures('Level "should", failing only with --strict', lenient),
    bullets('Known to the baseline', known.map(knownItem)),
    ...groupedParts(report),
    bullets('Baseline', baselineProblems.map(text)),
    coveragePart(report),
    createdPart(report.created),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Where the title says something else. */
function partialPart(report: CheckReport): string {
  const partial = partialOf(report);
  if (!partial) return '';
  const remedies = partialRemedies(partial).map((one) => `- ${text(one)}`);
  const words = partialWords(partial);
  const said = verdictOf(report).text === words ? [] : [`**${text(words)}**`, ''];
  return [...said, ...remedies].join('\n');
}

function failures(title: string, results: readonly ReportedResult[]): string {
  if (results.length === 0) return '';
  const shown = results.slice(0, mostFailures);
  const more = results.length - shown.length;
  const repeats = shown.map(({ check, evidence }) => {
    if (!evidence) return '';
    const { curl, exchange } = evidence;
    const id = requestId(exchange);
    const told =
      curl.length > mostOfCurl ? `${curl.length} characters: see the other reports` : curl;
    return `${code(check.id)}${id === undefined ? '' : `, x-request-id ${code(id)}`}\n\n${fence(visible(told), 'sh')}`;
  });
  const parts = [
    `### ${title}`,
    table(['Check', 'Expected', 'Got', 'Rule'], shown.map(failureRow)),
    more > 0 ? `… and ${more} more in the other reports` : '',
    folded('How to repeat', ...repeats),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function failureRow({ check, expected, got, reason = '' }: ReportedResult): string[] {
  return [
    `${text(check.sentence)}<br>${code(check.id)}`,
    text(expected ?? reason),
    text(got ?? ''),
    code(placeOf(check.rule)),
  ];
}

function knownItem({ check, known }: ReportedResult): string {
  return `${code(check.id)}: ${text(known?.comment ?? '')} (until ${text(known?.expires ?? '')})`;
}

/** Blocked, waiting and skipped checks, and tolerated differences. */
function groupedParts({ results }: CheckReport): string[] {
  const blocked = groupBlocked(results).map(
    ({ by, reason, count }) => `${count} blocked by ${code(by)} (${text(reason)})`,
  );
  const reasons = (outcome: 'waiting' | 'skipped') =>
    groupReasons(results, outcome).map(({ reason, count }) => `${count}: ${text(reason)}`);
  const notes = groupNotes(results).map(
    ({ note, where }) => `${where.map(code).join(', ')}: ${text(note)}`,
  );
  return [
    bullets('Blocked', blocked),
    bullets('Waiting', reasons('waiting')),
    bullets('Skipped', reasons('skipped')),
    bullets('Tolerated differences', notes),
  ];
}

/** Which operation answered what, and why the rest was not seen. */
function coveragePart({ coverage }: CheckReport): string {
  const rows = coverage.map(({ operation, cells }) => [
    code(operation),
    cells.map(({ status, seen }) => `${status} ${seen > 0 ? `✓${seen}` : '–'}`).join(', '),
  ]);
  const why = groupUnseen(coverage).map(
    ({ why, cells }) => `${text(why)}: ${text(cells.join('; '))}`,
  );
  return folded(
    'Answers seen',
    table(['Operation', 'Answers'], rows),
    bullets('Why not the others', why),
  );
}

/** What stays on the backend. */
function createdPart({ applicants, uploads, payments, applications }: Created): string {
  const counts = [
    plural(applicants.length, 'applicant'),
    plural(uploads, 'upload'),
    plural(payments, 'payment'),
    plural(applications, 'application'),
  ];
  return `Created: ${counts.join(', ')}`;
}
