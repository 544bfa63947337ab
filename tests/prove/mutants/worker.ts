/** One process of `npm run mutants`: wakes the mutant it is sent, and runs the checks on a copy's backend until one fails. */
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunContext } from '../../../cli/src/checks/check.ts';
import type { createBackend } from '../../../mocks/src/backend.ts';
import type { serve } from '../../../mocks/src/node.ts';
import type { startSecondBackend } from '../../second-backend/index.ts';
import { findFirstFailure, runOnServer, settingsFor, siteOrigin } from '../mock-server.ts';
import { runOnSecondBackend } from '../second-backend.ts';
import { repositoryPath, type TargetName, targets } from './instrument.ts';

interface Coverage {
  /** How often each mutant was reached while its module was loaded. */
  static: Record<string, number>;
  /** The same for each test; here there is one. */
  perTest: Record<string, Record<string, number>>;
}

interface StrykerState {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage: Coverage;
  /** Beyond the limit, reaching the mutant throws: it may be in a loop that never ends. */
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** The instrumented code keeps the object it found first, so there is only this one. */
const strykerState: StrykerState = { mutantCoverage: { static: {}, perTest: {} } };
(globalThis as { __stryker__?: StrykerState }).__stryker__ = strykerState;

/** @param healthyHitCount how often a healthy run reaches it */
function activateMutant(id: string | undefined, healthyHitCount = 0): void {
  strykerState.activeMutant = id;
  strykerState.hitCount = 0;
  strykerState.hitLimit = healthyHitCount * 100 + 10_000;
}

function reachedMutants(): { whileLoading: string[]; hitsInRun: Record<string, number> } {
  const { static: staticCoverage, perTest } = strykerState.mutantCoverage;
  return { whileLoading: Object.keys(staticCoverage), hitsInRun: perTest.run ?? {} };
}

/** Answers that never come are given up early: an intact backend answers in milliseconds. */
const timeoutMs = 5000;

/** Runs something on a new backend of a loaded copy. */
type RunOnBackend = <T>(run: (runContext: RunContext) => Promise<T>) => Promise<T>;

/** @param folder holds the copy */
async function loadBackend(target: TargetName, folder: string): Promise<RunOnBackend> {
  const importFromCopy = (name: string) =>
    import(pathToFileURL(join(folder, targets[target].copyFolder, name)).href);
  if (target === 'second') {
    const secondBackend = (await importFromCopy('index.ts')) as {
      startSecondBackend: typeof startSecondBackend;
    };
    return (run) => runOnSecondBackend(secondBackend, run, { timeoutMs });
  }
  const mockBackend = (await importFromCopy('src/backend.ts')) as {
    createBackend: typeof createBackend;
  };
  const nodeServer = (await importFromCopy('src/node.ts')) as { serve: typeof serve };
  const settings = await settingsFor('canonical', timeoutMs);
  return (run) =>
    runOnServer(
      async () => nodeServer.serve(await mockBackend.createBackend({ siteOrigin })),
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
  healthyHitCount?: number;
}

export interface Result {
  name: string;
  outcome: 'killed' | 'survived' | 'crash' | 'stuck';
  /** The check that failed, or what went wrong. */
  detail?: string;
  reached?: ReturnType<typeof reachedMutants>;
}

// A mutant's own complaints are no news.
console.error = () => {};
let loadedBackend: RunOnBackend | undefined;

process.on('message', async (task: Task) => {
  const toCrashResult = (error: unknown): Result => {
    return { name: task.name, outcome: 'crash', detail: String(error).split('\n')[0] ?? '' };
  };
  process.send?.(await run(task).catch(toCrashResult));
});

async function run({
  name,
  target,
  folder,
  file = '',
  id,
  isStatic,
  healthyHitCount,
}: Task): Promise<Result> {
  activateMutant(id, healthyHitCount);
  const runOnBackend = isStatic ? await loadFresh(target, folder) : await loadOnce(target, folder);
  // From here on what is reached is reached by the run, not by loading.
  strykerState.currentTestId = 'run';
  const killerIds = killersOf(file);
  const searchOptions = {
    isFirst: ({ id }: { id: string }) => killerIds.has(id),
    skippedIds: targets[target].expectedFailures,
  };
  const failedId = await runOnBackend((runContext) => findFirstFailure(runContext, searchOptions));
  if (failedId) killerIds.add(failedId);
  const outcome = failedId ? 'killed' : 'survived';
  return {
    name,
    outcome,
    ...(failedId ? { detail: failedId } : {}),
    ...(id ? {} : { reached: reachedMutants() }),
  };
}

/** A check that noticed one mutant of a file often notices the next: tried first, it saves most of a run. */
const killersByFile = new Map<string, Set<string>>();

function killersOf(file: string): Set<string> {
  const killerIds = killersByFile.get(file) ?? new Set();
  killersByFile.set(file, killerIds);
  return killerIds;
}

async function loadOnce(target: TargetName, folder: string): Promise<RunOnBackend> {
  loadedBackend ??= await loadBackend(target, folder);
  return loadedBackend;
}

/** Modules are kept by their path: another folder makes them load again. */
async function loadFresh(target: TargetName, folder: string): Promise<RunOnBackend> {
  const freshFolder = await mkdtemp(join(tmpdir(), 'mutant-'));
  const { copyFolder } = targets[target];
  await cp(join(folder, copyFolder), join(freshFolder, copyFolder), { recursive: true });
  await symlink(join(repositoryPath, 'node_modules'), join(freshFolder, 'node_modules'));
  try {
    return await loadBackend(target, freshFolder);
  } finally {
    await rm(freshFolder, { recursive: true });
  }
}
