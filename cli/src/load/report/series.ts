/** The charts over time. */
import { chartOf, type Line } from '../../report/html/chart.ts';
import { exact, linear, logarithmic, type Scale } from '../../report/html/scales.ts';
import type { Html } from '../../report/html/tag.ts';
import type { LoadResult } from '../result.ts';
import { milliseconds, whole } from '../rows.ts';
import type { Slice } from '../timeline.ts';
import type { Timings } from '../timings.ts';

/** Rates, how many are on the way, percentiles, and the client. */
export function chartsOverTime({ measured }: LoadResult): Html[] {
  const { width, slices } = measured.timeline;
  const points = pointsOf(slices, width);
  if (points.length === 0) return [];
  const time = { x: exact(points.length * width), xName: clock };
  const draw = (id: string, title: string, lines: readonly Line[], y: Scale, tell = short) =>
    chartOf({ id, title, says: says(lines, tell), lines, ...time, y, yName: short });
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
  const running: Line[] = [{ name: 'running', points: onTheWayOf(points, width) }];
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

/** At the end of each slice. */
function onTheWayOf(points: readonly Point[], width: number): Line['points'] {
  let count = 0;
  return points.map(([second, slice]) => {
    if (slice) count += slice.started - slice.through - slice.failed;
    return [second + width / 2, count];
  });
}

/** Lines in words: from where to where, and on average. */
function says(lines: readonly Line[], tell: (value: number) => string): string {
  return lines
    .map(({ name, points }) => {
      const values = points.flatMap((point) => (point ? [point[1]] : []));
      if (values.length === 0) return `${name}: nothing measured.`;
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return `${name}: from ${tell(Math.min(...values))} to ${tell(Math.max(...values))}, on average ${tell(mean)}.`;
    })
    .join(' ');
}

/** The highest point of all. */
function most(lines: readonly Line[]): number {
  return Math.max(0, ...lines.flatMap(({ points }) => points.map((point) => point?.[1] ?? 0)));
}
