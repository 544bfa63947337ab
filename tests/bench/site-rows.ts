import type { Figure } from './figures.ts';
import { range } from './figures.ts';
import { type Audit, medianOf } from './lighthouse.ts';
import type { Kind, Weight } from './site-weight.ts';

/** The limit for each kind, in KB of 1000 bytes. */
export type WeightReach = Partial<Record<Kind, number>>;

const kinds = { script: 'JavaScript', stylesheet: 'CSS', document: 'HTML', image: 'images' };

/** A first visit, kind by kind; a kind the page does not load has no row unless it has a limit. */
export function weightRows(
  name: string,
  { bytes, requests }: Weight,
  reach: WeightReach = {},
): Figure[] {
  const all = Object.values(bytes).reduce((sum, one) => sum + one, 0);
  return (Object.keys(kinds) as (keyof typeof kinds)[])
    .filter((kind) => bytes[kind] > 0 || reach[kind] !== undefined)
    .map((kind, at) => ({
      what: `${name}, first visit: ${kinds[kind]}`,
      ...measured(bytes[kind] / 1000, reach[kind], 'KB', 1),
      how:
        at === 0
          ? `gzip -9, 1 KB = 1000 bytes; in all ${requests} requests, ${kb(all)}; answers of the API left out`
          : 'the same',
    }));
}

/** The limits: seconds for LCP, milliseconds for TBT. */
export type AuditReach = Partial<Record<keyof Audit, number>>;

const shown: Record<keyof Audit, { what: string; unit: string; digits: number; scale: number }> = {
  performance: { what: 'performance score', unit: '', digits: 0, scale: 1 },
  accessibility: { what: 'accessibility score', unit: '', digits: 0, scale: 1 },
  lcp: { what: 'LCP', unit: 's', digits: 2, scale: 1 / 1000 },
  tbt: { what: 'TBT', unit: 'ms', digits: 0, scale: 1 },
  cls: { what: 'CLS', unit: '', digits: 3, scale: 1 },
};

/** The medians of a page's runs under Lighthouse. */
export function auditRows(
  name: string,
  runs: readonly Audit[],
  metrics: readonly (keyof Audit)[],
  reach: AuditReach = {},
): Figure[] {
  return metrics.map((metric) => {
    const { what, unit, digits, scale } = shown[metric];
    const values = runs.map((run) => run[metric] * scale);
    return {
      what: `${name}, Lighthouse mobile: ${what}`,
      ...measured(medianOf(runs, metric) * scale, reach[metric], unit, digits),
      how: `median of ${runs.length}, ${range(values, unit, digits).trim()}`,
    };
  });
}

function measured(
  value: number,
  most: number | undefined,
  unit: string,
  digits: number,
): Pick<Figure, 'measured' | 'reach' | 'holds'> {
  const of = (number: string) => `${number} ${unit}`.trim();
  const text = of(value.toFixed(digits));
  return most === undefined
    ? { measured: text, reach: '' }
    : { measured: text, reach: `at most ${of(String(most))}`, holds: value <= most };
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
