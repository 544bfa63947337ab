import { spawn } from 'node:child_process';
import { CliError, exitCodes } from './exit.ts';

/**
 * Runs a program of the user's own, without a shell.
 * @param words the program and its arguments; `last` is added as the last one
 * @returns what it printed on stdout, trimmed
 * @throws {CliError} when it can't be started, fails (its stderr is told), or takes too long
 */
export function runCommand(
  words: readonly string[],
  last: string,
  {
    timeoutMs = 120_000,
    signal,
    purpose,
  }: { timeoutMs?: number | undefined; signal: AbortSignal; purpose: string },
): Promise<string> {
  const [program = '', ...args] = words;
  return new Promise((resolve, reject) => {
    const fail = (what: string, code: CliError['exitCode'] = exitCodes.wrongUsage) =>
      reject(new CliError(`the ${purpose} command (${program}) ${what}`, code));
    const child = spawn(program, [...args, last], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      timeout: timeoutMs,
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (data) => {
      out += data;
    });
    child.stderr.on('data', (data) => {
      err += data;
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.name === 'AbortError')
        return reject(new CliError('interrupted', exitCodes.interrupted));
      fail(
        error.code === 'ENOENT'
          ? 'does not exist: name a program on PATH, or its full path'
          : error.message,
      );
    });
    child.on('close', (code, killed) => {
      if (code === 0) return resolve(out.trim());
      if (killed) return fail(`did not end within ${timeoutMs} ms`, exitCodes.waiting);
      fail(`ended with ${code}${err.trim() ? `: ${err.trim().slice(-300)}` : ''}`);
    });
  });
}
