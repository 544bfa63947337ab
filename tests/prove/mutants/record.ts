/** mutants.json: what the last run over each backend's mutants said. */
import { readFileSync, writeFileSync } from 'node:fs';
import { reasonFor } from './reasons.ts';
import type { Proven } from './run.ts';
import { type TargetName, targets } from './targets.ts';

type Told = Pick<Proven, 'name' | 'file' | 'line' | 'mutator' | 'original' | 'replacement'>;

export interface Summary {
  made: number;
  /** How many of them were proved: all, or a sample. */
  proved: number;
  killed: number;
  /** The copy did not start, or ended: no API to look at. */
  crash: number;
  /** It never answered. */
  stuck: number;
  survivors: Told[];
  /** No check leads there. */
  unreached: Told[];
}
export type Record = Partial<{ [target in TargetName]: Summary }>;

const file = new URL('../mutants.json', import.meta.url);

export function readRecord(): Record {
  return JSON.parse(readFileSync(file, 'utf8')) as Record;
}

/** Written at once: a run that is interrupted leaves a whole file. */
export function record(target: TargetName, summary: Summary): void {
  const known = { ...readRecord(), [target]: summary };
  const names = Object.keys(targets) as TargetName[];
  const ordered = names.flatMap((name) => (known[name] ? [[name, known[name]] as const] : []));
  const all = Object.fromEntries(ordered) as Record;
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

/** What a mutant changes, wherever it stands now. */
function keyOf({ file, mutator, original, replacement }: Told): string {
  return JSON.stringify([file, mutator, original, replacement]);
}

/** @returns whether a mutant is one that new checks may notice: it survived without a reason, or was not reached */
export function isOpen(known: Summary | undefined): (mutant: Told) => boolean {
  const open = new Set([...openSurvivors(known), ...(known?.unreached ?? [])].map(keyOf));
  return (mutant) => open.has(keyOf(mutant));
}

function openSurvivors(known: Summary | undefined): Told[] {
  return (known?.survivors ?? []).filter((one) => reasonFor(one) === undefined);
}

/** What is known, with the open ones as they were proved again. One whose place is gone is left out. */
export function provedAgain(known: Summary, again: Summary): Summary {
  const before = openSurvivors(known).length + known.unreached.length;
  return {
    made: again.made,
    proved: known.proved - before + again.proved,
    killed: known.killed + again.killed,
    crash: known.crash + again.crash,
    stuck: known.stuck + again.stuck,
    survivors: [
      ...known.survivors.filter((one) => reasonFor(one) !== undefined),
      ...again.survivors,
    ].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line),
    unreached: again.unreached,
  };
}

export function summaryOf(made: number, proven: readonly Proven[]): Summary {
  const of = (outcome: Proven['outcome']) => proven.filter((one) => one.outcome === outcome);
  const told = (all: readonly Proven[]) =>
    all
      .map(({ name, file, line, mutator, original, replacement }) => ({
        ...{ name, file, line, mutator, original, replacement },
      }))
      .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  return {
    made,
    proved: proven.length,
    killed: of('killed').length,
    crash: of('crash').length,
    stuck: of('stuck').length,
    survivors: told(of('survived')),
    unreached: told(of('unreached')),
  };
}
