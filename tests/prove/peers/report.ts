import { readFileSync } from 'node:fs';
import type { Detection } from '../detection.ts';
import type { Found } from './peer.ts';
import type { Case } from './sample.ts';

/** A tool with its version, and what it said of each server. */
export interface Tried {
  name: string;
  results: Readonly<Record<string, Found>>;
}

/** The name of a server in the results. @param one left out for the healthy one */
export function titleOf(one?: Case): string {
  return one ? `${one.kind} ${one.name}` : 'healthy';
}

/** Renders the two tables of the comparison, and the variations a tool took for faults. */
export function render(tried: readonly Tried[], cases: readonly Case[]): string {
  const faults = cases.filter(({ kind }) => kind === 'fault');
  const harmless = cases.filter(({ kind }) => kind === 'harmless');
  const summary = tried.map(({ name, results }) => [
    name,
    `${caught(results, faults).length} of ${made(results, faults).length}`,
    `${results.healthy?.findings.length}`,
    `${caught(results, harmless).length} of ${made(results, harmless).length}`,
    `${median(Object.values(results).map(({ seconds }) => seconds)).toFixed(1)} s`,
  ]);
  const classes = [...new Set(faults.map((fault) => fault.class))].map((kind) => {
    const some = faults.filter((fault) => fault.class === kind);
    const counts = tried.map(({ results }) => {
      const all = made(results, some).length;
      const number = `${caught(results, some).length}`;
      return all < some.length ? `${number} (of ${all})` : number;
    });
    return [kind, `${some.length}`, ...counts];
  });
  return [
    ...table(
      [
        'Tool',
        'Faults caught',
        'Findings on the healthy server',
        'False alarms',
        'Median of a run',
      ],
      [...summary, ownRow(faults, harmless)],
    ),
    ...table(['Class', 'Faults', ...tried.map(({ name }) => name)], classes),
    ...tried.map(({ name, results }) => {
      const alarms = caught(results, harmless).map((one) => one.name);
      return `False alarms of ${name}: ${alarms.join(', ') || 'none'}`;
    }),
  ].join('\n');
}

/** The cases a tool was run on: a comparison that was stopped early says so by these numbers. */
function made(results: Tried['results'], cases: readonly Case[]): Case[] {
  return cases.filter(({ kind, name }) => results[`${kind} ${name}`] !== undefined);
}

/** `admissions check` on the same servers, as the last whole proof knows it. */
function ownRow(faults: readonly Case[], harmless: readonly Case[]): string[] {
  const file = new URL('../detection.json', import.meta.url);
  const known = (JSON.parse(readFileSync(file, 'utf8')) as Detection).faults;
  const own = faults.filter(({ name }) => (known[name] ?? []).length > 0);
  const time = 'see BENCHMARKS.md';
  return [
    '`admissions check`',
    `${own.length} of ${faults.length}`,
    '0',
    `0 of ${harmless.length}`,
    time,
  ];
}

/** @returns the cases on which the findings differ from those on the healthy server */
function caught(results: Tried['results'], cases: readonly Case[]): Case[] {
  const normal = [...new Set(results.healthy?.findings)].sort().join('\n');
  return cases.filter(({ kind, name }) => {
    const found = results[`${kind} ${name}`];
    return found && [...new Set(found.findings)].sort().join('\n') !== normal;
  });
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
