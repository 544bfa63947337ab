/** A run as one page that needs nothing else: no request leaves it. */
import { createHash } from 'node:crypto';
import { type CheckReport, countOutcomes } from '../report.ts';
import { minuteOf, plural, seconds } from '../text.ts';
import { verdictOf } from '../verdict.ts';
import { controlsOf } from './controls.ts';
import { coverageTable } from './coverage.ts';
import { createdOf, notesOf, reasonsOf, warningsOf } from './lists.ts';
import { failuresOf, othersOf } from './results.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { Html, html } from './tag.ts';

export function htmlReport(report: CheckReport): string {
  const verdict = verdictOf(report);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${verdict.text} – admissions ${report.command} of ${report.target}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
${headerOf(report)}
<main>
${warningsOf(report)}
${controlsOf(report)}
${failuresOf(report)}
${reasonsOf(report)}
${othersOf(report)}
${notesOf(report)}
${coverageTable(report)}
${createdOf(report.created)}
</main>
<script>${new Html(script)}</script>
</body>
</html>
`;
  return page.source;
}

function headerOf(report: CheckReport): Html {
  const { target, startedAt, ms, requests, version, strict, seed, results } = report;
  const { text, tone } = verdictOf(report);
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
<p class="soft">${facts.join(' · ')}</p>
<ul class="tiles">
${tiles}
</ul>
</header>`;
}

/** For the content security policy: nothing but these two runs. */
function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
