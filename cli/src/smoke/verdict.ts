/** One line that says who has to act: the backend team, whoever runs the network or the mail, the staff, or nobody. */
import { type ExitCode, exitCodes } from '../process/exit.ts';
import type { Verdict } from '../report/report.ts';
import type { SmokeItem } from './item.ts';
import type { SmokeRun } from './run.ts';

export interface SmokeVerdict extends Verdict {
  exitCode: ExitCode;
}

interface Kind {
  word: string;
  tone: Verdict['tone'];
}

/** What says most comes first. */
const kinds: readonly [ExitCode, Kind][] = [
  [exitCodes.interrupted, { word: 'INTERRUPTED', tone: 'unsure' }],
  [exitCodes.brokenContract, { word: 'BROKEN', tone: 'bad' }],
  [exitCodes.wrongUsage, { word: 'MISCONFIGURED', tone: 'bad' }],
  [exitCodes.notReached, { word: 'NOT REACHED', tone: 'bad' }],
  [exitCodes.noMail, { word: 'NO MAIL', tone: 'bad' }],
  [exitCodes.waiting, { word: 'WAITING', tone: 'unsure' }],
];

/** @param slow why the backend counts as slow; empty where it does not */
export function verdictOf(run: SmokeRun, slow: readonly string[]): SmokeVerdict {
  for (const [exitCode, { word, tone }] of kinds) {
    const items = run.items.filter(
      ({ failure }) => failure?.exitCode === exitCode && !failure.notConfigured,
    );
    const [first] = items;
    if (!first) continue;
    const more = items.length > 1 ? `, and ${items.length - 1} more` : '';
    return { exitCode, tone, text: `${word}: ${because(first)}${more}` };
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
