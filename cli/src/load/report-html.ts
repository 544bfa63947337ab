/** A load run as one self-contained HTML page, which sends no requests. */
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
import { type LoadResult, secondsOf } from './measure.ts';
import { describeModel } from './plan.ts';
import {
  cellsOf,
  columns,
  describeCounts,
  duration,
  formatCount,
  loadNotesOf,
  loadVerdictOf,
  loadWarningsOf,
  milliseconds,
  perSecond,
  rowsOf,
} from './report.ts';
import type { ThresholdVerdict } from './thresholds.ts';

export function loadHtmlReport(result: LoadResult, verdicts: readonly ThresholdVerdict[]): string {
  const verdict = loadVerdictOf(result, verdicts);
  return pageOf({
    title: `${verdict.text} – load on ${result.plan.target}`,
    header: loadHeaderOf(result, verdict),
    sections: [
      warningList(loadWarningsOf(result)),
      thresholdsTable(verdicts),
      timesTable(result),
      errorsList(result),
      timelineTable(result),
      clientFacts(result),
      listOf('notes', 'How to read this', loadNotesOf(result)),
    ],
  });
}

function loadHeaderOf(result: LoadResult, { text, tone }: ReturnType<typeof loadVerdictOf>): Html {
  const { plan, startedAt, version, measured } = result;
  const seconds = secondsOf(result);
  const { counts, journeys, answers } = measured;
  const facts = [
    minuteOf(new Date(startedAt)),
    describeModel(plan),
    `${seconds.toFixed(1)} s`,
    `dialect ${plan.dialect}`,
    ...(plan.until ? [`until ${plan.until}`] : []),
    `version ${version}`,
  ];
  const tiles: [string, string][] = [
    [perSecond(counts.through, seconds), 'journeys per second'],
    [perSecond(answers.answered.count, seconds), 'answers per second'],
    [formatCount(counts.through), 'journeys finished'],
    [formatCount(counts.failed), 'journeys failed'],
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

function tableSection(id: string, title: string, table: Omit<Table, 'labelledBy'>): Html {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${tableOf({ labelledBy: id, ...table })}</section>`;
}

function timesTable(result: LoadResult): Html {
  const rows = rowsOf(result).map((row, number) => {
    const kind = `${number === 0 ? 'total' : ''}${row.failed > 0 ? ' some-failed' : ''}`.trim();
    const explanation = row.explanation
      ? html` <span class="soft">${row.explanation}</span>`
      : undefined;
    return { name: html`${row.name.trim()}${explanation}`, cells: cellsOf(row), kind };
  });
  const table = { columns: ['What', ...columns], rows, areNumbers: true };
  return tableSection('times', 'Times in milliseconds', table);
}

function thresholdsTable(verdicts: readonly ThresholdVerdict[]): Html | undefined {
  if (verdicts.length === 0) return undefined;
  const rows = verdicts.map(({ expression, met, measuredText }) => ({
    name: expression,
    cells: [
      measuredText,
      html`<span class="badge ${met ? 'passed' : 'failed'}">${met ? '✓ holds' : '✗ missed'}</span>`,
    ],
  }));
  return tableSection('thresholds', 'Thresholds', {
    columns: ['What must hold', 'Measured', 'Outcome'],
    rows,
  });
}

function errorsList({ measured }: LoadResult): Html | undefined {
  const items = measured.errors.byFrequency.map(
    ({ where, kind, attempts, journeys, example, curl }) =>
      html`<li><code>${where}</code>: <b>${kind}</b> <span class="soft">${describeCounts(attempts, journeys)}</span><br>First: ${example}${curl && html`<pre>${curl}</pre>`}</li>`,
  );
  return listOf('errors', 'Errors by kind', items);
}

function timelineTable({ measured }: LoadResult): Html {
  const rows = measured.timeline.slices.map(
    ({ second, started, through, failed, answered, errors, answerTimes, journeyTimes }) => ({
      name: `${formatCount(second)} s`,
      cells: [
        ...[started, through, failed, answered, errors].map(formatCount),
        milliseconds(journeyTimes.p95),
        milliseconds(answerTimes.p95),
      ],
    }),
  );
  const journeyColumns = ['started', 'finished', 'failed'];
  const responseColumns = ['answers', 'failed answers', 'p95 of a journey', 'p95 of an answer'];
  const title = 'Every ten seconds';
  return tableSection('timeline', title, {
    columns: ['From', ...journeyColumns, ...responseColumns],
    rows,
    areNumbers: true,
  });
}

function clientFacts({ client }: LoadResult): Html {
  const { utilization, loopDelayP50, loopDelayP99, loopDelayMax, cpuSeconds } = client;
  const loopDelays = [loopDelayP50, loopDelayP99, loopDelayMax].map(duration);
  return html`<section aria-labelledby="client"><h2 id="client">The client</h2>
<p>Its event loop was busy ${Math.round(utilization * 100)} % of the time, and late by ${loopDelays[0]} (p50), ${loopDelays[1]} (p99) and ${loopDelays[2]} at most; it took ${cpuSeconds.toFixed(1)} s of CPU. A loop that is busy all the time, or late, adds its own lateness to every time above.</p>
</section>`;
}
