import { spawn } from 'node:child_process';

/** How a program ended. */
export interface Ended {
  /** Both streams in the order they came. */
  output: string;
  /** It did not end by itself in time. */
  timedOut: boolean;
}

/** What a program is started with. */
export interface Start {
  folder: string;
  env?: Record<string, string>;
  timeoutMs?: number;
}

/** Starts a Node script as the leader of a process group, so that nothing it starts outlives it. */
export function startScript(script: string, args: readonly string[], { folder, env }: Start) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1', ...env },
  });
  let output = '';
  const add = (data: unknown) => {
    output += String(data);
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  const stop = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group has ended already.
    }
  };
  process.once('exit', stop);
  const end = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      add(error);
      resolve();
    });
    child.once('close', () => resolve());
  }).finally(() => {
    stop();
    process.off('exit', stop);
  });
  return { end, stop, output: () => output };
}

/** Runs a Node script to its end, or to the end of our patience. */
export async function runScript(
  script: string,
  args: readonly string[],
  { timeoutMs = 30_000, ...start }: Start,
): Promise<Ended> {
  const running = startScript(script, args, start);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    running.stop();
  }, timeoutMs);
  await running.end;
  clearTimeout(timer);
  return { output: running.output(), timedOut };
}
