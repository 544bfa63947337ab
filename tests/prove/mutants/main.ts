/**
 * `npm run mutants [-- NAME …]`: changes the source of two backends in one place at a time, and asks whether a check
 * notices. `--target mock|second`, `--sample N`, `--seed N`, `--all`, `--processes N`. Prints the survivors, which a
 * person has to judge: docs/detection.md has the reasons that were found so far.
 */
import { rm } from 'node:fs/promises';
import { sampleOf } from '../generated/all-faults.ts';
import { readOptions } from '../options.ts';
import { runInProcesses } from '../process-pool.ts';
import {
  type InstrumentedCopy,
  instrument,
  type Mutant,
  type TargetName,
  targets,
} from './instrument.ts';
import type { Result, Task } from './worker.ts';

interface ProvenMutant extends Mutant {
  outcome: Result['outcome'] | 'unreached';
  detail?: string;
}

/** The time limit of a run; without a mutant, a run takes seconds. */
const timeoutMs = 120_000;
const workerModule = new URL('worker.ts', import.meta.url);

/**
 * Runs the checks on the mutants of a copy.
 * @param chooseMutants returns those of the mutants that are to be proved
 * @param onProven called for each of them
 */
async function proveMutants(
  { target, folder, mutants }: InstrumentedCopy,
  chooseMutants: (mutants: readonly Mutant[]) => readonly Mutant[],
  workerCount: number,
  onProven: (mutant: ProvenMutant, doneCount: number, totalCount: number) => void,
): Promise<void> {
  const { reachedWhileLoading, hitsInRun } = await coverageOfHealthyCopy({ target, folder });
  const isReached = ({ id }: Mutant) => id in hitsInRun || reachedWhileLoading.includes(id);
  const tasks = chooseMutants(mutants).map((mutant) => ({
    ...{ name: mutant.name, target, folder, file: mutant.file, id: mutant.id, mutant },
    ...{
      isStatic: reachedWhileLoading.includes(mutant.id),
      healthyHitCount: hitsInRun[mutant.id] ?? 0,
    },
  }));
  let doneCount = 0;
  const reportMutant = (mutant: Mutant, result: Pick<ProvenMutant, 'outcome' | 'detail'>) => {
    doneCount += 1;
    onProven({ ...mutant, ...result }, doneCount, tasks.length);
  };
  for (const { mutant } of tasks)
    if (!isReached(mutant)) reportMutant(mutant, { outcome: 'unreached' });
  await runInProcesses<(typeof tasks)[number], Result>(
    tasks.filter(({ mutant }) => isReached(mutant)),
    {
      ...{ processCount: workerCount, workerModule, timeoutMs },
      resultOfLostTask: ({ name }, reason) => ({
        name,
        outcome: reason === 'stuck' ? 'stuck' : 'crash',
        detail: reason,
      }),
      onResult: ({ outcome, detail }, { mutant }) =>
        reportMutant(mutant, { outcome, ...(detail ? { detail } : {}) }),
    },
  );
}

/** @returns which mutants a run without an active mutant reaches @throws {Error} when a check fails in that run */
async function coverageOfHealthyCopy(task: Pick<Task, 'target' | 'folder'>) {
  const tasks = [{ ...task, name: 'healthy' }];
  const [result] = await runInProcesses<Task, Result>(tasks, {
    processCount: 1,
    workerModule,
    timeoutMs,
  });
  if (result?.reached && result.outcome === 'survived') return result.reached;
  throw new Error(`The healthy copy of ${task.target} fails: ${result?.detail}`);
}

const { chosenNames, usesAll, sampleSize, seed, processCount, targetName } = readOptions({
  defaultSampleSize: '60',
});

/** Proves all, some or a sample of a backend's mutants, and prints the counts and the survivors. */
async function proveTarget(target: TargetName): Promise<readonly ProvenMutant[]> {
  const copy = await instrument(target);
  const chooseMutants = (mutants: readonly Mutant[]) =>
    chosenNames.length > 0
      ? mutants.filter(({ name }) => chosenNames.includes(name))
      : sampleOf(mutants, usesAll ? mutants.length : sampleSize, seed);
  const provenMutants: ProvenMutant[] = [];
  try {
    await proveMutants(copy, chooseMutants, processCount, (mutant, doneCount, totalCount) => {
      provenMutants.push(mutant);
      process.stderr.write(
        `\r${target}: ${doneCount} of ${totalCount}${doneCount === totalCount ? '\n' : ''}`,
      );
    });
  } finally {
    await rm(copy.folder, { recursive: true });
  }
  const mutantsWithOutcome = (outcome: ProvenMutant['outcome']) =>
    provenMutants.filter((mutant) => mutant.outcome === outcome);
  console.log(
    `${target}: ${mutantsWithOutcome('killed').length} killed, ${mutantsWithOutcome('survived').length} survived, ${mutantsWithOutcome('unreached').length} not reached, ${mutantsWithOutcome('crash').length} do not start, ${mutantsWithOutcome('stuck').length} stuck; ${provenMutants.length} of ${copy.mutants.length} tried`,
  );
  for (const { name, originalText, replacementText } of mutantsWithOutcome('survived'))
    console.log(`  survived ${name}\n    ${originalText}\n    ${replacementText}`);
  return provenMutants;
}

const chosenTargets = (Object.keys(targets) as TargetName[]).filter(
  (knownTarget) => targetName === undefined || knownTarget === targetName,
);
if (chosenTargets.length === 0)
  throw new Error(`--target is one of ${Object.keys(targets).join(', ')}, not "${targetName}"`);
const provenMutants: ProvenMutant[] = [];
for (const targetName of chosenTargets) provenMutants.push(...(await proveTarget(targetName)));
if (chosenNames.length > provenMutants.length)
  throw new Error(`There is no mutant ${chosenNames.join(', ')}`);
