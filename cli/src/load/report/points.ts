/** What the charts over time draw. */

import type { Line } from '../../report/html/chart.ts';
import type { Slice } from '../timeline.ts';

/** A slice's middle in seconds from the start of the run, and the slice; gaps are empty. */
export type Point = [seconds: number, slice: Slice | undefined];

/** One point for each slice, also where nothing happened. */
export function pointsOf(slices: readonly [number, Slice][], width: number): Point[] {
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
export function onTheWayOf(points: readonly Point[], width: number): Line['points'] {
  let count = 0;
  return points.map(([second, slice]) => {
    if (slice) count += slice.started - slice.through - slice.failed;
    return [second + width / 2, count];
  });
}

/** Lines in words: from where to where, and on average. */
export function says(lines: readonly Line[], tell: (value: number) => string): string {
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
export function most(lines: readonly Line[]): number {
  return Math.max(0, ...lines.flatMap(({ points }) => points.map((point) => point?.[1] ?? 0)));
}
