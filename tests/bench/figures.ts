/** Figures, and how they are measured: medians, and ratios of pairs measured in turn. */
import { table } from '../generate/tables.ts';

/** One row of a table: what was measured, its value, and its target. */
export interface Figure {
  what: string;
  /** The measured figure with its unit. */
  measured: string;
  /** The design's figure. */
  reach: string;
  holds: boolean;
  /** How it was measured, in a few words. */
  how: string;
}

/** @returns a measured value with its limit. @param digits after the decimal point */
export function atMost(
  value: number,
  most: number,
  unit: string,
  digits = 0,
): Pick<Figure, 'measured' | 'reach' | 'holds'> {
  const measured = `${value.toFixed(digits)} ${unit}`;
  return { measured, reach: `at most ${most} ${unit}`, holds: value <= most };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]];
  return (low + high) / 2;
}

export function range(values: readonly number[], unit: string, digits = 0): string {
  const of = (value: number) => value.toFixed(digits);
  return `${of(Math.min(...values))} to ${of(Math.max(...values))} ${unit}`;
}

/**
 * Measures two things in turn, A B A B …, so that a drift in the machine's speed affects both alike.
 * @returns every pair's milliseconds; without the first `warmUp` pairs
 */
export async function inTurn(
  runs: number,
  a: () => Promise<unknown> | unknown,
  b: () => Promise<unknown> | unknown,
  warmUp = 1,
): Promise<{ a: number[]; b: number[]; ratios: number[] }> {
  const times = { a: [] as number[], b: [] as number[], ratios: [] as number[] };
  for (let run = -warmUp; run < runs; run++) {
    const first = await timed(a);
    const second = await timed(b);
    if (run < 0) continue;
    times.a.push(first);
    times.b.push(second);
    times.ratios.push(first / second);
  }
  return times;
}

async function timed(run: () => Promise<unknown> | unknown): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** @returns the rows as a Markdown table */
export function tableOf(rows: readonly Figure[]): string {
  const cells = rows.map(({ what, measured, reach, holds, how }) => {
    return [what, `${measured} ${holds ? '✓' : '✗'}`, reach, how];
  });
  return table(['What', 'Measured', 'Reach', 'How'], cells);
}
