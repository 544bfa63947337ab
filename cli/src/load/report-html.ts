/** A load run as one page that needs nothing else: no request leaves it. */

import { minuteOf } from '../core/text.ts';
import {
  type Html,
  html,
  listOf,
  pageOf,
  type Table,
  tableOf,
  warningsOf as warningList,
} from '../report/html-page.ts';
import { type LoadResult, type Memory, secondsOf } from './measured.ts';
import { describeModel, describeShards } from './plan.ts';
import { countsOf, verdictOf } from './report-terminal.ts';
import {
  duration,
  journeyRows,
  mebibytes,
  milliseconds,
  notesOf,
  operationRows,
  percentiles,
  perSecond,
  type Row,
  warningsOf,
  whole,
} from './rows.ts';
import type { Verdict } from './thresholds.ts';

export function htmlReport(result: LoadResult, verdicts: readonly Verdict[]): string {
  const verdict = verdictOf(result, verdicts);
  return pageOf({
    title: `${verdict.text} – load on ${result.plan.target}`,
    header: headerOf(result, verdict),
    sections: [
      warningList(warningsOf(result)),
      thresholdsTable(verdicts),
      timesTable(result),
      errorsList(result),
      clientsTable(result),
      listOf('notes', 'How to read this', notesOf(result)),
    ],
  });
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
    [whole(counts.through), 'journeys finished'],
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

function timesTable(result: LoadResult): Html {
  const rows = [...journeyRows(result).map(rowOf), ...operationRows(result).map(rowOf)];
  const columns = ['What', 'count', 'failed', ...percentiles.map((p) => `p${p}`), 'max'];
  return html`<section aria-labelledby="times"><h2 id="times">Times in milliseconds</h2>
${tableOf({ labelledBy: 'times', columns, rows, figures: true })}</section>`;
}

function rowOf({ name, about, times, failed }: Row, number: number): Table['rows'][number] {
  const time = (ms: number) => (times.count === 0 ? '–' : milliseconds(ms));
  const cells = [
    whole(times.count),
    whole(failed),
    ...[...percentiles.map((percent) => times.percentile(percent)), times.max].map(time),
  ];
  const kind = `${number === 0 ? 'total' : ''}${failed > 0 ? ' some-failed' : ''}`.trim();
  const described = about ? html` <span class="soft">${about}</span>` : undefined;
  return { name: html`${name.trim()}${described}`, cells, kind };
}

function thresholdsTable(verdicts: readonly Verdict[]): Html | undefined {
  if (verdicts.length === 0) return undefined;
  const rows = verdicts.map(({ expression, met, told }) => ({
    name: expression,
    cells: [
      told,
      html`<span class="badge ${met ? 'passed' : 'failed'}">${met ? '✓ holds' : '✗ missed'}</span>`,
    ],
  }));
  return html`<section aria-labelledby="thresholds"><h2 id="thresholds">Thresholds</h2>
${tableOf({ labelledBy: 'thresholds', columns: ['What must hold', 'Measured', 'Outcome'], rows })}</section>`;
}

function errorsList({ measured }: LoadResult): Html | undefined {
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

const clientColumns = [
  'event loop busy',
  'late p50',
  'late p99',
  'late max',
  'CPU',
  'memory at the start',
  'memory at the end',
  'memory at most',
];

function memoryCell({ rssBytes, heapBytes }: Memory): string {
  return `${mebibytes(rssBytes)} MiB (${mebibytes(heapBytes)})`;
}

function clientsTable({ clients }: LoadResult): Html {
  const rows = clients.map((one) => ({
    name: `shard ${one.shard}`,
    cells: [
      `${Math.round(one.utilization * 100)} %`,
      ...[one.loopDelayP50, one.loopDelayP99, one.loopDelayMax].map(duration),
      `${one.cpuSeconds.toFixed(1)} s`,
      one.memory ? memoryCell(one.memory.start) : '–',
      one.memory ? memoryCell(one.memory.end) : '–',
      one.memory ? memoryCell(one.memory.max) : `${mebibytes(one.maxRssBytes)} MiB`,
    ],
  }));
  return html`<section aria-labelledby="clients"><h2 id="clients">The clients</h2>
<p class="soft">What the processes that made the load had to spare. An event loop that is busy all the time, or late, adds its own lateness to every time above. Memory is what the process held, and in brackets what its objects took of it.</p>
${tableOf({ labelledBy: 'clients', columns: ['Process', ...clientColumns], rows })}</section>`;
}
