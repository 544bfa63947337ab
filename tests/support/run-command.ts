import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const commandPath = fileURLToPath(new URL('../../cli/bin/admissions.js', import.meta.url));

export interface ProcessResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `admissions` to its end in a process of its own, without a terminal. */
export const runAdmissions = (...args: string[]): Promise<ProcessResult> =>
  startAdmissions(...args).result;

/** Starts `admissions` and lets the test watch it. */
export const startAdmissions = (...args: string[]) =>
  startProgram(process.execPath, commandPath, ...args);

/** Starts a program without a terminal and lets the test watch it; it ends with the test's process at the latest. */
export function startProgram(program: string, ...args: string[]) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let stdout = '';
  let stderr = '';
  const outputListeners = new Set<() => void>();
  const collect = (stdoutText: string, stderrText: string) => {
    stdout += stdoutText;
    stderr += stderrText;
    for (const listener of outputListeners) listener();
  };
  child.stdout.on('data', (data) => collect(String(data), ''));
  child.stderr.on('data', (data) => collect('', String(data)));
  const result = new Promise<ProcessResult>((resolve) => {
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  const kill = () => void child.kill('SIGKILL');
  // Before everything else: a browser's clean-up takes longer than a test process is given.
  process.prependOnceListener('exit', kill);
  void result.then(() => process.off('exit', kill));
  return {
    pid: child.pid,
    result,
    interrupt: () => void child.kill('SIGINT'),
    /** Waits until stdout holds the pattern; rejects when the process ends without it. */
    waitForOutput: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const checkOutput = () => {
          if (!pattern.test(stdout)) return;
          outputListeners.delete(checkOutput);
          resolve(stdout);
        };
        outputListeners.add(checkOutput);
        void result.then(() => reject(new Error(`ended without ${pattern}: ${stdout}${stderr}`)));
        checkOutput();
      }),
  };
}

/** Starts `admissions demo` on free ports. */
export const serveDemo = (...flags: string[]) =>
  waitUntilServed(startAdmissions('demo', '--port', '0', '--api-port', '0', ...flags));

/** Waits for a demo or a mock. @returns where its site and its API are, and how to end it */
export async function waitUntilServed(program: ReturnType<typeof startProgram>) {
  const startupText = await program.waitForOutput(/^Staff page/m);
  const addressOf = (name: string) =>
    new RegExp(`^${name} +(\\S+)`, 'm').exec(startupText)?.[1] ?? '';
  const close = () => {
    program.interrupt();
    return program.result;
  };
  return { siteUrl: addressOf('Site'), apiUrl: addressOf('API'), close };
}
