/** mutants.json: what the last run over each backend's mutants said. */
import { readFileSync, writeFileSync } from 'node:fs';
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
