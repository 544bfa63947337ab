/** Parts of the HTML report that are lists of alike things. */
import { groupBlocked, groupNotes, groupReasons } from '../groups.ts';
import type { CheckReport, Created } from '../report.ts';
import { plural } from '../text.ts';
import { type Html, html } from './tag.ts';

/** Why the run proves less than it could. */
export function warningsOf({ ended, baselineProblems }: CheckReport): Html | undefined {
  const early = ended === undefined ? [] : [`The run ended early: ${ended}`];
  const warnings = [...early, ...baselineProblems.map((problem) => `Baseline: ${problem}`)];
  if (warnings.length === 0) return undefined;
  return html`<ul class="warnings">${warnings.map((one) => html`<li>${one}</li>`)}</ul>`;
}

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
  return listOf('reasons', 'Not found out', [...blocked, ...others]);
}

/** What differs and is tolerated. */
export function notesOf({ results }: CheckReport): Html | undefined {
  const items = groupNotes(results).map(
    ({ note, where }) => html`<li>${note} <span class="soft">${where.join(', ')}</span></li>`,
  );
  return listOf('notes', 'Tolerated differences', items);
}

function listOf(id: string, title: string, items: readonly Html[]): Html | undefined {
  if (items.length === 0) return undefined;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul>
${items}
</ul>
</section>`;
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
