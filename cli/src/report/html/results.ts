/** The checks of the HTML report. */

import type { Evidence } from '../evidence.ts';
import { groupByOperation } from '../groups.ts';
import { placeOf } from '../place.ts';
import { type CheckReport, countOutcomes, type ReportedResult } from '../report.ts';
import { type Html, html } from './tag.ts';

/** All failures: those that fail the run first, and open. */
export function failuresOf({ results }: CheckReport): Html | undefined {
  const failed = results.filter(isOnTop).sort((a, b) => Number(b.fails) - Number(a.fails));
  if (failed.length === 0) return undefined;
  const ids = idsOf(results);
  return html`<section class="group" aria-labelledby="failures">
<h2 id="failures">Failures</h2>
${failed.map((result) => resultOf(result, ids))}
</section>`;
}

/** All that did not fail, by operation. */
export function othersOf({ results }: CheckReport): Html {
  const others = results.filter((result) => !isOnTop(result));
  const ids = idsOf(results);
  return html`<section aria-labelledby="others">
<h2 id="others">${others.length === results.length ? 'All checks' : 'All other checks'}</h2>
${groupByOperation(others).map(({ operation, results }) => groupOf(operation, results, ids))}
</section>`;
}

function idsOf(results: CheckReport['results']): ReadonlySet<string> {
  return new Set(results.map(({ check }) => check.id));
}

function isOnTop({ outcome, fails }: ReportedResult): boolean {
  return outcome === 'failed' || fails;
}

function groupOf(
  operation: string,
  results: readonly ReportedResult[],
  ids: ReadonlySet<string>,
): Html {
  const { failing: _failing, ...counts } = countOutcomes(results);
  const told = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => html`<span class="badge ${outcome}">${count} ${outcome}</span>`);
  return html`<details class="group">
<summary><h3>${operation}</h3> ${told}</summary>
${results.map((result) => resultOf(result, ids))}
</details>`;
}

/**
 * One that fails the run is unfolded.
 * @param told the ids of all checks of the report: to them links lead
 */
function resultOf(result: ReportedResult, told: ReadonlySet<string>): Html {
  const { check, outcome, fails, evidence } = result;
  const flags = fails ? html` data-fails open` : undefined;
  return html`<details class="result ${outcome}" id="${check.id}" data-outcome="${outcome}" data-level="${check.level}"${flags}>
<summary><span class="badge ${outcome}">${outcome}</span> <span class="sentence">${check.sentence}</span> <span class="tags">${tagsOf(result)}</span></summary>
<div class="body">
<dl>
${factsOf(result, told)}
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

function factsOf(result: ReportedResult, told: ReadonlySet<string>): Html[] {
  const { check, expected, got, reason, blockedBy, known, notes, ms } = result;
  const facts: [string, string | Html | undefined][] = [
    ['expected', expected],
    ['got', got],
    ['because', reason],
    ['blocked by', blockedBy === undefined ? undefined : linkTo(blockedBy, told)],
    ['known', known && `${known.comment} (until ${known.expires})`],
    ...notes.map((note): [string, string] => ['tolerated', note]),
    ['rule', placeOf(check.rule)],
    ['proves', check.proves],
    ['leaves open', check.leavesOpen],
    ['check', html`<code>${check.id}</code>, ${Math.round(ms)} ms`],
  ];
  return facts
    .filter(([, fact]) => fact !== undefined && fact !== '')
    .map(([name, fact]) => html`<dt>${name}</dt><dd class="${name}">${fact}</dd>`);
}

function linkTo(id: string, told: ReadonlySet<string>): Html {
  return told.has(id)
    ? html`<a href="#${encodeURIComponent(id)}">${id}</a>`
    : html`<code>${id}</code>, which was not run`;
}

/** More of a body is for the JSON report. */
const mostOfBody = 20_000;

function evidenceOf({ exchange, curl }: Evidence): Html {
  const { method, status, durationMs } = exchange;
  const end = status === undefined ? 'no answer' : `status ${status}`;
  return html`<details class="evidence">
<summary>${method}, ${end} after ${Math.round(durationMs)} ms: request, answer, curl</summary>
<p class="label">Request</p>
<pre tabindex="0">${requestOf(exchange)}</pre>
<p class="label">Answer</p>
<pre tabindex="0">${answerOf(exchange)}</pre>
<div class="curl"><p class="label">Repeat</p><button type="button" hidden>Copy</button></div>
<pre tabindex="0">${curl}</pre>
</details>`;
}

function requestOf({ method, url, requestHeaders, requestBody }: Evidence['exchange']): string {
  return message(`${method} ${url}`, requestHeaders, requestBody);
}

function answerOf({ status, answerHeaders = {}, answerText }: Evidence['exchange']): string {
  if (status === undefined) return 'No whole answer came.';
  return message(`status ${status}`, answerHeaders, answerText);
}

function message(first: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [first, ...lines, ...(body ? ['', cut(body)] : [])].join('\n');
}

function cut(body: string): string {
  const more = body.length - mostOfBody;
  if (more <= 0) return body;
  return `${body.slice(0, mostOfBody)}\n… and ${more} more characters: see the JSON report`;
}
