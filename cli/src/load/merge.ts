/** Puts the parts of one run together. */
import { isDeepStrictEqual } from 'node:util';
import { CliError } from '../process/exit.ts';
import { Measured } from './measured.ts';
import type { LoadResult } from './result.ts';

/** A report and where it was read from. */
export interface Part {
  file: string;
  result: LoadResult;
}

/**
 * Adds the parts of one run, count by count: the result is what a single process would have measured.
 * @param partial whether shards may be missing
 * @throws {CliError} (exit 2) for parts of different runs, a shard that is there twice, or one that is missing
 */
export function mergeParts(parts: readonly Part[], partial: boolean): LoadResult {
  const [first] = parts;
  if (!first) throw new CliError('there is nothing to merge');
  for (const part of parts) sameRun(first, part);
  const shards = distinctShards(parts);
  const { plan, version } = first.result;
  const missing = Array.from({ length: plan.shards }, (_, at) => at + 1).filter(
    (shard) => !shards.includes(shard),
  );
  if (missing.length > 0 && !partial) {
    throw new CliError(
      `shard ${missing.join(', ')} of ${plan.shards} is missing: pass its report too, or --partial to merge without it`,
    );
  }
  const measured = new Measured();
  for (const { result } of parts) measured.add(result.measured);
  const results = parts.map(({ result }) => result);
  const cutShort = results.find((result) => result.cutShort)?.cutShort;
  return {
    version,
    plan,
    shards,
    startedAt: Math.min(...results.map(({ startedAt }) => startedAt)),
    endedAt: Math.max(...results.map(({ endedAt }) => endedAt)),
    interrupted: results.some(({ interrupted }) => interrupted),
    ...(cutShort ? { cutShort } : {}),
    measured,
    clients: results.flatMap(({ clients }) => clients).sort((a, b) => a.shard - b.shard),
    oddities: odditiesOf(parts),
  };
}

function sameRun(first: Part, other: Part): void {
  const [a, b] = [first.result, other.result];
  const differing = [...new Set([...Object.keys(a.plan), ...Object.keys(b.plan)])].filter((key) => {
    const of = (result: LoadResult) => result.plan[key as keyof LoadResult['plan']];
    return !isDeepStrictEqual(of(a), of(b));
  });
  if (a.version !== b.version) differing.push('version');
  if (differing.length === 0) return;
  throw new CliError(
    `${other.file} belongs to another run than ${first.file}: they differ in ${differing.join(', ')}`,
  );
}

function distinctShards(parts: readonly Part[]): number[] {
  const files = new Map<number, string>();
  for (const { file, result } of parts) {
    for (const shard of result.shards) {
      const before = files.get(shard);
      if (before !== undefined) {
        throw new CliError(`shard ${shard} is there twice: in ${before} and in ${file}`);
      }
      files.set(shard, file);
    }
  }
  return [...files.keys()].sort((a, b) => a - b);
}

/** Shards that did not run at the same time asked less of the server than the plan says. */
function odditiesOf(parts: readonly Part[]): string[] {
  const told = parts.flatMap(({ result }) => result.oddities);
  const latestStart = Math.max(...parts.map(({ result }) => result.startedAt));
  const earliest = Math.min(...parts.map(({ result }) => result.startedAt));
  const earliestEnd = Math.min(...parts.map(({ result }) => result.endedAt));
  const apart = (latestStart - earliest) / 1000;
  if (latestStart >= earliestEnd) {
    told.push(
      `The shards did not run at the same time: one began after another had ended. Were they one run? Start them together with --start-at.`,
    );
  } else if (apart > 1) {
    told.push(
      `The shards began up to ${apart.toFixed(1)} s apart (or their clocks differ by that much): start them together with --start-at.`,
    );
  }
  return [...new Set(told)];
}
