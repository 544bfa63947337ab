/** Weeks of nights for a terminal. */
import { exitCodes } from '../core/exit.ts';
import { lineWidth, paint, visible } from '../core/terminal.ts';
import { oneLine, plural, wrap } from '../core/text.ts';
import {
  availability,
  type Entry,
  endCounts,
  endWord,
  type Series,
  share,
  speeds,
  type Turn,
  turns,
  weeksOf,
} from './history.ts';

/** One letter a night. */
const marks: Readonly<Record<string, [mark: string, style: 'green' | 'red' | 'yellow']>> = {
  GOOD: ['·', 'green'],
  SLOW: ['s', 'yellow'],
  WAITING: ['w', 'yellow'],
  BROKEN: ['B', 'red'],
  'NOT REACHED': ['N', 'red'],
  'NO MAIL': ['m', 'yellow'],
  MISCONFIGURED: ['?', 'yellow'],
  INTERRUPTED: ['i', 'yellow'],
};
const mostTurns = 20;

export function historyLines({ command, target, entries }: Series): string[] {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return [];
  const other = entries.findLastIndex(({ exitCode }) => exitCode !== last.exitCode);
  const inARow = entries.length - 1 - other;
  const counts = endCounts(entries).map(([word, count]) => `${count} ${word}`);
  const all = availability(entries);
  const runs = `${command}: ${plural(entries.length, 'run')} from ${day(first)} to ${day(last)}`;
  return [
    paint('bold', oneLine(target)),
    runs,
    '',
    `Available  ${paint('bold', share(all))} (${all.up} of ${plural(all.of, 'conclusive run')})`,
    `Ended      ${counts.join(', ')}`,
    `Now        ${endWord(last)} for ${plural(inARow, 'run')}`,
    ...nights(entries),
    ...changes(entries),
    ...speedLines(entries),
  ];
}

function day({ at }: Entry): string {
  return at.slice(0, 10);
}

function nights(entries: readonly Entry[]): string[] {
  const used = new Set(entries.map(endWord));
  const legend = [...used].map((word) => `${marks[word]?.[0] ?? '!'} ${word.toLowerCase()}`);
  return [
    '',
    `${paint('bold', 'Weeks')}  (${legend.join(', ')})`,
    ...weeksOf(entries).map(({ monday, entries }) => {
      const row = entries.map((entry) => {
        const [mark, style] = marks[endWord(entry)] ?? ['!', 'red'];
        return paint(style, mark);
      });
      return `  ${monday}  ${row.join('')}${' '.repeat(Math.max(1, 9 - row.length))}${share(availability(entries))}`;
    }),
  ];
}

function changes(entries: readonly Entry[]): string[] {
  const all = turns(entries);
  if (all.length === 0) return ['', 'The verdict never changed.'];
  const shown = all.slice(-mostTurns);
  const more = all.length - shown.length;
  return [
    '',
    `${paint('bold', 'Changes')}${more > 0 ? ` (the last ${shown.length} of ${all.length})` : ''}`,
    ...shown.flatMap(turnLines),
  ];
}

function turnLines({ before, entry, after }: Turn): string[] {
  const when = entry.at.slice(0, 16).replace('T', ' ');
  const words = `${endWord(before)} → ${endWord(entry)}`;
  const since = `after ${plural(after, 'run')}`;
  const why = entry.exitCode === exitCodes.done ? [] : whyLines(entry);
  return [`  ${when}  ${words} ${paint('dim', since)}`, ...why];
}

/** The verdict without the word that begins it. */
function whyLines(entry: Entry): string[] {
  const word = `${endWord(entry)}: `;
  const text = entry.verdict.startsWith(word) ? entry.verdict.slice(word.length) : entry.verdict;
  const indent = ' '.repeat(20);
  const [head = '', ...rest] = wrap(visible(text), lineWidth(), indent);
  return [indent + head, ...rest];
}

function speedLines(entries: readonly Entry[]): string[] {
  const rows = speeds(entries);
  if (rows.length === 0) return [];
  const name = Math.max(...rows.map(({ operation }) => operation.length));
  const figure = (ms: number) => Math.round(ms).toLocaleString('en').padStart(7);
  const used = 2 + name + 7 * 4;
  const fitting = Math.max(0, Math.floor((lineWidth() - used - 2) / 7));
  const weekly = (values: readonly (number | undefined)[]) =>
    values
      .slice(fitting === 0 ? values.length : -fitting)
      .map((ms) => (ms === undefined ? '–'.padStart(7) : figure(ms)))
      .join('');
  const heads = ['runs', 'p50', 'p95', 'max'].map((head) => head.padStart(7)).join('');
  const weeks = fitting === 0 ? '' : '  p50 of each week';
  return [
    '',
    `${paint('bold', 'Milliseconds'.padEnd(name + 2))}${heads}${weeks}`,
    ...rows.map(({ operation, runs, p50, p95, max, weekly: values }) =>
      `  ${operation.padEnd(name)}${figure(runs)}${figure(p50)}${figure(p95)}${figure(max)}  ${weekly(values)}`.trimEnd(),
    ),
  ];
}
