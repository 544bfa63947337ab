/** A smoke run for a person at a terminal, or for a mail that cron sends: the verdict comes first. */
import { toCurl } from '@one-planet/sdk';
import type { JourneyContext } from '../applicant/journey/context.ts';
import { clean, secretsOf } from '../applicant/journey/secrets.ts';
import { lineWidth, paint, visible } from '../process/terminal.ts';
import { requestId } from '../report/evidence.ts';
import type { CheckReport } from '../report/report.ts';
import { minuteOf, oneLine, plural, seconds, wrap } from '../report/text.ts';
import type { SmokeItem } from './item.ts';
import type { Comparison } from './report.ts';
import type { SmokeRun } from './run.ts';

const width = lineWidth();
const tones = { good: 'green', bad: 'red', unsure: 'yellow' } as const;
const marks: Record<SmokeItem['outcome'], () => string> = {
  passed: () => paint('green', '✓'),
  failed: () => paint('red', '✗'),
  blocked: () => paint('dim', '-'),
  waiting: () => paint('yellow', '…'),
  skipped: () => paint('dim', '-'),
};

/** @param runFile where the journey is written down, when it is */
export function smokeLines(
  report: CheckReport,
  run: SmokeRun,
  context: JourneyContext,
  { comparison, runFile }: { comparison: Comparison; runFile: string | undefined },
): string[] {
  const { text, tone } = report.verdict ?? { text: '', tone: 'unsure' };
  const say = (line: string) => oneLine(clean(line, context));
  const facts = `${say(report.target)} · ${minuteOf(report.startedAt)} · ${plural(run.requests, 'request')} · ${seconds(run.ms)}`;
  return [
    paint(['bold', tones[tone]], say(text)),
    facts,
    '',
    ...run.items.filter(({ ms, failure }) => ms > 0 || failure).map((item) => itemLine(item, say)),
    ...notTried(run.items),
    ...repeats(run.items, context),
    ...compared(comparison, say),
    '',
    ...left(run, context),
    ...(runFile === undefined ? [] : [`Resume with: admissions journey --resume ${runFile}`]),
  ];
}

function itemLine(
  { outcome, title, ms, note, failure }: SmokeItem,
  say: (line: string) => string,
): string {
  const told = say(failure?.message ?? note);
  const time = `${Math.round(ms)} ms`.padStart(9);
  const start = `${marks[outcome]()} ${title.padEnd(18)}${paint('dim', time)}  `;
  const indent = ' '.repeat(31);
  return (start + wrap(told, width, indent).join('\n')).trimEnd();
}

function notTried(items: readonly SmokeItem[]): string[] {
  const others = items.filter(({ ms, failure }) => ms === 0 && !failure);
  if (others.length === 0) return [];
  return [paint('dim', `- not tried: ${others.map(({ title }) => title).join(', ')}`)];
}

function repeats(items: readonly SmokeItem[], context: JourneyContext): string[] {
  return items.flatMap(({ title, failure }) => {
    if (!failure?.exchange) return [];
    const curl = toCurl(failure.exchange, { known: secretsOf(context) });
    const id = requestId(failure.exchange);
    const found = id === undefined ? [] : [`(it was sent as x-request-id ${id})`];
    return ['', `Repeat "${title}" with`, `  ${visible(curl)}`, ...found];
  });
}

function compared({ since, changes, slow }: Comparison, say: (line: string) => string): string[] {
  const lines = slow.map((one) => `  ${say(one)}`);
  const slowPart = lines.length > 0 ? ['', paint('yellow', 'Slow'), ...lines] : [];
  if (since === undefined) return slowPart;
  if (changes.length === 0)
    return [...slowPart, '', `No change since the last good run, ${since}.`];
  return [
    ...slowPart,
    '',
    paint('yellow', `Changed since the last good run, ${since} (then | now)`),
    ...changes.map(({ operation, what }) => `  ${operation}  ${say(what)}`),
  ];
}

/** What stays on the backend. */
function left(
  { left: { registered, uploads, payments, applications } }: SmokeRun,
  { email }: JourneyContext,
): string[] {
  if (!registered) return ['Left behind: nothing'];
  const counts: [number, string][] = [
    [uploads, 'upload'],
    [payments, 'payment'],
    [applications, 'application'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => plural(count, word));
  return [`Left behind: ${[`applicant ${email}`, ...parts].join(', ')}`];
}
