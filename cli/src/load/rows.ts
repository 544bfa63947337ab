/** The table of times, the same in every report. */
import { aboutKinds, kinds } from './mix.ts';
import type { LoadResult } from './result.ts';
import type { Timings } from './timings.ts';

/** One row: what came through, and how many did not. */
export interface Row {
  name: string;
  /** What it means, for readers who do not know the name. */
  about: string;
  times: Timings;
  failed: number;
}

export const percentiles = [50, 90, 95, 99] as const;

/** The journey as a whole. */
export function journeyRows({ plan, measured }: LoadResult): Row[] {
  const { response, service, failed, delay, beside } = measured.journeys;
  const isOpen = plan.model.kind === 'open';
  const rows: Row[] = [
    {
      name: 'journey',
      about: isOpen ? 'from when it was due' : 'from its start',
      times: response,
      failed: failed.count,
    },
  ];
  for (const [kind, { response, failed }] of inOrder(measured)) {
    const name = `  ${kind}`;
    rows.push({ name, about: aboutKinds[kind], times: response, failed: failed.count });
  }
  if (isOpen) {
    rows.push(
      {
        name: '  from its start',
        about: 'without the delay',
        times: service,
        failed: failed.count,
      },
      { name: '  delay', about: 'how late journeys started', times: delay, failed: 0 },
    );
  }
  rows.push({
    name: '  outside the API',
    about: 'mail, staff, provider and the client itself',
    times: beside,
    failed: 0,
  });
  return rows;
}

/** The kinds of a mix, from those who go the least way to those who go the whole. */
function inOrder({ kinds: measured }: LoadResult['measured']) {
  return [...measured].sort(([a], [b]) => kinds.indexOf(a) - kinds.indexOf(b));
}

/** All operations together, then each, in the order of the journey. */
export function operationRows({ measured }: LoadResult): Row[] {
  const { answered, failed } = measured.answers;
  return [
    { name: 'all operations', about: 'single attempts', times: answered, failed: failed.count },
    ...[...measured.operations].map(([name, times]) => ({
      name,
      about: '',
      times: times.answered,
      failed: times.failed.count,
    })),
  ];
}

/** Figures as reports show them. */

/** @returns milliseconds in at most six signs, e.g. `3.2`, `48`, `12,400`; seconds, with their sign, from 100 on: `240s` */
export function milliseconds(ms: number): string {
  if (ms >= 100_000) return `${whole(ms / 1000)}s`;
  return ms < 9.95 ? ms.toFixed(1) : whole(ms);
}

/** @returns e.g. `12,400` */
export function whole(count: number): string {
  return Math.round(count).toLocaleString('en');
}

/** @returns what happens per second, e.g. `4.3` or `812` */
export function perSecond(count: number, seconds: number): string {
  const rate = count / seconds;
  return rate < 100 ? rate.toFixed(1) : whole(rate);
}

/** @returns a time with its unit, e.g. `48 ms` or `13.4 s` */
export function duration(ms: number): string {
  return ms < 1000 ? `${milliseconds(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
