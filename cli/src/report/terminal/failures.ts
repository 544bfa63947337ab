/** The failures of a run, for a terminal. */

import { lineWidth, paint, visible } from '../../process/terminal.ts';
import { requestId } from '../evidence.ts';
import { groupBlocked, groupFailures, groupNotes, groupReasons, sortFailures } from '../groups.ts';
import { placeOf } from '../place.ts';
import type { CheckReport, ReportedResult } from '../report.ts';
import { oneLine, plural, wrap } from '../text.ts';

const width = lineWidth();
const indent = ' '.repeat(12);
/** A longer command is of no use in a terminal. */
const mostOfCurl = 1500;

/** @returns a section for each failure that counts; then the others, those the baseline knows in one line each */
export function failureLines({ results }: CheckReport): string[][] {
  const { failing, lenient, known } = sortFailures(results);
  const others = groupFailures(lenient).map((group) => failure(group, paint('yellow', '✗')));
  return [
    ...groupFailures(failing).map((group) => failure(group, paint('red', '✗'))),
    ...titled('Level "should", failing only with --strict', others, lenient.length),
    known.length === 0
      ? []
      : [title('Known to the baseline', known.length), ...known.map(knownLine)],
  ];
}

function titled(text: string, sections: readonly string[][], count: number): string[][] {
  return sections.map((lines, at) => (at === 0 ? [title(text, count), ...lines] : lines));
}

function title(text: string, count: number): string {
  return `${paint('bold', text)} (${plural(count, 'check')})`;
}

function failure(
  [result, ...alike]: readonly [ReportedResult, ...ReportedResult[]],
  mark: string,
): string[] {
  const { check, expected, got, reason, evidence } = result;
  const [first = '', ...rest] = wrap(check.sentence, width, '  ');
  const say = (label: string, text: string | undefined) =>
    text === undefined ? [] : labelled(label, wrap(text, width, indent));
  return [
    `${mark} ${first}`,
    ...rest,
    `  ${paint('dim', check.id)}`,
    ...say('also', alike.length > 0 ? alikeOnes(alike) : undefined),
    ...say('expected', expected),
    ...say('got', got),
    ...say('because', reason),
    ...say('rule', placeOf(check.rule)),
    ...say('request', evidence && requestId(evidence.exchange)),
    ...(evidence ? labelled('repeat', [curlOf(evidence.curl)]) : []),
  ];
}

/** What fails in the same way; all of them are in the other reports. */
function alikeOnes(alike: readonly ReportedResult[]): string {
  const most = 6;
  const more = alike.length > most ? `, and ${alike.length - most} more` : '';
  return `${alike
    .slice(0, most)
    .map(({ check }) => check.id)
    .join(', ')}${more}`;
}

function labelled(label: string, [first, ...rest]: readonly string[]): string[] {
  return [`  ${paint('dim', label.padEnd(10))}${first}`, ...rest];
}

/** Never broken into lines of ours: it is there to be copied. */
function curlOf(curl: string): string {
  if (curl.length <= mostOfCurl) return visible(curl);
  return `(${curl.length} characters: see the JSON or HTML report)`;
}

function knownLine({ check, known }: ReportedResult): string {
  const { comment = '', expires = '' } = known ?? {};
  return `${paint('yellow', '✗')} ${check.id}: ${oneLine(comment)} (until ${oneLine(expires)})`;
}

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
