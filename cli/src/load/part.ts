/** One of several processes of a run: walks its shard as the process that started it says, and reports to it alone. */
import type { ChildProcess } from 'node:child_process';
import { type OpenJourneys, openJourneys } from '../applicant/context.ts';
import type { ResolvedSettings } from '../core/configuration.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../core/exit.ts';
import { jsonReport } from './file.ts';
import type { Measured } from './measured.ts';
import type { Plan } from './plan.ts';
import { runLoad } from './run.ts';
import type { Sample, Threshold } from './thresholds.ts';

/* Messages between a run and its processes. Over a channel that only these two have: nothing is on a command line. */

export interface Order {
  plan: Plan;
  shard: number;
  settings: ResolvedSettings;
  conditions: readonly Threshold[];
}

/** To a process: what to walk, then when to begin, and to end as by Ctrl-C. */
type ToPart = ({ kind: 'open' } & Order) | { kind: 'start'; startsAt: number } | { kind: 'stop' };

/** From a process: ready to begin; how far it is; its report, in JSON, last; or why there is none. */
type FromPart =
  | { kind: 'ready' }
  | { kind: 'progress'; counts: Measured['counts'] }
  | { kind: 'samples'; samples: readonly Sample[] }
  | { kind: 'result'; report: string; bug?: Failure }
  | { kind: 'refused'; message: string; exitCode: ExitCode };

interface Failure {
  message: string;
  stack: string | undefined;
}

/** Marks a process as one of several; with a channel only. */
export const partVariable = 'ADMISSIONS_LOAD_PART';

/** Sends to a process; to one that has ended, nothing. */
export function tellPart(child: ChildProcess, message: ToPart): void {
  if (child.connected) child.send(message, () => {});
}

/** @param hear called for each message of a process, which is of our own version */
export function hearPart(child: ChildProcess, hear: (message: FromPart) => void): void {
  child.on('message', (message) => hear(message as FromPart));
}

/** @returns whether this process was started to be one of several */
export function isPart(): boolean {
  return process.env[partVariable] === '1' && process.send !== undefined;
}

/** Walks what is asked for over the channel. @returns when the report is sent */
export async function walkPart(): Promise<ExitCode> {
  // Programs of the adapters are no part of a run.
  delete process.env[partVariable];
  leaveCtrlC();
  const heard = hear();
  // Whoever started this one is gone, or wants no report: nobody would read it.
  process.once('disconnect', () => process.exit(exitCodes.interrupted));
  const order = await heard.order;
  try {
    const open = await openJourneys(order.settings);
    leaveCtrlC();
    heard.onStop(() => open.interrupt());
    try {
      await say({ kind: 'ready' });
      await walk(order, await heard.startsAt, open);
    } finally {
      await open.close();
    }
    return exitCodes.done;
  } catch (error) {
    const exitCode = exitCodeOf(error);
    if (exitCode === undefined || !(error instanceof Error)) throw error;
    await say({ kind: 'refused', message: error.message, exitCode });
    return exitCode;
  } finally {
    process.removeAllListeners('disconnect');
    process.disconnect();
  }
}

async function walk(order: Order, startsAt: number, open: OpenJourneys): Promise<void> {
  const { result, bug } = await runLoad(
    { ...order, startsAt },
    open,
    (counts) => void say({ kind: 'progress', counts }),
    (samples) => void say({ kind: 'samples', samples }),
  );
  const failure = bug && (bug.error instanceof Error ? bug.error : new Error(String(bug.error)));
  await say({
    kind: 'result',
    report: jsonReport(result, []),
    bug: failure && { message: failure.message, stack: failure.stack },
  });
}

/** Ctrl-C in a terminal comes to all of them: whoever started this one says what is to be done. */
function leaveCtrlC(): void {
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', () => {});
}

/** @returns when the message is on its way; one that cannot be sent has nobody to read it */
function say(message: FromPart): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

function hear() {
  let stop = () => {};
  let isStopped = false;
  let onOrder: (order: Order) => void = () => {};
  let onStart: (startsAt: number) => void = () => {};
  const order = new Promise<Order>((resolve) => {
    onOrder = resolve;
  });
  const startsAt = new Promise<number>((resolve) => {
    onStart = resolve;
  });
  process.on('message', (message: ToPart) => {
    if (message.kind === 'open') onOrder(message);
    if (message.kind === 'start') onStart(message.startsAt);
    if (message.kind !== 'stop') return;
    isStopped = true;
    // A run that is stopped before it began reports that nobody set out.
    onStart(Date.now());
    stop();
  });
  return {
    order,
    startsAt,
    onStop: (act: () => void) => {
      stop = act;
      if (isStopped) act();
    },
  };
}
