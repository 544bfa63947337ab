/** Operation by status: what was answered how often, and why the rest was not. */
import { groupUnseen } from '../groups.ts';
import type { CheckReport, CoverageCell } from '../report.ts';
import { type Html, html } from './tag.ts';

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
<p class="soft">✓ with how often a status was answered; – for one that the contract names and that was not seen.</p>
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
