/**
 * `npm run mutants [-- NAME …]`: changes the source of two backends in one place at a time, and asks whether a check
 * notices. `--target mock|second`, `--sample N`, `--seed N`, `--all`, `--processes N`. Prints the survivors, which a
 * person has to judge: docs/detection.md has the reasons that were found so far.
 */
import { rm } from 'node:fs/promises';
import { sampleOf } from '../generated/all-faults.ts';
import { readOptions } from '../options.ts';
import { inParts } from '../process-pool.ts';
import {
  type Instrumented,
  instrument,
  type Mutant,
  type TargetName,
  targets,
} from './instrument.ts';
import type { Result, Task } from './worker.ts';

interface Proven extends Mutant {
  outcome: Result['outcome'] | 'unreached';
  by?: string;
}

/** A healthy run takes seconds. */
const patienceMs = 120_000;
const module = new URL('worker.ts', import.meta.url);

/** @param choose of the mutants those that are to be proved */
async function proveMutants(
  { target, folder, mutants }: Instrumented,
  choose: (reached: readonly Mutant[]) => readonly Mutant[],
  processes: number,
  onProven: (proven: Proven, done: number, of: number) => void,
): Promise<void> {
  const { whileLoading, inRun } = await healthy({ target, folder });
  const isReached = ({ id }: Mutant) => id in inRun || whileLoading.includes(id);
  const tasks = choose(mutants).map((mutant) => ({
    ...{ name: mutant.name, target, folder, file: mutant.file, id: mutant.id, mutant },
    ...{ isStatic: whileLoading.includes(mutant.id), hits: inRun[mutant.id] ?? 0 },
  }));
  let done = 0;
  const report = (mutant: Mutant, result: Pick<Proven, 'outcome' | 'by'>) => {
    done += 1;
    onProven({ ...mutant, ...result }, done, tasks.length);
  };
  for (const { mutant } of tasks) if (!isReached(mutant)) report(mutant, { outcome: 'unreached' });
  await inParts<(typeof tasks)[number], Result>(
    tasks.filter(({ mutant }) => isReached(mutant)),
    {
      ...{ parts: processes, module, patienceMs },
      lost: ({ name }, why) => ({ name, outcome: why === 'stuck' ? 'stuck' : 'crash', by: why }),
      onResult: ({ outcome, by }, { mutant }) => report(mutant, { outcome, ...(by ? { by } : {}) }),
    },
  );
}

/** @throws {Error} when the copy with all mutants asleep fails a check */
async function healthy(task: Pick<Task, 'target' | 'folder'>) {
  const tasks = [{ ...task, name: 'healthy' }];
  const [result] = await inParts<Task, Result>(tasks, { parts: 1, module, patienceMs });
  if (result?.reached && result.outcome === 'survived') return result.reached;
  throw new Error(`The healthy copy of ${task.target} fails: ${result?.by}`);
}

const { names, all, sample, seed, processes, target } = readOptions({ sample: '60' });

async function prove(target: TargetName): Promise<readonly Proven[]> {
  const copy = await instrument(target);
  const choose = (mutants: readonly Mutant[]) =>
    names.length > 0
      ? mutants.filter(({ name }) => names.includes(name))
      : sampleOf(mutants, all ? mutants.length : sample, seed);
  const proven: Proven[] = [];
  try {
    await proveMutants(copy, choose, processes, (one, done, of) => {
      proven.push(one);
      process.stderr.write(`\r${target}: ${done} of ${of}${done === of ? '\n' : ''}`);
    });
  } finally {
    await rm(copy.folder, { recursive: true });
  }
  const of = (outcome: Proven['outcome']) => proven.filter((one) => one.outcome === outcome);
  console.log(
    `${target}: ${of('killed').length} killed, ${of('survived').length} survived, ${of('unreached').length} not reached, ${of('crash').length} do not start, ${of('stuck').length} stuck; ${proven.length} of ${copy.mutants.length} tried`,
  );
  for (const { name, original, replacement } of of('survived'))
    console.log(`  survived ${name}\n    ${original}\n    ${replacement}`);
  return proven;
}

const chosen = (Object.keys(targets) as TargetName[]).filter(
  (one) => target === undefined || one === target,
);
if (chosen.length === 0)
  throw new Error(`--target is one of ${Object.keys(targets).join(', ')}, not "${target}"`);
const proven: Proven[] = [];
for (const one of chosen) proven.push(...(await prove(one)));
if (names.length > proven.length) throw new Error(`There is no mutant ${names.join(', ')}`);
