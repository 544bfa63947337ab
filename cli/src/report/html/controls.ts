/** What filters the results; hidden until the script is there that makes it work. */
import { levels } from '../../checks/check.ts';
import { type CheckReport, countOutcomes } from '../report.ts';
import { type Html, html } from './tag.ts';

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
