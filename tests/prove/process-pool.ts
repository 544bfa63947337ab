/** Shares tasks out among processes: a run keeps a core busy, and one that crashes must not end the others. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Parts<T, R> {
  /** How many processes. */
  parts: number;
  /** The module each process runs: it answers each message with one, in turn. */
  module: URL;
  env?: NodeJS.ProcessEnv;
  /** After so many milliseconds a process is taken for stuck. Default: never. */
  patienceMs?: number;
  /** The result for a task whose process ended or was stuck; left out: that is an error. */
  lost?: (task: T, why: 'ended' | 'stuck') => R;
  /** @param done how many there are by now */
  onResult?: (result: R, task: T, done: number) => void;
}

/** @returns the results in the order of their tasks */
export async function inParts<T extends { name: string }, R>(
  tasks: readonly T[],
  options: Parts<T, R>,
): Promise<R[]> {
  const results = new Map<T, R>();
  const waiting = [...tasks];
  await Promise.all(
    Array.from({ length: options.parts }, async () => {
      let child: ChildProcess | undefined;
      for (let task = waiting.shift(); task; task = waiting.shift()) {
        child = child?.connected ? child : start(options);
        const result = await ask(child, task, options);
        results.set(task, result);
        options.onResult?.(result, task, results.size);
      }
      if (child?.connected) child.disconnect();
    }),
  );
  return tasks.flatMap((task) => results.get(task) ?? []);
}

function start({ module, env }: Pick<Parts<never, never>, 'module' | 'env'>): ChildProcess {
  return fork(fileURLToPath(module), {
    execArgv: process.execArgv,
    env: { ...process.env, ...env },
  });
}

function ask<T extends { name: string }, R>(
  child: ChildProcess,
  task: T,
  { patienceMs, lost }: Parts<T, R>,
): Promise<R> {
  return new Promise((resolve, reject) => {
    let why: 'ended' | 'stuck' = 'ended';
    const timer = patienceMs && setTimeout(giveUp, patienceMs);
    function giveUp() {
      why = 'stuck';
      child.kill('SIGKILL');
    }
    const onExit = () => {
      clearTimeout(timer);
      if (lost) resolve(lost(task, why));
      else reject(new Error(`the process that had ${task.name} ${why}`));
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
