/** The figures of BENCHMARKS.md, and functions that measure and format them. */
import { markdownTable } from '../generate/markdown-tables.ts';

/** One row of a table. */
export interface Figure {
  /** What was measured. */
  subject: string;
  /** The measured value with its unit. */
  measured: string;
  /** The value that the design demands, with its unit. */
  target: string;
  isReached: boolean;
  /** How it was measured, in a few words. */
  method: string;
}

/** @returns a measured value and its limit, as cells of a table @param digits after the decimal point */
export function atMost(
  value: number,
  limit: number,
  unit: string,
  digits = 0,
): Pick<Figure, 'measured' | 'target' | 'isReached'> {
  const measured = `${value.toFixed(digits)} ${unit}`;
  return { measured, target: `at most ${limit} ${unit}`, isReached: value <= limit };
}

export function median(values: readonly number[]): number {
  const sortedValues = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sortedValues.length / 2);
  const [low = 0, high = 0] = [
    sortedValues[sortedValues.length % 2 ? middle : middle - 1],
    sortedValues[middle],
  ];
  return (low + high) / 2;
}

export function formatRange(values: readonly number[], unit: string, digits = 0): string {
  const format = (value: number) => value.toFixed(digits);
  return `${format(Math.min(...values))} to ${format(Math.max(...values))} ${unit}`;
}

/**
 * Measures two functions in turn, A B A B …, so that a drift in the machine's speed affects both alike.
 * @param warmUpPairs pairs that run first and are not counted
 * @returns the milliseconds of each run, and the ratio of each pair
 */
export async function measureInTurn(
  pairCount: number,
  runFirst: () => Promise<unknown> | unknown,
  runSecond: () => Promise<unknown> | unknown,
  warmUpPairs = 1,
): Promise<{ firstTimes: number[]; secondTimes: number[]; ratios: number[] }> {
  const times = { firstTimes: [] as number[], secondTimes: [] as number[], ratios: [] as number[] };
  for (let run = -warmUpPairs; run < pairCount; run++) {
    const firstMs = await measureMs(runFirst);
    const secondMs = await measureMs(runSecond);
    if (run < 0) continue;
    times.firstTimes.push(firstMs);
    times.secondTimes.push(secondMs);
    times.ratios.push(firstMs / secondMs);
  }
  return times;
}

async function measureMs(run: () => Promise<unknown> | unknown): Promise<number> {
  const startTime = performance.now();
  await run();
  return performance.now() - startTime;
}

/** @returns the rows as a Markdown table */
export function figuresTable(rows: readonly Figure[]): string {
  const cellRows = rows.map(({ subject, measured, target, isReached, method }) => {
    return [subject, `${measured} ${isReached ? '✓' : '✗'}`, target, method];
  });
  return markdownTable(['What', 'Measured', 'Reach', 'How'], cellRows);
}
