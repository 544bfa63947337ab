/** How the times of each operation are distributed, each in a chart of its own with the same scales. */
import { chartOf } from '../../report/html/chart.ts';
import { byNines, logarithmic, type Scale } from '../../report/html/scales.ts';
import { type Html, html } from '../../report/html/tag.ts';
import type { LoadResult } from '../result.ts';
import { duration, journeyRows, operationRows, type Row } from '../rows.ts';

const steps = 48;

export function distributionsOf(result: LoadResult): Html | undefined {
  const journeys = journeyRows(result).filter(({ times }) => times.count > 0);
  const operations = operationRows(result).filter(({ times }) => times.count > 0);
  if (operations.length === 0) return undefined;
  return html`<section aria-labelledby="distributions">
<h2 id="distributions">Percentile distributions</h2>
<p class="soft">Each curve shows how long (milliseconds, logarithmic) a share of all took at most. Curves of one group have the same scales.</p>
<h3>Operations</h3>
<div class="charts">
${chartsOf(operations, 'operation')}
</div>
<h3>Journeys</h3>
<div class="charts">
${chartsOf(journeys, 'journey')}
</div>
</section>`;
}

function chartsOf(rows: readonly Row[], group: string): Html[] {
  const least = Math.max(0.1, Math.min(...rows.map(({ times }) => times.percentile(0))));
  const y = logarithmic(least, Math.max(least, ...rows.map(({ times }) => times.max)));
  const most = Math.max(...rows.map(({ times }) => times.count));
  const x = byNines(Math.max(2, Math.min(5, Math.ceil(Math.log10(most)))));
  return rows.map((row, number) => chartOfRow(row, `${group}-${number}`, x, y));
}

function chartOfRow({ name, times }: Row, id: string, x: Scale, y: Scale): Html {
  // What one of all says is no percentile any more.
  const nines = Math.min(x.ticks.length - 1, Math.log10(Math.max(2, times.count)));
  const percents = Array.from(
    { length: steps + 1 },
    (_, at) => 100 - 100 / 10 ** ((nines * at) / steps),
  );
  const tell = (percent: number) => `${percent} % within ${duration(times.percentile(percent))}`;
  return chartOf({
    id,
    title: name.trim(),
    says: `${times.count} times: ${[50, 90, 99].map(tell).join(', ')}, all within ${duration(times.max)}.`,
    lines: [{ name, points: percents.map((percent) => [percent, times.percentile(percent)]) }],
    x,
    y,
    xName: (percent) => `${percent} %`,
    yName: (ms) => (ms >= 1000 ? `${ms / 1000} s` : String(ms)),
    isSmall: true,
  });
}
