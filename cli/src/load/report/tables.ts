/** The tables and lists of the HTML report. */
import { type Html, html } from '../../report/html/tag.ts';
import { duration, milliseconds, whole } from '../figures.ts';
import type { LoadResult } from '../result.ts';
import { journeyRows, operationRows, percentiles, type Row } from '../rows.ts';
import type { Verdict } from '../thresholds.ts';
import { countsOf } from './terminal.ts';

export function timesTable(result: LoadResult): Html {
  return html`<section aria-labelledby="times"><h2 id="times">Times in milliseconds</h2>
<div class="scroll" role="region" aria-labelledby="times" tabindex="0"><table>
<thead><tr><th scope="col">What</th>${['count', 'failed', ...percentiles.map((p) => `p${p}`), 'max'].map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>
${journeyRows(result).map(rowOf)}
${operationRows(result).map(rowOf)}
</tbody></table></div></section>`;
}

function rowOf({ name, about, times, failed }: Row, number: number): Html {
  const time = (ms: number) => (times.count === 0 ? '–' : milliseconds(ms));
  const cells = [
    whole(times.count),
    whole(failed),
    ...[...percentiles.map((percent) => times.percentile(percent)), times.max].map(time),
  ];
  const kind = `${number === 0 ? 'total' : ''}${failed > 0 ? ' some-failed' : ''}`;
  const told = about ? html` <span class="soft">${about}</span>` : undefined;
  return html`<tr class="${kind.trim()}"><th scope="row">${name.trim()}${told}</th>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`;
}

export function thresholdsTable(verdicts: readonly Verdict[]): Html | undefined {
  if (verdicts.length === 0) return undefined;
  return html`<section aria-labelledby="thresholds"><h2 id="thresholds">Thresholds</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">What must hold</th><th scope="col">Measured</th><th scope="col">Outcome</th></tr></thead>
<tbody>
${verdicts.map(
  ({ expression, met, told }) =>
    html`<tr><th scope="row">${expression}</th><td>${told}</td><td><span class="badge ${met ? 'passed' : 'failed'}">${met ? '✓ holds' : '✗ missed'}</span></td></tr>`,
)}
</tbody></table></div></section>`;
}

export function errorsList({ measured }: LoadResult): Html | undefined {
  const errors = measured.errors.all;
  if (errors.length === 0) return undefined;
  return html`<section aria-labelledby="errors"><h2 id="errors">Errors by kind</h2>
<ul class="errors">
${errors.map(
  ({ where, kind, attempts, journeys, example, curl }) =>
    html`<li><code>${where}</code>: <b>${kind}</b> <span class="soft">${countsOf(attempts, journeys)}</span><br>First: ${example}${curl && html`<pre>${curl}</pre>`}</li>`,
)}
</ul></section>`;
}

export function clientsTable({ clients }: LoadResult): Html {
  return html`<section aria-labelledby="clients"><h2 id="clients">The clients</h2>
<p class="soft">What the processes that made the load had to spare. An event loop that is busy all the time, or late, adds its own lateness to every time above.</p>
<div class="scroll" role="region" aria-labelledby="clients" tabindex="0"><table>
<thead><tr>${['Shard', 'event loop busy', 'late p50', 'late p99', 'late max', 'CPU', 'memory at most'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${clients.map(
  ({ shard, utilization, loopDelayP50, loopDelayP99, loopDelayMax, cpuSeconds, maxRssBytes }) =>
    html`<tr><th scope="row">${shard}</th><td>${Math.round(utilization * 100)} %</td>${[loopDelayP50, loopDelayP99, loopDelayMax].map((ms) => html`<td>${duration(ms)}</td>`)}<td>${cpuSeconds.toFixed(1)} s</td><td>${whole(maxRssBytes / 2 ** 20)} MiB</td></tr>`,
)}
</tbody></table></div></section>`;
}

export function listOf(id: string, title: string, texts: readonly string[]): Html | undefined {
  if (texts.length === 0) return undefined;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul></section>`;
}
