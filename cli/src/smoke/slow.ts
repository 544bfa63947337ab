/** When a backend counts as slow: each operation against a limit, all of them together against the last good run. */

import type { Observation } from './item.ts';
import type { LastGood } from './last-good.ts';

/** So many times as slow as in the last good run, in the median of all operations. */
const slowFactor = 3;
/** And by so much at least, in the median: a few milliseconds more are nobody's trouble. */
const slowByMs = 200;

/**
 * @param limitMs for the fastest answer of each operation
 * @returns why the backend counts as slow; empty where it does not
 */
export function slowness(
  seen: ReadonlyMap<string, Observation>,
  limitMs: number,
  lastGood: LastGood | undefined,
): string[] {
  const over = [...seen]
    .filter(([, { ms }]) => ms > limitMs)
    .sort(([, a], [, b]) => b.ms - a.ms)
    .map(([operation, { ms }]) => `${operation} took ${ms} ms (limit ${limitMs})`);
  return [...over, ...comparedWith(lastGood, seen)];
}

function comparedWith(
  lastGood: LastGood | undefined,
  seen: ReadonlyMap<string, Observation>,
): string[] {
  const pairs = [...seen].flatMap(([operation, { ms }]) => {
    const then = lastGood?.operations[operation]?.ms;
    return then === undefined ? [] : [{ then, now: ms }];
  });
  if (pairs.length === 0) return [];
  const factor = median(pairs.map(({ then, now }) => now / Math.max(1, then)));
  const more = median(pairs.map(({ then, now }) => now - then));
  if (factor < slowFactor || more < slowByMs) return [];
  return [
    `answers take ${factor.toFixed(1)} times as long as in the last good run, ${Math.round(more)} ms more (median of ${pairs.length} operations)`,
  ];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
