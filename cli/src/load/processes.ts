/** A run, or a machine's shard of it, as several processes: each walks its part, this one starts them and adds up. */
import { setMaxListeners } from 'node:events';
import { CliError, exitCodes } from '../process/exit.ts';
import { Lookout } from './abort-on.ts';
import { Measured } from './measured.ts';
import { mergeParts } from './merge.ts';
import { type StartedPart, startPart } from './processes-part.ts';
import type { Order } from './processes-talk.ts';
import type { CutShort, LoadResult } from './result.ts';
import type { LoadWatcher, Ran } from './run.ts';

/** What is walked, and by which shards: one process for each. */
export interface Orders extends Omit<Order, 'shard'> {
  shards: readonly number[];
}

/** So long may a process take until it is ready, say nothing, take to end, and take to close, in seconds. */
const patience = { opening: 60, silent: 30, ending: 15, closing: 5 } as const;
/** In which all of them hear when to begin. */
const headStartMs = 200;

/**
 * Walks the shards, until one of the conditions is met, Ctrl-C, or one of the processes dies.
 * @param entry the file this command was started with
 * @param signal aborted by Ctrl-C
 * @throws {CliError} when a process refuses to begin, or none is left that measured anything
 */
export async function walkInProcesses(
  entry: string,
  { shards, ...order }: Orders,
  signal: AbortSignal,
  { onProgress }: Pick<LoadWatcher, 'onProgress'>,
): Promise<Ran> {
  const { plan, conditions } = order;
  const lookout = new Lookout(conditions, plan, shards);
  let cutShort: CutShort | undefined;
  let startsAt: number | undefined;
  const parts = shards.map((shard) =>
    startPart(entry, { ...order, shard }, (samples) => lookout.add(samples)),
  );
  const stop = (why?: CutShort) => {
    if (!signal.aborted) cutShort ??= why;
    for (const part of parts) part.stop();
  };
  const name = (part: StartedPart) => `process ${parts.indexOf(part) + 1} of ${parts.length}`;
  const lost = (part: StartedPart): CutShort => ({
    told: `cut short: ${name(part)} ${part.lost}, and what it measured is lost`,
    exitCode: exitCodes.interrupted,
  });
  const onInterrupt = () => stop();
  setMaxListeners(0, signal);
  signal.addEventListener('abort', onInterrupt);
  const seconds = () => (startsAt === undefined ? -1 : (Date.now() - startsAt) / 1000);
  const counts = () => parts.reduce((all, part) => added(all, part.counts), new Measured().counts);
  const progress = setInterval(() => startsAt && onProgress(counts(), seconds()), 250);
  const looking = setInterval(() => {
    for (const part of parts) part.tick(patience);
    if (startsAt === undefined || seconds() <= 0 || cutShort || signal.aborted) return;
    const met = lookout.look(seconds(), counts().started);
    if (met) stop(met);
  }, 1000);
  for (const part of parts) {
    void part.ended.then(() => {
      if (part.lost) stop(lost(part));
      else if (part.refused) stop();
      else if (part.bug) stop(part.result?.cutShort);
      else if (part.result?.interrupted) stop(interruptedAlone(name(part)));
    });
  }
  try {
    await Promise.race([
      Promise.all(parts.map((part) => part.ready)),
      Promise.all(parts.map((part) => part.ended)),
    ]);
    if (signal.aborted) stop();
    startsAt = plan.startAt === undefined ? Date.now() + headStartMs : Date.parse(plan.startAt);
    for (const part of parts) part.start(startsAt);
    await Promise.all(parts.map((part) => part.ended));
  } finally {
    clearInterval(progress);
    clearInterval(looking);
    signal.removeEventListener('abort', onInterrupt);
    await closed(parts);
  }
  return resultOf(parts, signal.aborted, cutShort);
}

function resultOf(
  parts: readonly StartedPart[],
  interrupted: boolean,
  cutShort: CutShort | undefined,
): Ran {
  const refused = parts.find((part) => part.refused)?.refused;
  if (refused) throw new CliError(refused.message, refused.exitCode);
  const some = parts.flatMap(({ result, shard }) =>
    result ? [{ file: `shard ${shard}`, result }] : [],
  );
  if (some.length === 0) {
    const why = cutShort ? cutShort.told : 'interrupted before anything was measured';
    throw new CliError(why, cutShort?.exitCode ?? exitCodes.interrupted);
  }
  const merged = mergeParts(some, true);
  const missing = parts.length - some.length;
  const those = missing === 1 ? 'one of the processes' : `${missing} of the processes`;
  const oddities = missing > 0 ? [`The figures are without ${those}.`] : [];
  const own = cutShort ?? merged.cutShort;
  const result: LoadResult = {
    ...merged,
    interrupted: interrupted && !own,
    ...(own ? { cutShort: own } : {}),
    oddities: [...oddities, ...merged.oddities],
  };
  const bug = parts.find((part) => part.bug)?.bug;
  return bug ? { result, bug: { error: bug } } : { result };
}

/** They close what they opened, for a moment. */
async function closed(parts: readonly StartedPart[]): Promise<void> {
  const timer = setTimeout(() => {
    for (const part of parts) part.kill();
  }, patience.closing * 1000);
  await Promise.all(parts.map((part) => part.gone));
  clearTimeout(timer);
}

function interruptedAlone(name: string): CutShort {
  return {
    told: `cut short: ${name} was told to end by a signal`,
    exitCode: exitCodes.interrupted,
  };
}

function added(a: Measured['counts'], b: Measured['counts'] | undefined): Measured['counts'] {
  if (!b) return a;
  return {
    started: a.started + b.started,
    through: a.through + b.through,
    failed: a.failed + b.failed,
    brokenOff: a.brokenOff + b.brokenOff,
    heldBack: a.heldBack + b.heldBack,
  };
}
