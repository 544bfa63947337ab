/** A worker process of `npm run mutants`: activates the mutant of each message, and runs the checks until one fails. */
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

/** Hit counts by mutant id, which the instrumented code writes. */
interface Coverage {
  /** Hits while the modules were loaded. */
  static: Record<string, number>;
  /** Hits in each test; here the only test is `run`. */
  perTest: Record<string, Record<string, number>>;
}

/** The global object `__stryker__`, with which StrykerJS's instrumented code is controlled. */
interface StrykerState {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage: Coverage;
  /** Beyond the limit, reaching the active mutant throws, in case it made a loop endless. */
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** Instrumented code keeps the object that it found first, so this one is changed and never replaced. */
const strykerState: StrykerState = { mutantCoverage: { static: {}, perTest: {} } };
(globalThis as { __stryker__?: StrykerState }).__stryker__ = strykerState;

/** @param id of the mutant; `undefined` activates none @param healthyHitCount how often a healthy run reaches it */
function activateMutant(id: string | undefined, healthyHitCount = 0): void {
  strykerState.activeMutant = id;
  strykerState.hitCount = 0;
  strykerState.hitLimit = healthyHitCount * 100 + 10_000;
}

/** @returns the ids of the mutants that were reached while loading, and the hits of each in the run */
function reachedMutants(): { reachedWhileLoading: string[]; hitsInRun: Record<string, number> } {
  const { static: staticCoverage, perTest } = strykerState.mutantCoverage;
  return { reachedWhileLoading: Object.keys(staticCoverage), hitsInRun: perTest.run ?? {} };
}

/** The time limit for a response is short: an intact backend responds in milliseconds. */
const timeoutMs = 5000;

/** Starts a backend of a loaded copy, and returns what `run` returns. */
type RunOnBackend = <T>(run: (runContext: RunContext) => Promise<T>) => Promise<T>;

/** Loads the modules of a copy. @param folder the folder that the copy is in */
async function loadBackend(target: TargetName, folder: string): Promise<RunOnBackend> {
  const importFromCopy = (pathInCopy: string) =>
    import(pathToFileURL(join(folder, targets[target].copyFolder, pathInCopy)).href);
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

/** A mutant to be tried, or the healthy copy. */
export interface Task {
  name: string;
  target: TargetName;
  folder: string;
  /** The file that the mutant changes. */
  file?: string;
  /** The mutant's id; without one the run is healthy, and reports which mutants it reached. */
  id?: string;
  /** The mutant has its effect while its module is loaded, so the copy must be loaded again. */
  isStatic?: boolean;
  /** How often the healthy run reached the mutant. */
  healthyHitCount?: number;
}

/** What the checks found. */
export interface Result {
  name: string;
  outcome: 'killed' | 'survived' | 'crash' | 'stuck';
  /** The id of the check that failed, or the error. */
  detail?: string;
  reached?: ReturnType<typeof reachedMutants>;
}

// A backend logs errors that a mutant causes: they are expected here.
console.error = () => {};
let runOnLoadedBackend: RunOnBackend | undefined;

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
  // From here on, hits are counted for the run and no longer for the loading.
  strykerState.currentTestId = 'run';
  const killerIds = killersOf(file);
  const searchOptions = {
    isTriedFirst: ({ id }: { id: string }) => killerIds.has(id),
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

/** The checks that killed a mutant of a file. They run first for the next one, which they often kill, too. */
const killersByFile = new Map<string, Set<string>>();

function killersOf(file: string): Set<string> {
  const killerIds = killersByFile.get(file) ?? new Set();
  killersByFile.set(file, killerIds);
  return killerIds;
}

async function loadOnce(target: TargetName, folder: string): Promise<RunOnBackend> {
  runOnLoadedBackend ??= await loadBackend(target, folder);
  return runOnLoadedBackend;
}

/** Node caches modules by their path, so a copy in a new folder is loaded again. */
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
