/** One line that says who has to act: the backend team, whoever runs the network or the mail, the staff, or nobody. */
import { type ExitCode, exitCodes } from '../process/exit.ts';
import { endWords } from '../report/ends.ts';
import type { Verdict } from '../report/report.ts';
import type { SmokeItem } from './item.ts';
import type { SmokeRun } from './run.ts';

export interface SmokeVerdict extends Verdict {
  exitCode: ExitCode;
}

/** What says most comes first. */
const kinds: readonly (readonly [ExitCode, Verdict['tone']])[] = [
  [exitCodes.interrupted, 'unsure'],
  [exitCodes.brokenContract, 'bad'],
  [exitCodes.wrongUsage, 'bad'],
  [exitCodes.notReached, 'bad'],
  [exitCodes.noMail, 'bad'],
  [exitCodes.waiting, 'unsure'],
];

/** @param slow why the backend counts as slow; empty where it does not */
export function verdictOf(run: SmokeRun, slow: readonly string[]): SmokeVerdict {
  for (const [exitCode, tone] of kinds) {
    const items = run.items.filter(
      ({ failure }) => failure?.exitCode === exitCode && !failure.notConfigured,
    );
    const [first] = items;
    if (!first) continue;
    const more = items.length > 1 ? `, and ${items.length - 1} more` : '';
    return { exitCode, tone, text: `${endWords[exitCode]}: ${because(first)}${more}` };
  }
  const [first] = slow;
  if (first !== undefined) {
    return { exitCode: exitCodes.tooSlow, tone: 'unsure', text: `SLOW: ${first}` };
  }
  return { exitCode: exitCodes.done, tone: 'good', text: good(run) };
}

function because({ title, failure }: SmokeItem): string {
  if (!failure) return title;
  const { exitCode, message, operation = '', expected, got } = failure;
  if (exitCode === exitCodes.interrupted) return `at ${title}`;
  const isBroken = exitCode === exitCodes.brokenContract;
  if (isBroken && expected && got) return `${operation}: expected ${expected}, got ${got}`;
  // The word before it says so already.
  return exitCode === exitCodes.waiting ? message.replace(/^waiting /, '') : message;
}

function good({ items, state, ms }: SmokeRun): string {
  const stop = items.find(({ failure }) => failure?.notConfigured);
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  if (!stop) return `GOOD: ${state ?? 'read'} after ${seconds}`;
  return `PARTIAL: ${state ?? 'registered'} after ${seconds}; "${stop.title}" needs an adapter that is not configured`;
}
