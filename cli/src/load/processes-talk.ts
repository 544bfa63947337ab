/** What a run says to its processes and hears from them. Over a channel that only these two have: nothing is on a command line. */
import type { ChildProcess } from 'node:child_process';
import type { ResolvedSettings } from '../config/load.ts';
import type { ExitCode } from '../process/exit.ts';
import type { Sample } from './abort-on.ts';
import type { Measured } from './measured.ts';
import type { Plan } from './plan.ts';
import type { Threshold } from './thresholds.ts';

/** What one process is to walk. */
export interface Order {
  plan: Plan;
  shard: number;
  settings: ResolvedSettings;
  conditions: readonly Threshold[];
}

/** To a process: what to walk, then when to begin, and to end as by Ctrl-C. */
export type ToPart =
  | ({ kind: 'open' } & Order)
  | { kind: 'start'; startsAt: number }
  | { kind: 'stop' };

/** From a process: ready to begin; how far it is; its report, in JSON, last; or why there is none. */
export type FromPart =
  | { kind: 'ready' }
  | { kind: 'progress'; counts: Measured['counts'] }
  | { kind: 'samples'; samples: readonly Sample[] }
  | { kind: 'result'; report: string; bug?: Failure | undefined }
  | { kind: 'refused'; message: string; exitCode: ExitCode };

/** An error as it goes from one process to another. */
interface Failure {
  message: string;
  stack: string | undefined;
}

/** Tells a process that it is one of several; with a channel only. */
export const partVariable = 'ADMISSIONS_LOAD_PART';

/** Sends to a process; to one that has ended, nothing. */
export function tellPart(child: ChildProcess, message: ToPart): void {
  if (child.connected) child.send(message, () => {});
}

/** @param hear called for each message of a process, which is of our own version */
export function hearPart(child: ChildProcess, hear: (message: FromPart) => void): void {
  child.on('message', (message) => hear(message as FromPart));
}
