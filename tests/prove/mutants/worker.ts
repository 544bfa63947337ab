/** One process of `npm run mutants`: wakes the mutant it is sent, and runs the checks on a copy's backend until one fails. */
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunContext } from '../../../cli/src/checks/check.ts';
import type { createBackend } from '../../../mocks/src/backend.ts';
import type { serve } from '../../../mocks/src/node.ts';
import type { startSecondBackend } from '../../second-backend/index.ts';
import { firstFailure, onStarted, settingsFor, siteOrigin } from '../mock-server.ts';
import { onSecondBackend } from '../second-backend.ts';
import { repositoryPath, type TargetName, targets } from './instrument.ts';

interface Coverage {
  /** How often each mutant was reached while its module was loaded. */
  static: Record<string, number>;
  /** The same for each test; here there is one. */
  perTest: Record<string, Record<string, number>>;
}

interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage: Coverage;
  /** Beyond the limit, reaching the mutant throws: it may be in a loop that never ends. */
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** The instrumented code keeps the object it found first, so there is only this one. */
const shared: Switch = { mutantCoverage: { static: {}, perTest: {} } };
(globalThis as { __stryker__?: Switch }).__stryker__ = shared;

/** @param hits how often a healthy run reaches it */
function wake(id: string | undefined, hits = 0): void {
  shared.activeMutant = id;
  shared.hitCount = 0;
  shared.hitLimit = hits * 100 + 10_000;
}

function reached(): { whileLoading: string[]; inRun: Record<string, number> } {
  const { static: loading, perTest } = shared.mutantCoverage;
  return { whileLoading: Object.keys(loading), inRun: perTest.run ?? {} };
}

/** Answers that never come are given up early: an intact backend answers in milliseconds. */
const timeoutMs = 5000;

/** Runs something on a new backend of a loaded copy. */
type OnBackend = <T>(run: (runContext: RunContext) => Promise<T>) => Promise<T>;

/** @param folder holds the copy */
async function load(target: TargetName, folder: string): Promise<OnBackend> {
  const from = (name: string) =>
    import(pathToFileURL(join(folder, targets[target].place, name)).href);
  if (target === 'second') {
    const secondBackend = (await from('index.ts')) as {
      startSecondBackend: typeof startSecondBackend;
    };
    return (run) => onSecondBackend(secondBackend, run, { timeoutMs });
  }
  const mockBackend = (await from('src/backend.ts')) as { createBackend: typeof createBackend };
  const node = (await from('src/node.ts')) as { serve: typeof serve };
  const settings = await settingsFor('canonical', timeoutMs);
  return (run) =>
    onStarted(
      async () => node.serve(await mockBackend.createBackend({ siteOrigin })),
      settings,
      run,
    );
}

export interface Task {
  name: string;
  target: TargetName;
  folder: string;
  /** Whose source it changes. */
  file?: string;
  /** Left out: the healthy run, which reports what it reached. */
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
  const crashed = (error: unknown): Result => {
    return { name: task.name, outcome: 'crash', by: String(error).split('\n')[0] ?? '' };
  };
  process.send?.(await run(task).catch(crashed));
});

async function run({ name, target, folder, file = '', id, isStatic, hits }: Task): Promise<Result> {
  wake(id, hits);
  const onBackend = isStatic ? await loadAnew(target, folder) : await loadOnce(target, folder);
  // From here on what is reached is reached by the run, not by loading.
  shared.currentTestId = 'run';
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

/** A check that noticed one mutant of a file often notices the next: tried first, it saves most of a run. */
const killers = new Map<string, Set<string>>();

function killersOf(file: string): Set<string> {
  const known = killers.get(file) ?? new Set();
  killers.set(file, known);
  return known;
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
