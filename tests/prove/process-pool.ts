/** Distributes tasks among processes: a run keeps a core busy, and a crash must not end the other runs. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `T` is the type of the tasks, `R` that of their results; both must survive JSON. */
export interface PoolOptions<T, R> {
  processCount: number;
  /** The module that each process runs: it gets a task as a message and sends the result back, one after the other. */
  workerModule: URL;
  env?: NodeJS.ProcessEnv;
  /** After so many milliseconds for one task a process counts as stuck and is killed. Default: never. */
  timeoutMs?: number;
  /** @returns the result for a task whose process ended or was stuck; without this function, that is an error */
  resultOfLostTask?: (task: T, reason: 'ended' | 'stuck') => R;
  /** Called for each result. @param doneCount how many results there are so far */
  onResult?: (result: R, task: T, doneCount: number) => void;
}

/** Runs each task in one of the processes. @returns the results in the order of the tasks */
export async function runInProcesses<T extends { name: string }, R>(
  tasks: readonly T[],
  options: PoolOptions<T, R>,
): Promise<R[]> {
  const results = new Map<T, R>();
  const remainingTasks = [...tasks];
  await Promise.all(
    Array.from({ length: options.processCount }, async () => {
      let child: ChildProcess | undefined;
      for (let task = remainingTasks.shift(); task; task = remainingTasks.shift()) {
        child = child?.connected ? child : startProcess(options);
        const result = await runTask(child, task, options);
        results.set(task, result);
        options.onResult?.(result, task, results.size);
      }
      if (child?.connected) child.disconnect();
    }),
  );
  return tasks.flatMap((task) => results.get(task) ?? []);
}

function startProcess({
  workerModule,
  env,
}: Pick<PoolOptions<never, never>, 'workerModule' | 'env'>): ChildProcess {
  return fork(fileURLToPath(workerModule), {
    execArgv: process.execArgv,
    env: { ...process.env, ...env },
  });
}

function runTask<T extends { name: string }, R>(
  child: ChildProcess,
  task: T,
  { timeoutMs, resultOfLostTask }: PoolOptions<T, R>,
): Promise<R> {
  return new Promise((resolve, reject) => {
    let reason: 'ended' | 'stuck' = 'ended';
    const timer = timeoutMs && setTimeout(killStuckProcess, timeoutMs);
    function killStuckProcess() {
      reason = 'stuck';
      child.kill('SIGKILL');
    }
    const onExit = () => {
      clearTimeout(timer);
      if (resultOfLostTask) resolve(resultOfLostTask(task, reason));
      else reject(new Error(`the process that had ${task.name} ${reason}`));
    };
    child.once('exit', onExit);
    child.once('message', (result) => {
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(result as R);
    });
    child.send(task);
  });
}
