/** A run as Markdown: for GitHub's job summary, or to paste into an issue. */
import { escapeControls } from '../core/terminal.ts';
import { countText, formatMinute, escapeMarkdown as text } from '../core/text.ts';
import { findRequestId } from './evidence.ts';
import {
  type CheckReport,
  type Created,
  makeReportModel,
  type ReportedResult,
  type ReportModel,
  rulePlaceOf,
} from './report.ts';

/* The elements of Markdown that reports use. An empty element becomes an empty text. */

/** For names that need no escaping. */
function inlineCode(name: string): string {
  return `\`${name.replace(/[`|\s]/g, ' ')}\``;
}

/** @param items as Markdown */
function makeBulletSection(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `### ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}`;
}

/** @param rows as Markdown */
function makeTable(headCells: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [headCells, headCells.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function makeCollapsedSection(summary: string, ...sectionParts: readonly string[]): string {
  const sectionBody = sectionParts.filter(Boolean).join('\n\n');
  return sectionBody && `<details>\n<summary>${summary}</summary>\n\n${sectionBody}\n\n</details>`;
}

/** A block of code, also if its text contains a fence itself. */
function makeCodeBlock(text: string, language = ''): string {
  const longestBacktickRun = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fenceMarks = '`'.repeat(longestBacktickRun + 1);
  return `${fenceMarks}${language}\n${text}\n${fenceMarks}`;
}

/** GitHub accepts at most 1 MiB in a job summary. */
const maxListedFailures = 100;
const maxCurlLength = 4000;
const toneSigns = { good: '✅', bad: '❌', unsure: '⚠️' };

export function markdownReport(report: CheckReport): string {
  const reportModel = makeReportModel(report);
  const { target, version, startedAt, ended, baselineProblems, verdict } = reportModel;
  const parts = [
    `## ${toneSigns[verdict.tone]} Admissions ${report.command}: ${text(verdict.text)}`,
    `${text(target)} · ${formatMinute(startedAt)} · version ${text(version)}`,
    `**${text(reportModel.summary)}**`,
    makePartialPart(reportModel),
    ended === undefined ? '' : `**Ended early:** ${text(ended)}`,
    makeFailureSection('Failures', reportModel.failing),
    makeFailureSection('Level "should", failing only with --strict', reportModel.lenient),
    makeBulletSection('Known to the baseline', reportModel.known.map(makeKnownItem)),
    ...makeGroupSections(reportModel),
    makeBulletSection('Baseline', baselineProblems.map(text)),
    makeCoveragePart(reportModel),
    makeCreatedPart(report.created),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Only where the title does not say it already. */
function makePartialPart({ partial, verdict }: ReportModel): string {
  if (!partial) return '';
  const isVerdictText = verdict.text === partial.words;
  const remedies = partial.remedies.map((remedy) => `- ${text(remedy)}`);
  return [...(isVerdictText ? [] : [`**${text(partial.words)}**`, '']), ...remedies].join('\n');
}

function makeFailureSection(title: string, results: readonly ReportedResult[]): string {
  if (results.length === 0) return '';
  const listedResults = results.slice(0, maxListedFailures);
  const moreCount = results.length - listedResults.length;
  const repeatInstructions = listedResults.map(({ check, evidence }) => {
    if (!evidence) return '';
    const { curl, exchange } = evidence;
    const requestId = findRequestId(exchange);
    const repeatCommand =
      curl.length > maxCurlLength ? `${curl.length} characters: see the other reports` : curl;
    return `${inlineCode(check.id)}${requestId === undefined ? '' : `, x-request-id ${inlineCode(requestId)}`}\n\n${makeCodeBlock(escapeControls(repeatCommand), 'sh')}`;
  });
  const parts = [
    `### ${title}`,
    makeTable(['Check', 'Expected', 'Got', 'Rule'], listedResults.map(makeFailureRow)),
    moreCount > 0 ? `… and ${moreCount} more in the other reports` : '',
    makeCollapsedSection('How to repeat', ...repeatInstructions),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function makeFailureRow({ check, expected, got, reason = '' }: ReportedResult): string[] {
  return [
    `${text(check.sentence)}<br>${inlineCode(check.id)}`,
    text(expected ?? reason),
    text(got ?? ''),
    inlineCode(rulePlaceOf(check.rule)),
  ];
}

function makeKnownItem({ check, known }: ReportedResult): string {
  return `${inlineCode(check.id)}: ${text(known?.comment ?? '')} (until ${text(known?.expires ?? '')})`;
}

function makeGroupSections(model: ReportModel): string[] {
  const blockedItems = model.blocked.map(
    ({ by, reason, count }) => `${count} blocked by ${inlineCode(by)} (${text(reason)})`,
  );
  const makeReasonItems = (outcome: 'waiting' | 'skipped') =>
    model[outcome].map(({ reason, count }) => `${count}: ${text(reason)}`);
  const noteItems = model.tolerated.map(
    ({ note, where }) => `${where.map(inlineCode).join(', ')}: ${text(note)}`,
  );
  return [
    makeBulletSection('Blocked', blockedItems),
    makeBulletSection('Waiting', makeReasonItems('waiting')),
    makeBulletSection('Skipped', makeReasonItems('skipped')),
    makeBulletSection('Tolerated differences', noteItems),
  ];
}

function makeCoveragePart({ coverage, unseen }: ReportModel): string {
  const tableRows = coverage.map(({ operation, cells }) => [
    inlineCode(operation),
    cells.map(({ status, seen }) => `${status} ${seen > 0 ? `✓${seen}` : '–'}`).join(', '),
  ]);
  const reasonLines = unseen.map(({ why, cells }) => `${text(why)}: ${text(cells.join('; '))}`);
  return makeCollapsedSection(
    'Answers seen',
    makeTable(['Operation', 'Answers'], tableRows),
    makeBulletSection('Why not the others', reasonLines),
  );
}

function makeCreatedPart({ applicants, uploads, payments, applications }: Created): string {
  const countTexts = [
    countText(applicants.length, 'applicant'),
    countText(uploads, 'upload'),
    countText(payments, 'payment'),
    countText(applications, 'application'),
  ];
  return `Created: ${countTexts.join(', ')}`;
}
