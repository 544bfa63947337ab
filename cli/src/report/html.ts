/** A run as one self-contained HTML page, which sends no requests. */

import { formatCountedNoun, formatMinute, formatSeconds } from '../core/text.ts';
import type { Evidence } from './evidence.ts';
import { type Html, html, renderList, renderPage, renderWarnings } from './html-page.ts';
import { formatParts } from './parts.ts';
import {
  type CheckReport,
  type CoverageCell,
  type Created,
  countOutcomes,
  groupByOperation,
  groupFailures,
  levels,
  makeReportModel,
  makeRulePlace,
  type ReportedResult,
  type ReportModel,
} from './report.ts';

/* All sections of the HTML report except the checks themselves. */

function renderReasonsWithoutResult(model: ReportModel): Html | undefined {
  const blockedItems = model.blocked.map(
    ({ by, reason, count }) => html`<li>${count} blocked by <code>${by}</code>: ${reason}</li>`,
  );
  const otherItems = (['waiting', 'skipped'] as const).flatMap((outcome) =>
    model[outcome].map(({ reason, count }) => html`<li>${count} ${outcome}: ${reason}</li>`),
  );
  return renderList('reasons', 'Not determined', [...blockedItems, ...otherItems]);
}

function renderNotes({ tolerated }: ReportModel): Html | undefined {
  const noteItems = tolerated.map(
    ({ note, where }) => html`<li>${note} <span class="soft">${where.join(', ')}</span></li>`,
  );
  return renderList('notes', 'Tolerated differences', noteItems);
}

function renderCreated(created: Created): Html {
  const { applicants, uploads, payments, applications } = created;
  const addressItems = applicants.map((address) => html`<li>${address}</li>`);
  return html`<section aria-labelledby="created"><h2 id="created">What the run created</h2>
<p>${formatCountedNoun(uploads, 'upload')}, ${formatCountedNoun(payments, 'payment')}, ${formatCountedNoun(applications, 'application')}, ${formatCountedNoun(applicants.length, 'applicant')}.</p>
${addressItems.length > 0 ? html`<details class="addresses"><summary>The applicants' addresses</summary><ul>${addressItems}</ul></details>` : undefined}
</section>`;
}

function renderCoverageTable({ coverage, unseen }: ReportModel): Html | undefined {
  if (coverage.length === 0) return undefined;
  const listedStatuses = coverage.flatMap(({ cells }) => cells.map(({ status }) => status));
  const statuses = [...new Set(listedStatuses)].sort((a, b) => a - b);
  const tableRows = coverage.map(
    ({ operation, cells }) =>
      html`<tr><th scope="row">${operation}</th>${statuses.map((httpStatus) =>
        renderCoverageCell(cells.find((cell) => cell.status === httpStatus)),
      )}</tr>`,
  );
  const reasonItems = unseen.map(
    ({ why, cells }) => html`<li>${why}: <span class="soft">${cells.join('; ')}</span></li>`,
  );
  return html`<section aria-labelledby="coverage">
<h2 id="coverage">Answers seen</h2>
<p class="soft">✓ and how often a status was answered; – for a status that the contract names and nobody saw.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Table of answers"><table>
<thead><tr><th scope="col">Operation</th>${statuses.map((status) => html`<th scope="col">${status}</th>`)}</tr></thead>
<tbody>
${tableRows}
</tbody></table></div>
${reasonItems.length > 0 ? html`<h3>Why not the others</h3><ul>${reasonItems}</ul>` : undefined}
</section>`;
}

function renderCoverageCell(cell: CoverageCell | undefined): Html {
  if (!cell) return html`<td></td>`;
  const { seen, why = 'not seen' } = cell;
  return seen > 0
    ? html`<td class="seen">✓${seen}</td>`
    : html`<td class="unseen" title="${why}">–</td>`;
}

function renderControls({ results }: CheckReport): Html {
  const countsPerLevel = levels.map((level): [string, number] => [
    level,
    results.filter(({ check }) => check.level === level).length,
  ]);
  return html`<form id="controls" hidden role="search" aria-label="Filter the checks">
${renderFilterChoice('Outcome', 'outcome', Object.entries(countOutcomes(results)))}
${renderFilterChoice('Level', 'level', countsPerLevel)}
<label class="search">Search <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="sentence, id, status, answer …"></label>
<output id="shown"></output>
</form>`;
}

function renderFilterChoice(
  legend: string,
  fieldName: string,
  countsByValue: readonly [string, number][],
): Html {
  const checkboxes = countsByValue
    .filter(([, count]) => count > 0)
    .map(
      ([value, count]) =>
        html`<label><input type="checkbox" name="${fieldName}" value="${value}" checked> ${value} <span class="soft">${count}</span></label>`,
    );
  return html`<fieldset><legend>${legend}</legend>${checkboxes}</fieldset>`;
}

/* The checks of the HTML report. */

/** All failures, those that fail the run first; of several that have one cause the first is expanded. */
function renderFailures({ results }: CheckReport): Html | undefined {
  const failures = results.filter(isFailure).sort((a, b) => Number(b.fails) - Number(a.fails));
  if (failures.length === 0) return undefined;
  const checkIds = checkIdsOf(results);
  return html`<section class="group" aria-labelledby="failures">
<h2 id="failures">Failures</h2>
${groupFailures(failures).map((group) => renderFailureGroup(group, checkIds))}
</section>`;
}

function renderFailureGroup(
  [result, ...similarResults]: readonly [ReportedResult, ...ReportedResult[]],
  checkIds: ReadonlySet<string>,
): Html {
  const similarCount = formatCountedNoun(similarResults.length, 'more check');
  return html`${renderResult(result, checkIds)}
${
  similarResults.length > 0
    ? html`<details class="group similar">
<summary>${similarCount} with the same answer</summary>
${similarResults.map((similarResult) => renderResult(similarResult, checkIds))}
</details>`
    : undefined
}`;
}

function renderOtherResults({ results }: CheckReport): Html {
  const otherResults = results.filter((result) => !isFailure(result));
  const checkIds = checkIdsOf(results);
  return html`<section aria-labelledby="others">
<h2 id="others">${otherResults.length === results.length ? 'All checks' : 'All other checks'}</h2>
${groupByOperation(otherResults).map(({ operation, results }) => renderGroup(operation, results, checkIds))}
</section>`;
}

function checkIdsOf(results: CheckReport['results']): ReadonlySet<string> {
  return new Set(results.map(({ check }) => check.id));
}

function isFailure({ outcome, fails }: ReportedResult): boolean {
  return outcome === 'failed' || fails;
}

function renderGroup(
  operation: string,
  results: readonly ReportedResult[],
  checkIds: ReadonlySet<string>,
): Html {
  const outcomeBadges = Object.entries(countOutcomes(results))
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => html`<span class="badge ${outcome}">${count} ${outcome}</span>`);
  return html`<details class="group">
<summary><h3>${operation}</h3> ${outcomeBadges}</summary>
${results.map((result) => renderResult(result, checkIds))}
</details>`;
}

function renderResult(result: ReportedResult, checkIds: ReadonlySet<string>): Html {
  const { check, outcome, fails, evidence } = result;
  const failureAttributes = fails ? html` data-fails open` : undefined;
  return html`<details class="result ${outcome}" id="${check.id}" data-outcome="${outcome}" data-level="${check.level}"${failureAttributes}>
<summary><span class="badge ${outcome}">${outcome}</span> <span class="sentence">${check.sentence}</span> <span class="tags">${renderTags(result)}</span></summary>
<div class="body">
<dl>
${renderFacts(result, checkIds)}
</dl>
${evidence && renderEvidence(evidence)}
</div>
</details>`;
}

function renderTags({ check, outcome, fails, known, notes }: ReportedResult): Html[] {
  const tagTexts = [check.level as string];
  if (known) tagTexts.push('known');
  if (outcome === 'failed' && !fails) tagTexts.push('does not fail the run');
  if (notes.length > 0) tagTexts.push('tolerated');
  return tagTexts.map((tag) => html`<span class="tag">${tag}</span>`);
}

function renderFacts(result: ReportedResult, checkIds: ReadonlySet<string>): Html[] {
  const { check, expected, got, reason, blockedBy, known, notes, ms } = result;
  const blockerHtml =
    blockedBy !== undefined && checkIds.has(blockedBy)
      ? html`<a href="#${encodeURIComponent(blockedBy)}">${blockedBy}</a>`
      : blockedBy && html`<code>${blockedBy}</code>, which was not run`;
  const namesAndFacts: [string, string | Html | undefined][] = [
    ['expected', expected],
    ['got', got],
    ['because', reason],
    ['blocked by', blockerHtml],
    ['known', known && `${known.comment} (until ${known.expires})`],
    ...notes.map((note): [string, string] => ['tolerated', note]),
    ['rule', makeRulePlace(check.rule)],
    ['leaves open', check.leavesOpen],
    ['check', html`<code>${check.id}</code>, ${Math.round(ms)} ms`],
  ];
  return namesAndFacts
    .filter(([, fact]) => fact !== undefined && fact !== '')
    .map(([name, fact]) => html`<dt>${name}</dt><dd class="${name}">${fact}</dd>`);
}

/** In characters; the JSON report has the rest of a body. */
const maxBodyLength = 20_000;

function renderEvidence({ exchange, curl }: Evidence): Html {
  const { method, status, durationMs } = exchange;
  const outcomeText = status === undefined ? 'no answer' : `status ${status}`;
  return html`<details class="evidence">
<summary>${method}, ${outcomeText} after ${Math.round(durationMs)} ms: request, answer, curl</summary>
<p class="label">Request</p>
<pre tabindex="0">${formatHttpMessage(`${method} ${exchange.url}`, exchange.requestHeaders, exchange.requestBody)}</pre>
<p class="label">Answer</p>
<pre tabindex="0">${formatHttpResponse(exchange)}</pre>
<div class="curl"><p class="label">Repeat</p><button type="button" hidden>Copy</button></div>
<pre tabindex="0">${curl}</pre>
</details>`;
}

function formatHttpResponse({
  status,
  answerHeaders = {},
  answerText,
}: Evidence['exchange']): string {
  if (status === undefined) return 'No whole answer came.';
  return formatHttpMessage(`status ${status}`, answerHeaders, answerText);
}

function formatHttpMessage(firstLine: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [firstLine, ...lines, ...(body ? ['', shortenBody(body)] : [])].join('\n');
}

function shortenBody(body: string): string {
  const hiddenCharacterCount = body.length - maxBodyLength;
  if (hiddenCharacterCount <= 0) return body;
  return `${body.slice(0, maxBodyLength)}\n… and ${hiddenCharacterCount} more characters: see the JSON report`;
}

export function renderHtmlReport(report: CheckReport): string {
  const reportModel = makeReportModel(report);
  const { command, target, ended, baselineProblems } = reportModel;
  const endedWarnings = ended === undefined ? [] : [`The run ended early: ${ended}`];
  return renderPage({
    title: `${reportModel.verdict.text} – admissions ${command} of ${target}`,
    header: renderHeader(reportModel),
    sections: [
      renderWarnings([
        ...endedWarnings,
        ...baselineProblems.map((problem) => `Baseline: ${problem}`),
      ]),
      renderControls(report),
      renderFailures(report),
      renderReasonsWithoutResult(reportModel),
      renderOtherResults(report),
      renderNotes(reportModel),
      renderCoverageTable(reportModel),
      renderCreated(report.created),
    ],
    hasControls: true,
  });
}

function renderHeader(model: ReportModel): Html {
  const { target, startedAt, ms, requests, version, strict, seed, results } = model;
  const { text, tone } = model.verdict;
  const unstatedPartialRun = model.partial?.words !== text ? model.partial : undefined;
  const runFacts = [
    formatMinute(startedAt),
    formatSeconds(ms),
    formatCountedNoun(results.length, 'check'),
    formatCountedNoun(requests, 'request'),
    `version ${version}`,
    ...(strict ? ['strict'] : []),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ];
  const partsText = formatParts(model);
  const outcomeTiles = Object.entries(countOutcomes(results)).map(
    ([outcome, count]) => html`<li class="tile ${outcome}"><b>${count}</b> ${outcome}</li>`,
  );
  return html`<header>
<h1><span class="soft">Admissions ${model.command} of</span> ${target}</h1>
<p class="verdict ${tone}">${text}</p>
${unstatedPartialRun ? html`<p class="verdict unsure">${unstatedPartialRun.words}</p>` : ''}
<p class="soft">${runFacts.join(' · ')}</p>
<ul class="tiles">
${outcomeTiles}
</ul>
${partsText ? html`<p>${partsText}</p>` : undefined}
</header>`;
}
