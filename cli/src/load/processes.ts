/** A run, or a machine's shard of it, as several processes: each walks its part, this one starts them and adds up. */
import { fork } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { hideSecrets } from '@one-planet/sdk';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import { oneLine } from '../core/text.ts';
import { mergeParts, readLoadText } from './file.ts';
import {
  type CutShort,
  forEach,
  journeyCounts,
  type LoadResult,
  type Measured,
} from './measured.ts';
import { hearPart, type Order, partVariable, tellPart } from './part.ts';
import type { OnProgress, Ran } from './run.ts';
import { AbortWatch, type Sample } from './thresholds.ts';

/* One process of a run, seen from the one that started it. */

/** In seconds. */
export interface Patience {
  opening: number;
  silent: number;
  ending: number;
}

interface PartState {
  counts?: Measured['counts'];
  result?: LoadResult;
  /** A bug of ours that ended it, with its result. */
  bug?: Error;
  /** Why it would not begin. */
  refused?: { message: string; exitCode: ExitCode };
  /** In words how it ended without a result, e.g. `was killed (SIGKILL)`. */
  lost?: string;
}

type StartedPart = ReturnType<typeof startPart>;

const mostOfStderr = 4000;

/** Starts a process that walks a shard. @param onSamples called for what it saw for the conditions */
export function startPart(
  entry: string,
  order: Order,
  onSamples: (samples: readonly Sample[]) => void,
) {
  const { shard } = order;
  const child = fork(entry, ['load'], {
    env: { ...process.env, [partVariable]: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.on('data', (data) => {
    stderr = `${stderr}${data}`.slice(-mostOfStderr);
  });
  const [ready, ended, gone] = [settled(), settled(), settled()];
  const seconds = { opening: 0, silent: 0, ending: 0 };
  let [isReady, isStopped, isGone] = [false, false, false];
  const part: PartState = {};
  const giveUp = (why: string) => {
    if (part.result || part.refused) return;
    part.lost ??= `${why} and was ended`;
    child.kill('SIGKILL');
    ended.settle();
  };
  const acts = {
    shard,
    /** Fulfilled once it can begin. */
    ready: ready.promise,
    /** Fulfilled once it is gone, or its result is here. */
    ended: ended.promise,
    gone: gone.promise,
    start: (startsAt: number) => tellPart(child, { kind: 'start', startsAt }),
    /** Ends it as Ctrl-C does. */
    stop: () => {
      isStopped = true;
      tellPart(child, { kind: 'stop' });
    },
    kill: () => void (isGone || child.kill('SIGKILL')),
    /** A second has passed: kills it when it has been silent for too long. */
    tick: (patience: Patience) => {
      seconds.silent += 1;
      if (!isReady) seconds.opening += 1;
      if (isStopped) seconds.ending += 1;
      if (!isReady && seconds.opening > patience.opening) {
        giveUp(`was not ready after ${patience.opening} s`);
      } else if (isStopped && seconds.ending > patience.ending) {
        giveUp(`did not end within ${patience.ending} s`);
      } else if (isReady && seconds.silent > patience.silent) {
        giveUp(`did nothing for ${patience.silent} s`);
      }
    },
  };
  hearPart(child, (message) => {
    seconds.silent = 0;
    switch (message.kind) {
      case 'ready':
        isReady = true;
        ready.settle();
        break;
      case 'progress':
        part.counts = message.counts;
        break;
      case 'samples':
        onSamples(message.samples);
        break;
      case 'result':
        part.result = readLoadText(message.report, `the report of shard ${shard}`);
        part.counts = part.result.measured.counts;
        if (message.bug)
          part.bug = Object.assign(new Error(message.bug.message), { stack: message.bug.stack });
        ended.settle();
        break;
      case 'refused':
        part.refused = { message: message.message, exitCode: message.exitCode };
        ended.settle();
    }
  });
  tellPart(child, { kind: 'open', ...order });
  child.once('error', (error) => {
    if (!part.result) part.lost ??= `could not be started (${oneLine(error.message)})`;
    ended.settle();
    gone.settle();
  });
  // `close` comes after all it said and wrote.
  child.once('close', (code, signal) => {
    isGone = true;
    gone.settle();
    // Ctrl-C reaches all of them: one that was only starting has nothing to say.
    const isExpected = part.result || part.refused || (isStopped && !isReady);
    if (!isExpected) part.lost ??= howItEnded(code, signal, stderr);
    ended.settle();
  });
  return Object.assign(part, acts);
}

function howItEnded(code: number | null, signal: string | null, stderr: string): string {
  const how = signal ? `was killed (${signal})` : `ended by itself with exit code ${code}`;
  const said = stderr.split('\n').find((line) => /^(FATAL ERROR|bug:|error:|\w*Error)/.test(line));
  return said ? `${how}: ${oneLine(hideSecrets(said)).slice(0, 300)}` : how;
}

function settled() {
  let settle = () => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/** The run, and its shards: one process for each. */
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
  onProgress: OnProgress,
): Promise<Ran> {
  const { plan, conditions } = order;
  const lookout = new AbortWatch(conditions, plan, shards);
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
  const counts = () =>
    forEach(journeyCounts, (name) =>
      parts.reduce((sum, { counts }) => sum + (counts?.[name] ?? 0), 0),
    );
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
      else if (part.result?.interrupted)
        stop({
          told: `cut short: ${name(part)} was ended by a signal`,
          exitCode: exitCodes.interrupted,
        });
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
    cutShort: own,
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
