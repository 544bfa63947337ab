import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const commandPath = fileURLToPath(new URL('../../cli/bin/admissions.js', import.meta.url));

/** How a process ended, and everything it printed. */
export interface ProcessResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `admissions` in a new process without a terminal, and waits until it ends. */
export const runAdmissions = (...args: string[]): Promise<ProcessResult> =>
  startAdmissions(...args).result;

/** Starts `admissions`. The test can follow its output and interrupt it. */
export const startAdmissions = (...args: string[]) =>
  startProgram(process.execPath, commandPath, ...args);

/** A process that printed how much memory it used at most. */
export interface MeasuredResult extends ProcessResult {
  maxMegabytes: number;
  seconds: number;
}

const memoryNote = 'memory used at most, in kB: ';
const memoryNoteScript = new URL('print-memory.mjs', import.meta.url).href;

/**
 * In megabytes. Without a limit Node.js leaves garbage lying on a machine with much memory, and what is measured says
 * little about what the command needs.
 */
const maxHeapMegabytes = 250;

/** Runs `admissions` in a new process with a limited heap, and measures its time and its memory. */
export async function measureAdmissions(...args: string[]): Promise<MeasuredResult> {
  const startedAt = performance.now();
  const { exitCode, stdout, stderr } = await startProgram(
    process.execPath,
    `--max-old-space-size=${maxHeapMegabytes}`,
    ...['--import', memoryNoteScript, commandPath, ...args],
  ).result;
  const seconds = (performance.now() - startedAt) / 1000;
  const [ownStderr = '', kilobytes = 'NaN'] = stderr.split(`\n${memoryNote}`);
  return { exitCode, stdout, stderr: ownStderr, maxMegabytes: Number(kilobytes) / 1024, seconds };
}

/** Starts a program without a terminal. It is killed when the test's process exits. */
export function startProgram(program: string, ...args: string[]) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let stdout = '';
  let stderr = '';
  const outputListeners = new Set<() => void>();
  const collectOutput = (stdoutText: string, stderrText: string) => {
    stdout += stdoutText;
    stderr += stderrText;
    for (const listener of outputListeners) listener();
  };
  child.stdout.on('data', (data) => collectOutput(String(data), ''));
  child.stderr.on('data', (data) => collectOutput('', String(data)));
  const result = new Promise<ProcessResult>((resolve) => {
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  const kill = () => void child.kill('SIGKILL');
  // This listener runs first, because closing a browser takes longer than a test process has for its exit.
  process.prependOnceListener('exit', kill);
  void result.then(() => process.off('exit', kill));
  return {
    pid: child.pid,
    result,
    interrupt: () => void child.kill('SIGINT'),
    /**
     * Waits until stdout matches the pattern.
     * @returns stdout so far
     * @throws {Error} if the process ends without a match
     */
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

/**
 * Waits until a demo or a mock prints its addresses.
 * @returns the addresses of its site and its API, and a function that ends it
 */
export async function waitUntilServed(startedProgram: ReturnType<typeof startProgram>) {
  const startupOutput = await startedProgram.waitForOutput(/^Staff page/m);
  const readAddress = (lineLabel: string) =>
    new RegExp(`^${lineLabel} +(\\S+)`, 'm').exec(startupOutput)?.[1] ?? '';
  const close = () => {
    startedProgram.interrupt();
    return startedProgram.result;
  };
  return { siteUrl: readAddress('Site'), apiUrl: readAddress('API'), close };
}
