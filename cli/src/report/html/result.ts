/** One check: its sentence, and folded below it all that is known of its end. */

import type { ReportedResult } from '../report.ts';
import { evidenceOf } from './evidence.ts';
import { type Html, html } from './tag.ts';

/**
 * One that fails the run is unfolded.
 * @param told the ids of all checks of the report: to them links lead
 */
export function resultOf(result: ReportedResult, told: ReadonlySet<string>): Html {
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
    ['where', check.spec],
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
