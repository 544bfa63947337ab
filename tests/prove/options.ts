/** The options of `npm run prove`. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export interface Options {
  /** Names of the faults to prove, if not all; then no file is written. */
  chosenNames: readonly string[];
  /** Proves all generated faults, not a sample. */
  usesAll: boolean;
  /** Proves the generated faults only. */
  provesGeneratedFaults: boolean;
  /** The size of the sample. */
  sampleSize: number;
  seed: number;
  /** The number of processes; default: one per core, since a run of the checks and its backend keep a core busy. */
  processCount: number;
  /** The file for a table with a line for every fault; default: none. */
  tableFile: string | undefined;
}

/** Reads the options of the command line. @throws on an invalid option */
export function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      generated: { type: 'boolean', default: false },
      sample: { type: 'string', default: '120' },
      seed: { type: 'string', default: '1' },
      processes: { type: 'string', default: `${availableParallelism()}` },
      table: { type: 'string' },
    },
  });
  return {
    chosenNames: positionals,
    usesAll: values.all,
    provesGeneratedFaults: values.generated,
    sampleSize: parseWholeNumber('sample', values.sample),
    tableFile: values.table,
    seed: parseWholeNumber('seed', values.seed),
    processCount: parseWholeNumber('processes', values.processes),
  };
}

function parseWholeNumber(optionName: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0 && text.trim()) return number;
  throw new Error(`--${optionName} needs a whole number, not "${text}"`);
}
