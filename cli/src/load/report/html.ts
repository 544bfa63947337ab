/** A load run as one page that needs nothing else: no request leaves it. */
import { createHash } from 'node:crypto';
import { chartStyle } from '../../report/html/chart.ts';
import { style } from '../../report/html/style.ts';
import { Html, html } from '../../report/html/tag.ts';
import { minuteOf } from '../../report/text.ts';
import { duration, perSecond, whole } from '../figures.ts';
import { describeModel, describeShards } from '../plan.ts';
import { notesOf, warningsOf } from '../remarks.ts';
import { type LoadResult, secondsOf } from '../result.ts';
import type { Verdict } from '../thresholds.ts';
import { distributionsOf } from './distributions.ts';
import { chartsOverTime } from './series.ts';
import { clientsTable, errorsList, listOf, thresholdsTable, timesTable } from './tables.ts';
import { verdictOf } from './verdict.ts';

const ownStyle = style + chartStyle;
const styleHash = `sha256-${createHash('sha256').update(ownStyle).digest('base64')}`;

export function htmlReport(result: LoadResult, verdicts: readonly Verdict[]): string {
  const verdict = verdictOf(result, verdicts);
  const warnings = warningsOf(result);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${verdict.text} – load on ${result.plan.target}</title>
<link rel="icon" href="data:,">
<style>${new Html(ownStyle)}</style>
</head>
<body>
${headerOf(result, verdict)}
<main>
${warnings.length > 0 ? html`<ul class="warnings">${warnings.map((one) => html`<li>${one}</li>`)}</ul>` : undefined}
${thresholdsTable(verdicts)}
${timesTable(result)}
${errorsList(result)}
<section aria-labelledby="over-time"><h2 id="over-time">Over time</h2>
<div class="over-time">
${chartsOverTime(result)}
</div>
</section>
${distributionsOf(result)}
${clientsTable(result)}
${listOf('notes', 'How to read this', notesOf(result))}
</main>
</body>
</html>
`;
  return page.source;
}

function headerOf(result: LoadResult, { text, tone }: ReturnType<typeof verdictOf>): Html {
  const { plan, startedAt, version, shards, measured } = result;
  const seconds = secondsOf(result);
  const { counts, journeys, answers } = measured;
  const facts = [
    minuteOf(new Date(startedAt)),
    describeModel(plan),
    `${seconds.toFixed(1)} s`,
    `dialect ${plan.dialect}`,
    ...(plan.until ? [`until ${plan.until}`] : []),
    ...describeShards(plan, shards),
    `version ${version}`,
  ];
  const tiles: [string, string][] = [
    [perSecond(counts.through, seconds), 'journeys per second'],
    [perSecond(answers.answered.count, seconds), 'answers per second'],
    [whole(counts.through), 'journeys through'],
    [whole(counts.failed), 'journeys failed'],
    [duration(journeys.response.percentile(95)), 'p95 of a journey'],
    [duration(answers.answered.percentile(95)), 'p95 of an answer'],
  ];
  return html`<header>
<h1><span class="soft">Load on</span> ${plan.target === 'mock' ? 'the embedded mock' : plan.target}</h1>
<p class="verdict ${tone}">${text}</p>
<p class="soft">${facts.join(' · ')}</p>
<ul class="tiles">
${tiles.map(([figure, name]) => html`<li class="tile plain"><b>${figure}</b> ${name}</li>`)}
</ul>
</header>`;
}
