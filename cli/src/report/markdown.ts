/** A run as Markdown: for GitHub's job summary, or to paste into an issue. */
import { escapeControls } from '../core/terminal.ts';
import { escapeMarkdown, formatCountedNoun, formatMinute } from '../core/text.ts';
import { findRequestId } from './evidence.ts';
import { formatParts } from './parts.ts';
import {
  type CheckReport,
  type Created,
  groupFailures,
  makeReportModel,
  makeRulePlace,
  type ReportedResult,
  type ReportModel,
} from './report.ts';

/* The elements of Markdown that reports use. An empty element becomes an empty text. */

/** For names that need no escaping. */
function toInlineCode(name: string): string {
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
const signsByTone = { good: '✅', bad: '❌', unsure: '⚠️' };

export function renderMarkdownReport(report: CheckReport): string {
  const reportModel = makeReportModel(report);
  const { target, version, startedAt, ended, baselineProblems, verdict } = reportModel;
  const sections = [
    `## ${signsByTone[verdict.tone]} Admissions ${report.command}: ${escapeMarkdown(verdict.text)}`,
    `${escapeMarkdown(target)} · ${formatMinute(startedAt)} · version ${escapeMarkdown(version)}`,
    `**${escapeMarkdown(reportModel.summary)}**`,
    escapeMarkdown(formatParts(report)),
    makePartialPart(reportModel),
    ended === undefined ? '' : `**Ended early:** ${escapeMarkdown(ended)}`,
    makeFailureSection('Failures', reportModel.failing),
    makeFailureSection('Level "should", failing only with --strict', reportModel.lenient),
    makeBulletSection('Known to the baseline', reportModel.known.map(makeKnownItem)),
    ...makeGroupSections(reportModel),
    makeBulletSection('Baseline', baselineProblems.map(escapeMarkdown)),
    makeCoveragePart(reportModel),
    makeCreatedPart(report.created),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

/** Only where the title does not say it already. */
function makePartialPart({ partial, verdict }: ReportModel): string {
  if (!partial) return '';
  const isVerdictText = verdict.text === partial.words;
  const remedies = partial.remedies.map((remedy) => `- ${escapeMarkdown(remedy)}`);
  return [...(isVerdictText ? [] : [`**${escapeMarkdown(partial.words)}**`, '']), ...remedies].join(
    '\n',
  );
}

function makeFailureSection(title: string, results: readonly ReportedResult[]): string {
  if (results.length === 0) return '';
  const groups = groupFailures(results);
  const listedGroups = groups.slice(0, maxListedFailures);
  const moreCount = groups.slice(maxListedFailures).flat().length;
  const repeatInstructions = listedGroups.map(([{ check, evidence }]) => {
    if (!evidence) return '';
    const { curl, exchange } = evidence;
    const requestId = findRequestId(exchange);
    const repeatCommand =
      curl.length > maxCurlLength ? `${curl.length} characters: see the other reports` : curl;
    return `${toInlineCode(check.id)}${requestId === undefined ? '' : `, x-request-id ${toInlineCode(requestId)}`}\n\n${makeCodeBlock(escapeControls(repeatCommand), 'sh')}`;
  });
  const parts = [
    `### ${title}`,
    makeTable(['Check', 'Expected', 'Got', 'Rule'], listedGroups.map(makeFailureRow)),
    moreCount > 0 ? `… and ${moreCount} more in the other reports` : '',
    makeCollapsedSection('How to repeat', ...repeatInstructions),
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** @param similarResults failures that have the same cause as the first */
function makeFailureRow([{ check, expected, got, reason = '' }, ...similarResults]: readonly [
  ReportedResult,
  ...ReportedResult[],
]): string[] {
  const similarText =
    similarResults.length > 0
      ? `<br>also ${similarResults.map((result) => toInlineCode(result.check.id)).join(', ')}`
      : '';
  return [
    `${escapeMarkdown(check.sentence)}<br>${toInlineCode(check.id)}${similarText}`,
    escapeMarkdown(expected ?? reason),
    escapeMarkdown(got ?? ''),
    toInlineCode(makeRulePlace(check.rule)),
  ];
}

function makeKnownItem({ check, known }: ReportedResult): string {
  return `${toInlineCode(check.id)}: ${escapeMarkdown(known?.comment ?? '')} (until ${escapeMarkdown(known?.expires ?? '')})`;
}

function makeGroupSections(model: ReportModel): string[] {
  const blockedItems = model.blocked.map(
    ({ by, reason, count }) =>
      `${count} blocked by ${toInlineCode(by)} (${escapeMarkdown(reason)})`,
  );
  const makeReasonItems = (outcome: 'waiting' | 'skipped') =>
    model[outcome].map(({ reason, count }) => `${count}: ${escapeMarkdown(reason)}`);
  const noteItems = model.tolerated.map(
    ({ note, where }) => `${where.map(toInlineCode).join(', ')}: ${escapeMarkdown(note)}`,
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
    toInlineCode(operation),
    cells.map(({ status, seen }) => `${status} ${seen > 0 ? `✓${seen}` : '–'}`).join(', '),
  ]);
  const reasonLines = unseen.map(
    ({ why, cells }) => `${escapeMarkdown(why)}: ${escapeMarkdown(cells.join('; '))}`,
  );
  return makeCollapsedSection(
    'Answers seen',
    makeTable(['Operation', 'Answers'], tableRows),
    makeBulletSection('Why not the others', reasonLines),
  );
}

function makeCreatedPart({ applicants, uploads, payments, applications }: Created): string {
  const countTexts = [
    formatCountedNoun(applicants.length, 'applicant'),
    formatCountedNoun(uploads, 'upload'),
    formatCountedNoun(payments, 'payment'),
    formatCountedNoun(applications, 'application'),
  ];
  return `Created: ${countTexts.join(', ')}`;
}
