/** The options of `npm run prove` and `npm run mutants`. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export interface Options {
  /** Only these, of either kind; nothing is written. */
  names: readonly string[];
  /** All generated faults, not a sample. */
  all: boolean;
  /** Generated faults alone. */
  generated: boolean;
  sample: number;
  seed: number;
  /** Of mutants: the backend whose source is changed. Default: all. */
  target: string | undefined;
  /** Default: one per core, which a run of the checks with its backend keeps busy. */
  processes: number;
  /** The file that gets a line for every fault, where one is wanted. */
  table: string | undefined;
}

export function readOptions({ sample }: { sample: string }): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      generated: { type: 'boolean', default: false },
      sample: { type: 'string', default: sample },
      target: { type: 'string' },
      seed: { type: 'string', default: '1' },
      processes: { type: 'string', default: `${availableParallelism()}` },
      table: { type: 'string' },
    },
  });
  return {
    names: positionals,
    all: values.all,
    generated: values.generated,
    sample: wholeNumber('sample', values.sample),
    target: values.target,
    table: values.table,
    seed: wholeNumber('seed', values.seed),
    processes: wholeNumber('processes', values.processes),
  };
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0 && text.trim()) return number;
  throw new Error(`--${name} needs a whole number, not "${text}"`);
}
