/** How much memory the client took, and whether that grew all along. */
import type { Memory } from './client-health.ts';
import type { LoadResult } from './result.ts';
import { whole } from './rows.ts';
import { span } from './span.ts';

/** A shorter run is over before memory says anything. */
const leastSeconds = { told: 10, judged: 120 };
/** A run is looked at in so many parts, and the first is left to warming up. */
const partsOfRun = 6;
/** Growth below these is that of any process. */
const growth = { ofPart: 1.02, inAll: 1.2, bytes: 16 * 2 ** 20 };

/** @returns the memory in words: of the process that ended with the most; nothing for a short run */
export function describeMemory({ clients, measured }: LoadResult): string | undefined {
  const { width, slices } = measured.timeline;
  if (slices.length * width < leastSeconds.told) return undefined;
  const told = clients.flatMap(({ memory }) => (memory ? [memory] : []));
  const [most] = told.toSorted((a, b) => b.end.rssBytes - a.end.rssBytes);
  if (!most) return undefined;
  const of = (key: keyof Memory) =>
    `${mebibytes(most.start[key])} at the start, ${mebibytes(most.end[key])} at the end, ${mebibytes(most.max[key])} at most`;
  const whose = told.length > 1 ? `the largest of ${told.length} clients` : 'the client';
  return `Memory of ${whose}, in MiB: ${of('rssBytes')} (heap: ${of('heapBytes')}).`;
}

/** @returns e.g. `152` */
export function mebibytes(bytes: number): string {
  return whole(bytes / 2 ** 20);
}

/** @returns a warning, where each part of a run took more memory than the one before */
export function memoryWarning({ measured }: LoadResult): string | undefined {
  const { width, slices } = measured.timeline;
  const all = slices.flatMap(([, { client }]) => (client ? [client.rssBytes] : []));
  if (all.length * width < leastSeconds.judged || all.length < partsOfRun * 2) return undefined;
  const size = all.length / partsOfRun;
  const parts = Array.from({ length: partsOfRun }, (_, at) =>
    middle(all.slice(Math.round(at * size), Math.round((at + 1) * size))),
  ).slice(1);
  const grows = parts.every(
    (bytes, at) => at === 0 || bytes > (parts[at - 1] ?? 0) * growth.ofPart,
  );
  const [first = 0, last = 0] = [parts[0], parts.at(-1)];
  if (!grows || last < first * growth.inAll || last - first < growth.bytes) return undefined;
  return `The client's memory grew all along, from ${mebibytes(first)} to ${mebibytes(last)} MiB in ${span(Math.round((all.length * width * (partsOfRun - 1)) / partsOfRun))}: a longer run may end for want of it. Please report it.`;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
