/** A load run as one self-contained HTML page, which sends no requests. */
import { formatMinute } from '../core/text.ts';
import {
  type Html,
  html,
  renderList,
  renderPage,
  renderTable,
  type Table,
  renderWarnings as warningList,
} from '../report/html-page.ts';
import { type LoadResult, runSecondsOf } from './measure.ts';
import { describeModel } from './plan.ts';
import {
  columnTitles,
  describeCounts,
  formatCells,
  formatCount,
  formatDuration,
  formatMilliseconds,
  formatRate,
  makeLoadNotes,
  makeLoadVerdict,
  makeLoadWarnings,
  makeRows,
} from './report.ts';
import type { ThresholdVerdict } from './thresholds.ts';

export function renderLoadHtmlReport(
  result: LoadResult,
  verdicts: readonly ThresholdVerdict[],
): string {
  const verdict = makeLoadVerdict(result, verdicts);
  return renderPage({
    title: `${verdict.text} – load on ${result.plan.target}`,
    header: renderLoadHeader(result, verdict),
    sections: [
      warningList(makeLoadWarnings(result)),
      renderThresholdsTable(verdicts),
      renderTimesTable(result),
      renderErrorsList(result),
      renderTimelineTable(result),
      renderClientFacts(result),
      renderList('notes', 'How to read this', makeLoadNotes(result)),
    ],
  });
}

function renderLoadHeader(
  result: LoadResult,
  { text, tone }: ReturnType<typeof makeLoadVerdict>,
): Html {
  const { plan, startedAt, version, measured } = result;
  const seconds = runSecondsOf(result);
  const { counts, journeys, answers } = measured;
  const runFacts = [
    formatMinute(new Date(startedAt)),
    describeModel(plan),
    `${seconds.toFixed(1)} s`,
    `dialect ${plan.dialect}`,
    ...(plan.until ? [`until ${plan.until}`] : []),
    `version ${version}`,
  ];
  const figureTiles: [string, string][] = [
    [formatRate(counts.through, seconds), 'journeys per second'],
    [formatRate(answers.answered.count, seconds), 'answers per second'],
    [formatCount(counts.through), 'journeys finished'],
    [formatCount(counts.failed), 'journeys failed'],
    [formatDuration(journeys.response.computePercentile(95)), 'p95 of a journey'],
    [formatDuration(answers.answered.computePercentile(95)), 'p95 of an answer'],
  ];
  return html`<header>
<h1><span class="soft">Load on</span> ${plan.target === 'mock' ? 'the embedded mock' : plan.target}</h1>
<p class="verdict ${tone}">${text}</p>
<p class="soft">${runFacts.join(' · ')}</p>
<ul class="tiles">
${figureTiles.map(([figure, name]) => html`<li class="tile plain"><b>${figure}</b> ${name}</li>`)}
</ul>
</header>`;
}

function renderTableSection(id: string, title: string, table: Omit<Table, 'headingId'>): Html {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${renderTable({ headingId: id, ...table })}</section>`;
}

function renderTimesTable(result: LoadResult): Html {
  const tableRows = makeRows(result).map((timesRow, number) => {
    const rowClasses =
      `${number === 0 ? 'total' : ''}${timesRow.failedCount > 0 ? ' some-failed' : ''}`.trim();
    const explanationHtml = timesRow.explanation
      ? html` <span class="soft">${timesRow.explanation}</span>`
      : undefined;
    return {
      rowName: html`${timesRow.name.trim()}${explanationHtml}`,
      cells: formatCells(timesRow),
      rowClass: rowClasses,
    };
  });
  const timesTable = {
    columnNames: ['What', ...columnTitles],
    rows: tableRows,
    hasNumberCells: true,
  };
  return renderTableSection('times', 'Times in milliseconds', timesTable);
}

function renderThresholdsTable(verdicts: readonly ThresholdVerdict[]): Html | undefined {
  if (verdicts.length === 0) return undefined;
  const tableRows = verdicts.map(({ expression, met, measuredText }) => ({
    rowName: expression,
    cells: [
      measuredText,
      html`<span class="badge ${met ? 'passed' : 'failed'}">${met ? '✓ holds' : '✗ missed'}</span>`,
    ],
  }));
  return renderTableSection('thresholds', 'Thresholds', {
    columnNames: ['What must hold', 'Measured', 'Outcome'],
    rows: tableRows,
  });
}

function renderErrorsList({ measured }: LoadResult): Html | undefined {
  const errorItems = measured.errors.byFrequency.map(
    ({ where, kind, attempts, journeys, example, curl }) =>
      html`<li><code>${where}</code>: <b>${kind}</b> <span class="soft">${describeCounts(attempts, journeys)}</span><br>First: ${example}${curl && html`<pre>${curl}</pre>`}</li>`,
  );
  return renderList('errors', 'Errors by kind', errorItems);
}

function renderTimelineTable({ measured }: LoadResult): Html {
  const tableRows = measured.timeline.slices.map(
    ({ second, started, through, failed, answered, errors, answerTimes, journeyTimes }) => ({
      rowName: `${formatCount(second)} s`,
      cells: [
        ...[started, through, failed, answered, errors].map(formatCount),
        formatMilliseconds(journeyTimes.p95),
        formatMilliseconds(answerTimes.p95),
      ],
    }),
  );
  const journeyColumns = ['started', 'finished', 'failed'];
  const responseColumns = ['answers', 'failed answers', 'p95 of a journey', 'p95 of an answer'];
  const timelineTitle = 'Every ten seconds';
  return renderTableSection('timeline', timelineTitle, {
    columnNames: ['From', ...journeyColumns, ...responseColumns],
    rows: tableRows,
    hasNumberCells: true,
  });
}

function renderClientFacts({ client }: LoadResult): Html {
  const { utilization, loopDelayP50, loopDelayP99, loopDelayMax, cpuSeconds } = client;
  const loopDelays = [loopDelayP50, loopDelayP99, loopDelayMax].map(formatDuration);
  return html`<section aria-labelledby="client"><h2 id="client">The client</h2>
<p>Its event loop was busy ${Math.round(utilization * 100)} % of the time, and late by ${loopDelays[0]} (p50), ${loopDelays[1]} (p99) and ${loopDelays[2]} at most; it took ${cpuSeconds.toFixed(1)} s of CPU. A loop that is busy all the time, or late, adds its own lateness to every time above.</p>
</section>`;
}
