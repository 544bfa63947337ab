/** A comparison as it is read: the verdict first, then by operation, breaking first. */
import { paint, visible } from '../../process/terminal.ts';
import { wrap } from '../../report/text.ts';
import type { Change } from './change.ts';
import { isBreaking, type OperationChanges } from './compare.ts';

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

/** Whether a version says that something breaks. */

/**
 * A breaking change asks for a new major version; before 1.0, for a new minor one.
 * @param old e.g. `0.1.0`
 * @returns `false` too when one of them is no version of this form
 */
export function announcesBreak(old: string, fresh: string): boolean {
  const [a, b] = [old, fresh].map((version) => /^(\d+)\.(\d+)\.\d+/.exec(version));
  if (!a || !b) return false;
  const [major = 0, minor = 0] = [Number(b[1]) - Number(a[1]), Number(b[2]) - Number(a[2])];
  return major > 0 || (major === 0 && Number(a[1]) === 0 && minor > 0);
}
