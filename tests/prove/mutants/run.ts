/** Finds out which mutants of a backend the checks notice. */
import { inParts } from '../parts.ts';
import type { Instrumented, Mutant } from './instrument.ts';
import type { Result, Task } from './part.ts';

export interface Proven extends Mutant {
  outcome: Result['outcome'] | 'unreached';
  by?: string;
}

/** A healthy run takes seconds. */
const patienceMs = 120_000;
const module = new URL('part.ts', import.meta.url);

/** @param choose of the mutants those that are to be proved */
export async function proveMutants(
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
  const tell = (mutant: Mutant, result: Pick<Proven, 'outcome' | 'by'>) => {
    done += 1;
    onProven({ ...mutant, ...result }, done, tasks.length);
  };
  for (const { mutant } of tasks) if (!isReached(mutant)) tell(mutant, { outcome: 'unreached' });
  await inParts<(typeof tasks)[number], Result>(
    tasks.filter(({ mutant }) => isReached(mutant)),
    {
      ...{ parts: processes, module, patienceMs },
      lost: ({ name }, why) => ({ name, outcome: why === 'stuck' ? 'stuck' : 'crash', by: why }),
      onResult: ({ outcome, by }, { mutant }) => tell(mutant, { outcome, ...(by ? { by } : {}) }),
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
