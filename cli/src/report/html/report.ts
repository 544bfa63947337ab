/** A run as one page that needs nothing else: no request leaves it. */

import { partialOf, partialWords } from '../partial.ts';
import { type CheckReport, countOutcomes } from '../report.ts';
import { minuteOf, plural, seconds } from '../text.ts';
import { verdictOf } from '../verdict.ts';
import { controlsOf, coverageTable, createdOf, notesOf, reasonsOf } from './lists.ts';
import { pageOf, warningsOf } from './page.ts';
import { failuresOf, othersOf } from './results.ts';
import { script } from './script.ts';
import { type Html, html } from './tag.ts';

export function htmlReport(report: CheckReport): string {
  const { command, target, ended, baselineProblems } = report;
  const early = ended === undefined ? [] : [`The run ended early: ${ended}`];
  return pageOf({
    title: `${verdictOf(report).text} – admissions ${command} of ${target}`,
    header: headerOf(report),
    sections: [
      warningsOf([...early, ...baselineProblems.map((problem) => `Baseline: ${problem}`)]),
      controlsOf(report),
      failuresOf(report),
      reasonsOf(report),
      othersOf(report),
      notesOf(report),
      coverageTable(report),
      createdOf(report.created),
    ],
    script,
  });
}

function headerOf(report: CheckReport): Html {
  const { target, startedAt, ms, requests, version, strict, seed, results } = report;
  const { text, tone } = verdictOf(report);
  const told = partialOf(report);
  const partial = told && partialWords(told) !== text ? told : undefined;
  const { failing: _failing, ...counts } = countOutcomes(results);
  const facts = [
    minuteOf(startedAt),
    seconds(ms),
    plural(results.length, 'check'),
    plural(requests, 'request'),
    `version ${version}`,
    ...(strict ? ['strict'] : []),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ];
  const tiles = Object.entries(counts).map(
    ([outcome, count]) =>
      html`<li class="tile ${outcome}${count === 0 ? ' none' : ''}"><b>${count}</b> ${outcome}</li>`,
  );
  return html`<header>
<h1><span class="soft">Admissions ${report.command} of</span> ${target}</h1>
<p class="verdict ${tone}">${text}</p>
${partial ? html`<p class="verdict unsure">${partialWords(partial)}</p>` : ''}
<p class="soft">${facts.join(' · ')}</p>
<ul class="tiles">
${tiles}
</ul>
</header>`;
}
