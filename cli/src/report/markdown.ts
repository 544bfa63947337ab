/** A run as Markdown: for GitHub's job summary, or to paste into an issue. */
import { escapeControls } from '../core/terminal.ts';
import { countText, minuteOf, escapeMarkdown as text } from '../core/text.ts';
import { requestId } from './evidence.ts';
import {
  type CheckReport,
  type Created,
  modelOf,
  placeOf,
  type ReportedResult,
  type ReportModel,
} from './report.ts';

/* The elements of Markdown that reports use. An empty element becomes an empty text. */

/** For names that need no escaping. */
function code(name: string): string {
  return `\`${name.replace(/[`|\s]/g, ' ')}\``;
}

/** @param items as Markdown */
function bullets(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `### ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}`;
}

/** @param rows as Markdown */
function table(headCells: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [headCells, headCells.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function collapsedSection(summary: string, ...parts: readonly string[]): string {
  const body = parts.filter(Boolean).join('\n\n');
  return body && `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** A block of code, also if its text contains a fence itself. */
function fence(text: string, language = ''): string {
  const longestRun = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longestRun + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}

/** GitHub accepts at most 1 MiB in a job summary. */
const maxFailures = 100;
const maxCurlLength = 4000;
const toneSigns = { good: '✅', bad: '❌', unsure: '⚠️' };

export function markdownReport(report: CheckReport): string {
  const model = modelOf(report);
  const { target, version, startedAt, ended, baselineProblems, verdict } = model;
  const parts = [
    `## ${toneSigns[verdict.tone]} Admissions ${report.command}: ${text(verdict.text)}`,
    `${text(target)} · ${minuteOf(startedAt)} · version ${text(version)}`,
    `**${text(model.summary)}**`,
    partialPart(model),
    ended === undefined ? '' : `**Ended early:** ${text(ended)}`,
    failures('Failures', model.failing),
    failures('Level "should", failing only with --strict', model.lenient),
    bullets('Known to the baseline', model.known.map(knownItem)),
    ...groupedParts(model),
    bullets('Baseline', baselineProblems.map(text)),
    coveragePart(model),
    createdPart(report.created),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Only where the title does not say it already. */
function partialPart({ partial, verdict }: ReportModel): string {
  if (!partial) return '';
  const isInTitle = verdict.text === partial.words;
  const remedies = partial.remedies.map((remedy) => `- ${text(remedy)}`);
  return [...(isInTitle ? [] : [`**${text(partial.words)}**`, '']), ...remedies].join('\n');
}

function failures(title: string, results: readonly ReportedResult[]): string {
  if (results.length === 0) return '';
  const shownResults = results.slice(0, maxFailures);
  const moreCount = results.length - shownResults.length;
  const repeats = shownResults.map(({ check, evidence }) => {
    if (!evidence) return '';
    const { curl, exchange } = evidence;
    const id = requestId(exchange);
    const command =
      curl.length > maxCurlLength ? `${curl.length} characters: see the other reports` : curl;
    return `${code(check.id)}${id === undefined ? '' : `, x-request-id ${code(id)}`}\n\n${fence(escapeControls(command), 'sh')}`;
  });
  const parts = [
    `### ${title}`,
    table(['Check', 'Expected', 'Got', 'Rule'], shownResults.map(failureRow)),
    moreCount > 0 ? `… and ${moreCount} more in the other reports` : '',
    collapsedSection('How to repeat', ...repeats),
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

function groupedParts(model: ReportModel): string[] {
  const blockedItems = model.blocked.map(
    ({ by, reason, count }) => `${count} blocked by ${code(by)} (${text(reason)})`,
  );
  const reasons = (outcome: 'waiting' | 'skipped') =>
    model[outcome].map(({ reason, count }) => `${count}: ${text(reason)}`);
  const notes = model.tolerated.map(
    ({ note, where }) => `${where.map(code).join(', ')}: ${text(note)}`,
  );
  return [
    bullets('Blocked', blockedItems),
    bullets('Waiting', reasons('waiting')),
    bullets('Skipped', reasons('skipped')),
    bullets('Tolerated differences', notes),
  ];
}

function coveragePart({ coverage, unseen }: ReportModel): string {
  const rows = coverage.map(({ operation, cells }) => [
    code(operation),
    cells.map(({ status, seen }) => `${status} ${seen > 0 ? `✓${seen}` : '–'}`).join(', '),
  ]);
  const reasonLines = unseen.map(({ why, cells }) => `${text(why)}: ${text(cells.join('; '))}`);
  return collapsedSection(
    'Answers seen',
    table(['Operation', 'Answers'], rows),
    bullets('Why not the others', reasonLines),
  );
}

function createdPart({ applicants, uploads, payments, applications }: Created): string {
  const counts = [
    countText(applicants.length, 'applicant'),
    countText(uploads, 'upload'),
    countText(payments, 'payment'),
    countText(applications, 'application'),
  ];
  return `Created: ${counts.join(', ')}`;
}
