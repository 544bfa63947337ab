/** The checks of the HTML report. */
import { groupByOperation } from '../groups.ts';
import { type CheckReport, countOutcomes, type ReportedResult } from '../report.ts';
import { resultOf } from './result.ts';
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
