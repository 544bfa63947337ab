/** One of several processes of a run: walks its shard as the process that started it says, and reports to it alone. */
import { type OpenJourneys, openJourneys } from '../applicant/journey/open.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../process/exit.ts';
import { samplerOf } from './abort-on.ts';
import { type FromPart, type Order, partVariable, type ToPart } from './processes-talk.ts';
import { jsonReport } from './report/json.ts';
import { runLoad } from './run.ts';

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

async function walk(
  { plan, shard, conditions }: Order,
  startsAt: number,
  open: OpenJourneys,
): Promise<void> {
  let sample: ReturnType<typeof samplerOf> | undefined;
  const { result, bug } = await runLoad({ plan, shard, startsAt }, open, {
    onProgress: (counts) => void say({ kind: 'progress', counts }),
    onSecond: (measured) => {
      if (conditions.length === 0) return;
      sample ??= samplerOf(conditions, measured);
      void say({ kind: 'samples', samples: sample() });
    },
  });
  const failure = bug && (bug.error instanceof Error ? bug.error : new Error(String(bug.error)));
  await say({
    kind: 'result',
    report: jsonReport(result, []),
    ...(failure ? { bug: { message: failure.message, stack: failure.stack } } : {}),
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

/** What the other side says, each when it is heard. */
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
