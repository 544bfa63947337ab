/** Parts of the HTML report that are lists of alike things. */
import { groupBlocked, groupNotes, groupReasons, groupUnseen } from '../groups.ts';
import type { CoverageCell, Created } from '../report.ts';
import { type CheckReport, countOutcomes, levels } from '../report.ts';
import { plural } from '../text.ts';
import { listOf } from './page.ts';
import { type Html, html } from './tag.ts';

/** Why checks are blocked, are waiting or were skipped. */
export function reasonsOf({ results }: CheckReport): Html | undefined {
  const blocked = groupBlocked(results).map(
    ({ by, reason, count }) => html`<li>${count} blocked by <code>${by}</code>: ${reason}</li>`,
  );
  const others = (['waiting', 'skipped'] as const).flatMap((outcome) =>
    groupReasons(results, outcome).map(
      ({ reason, count }) => html`<li>${count} ${outcome}: ${reason}</li>`,
    ),
  );
  return listOf('reasons', 'Not determined', [...blocked, ...others]);
}

/** What differs and is tolerated. */
export function notesOf({ results }: CheckReport): Html | undefined {
  const items = groupNotes(results).map(
    ({ note, where }) => html`<li>${note} <span class="soft">${where.join(', ')}</span></li>`,
  );
  return listOf('notes', 'Tolerated differences', items);
}

/** What stays on the backend. */
export function createdOf(created: Created): Html {
  const { applicants, uploads, payments, applications } = created;
  const addresses = applicants.map((address) => html`<li>${address}</li>`);
  return html`<section aria-labelledby="created"><h2 id="created">What the run created</h2>
<p>${plural(uploads, 'upload')}, ${plural(payments, 'payment')}, ${plural(applications, 'application')}, ${plural(applicants.length, 'applicant')}.</p>
${addresses.length > 0 ? html`<details class="addresses"><summary>The applicants' addresses</summary><ul>${addresses}</ul></details>` : undefined}
</section>`;
}

export function coverageTable({ coverage }: CheckReport): Html | undefined {
  if (coverage.length === 0) return undefined;
  const all = coverage.flatMap(({ cells }) => cells.map(({ status }) => status));
  const statuses = [...new Set(all)].sort((a, b) => a - b);
  const rows = coverage.map(
    ({ operation, cells }) =>
      html`<tr><th scope="row">${operation}</th>${statuses.map((status) =>
        cellOf(cells.find((cell) => cell.status === status)),
      )}</tr>`,
  );
  const reasons = groupUnseen(coverage).map(
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

function cellOf(cell: CoverageCell | undefined): Html {
  if (!cell) return html`<td></td>`;
  const { seen, why = 'not seen' } = cell;
  return seen > 0
    ? html`<td class="seen">✓${seen}</td>`
    : html`<td class="unseen" title="${why}">–</td>`;
}

export function controlsOf({ results }: CheckReport): Html {
  const { failing: _failing, ...outcomes } = countOutcomes(results);
  const perLevel = levels.map((level): [string, number] => [
    level,
    results.filter(({ check }) => check.level === level).length,
  ]);
  return html`<form id="controls" hidden role="search" aria-label="Filter the checks">
${choice('Outcome', 'outcome', Object.entries(outcomes))}
${choice('Level', 'level', perLevel)}
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
