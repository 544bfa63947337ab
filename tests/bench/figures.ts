/** Figures, and functions that measure and format them. */
import { markdownTable } from '../generate/markdown-tables.ts';

/** One row of a table. */
export interface Figure {
  /** What was measured. */
  subject: string;
  /** The measured value with its unit. */
  measuredText: string;
  /** The value that the design demands, with its unit. */
  targetText: string;
  isReached: boolean;
  /** How it was measured, in a few words. */
  howMeasured: string;
}

/** @returns a measured value and its limit, as cells of a table @param decimalPlaces after the decimal point */
export function compareWithLimit(
  value: number,
  limit: number,
  unit: string,
  decimalPlaces = 0,
): Pick<Figure, 'measuredText' | 'targetText' | 'isReached'> {
  const measuredText = `${value.toFixed(decimalPlaces)} ${unit}`;
  return { measuredText, targetText: `at most ${limit} ${unit}`, isReached: value <= limit };
}

/** @returns a measured ratio and its limit, as cells of a table */
export const compareRatio = (ratio: number, limitRatio: number) =>
  compareWithLimit(ratio, limitRatio, 'x', 2);

export function median(values: readonly number[]): number {
  const sortedValues = [...values].sort((a, b) => a - b);
  const middleIndex = Math.floor(sortedValues.length / 2);
  const [low = 0, high = 0] = [
    sortedValues[sortedValues.length % 2 ? middleIndex : middleIndex - 1],
    sortedValues[middleIndex],
  ];
  return (low + high) / 2;
}

export function formatRange(values: readonly number[], unit: string, digits = 0): string {
  const formatValue = (value: number) => value.toFixed(digits);
  return `${formatValue(Math.min(...values))} to ${formatValue(Math.max(...values))} ${unit}`;
}

/**
 * Measures two functions in turn, A B A B …, so that a drift in the machine's speed affects both alike.
 * @param warmUpPairs pairs that run first and are not counted
 * @returns the ratio of each pair
 */
export async function measureInTurn(
  pairCount: number,
  runFirst: () => Promise<unknown> | unknown,
  runSecond: () => Promise<unknown> | unknown,
  warmUpPairs = 1,
): Promise<number[]> {
  const ratios: number[] = [];
  for (let pairIndex = -warmUpPairs; pairIndex < pairCount; pairIndex++) {
    const firstMs = await measureMs(runFirst);
    const secondMs = await measureMs(runSecond);
    if (pairIndex >= 0) ratios.push(firstMs / secondMs);
  }
  return ratios;
}

async function measureMs(run: () => Promise<unknown> | unknown): Promise<number> {
  const startTime = performance.now();
  await run();
  return performance.now() - startTime;
}

/** @returns the rows as a Markdown table */
export function figuresTable(figures: readonly Figure[]): string {
  const cellRows = figures.map(({ subject, measuredText, targetText, isReached, howMeasured }) => {
    return [subject, `${measuredText} ${isReached ? '✓' : '✗'}`, targetText, howMeasured];
  });
  return markdownTable(['What', 'Measured', 'Reach', 'How'], cellRows);
}
