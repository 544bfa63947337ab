import { type ChildProcess, spawn } from 'node:child_process';
import { CliError, exitCodes } from '../process/exit.ts';

/** A program of the user's own. */
export interface Program {
  /** The program and its arguments. */
  command: readonly string[];
  /** Where it runs. */
  folder: string;
  /** Added to the environment it runs in. */
  env?: Readonly<Record<string, string>>;
  /** What it reads on stdin. */
  input?: string | undefined;
  /** Default: two minutes. */
  timeoutMs?: number | undefined;
}

/** Far more than a mail with a link. */
const maxOutput = 1024 * 1024;
/** How long a program may take to end once it was asked to. */
const graceMs = 300;

/**
 * Runs a program, without a shell.
 * @param last is added as the last argument
 * @returns what it printed on stdout, trimmed
 * @throws {CliError} when it cannot be started, fails (its stderr is told), prints too much or takes too long
 */
export function runProgram(
  { command, folder, env, input, timeoutMs = 120_000 }: Program,
  last: string,
  { purpose, signal }: { purpose: string; signal: AbortSignal },
): Promise<string> {
  const [program = '', ...args] = command;
  if (signal.aborted) return Promise.reject(new CliError('interrupted', exitCodes.interrupted));
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, last], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    // A program may end without having read it all.
    child.stdin.on('error', () => {}).end(input ?? '');
    const fail = (what: string, code: CliError['exitCode'] = exitCodes.wrongUsage) => {
      stop(child);
      reject(new CliError(`the ${purpose} command (${program}) ${what}`, code));
    };
    const interrupt = () => {
      stop(child);
      reject(new CliError('interrupted', exitCodes.interrupted));
    };
    const timer = setTimeout(
      () => fail(`did not end within ${timeoutMs} ms`, exitCodes.waiting),
      timeoutMs,
    );
    signal.addEventListener('abort', interrupt);
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (out.length > maxOutput) fail('printed more than 1 MB');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err = (err + text).slice(-10_000);
    });
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      done();
      const missing = 'does not exist: name a program on PATH, or its full path';
      fail(error.code === 'ENOENT' ? missing : `cannot be run: ${error.message}`);
    });
    child.on('close', (code, killedBy) => {
      done();
      if (code === 0) return resolve(out.trim());
      // Ctrl-C goes to the program as well, and may end it before the run hears of it.
      if (killedBy === 'SIGINT' || signal.aborted) return interrupt();
      const said = lastWords(err);
      fail(`ended with ${killedBy ?? `exit code ${code}`}${said ? `: ${said}` : ''}`);
    });
  });
}

/** The end of what a program said, without the frames of a stack: they would push out the message. */
function lastWords(err: string): string {
  return err
    .replaceAll(/^\s+at .*\n?/gm, '')
    .trim()
    .slice(-300);
}

/** Ends a program: asked first, then killed. What it leaves behind does not keep this process waiting. */
function stop(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill();
    const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
    child.once('exit', () => clearTimeout(kill));
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
}
