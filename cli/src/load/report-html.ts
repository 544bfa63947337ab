/** A load run as one page that needs nothing else: no request leaves it. */

import { minuteOf } from '../core/text.ts';
import {
  chartOf,
  chartStyle,
  exact,
  type Line,
  linear,
  logarithmic,
  type Scale,
} from '../report/html-chart.ts';
import {
  type Html,
  html,
  listOf,
  pageOf,
  type Table,
  tableOf,
  tableStyle,
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
import type { Slice, Timings } from './timings.ts';

/* The charts over time. */

function chartsOverTime({ measured }: LoadResult): Html[] {
  const { width, slices } = measured.timeline;
  const points = pointsOf(slices, width);
  if (points.length === 0) return [];
  const time = { x: exact(points.length * width), xName: clock };
  const draw = (id: string, title: string, lines: readonly Line[], y: Scale, say = short) =>
    chartOf({ id, title, says: says(lines, say), lines, ...time, y, yName: short });
  const rate = (
    key: 'started' | 'through' | 'failed' | 'answered' | 'errors',
    name: string,
  ): Line => ({
    name,
    points: points.map(([second, slice]) => [second, (slice?.[key] ?? 0) / width]),
  });
  const percentiles = (id: string, title: string, of: (slice: Slice) => Timings) => {
    const lines = [50, 95, 99].map((percent) => percentileLine(points, percent, of));
    const values = lines.flatMap((line) => line.points.flatMap((point) => point?.[1] ?? []));
    const y = values.length > 0 ? logarithmic(Math.min(...values), Math.max(...values)) : linear(1);
    return draw(id, title, lines, y, milliseconds);
  };
  const client = (name: string, read: (client: NonNullable<Slice['client']>) => number): Line => ({
    name,
    points: points.map(([second, slice]) =>
      slice?.client ? [second, read(slice.client)] : undefined,
    ),
  });
  const rates = [rate('started', 'started'), rate('through', 'finished'), rate('failed', 'failed')];
  let onTheWay = 0;
  const atEnds = points.map(([second, slice]): [number, number] => {
    if (slice) onTheWay += slice.started - slice.through - slice.failed;
    return [second + width / 2, onTheWay];
  });
  const running: Line[] = [{ name: 'running', points: atEnds }];
  const answers = [rate('answered', 'answered'), { ...rate('errors', 'failed'), look: 2 }];
  const cpu = [client('CPU of the client, % of a core', ({ cpu }) => cpu * 100)];
  const memory = [
    client('resident', ({ rssBytes }) => rssBytes / 2 ** 20),
    client('heap in use', ({ heapBytes }) => heapBytes / 2 ** 20),
  ];
  const per = width === 1 ? 'per second' : `per second, means of ${width} s`;
  const atLeast = (lines: readonly Line[], least: number) => linear(Math.max(least, most(lines)));
  return [
    draw('rates', `Journeys ${per}`, rates, linear(most(rates))),
    draw('on-the-way', 'Journeys running', running, atLeast(running, 1), whole),
    percentiles(
      'journey-times',
      'Time of the finished journeys, in milliseconds',
      ({ journeyTimes }) => journeyTimes,
    ),
    draw('answers', `Answers ${per}`, answers, linear(most(answers))),
    percentiles(
      'answer-times',
      'Time of an answer, all operations, in milliseconds',
      ({ answerTimes }) => answerTimes,
    ),
    draw('cpu', 'The client itself: CPU, % of a core', cpu, atLeast(cpu, 100), whole),
    draw('memory', 'The client itself: memory, MiB', memory, atLeast(memory, 1), whole),
  ];
}

function percentileLine(
  points: readonly Point[],
  percent: number,
  of: (slice: Slice) => Timings,
): Line {
  return {
    name: `p${percent}`,
    points: points.map(([second, slice]) => {
      const times = slice && of(slice);
      if (!times || times.count === 0) return undefined;
      return [second, Math.max(0.1, times.percentile(percent))];
    }),
  };
}

function short(value: number): string {
  return value >= 10 || Number.isInteger(value) ? whole(value) : value.toFixed(1);
}

function clock(seconds: number): string {
  if (seconds < 120 || seconds % 60 !== 0) return `${whole(seconds)} s`;
  return `${whole(seconds / 60)} min`;
}

/** A slice's middle in seconds from the start of the run, and the slice; gaps are empty. */
type Point = [seconds: number, slice: Slice | undefined];

/** One point for each slice, also where nothing happened. */
function pointsOf(slices: readonly [number, Slice][], width: number): Point[] {
  const first = slices[0]?.[0];
  const last = slices.at(-1)?.[0];
  if (first === undefined || last === undefined) return [];
  const bySecond = new Map(slices);
  return Array.from({ length: (last - first) / width + 1 }, (_, at) => [
    (at + 0.5) * width,
    bySecond.get(first + at * width),
  ]);
}

/** Lines in words: from where to where, and on average. */
function says(lines: readonly Line[], display: (value: number) => string): string {
  return lines
    .map(({ name, points }) => {
      const values = points.flatMap((point) => (point ? [point[1]] : []));
      if (values.length === 0) return `${name}: nothing measured.`;
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return `${name}: from ${display(Math.min(...values))} to ${display(Math.max(...values))}, on average ${display(mean)}.`;
    })
    .join(' ');
}

function most(lines: readonly Line[]): number {
  return Math.max(0, ...lines.flatMap(({ points }) => points.map((point) => point?.[1] ?? 0)));
}

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
      html`<section aria-labelledby="over-time"><h2 id="over-time">Over time</h2>
<div class="over-time">
${chartsOverTime(result)}
</div>
</section>`,
      clientsTable(result),
      listOf('notes', 'How to read this', notesOf(result)),
    ],
    ownStyle: chartStyle + tableStyle,
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
