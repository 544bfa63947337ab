import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../cli/bin/admissions.js', import.meta.url));

export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `admissions` to its end in a process of its own, without a terminal. */
export async function admissions(...args: string[]): Promise<Ended> {
  return (await startAdmissions(...args)).end;
}

/** Starts `admissions` and lets the test watch it. */
export async function startAdmissions(...args: string[]) {
  return startProgram(process.execPath, bin, ...args);
}

/** Starts a program without a terminal and lets the test watch it; it ends with the test's process at the latest. */
export function startProgram(program: string, ...args: string[]) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  const told = (out: string, err: string) => {
    stdout += out;
    stderr += err;
    for (const watcher of watchers) watcher();
  };
  child.stdout.on('data', (data) => told(String(data), ''));
  child.stderr.on('data', (data) => told('', String(data)));
  const end = new Promise<Ended>((resolve) => {
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  const kill = () => void child.kill('SIGKILL');
  // Before everything else: a browser's clean-up takes longer than a test process is given.
  process.prependOnceListener('exit', kill);
  void end.then(() => process.off('exit', kill));
  return {
    pid: child.pid,
    end,
    interrupt: () => void child.kill('SIGINT'),
    /** Waits until stdout holds the pattern; rejects when the process ends without it. */
    output: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          if (!pattern.test(stdout)) return;
          watchers.delete(look);
          resolve(stdout);
        };
        watchers.add(look);
        void end.then(() => reject(new Error(`ended without ${pattern}: ${stdout}${stderr}`)));
        look();
      }),
  };
}
