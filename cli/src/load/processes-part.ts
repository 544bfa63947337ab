/** One process of a run, seen from the one that started it. */
import { fork } from 'node:child_process';
import { hideSecrets } from '@one-planet/sdk';
import type { ExitCode } from '../process/exit.ts';
import { oneLine } from '../report/text.ts';
import type { Sample } from './abort-on.ts';
import type { Measured } from './measured.ts';
import { hearPart, type Order, partVariable, tellPart } from './processes-talk.ts';
import { readLoadText } from './read-file.ts';
import type { LoadResult } from './result.ts';

/** In seconds. */
export interface Patience {
  opening: number;
  silent: number;
  ending: number;
}

export interface StartedPart {
  readonly shard: number;
  /** Fulfilled once it can begin. */
  readonly ready: Promise<void>;
  /** Fulfilled once it is gone, or its result is here. */
  readonly ended: Promise<void>;
  /** Fulfilled once it is gone. */
  readonly gone: Promise<void>;
  readonly counts: Measured['counts'] | undefined;
  readonly result: LoadResult | undefined;
  /** A bug of ours that ended it, with its result. */
  readonly bug: Error | undefined;
  /** Why it would not begin. */
  readonly refused: { message: string; exitCode: ExitCode } | undefined;
  /** In words how it ended without a result, e.g. `was killed (SIGKILL)`. */
  readonly lost: string | undefined;
  start: (startsAt: number) => void;
  /** Ends it as Ctrl-C does. */
  stop: () => void;
  kill: () => void;
  /** A second has passed: kills it when it has been silent for too long. */
  tick: (patience: Patience) => void;
}

const mostOfStderr = 4000;

/** Starts a process that walks a shard. @param onSamples called for what it saw for the conditions */
export function startPart(
  entry: string,
  order: Order,
  onSamples: (samples: readonly Sample[]) => void,
): StartedPart {
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
  const part: { -readonly [K in keyof StartedPart]: StartedPart[K] } = {
    shard,
    ready: ready.promise,
    ended: ended.promise,
    gone: gone.promise,
    counts: undefined,
    result: undefined,
    bug: undefined,
    refused: undefined,
    lost: undefined,
    start: (startsAt) => tellPart(child, { kind: 'start', startsAt }),
    stop: () => {
      isStopped = true;
      tellPart(child, { kind: 'stop' });
    },
    kill: () => void (isGone || child.kill('SIGKILL')),
    tick: (patience) => {
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
  const giveUp = (why: string) => {
    if (part.result || part.refused) return;
    part.lost ??= `${why} and was ended`;
    child.kill('SIGKILL');
    ended.settle();
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
  return part;
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
