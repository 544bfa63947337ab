/** Options of `load` and `merge`. */
import { InvalidArgumentError } from 'commander';
import { parseAbortOn } from '../load/abort-on.ts';
import { parseMix } from '../load/mix.ts';
import { loadFormats } from '../load/report/index.ts';
import { parseSpan } from '../load/span.ts';
import { parseThreshold, type Threshold } from '../load/thresholds.ts';
import { reports, value } from './options.ts';

const readThreshold = told(parseThreshold);
const readAbortOn = told(parseAbortOn);

export const abortOn = value<Threshold[]>(
  '<expression>',
  'end the run when this is so, e.g. errors>20% (repeatable)',
  (text, before = []) => [...before, readAbortOn(text)],
);

export const resultOptions = {
  threshold: value<Threshold[]>(
    '<expression>',
    'what must hold, e.g. p95<500 (repeatable)',
    (text, before = []) => [...before, readThreshold(text)],
  ),
  report: reports(
    `write a report: ${loadFormats.join(', ')}; "-" is stdout (repeatable)`,
    loadFormats,
  ),
};

/** Reads e.g. `10m`. @returns seconds */
export const readSpan = told(parseSpan);
/** The same, or 0. */
export const readSpanOrNone = (text: string) => (text.trim() === '0' ? 0 : readSpan(text));
/** Reads e.g. `read=70,register=30`. */
export const readMix = told(parseMix);

/** Reports what is wrong in commander's own way. */
function told<T>(read: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };
}

/** Reads e.g. `2/4`. */
export function readShard(text: string): { shard: number; shards: number } {
  const [, shard, shards] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (shard && shards && shard <= shards) return { shard, shards };
  throw new InvalidArgumentError('It must be I/N, e.g. 2/4: the second of four, from 1.');
}

/** Reads a time with its zone. @returns it in UTC, so that all shards write it alike */
export function readTime(text: string): string {
  const hasZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(text);
  if (hasZone && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new InvalidArgumentError(
    'It must be a time in ISO form with its zone, e.g. 2026-12-01T08:00:00Z.',
  );
}
