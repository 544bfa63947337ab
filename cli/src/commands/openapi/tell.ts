/** A comparison as it is read: the verdict first, then by operation, breaking first. */
import { paint, visible } from '../../process/terminal.ts';
import type { Change } from './change.ts';
import { isBreaking, type OperationChanges } from './compare.ts';
import { announcesBreak } from './version.ts';

/** Two documents' versions, and what changed between them. */
export interface Comparison {
  old: { name: string; version: string };
  new: { version: string };
  operations: readonly OperationChanges[];
}

/** @returns lines for a terminal, 80 columns where words allow it */
export function comparisonLines(comparison: Comparison): string[] {
  return [
    ...verdictLines(comparison),
    ...comparison.operations.flatMap(({ operation, wire, changes }) => [
      '',
      `${paint('bold', visible(operation))}${wire ? `  ${visible(wire)}` : ''}`,
      ...changes.flatMap(changeLines),
    ]),
  ];
}

/** @returns the same for machines */
export function comparisonJson({ old, new: fresh, operations }: Comparison): string {
  const all = operations.flatMap(({ changes }) => changes);
  return JSON.stringify(
    {
      old,
      new: fresh,
      breaking: all.filter(isBreaking).length,
      notBreaking: all.filter((one) => !isBreaking(one)).length,
      versionAnnouncesBreak: announcesBreak(old.version, fresh.version),
      operations,
    },
    null,
    2,
  );
}

function verdictLines({ old, new: fresh, operations }: Comparison): string[] {
  const all = operations.flatMap(({ changes }) => changes);
  const breaking = all.filter(isBreaking).length;
  const since = visible(`since ${old.name}${old.version ? `, version ${old.version}` : ''}`);
  if (all.length === 0) return [`${paint(['bold', 'green'], 'No change')} ${since}.`];
  const others = all.length - breaking;
  if (breaking === 0) {
    return [`${paint(['bold', 'green'], 'Nothing breaks')} ${since}: ${counted(others)}.`];
  }
  const but = others > 0 ? `, and ${others} that break nothing` : '';
  return [
    `${paint(['bold', 'red'], `Breaking: ${counted(breaking)}`)} ${since}${but}.`,
    ...(announcesBreak(old.version, fresh.version)
      ? [visible(`The version says so: ${old.version} → ${fresh.version}.`)]
      : []),
  ];
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'change' : 'changes'}`;
}

function changeLines(one: Change): string[] {
  const { where, what, breaks, why, judged } = one;
  const color = breaks.length === 0 ? 'green' : judged ? 'red' : 'yellow';
  const mark = paint(color, breaks.length === 0 ? '·' : judged ? '✗' : '?');
  const text = wrap(visible([where, what].filter(Boolean).join(': ')), 76);
  return [
    ...text.map((line, at) => (at === 0 ? `  ${mark} ${line}` : `    ${line}`)),
    ...(breaks.length === 0
      ? []
      : wrap(`breaks ${breaks.join(' and ')}: ${why}`, 74).map((line) => `      ${line}`)),
  ];
}

/** A word longer than a line stays whole. */
function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
