/** One process of `npm run mutants`: wakes the mutant it is sent, and runs the checks until one fails. */
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstFailure } from '../first-failure.ts';
import { load, type OnBackend } from './backends.ts';
import { reached, startRun, wake } from './switch.ts';
import { repositoryPath, type TargetName, targets } from './targets.ts';

export interface Task {
  name: string;
  target: TargetName;
  folder: string;
  /** Whose source it changes. */
  file?: string;
  /** Left out: the healthy run, which tells what it reached. */
  id?: string;
  /** It decides while its module is loaded, so it is loaded anew. */
  isStatic?: boolean;
  /** How often the healthy run reached it. */
  hits?: number;
}

export interface Result {
  name: string;
  outcome: 'killed' | 'survived' | 'crash' | 'stuck';
  /** The check that failed, or what went wrong. */
  by?: string;
  reached?: ReturnType<typeof reached>;
}

// A mutant's own complaints are no news.
console.error = () => {};
let loaded: OnBackend | undefined;

process.on('message', async (task: Task) => {
  process.send?.(await run(task).catch((error: unknown) => crashed(task, error)));
});

async function run({ name, target, folder, file = '', id, isStatic, hits }: Task): Promise<Result> {
  wake(id, hits);
  const onBackend = isStatic ? await loadAnew(target, folder) : await loadOnce(target, folder);
  startRun();
  const killers = killersOf(file);
  const order = {
    near: ({ id }: { id: string }) => killers.has(id),
    without: targets[target].fails,
  };
  const by = await onBackend((runContext) => firstFailure(runContext, order));
  if (by) killers.add(by);
  const outcome = by ? 'killed' : 'survived';
  return { name, outcome, ...(by ? { by } : {}), ...(id ? {} : { reached: reached() }) };
}

/** What noticed one mutant of a file often notices the next: tried first, it saves most of a run. */
const killers = new Map<string, Set<string>>();

function killersOf(file: string): Set<string> {
  const known = killers.get(file) ?? new Set();
  killers.set(file, known);
  return known;
}

function crashed({ name }: Task, error: unknown): Result {
  return { name, outcome: 'crash', by: String(error).split('\n')[0] ?? '' };
}

async function loadOnce(target: TargetName, folder: string): Promise<OnBackend> {
  loaded ??= await load(target, folder);
  return loaded;
}

/** Modules are kept by their path: another folder makes them load again. */
async function loadAnew(target: TargetName, folder: string): Promise<OnBackend> {
  const other = await mkdtemp(join(tmpdir(), 'mutant-'));
  const { place } = targets[target];
  await cp(join(folder, place), join(other, place), { recursive: true });
  await symlink(join(repositoryPath, 'node_modules'), join(other, 'node_modules'));
  try {
    return await load(target, other);
  } finally {
    await rm(other, { recursive: true });
  }
}
