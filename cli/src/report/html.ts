/** A run as one self-contained HTML page, which sends no requests. */

import { countText, minuteOf, seconds } from '../core/text.ts';
import type { Evidence } from './evidence.ts';
import { type Html, html, listOf, pageOf, warningsOf } from './html-page.ts';
import {
  type CheckReport,
  type CoverageCell,
  type Created,
  countOutcomes,
  groupByOperation,
  levels,
  modelOf,
  placeOf,
  type ReportedResult,
  type ReportModel,
} from './report.ts';

/* All sections of the HTML report except the checks themselves. */

function reasonsWithoutResult(model: ReportModel): Html | undefined {
  const blockedItems = model.blocked.map(
    ({ by, reason, count }) => html`<li>${count} blocked by <code>${by}</code>: ${reason}</li>`,
  );
  const otherItems = (['waiting', 'skipped'] as const).flatMap((outcome) =>
    model[outcome].map(({ reason, count }) => html`<li>${count} ${outcome}: ${reason}</li>`),
  );
  return listOf('reasons', 'Not determined', [...blockedItems, ...otherItems]);
}

function notesOf({ tolerated }: ReportModel): Html | undefined {
  const items = tolerated.map(
    ({ note, where }) => html`<li>${note} <span class="soft">${where.join(', ')}</span></li>`,
  );
  return listOf('notes', 'Tolerated differences', items);
}

function createdOf(created: Created): Html {
  const { applicants, uploads, payments, applications } = created;
  const addresses = applicants.map((address) => html`<li>${address}</li>`);
  return html`<section aria-labelledby="created"><h2 id="created">What the run created</h2>
<p>${countText(uploads, 'upload')}, ${countText(payments, 'payment')}, ${countText(applications, 'application')}, ${countText(applicants.length, 'applicant')}.</p>
${addresses.length > 0 ? html`<details class="addresses"><summary>The applicants' addresses</summary><ul>${addresses}</ul></details>` : undefined}
</section>`;
}

function coverageTable({ coverage, unseen }: ReportModel): Html | undefined {
  if (coverage.length === 0) return undefined;
  const seenStatuses = coverage.flatMap(({ cells }) => cells.map(({ status }) => status));
  const statuses = [...new Set(seenStatuses)].sort((a, b) => a - b);
  const rows = coverage.map(
    ({ operation, cells }) =>
      html`<tr><th scope="row">${operation}</th>${statuses.map((httpStatus) =>
        coverageCellHtml(cells.find((cell) => cell.status === httpStatus)),
      )}</tr>`,
  );
  const reasons = unseen.map(
    ({ why, cells }) => html`<li>${why}: <span class="soft">${cells.join('; ')}</span></li>`,
  );
  return html`<section aria-labelledby="coverage">
<h2 id="coverage">Answers seen</h2>
<p class="soft">✓ and how often a status was answered; – for a status that the contract names and nobody saw.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Table of answers"><table>
<thead><tr><th scope="col">Operation</th>${statuses.map((status) => html`<th scope="col">${status}</th>`)}</tr></thead>
<tbody>
${rows}
</tbody></table></div>
${reasons.length > 0 ? html`<h3>Why not the others</h3><ul>${reasons}</ul>` : undefined}
</section>`;
}

function coverageCellHtml(cell: CoverageCell | undefined): Html {
  if (!cell) return html`<td></td>`;
  const { seen, why = 'not seen' } = cell;
  return seen > 0
    ? html`<td class="seen">✓${seen}</td>`
    : html`<td class="unseen" title="${why}">–</td>`;
}

function controlsOf({ results }: CheckReport): Html {
  const countsPerLevel = levels.map((level): [string, number] => [
    level,
    results.filter(({ check }) => check.level === level).length,
  ]);
  return html`<form id="controls" hidden role="search" aria-label="Filter the checks">
${choice('Outcome', 'outcome', Object.entries(countOutcomes(results)))}
${choice('Level', 'level', countsPerLevel)}
<label class="search">Search <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="sentence, id, status, answer …"></label>
<output id="shown"></output>
</form>`;
}

function choice(legend: string, name: string, counts: readonly [string, number][]): Html {
  const boxes = counts
    .filter(([, count]) => count > 0)
    .map(
      ([value, count]) =>
        html`<label><input type="checkbox" name="${name}" value="${value}" checked> ${value} <span class="soft">${count}</span></label>`,
    );
  return html`<fieldset><legend>${legend}</legend>${boxes}</fieldset>`;
}

/* The checks of the HTML report. */

/** All failures, expanded; those that fail the run come first. */
function failuresOf({ results }: CheckReport): Html | undefined {
  const failures = results.filter(isFailure).sort((a, b) => Number(b.fails) - Number(a.fails));
  if (failures.length === 0) return undefined;
  const ids = idsOf(results);
  return html`<section class="group" aria-labelledby="failures">
<h2 id="failures">Failures</h2>
${failures.map((result) => resultOf(result, ids))}
</section>`;
}

function otherResultsOf({ results }: CheckReport): Html {
  const otherResults = results.filter((result) => !isFailure(result));
  const ids = idsOf(results);
  return html`<section aria-labelledby="others">
<h2 id="others">${otherResults.length === results.length ? 'All checks' : 'All other checks'}</h2>
${groupByOperation(otherResults).map(({ operation, results }) => groupOf(operation, results, ids))}
</section>`;
}

function idsOf(results: CheckReport['results']): ReadonlySet<string> {
  return new Set(results.map(({ check }) => check.id));
}

function isFailure({ outcome, fails }: ReportedResult): boolean {
  return outcome === 'failed' || fails;
}

function groupOf(
  operation: string,
  results: readonly ReportedResult[],
  ids: ReadonlySet<string>,
): Html {
  const badges = Object.entries(countOutcomes(results))
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => html`<span class="badge ${outcome}">${count} ${outcome}</span>`);
  return html`<details class="group">
<summary><h3>${operation}</h3> ${badges}</summary>
${results.map((result) => resultOf(result, ids))}
</details>`;
}

function resultOf(result: ReportedResult, checkIds: ReadonlySet<string>): Html {
  const { check, outcome, fails, evidence } = result;
  const flags = fails ? html` data-fails open` : undefined;
  return html`<details class="result ${outcome}" id="${check.id}" data-outcome="${outcome}" data-level="${check.level}"${flags}>
<summary><span class="badge ${outcome}">${outcome}</span> <span class="sentence">${check.sentence}</span> <span class="tags">${tagsOf(result)}</span></summary>
<div class="body">
<dl>
${factsOf(result, checkIds)}
</dl>
${evidence && evidenceOf(evidence)}
</div>
</details>`;
}

function tagsOf({ check, outcome, fails, known, notes }: ReportedResult): Html[] {
  const tags = [check.level as string];
  if (known) tags.push('known');
  if (outcome === 'failed' && !fails) tags.push('does not fail the run');
  if (notes.length > 0) tags.push('tolerated');
  return tags.map((tag) => html`<span class="tag">${tag}</span>`);
}

function factsOf(result: ReportedResult, checkIds: ReadonlySet<string>): Html[] {
  const { check, expected, got, reason, blockedBy, known, notes, ms } = result;
  const blocker =
    blockedBy !== undefined && checkIds.has(blockedBy)
      ? html`<a href="#${encodeURIComponent(blockedBy)}">${blockedBy}</a>`
      : blockedBy && html`<code>${blockedBy}</code>, which was not run`;
  const facts: [string, string | Html | undefined][] = [
    ['expected', expected],
    ['got', got],
    ['because', reason],
    ['blocked by', blocker],
    ['known', known && `${known.comment} (until ${known.expires})`],
    ...notes.map((note): [string, string] => ['tolerated', note]),
    ['rule', placeOf(check.rule)],
    ['leaves open', check.leavesOpen],
    ['check', html`<code>${check.id}</code>, ${Math.round(ms)} ms`],
  ];
  return facts
    .filter(([, fact]) => fact !== undefined && fact !== '')
    .map(([name, fact]) => html`<dt>${name}</dt><dd class="${name}">${fact}</dd>`);
}

/** In characters; the JSON report has the rest of a body. */
const maxBodyLength = 20_000;

function evidenceOf({ exchange, curl }: Evidence): Html {
  const { method, status, durationMs } = exchange;
  const end = status === undefined ? 'no answer' : `status ${status}`;
  return html`<details class="evidence">
<summary>${method}, ${end} after ${Math.round(durationMs)} ms: request, answer, curl</summary>
<p class="label">Request</p>
<pre tabindex="0">${exchangeMessage(`${method} ${exchange.url}`, exchange.requestHeaders, exchange.requestBody)}</pre>
<p class="label">Answer</p>
<pre tabindex="0">${responseText(exchange)}</pre>
<div class="curl"><p class="label">Repeat</p><button type="button" hidden>Copy</button></div>
<pre tabindex="0">${curl}</pre>
</details>`;
}

function responseText({ status, answerHeaders = {}, answerText }: Evidence['exchange']): string {
  if (status === undefined) return 'No whole answer came.';
  return exchangeMessage(`status ${status}`, answerHeaders, answerText);
}

function exchangeMessage(firstLine: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [firstLine, ...lines, ...(body ? ['', shortenBody(body)] : [])].join('\n');
}

function shortenBody(body: string): string {
  const moreCount = body.length - maxBodyLength;
  if (moreCount <= 0) return body;
  return `${body.slice(0, maxBodyLength)}\n… and ${moreCount} more characters: see the JSON report`;
}

export function htmlReport(report: CheckReport): string {
  const model = modelOf(report);
  const { command, target, ended, baselineProblems } = model;
  const endedWarnings = ended === undefined ? [] : [`The run ended early: ${ended}`];
  return pageOf({
    title: `${model.verdict.text} – admissions ${command} of ${target}`,
    header: headerOf(model),
    sections: [
      warningsOf([...endedWarnings, ...baselineProblems.map((problem) => `Baseline: ${problem}`)]),
      controlsOf(report),
      failuresOf(report),
      reasonsWithoutResult(model),
      otherResultsOf(report),
      notesOf(model),
      coverageTable(model),
      createdOf(report.created),
    ],
    hasControls: true,
  });
}

function headerOf(model: ReportModel): Html {
  const { target, startedAt, ms, requests, version, strict, seed, results } = model;
  const { text, tone } = model.verdict;
  const unstatedPartialRun = model.partial?.words !== text ? model.partial : undefined;
  const facts = [
    minuteOf(startedAt),
    seconds(ms),
    countText(results.length, 'check'),
    countText(requests, 'request'),
    `version ${version}`,
    ...(strict ? ['strict'] : []),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ];
  const tiles = Object.entries(countOutcomes(results)).map(
    ([outcome, count]) => html`<li class="tile ${outcome}"><b>${count}</b> ${outcome}</li>`,
  );
  return html`<header>
<h1><span class="soft">Admissions ${model.command} of</span> ${target}</h1>
<p class="verdict ${tone}">${text}</p>
${unstatedPartialRun ? html`<p class="verdict unsure">${unstatedPartialRun.words}</p>` : ''}
<p class="soft">${facts.join(' · ')}</p>
<ul class="tiles">
${tiles}
</ul>
</header>`;
}
