/** What did not fail and still wants to be told, alike ones together. */
import { paint } from '../../process/terminal.ts';
import { groupBlocked, groupNotes, groupReasons } from '../groups.ts';
import type { CheckReport } from '../report.ts';
import { oneLine, plural, wrap } from '../text.ts';

const width = 80;
const mostNotes = 15;
const mostOfNote = 145;
const mostPlaces = 3;

/** @returns a section each for blocked, waiting and skipped checks, notes, and problems of the baseline */
export function groupLines({ results, baselineProblems }: CheckReport): string[][] {
  const blocked = groupBlocked(results).map(
    ({ by, reason, count }) => `${count} blocked by ${by} (${reason})`,
  );
  const waiting = groupReasons(results, 'waiting').map(
    ({ reason, count }) => `${count} waiting: ${reason}`,
  );
  const skipped = groupReasons(results, 'skipped').map(
    ({ reason, count }) => `${count} skipped: ${reason}`,
  );
  return [
    section('Blocked', blocked),
    section('Waiting', waiting),
    section('Skipped', skipped),
    section('Tolerated differences', notes(results)),
    section('Baseline', baselineProblems),
  ];
}

function section(title: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  return [paint('bold', title), ...texts.flatMap(item)];
}

function item(text: string): string[] {
  return wrap(text, width, '    ', 2).map((line, at) => (at === 0 ? `  ${line}` : line));
}

function notes(results: CheckReport['results']): string[] {
  const all = groupNotes(results);
  const lines = all
    .slice(0, mostNotes)
    .map(({ note, where }) => shortened(`${places(where)}: ${oneLine(note)}`));
  const more = all.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more in the reports`] : lines;
}

/** At most two lines. */
function shortened(text: string): string {
  return text.length > mostOfNote ? `${text.slice(0, mostOfNote)}…` : text;
}

/** E.g. `exams.create, exams.submit and 4 others`. */
function places(where: readonly string[]): string {
  const named = where.slice(0, mostPlaces).join(', ');
  const more = where.length - mostPlaces;
  return more > 0 ? `${named} and ${plural(more, 'other')}` : named;
}
