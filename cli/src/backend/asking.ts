/** Asks systems beside the backend: by a request that the settings describe, by a program, or again and again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { CliError, exitCodes } from '../core/exit.ts';
import { interrupted, pause } from '../core/interruption.ts';
import type { DescribedRequest } from '../core/settings.ts';
import { readSecret } from '../core/terminal.ts';
import { openPage, type PageAccess } from './pages.ts';

interface Purpose {
  /** How the system is called in messages, e.g. `staff`. */
  system: string;
  /** The request in words, e.g. `to verify`. */
  wish: string;
  /** Where it is set, e.g. `staff.requests.verify`. */
  setting: string;
  /** Values by name; `undefined` where the backend has not given it. */
  values: Readonly<Record<string, string | number | undefined>>;
  /** Whether an answer with this status means that it was done; default: below 300. */
  done?: (status: number) => boolean;
  access: PageAccess;
  signal: AbortSignal;
}

/** @throws {CliError} (exit 2) when the system refuses, or the settings want what is not known; (exit 3) when it is not reached */
export async function sendDescribed(
  { url, method = 'POST', headers = {}, body }: DescribedRequest,
  { system, wish, setting, values, done = (status) => status < 300, access, signal }: Purpose,
): Promise<void> {
  const json = typeof body === 'object' && body !== null;
  const fillIn = (text: string) => filled(text, system, values);
  const { status } = await openPage(access, filled(url, system, values, encodeURIComponent), {
    what: `the ${system} system at ${new URL(url.replace(/[{}]/g, '')).host}`,
    signal,
    method,
    headers: {
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fillIn(value)])),
    },
    ...(body === undefined ? {} : { body: bodyOf(body, fillIn) }),
  });
  if (!done(status)) {
    throw new CliError(
      `the ${system} system answered ${status} to the request ${wish}: check ${setting} in admissions.config.json`,
    );
  }
}

function bodyOf(body: unknown, fillIn: (text: string) => string): string {
  if (typeof body === 'string') return fillIn(body);
  // Values are filled in before they become JSON: none of them can break out of it.
  return JSON.stringify(body, (_, value) => (typeof value === 'string' ? fillIn(value) : value));
}

function filled(
  text: string,
  system: string,
  values: Purpose['values'],
  encode = (value: string) => value,
): string {
  return text.replace(/\{(env:)?(\w+)\}/g, (whole, env: string | undefined, name: string) => {
    if (env) return readSecret({ env: name }, `${whole} of the ${system} request`, '');
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name];
    if (value === undefined) {
      throw new CliError(`the ${system} request needs ${whole}, which the backend has not given`);
    }
    return encode(String(value));
  });
}

export interface Program {
  command: readonly string[];
  folder: string;
  env?: Readonly<NodeJS.ProcessEnv>;
  input?: string;
  /** Default: two minutes. */
  timeoutMs?: number;
}

/** Far more than a mail with a link. */
const maxOutput = 1024 * 1024;
/** How long a program may take to end once it was asked to. */
const graceMs = 300;

/**
 * Runs a program, without a shell.
 * @param last is added as the last argument
 * @returns what it printed on stdout, trimmed
 * @throws {CliError} when it cannot be started, fails (the message has its stderr), prints too much or takes too long
 */
export function runProgram(
  { command, folder, env, input, timeoutMs = 120_000 }: Program,
  last: string,
  { purpose, signal }: { purpose: string; signal: AbortSignal },
): Promise<string> {
  const [program = '', ...args] = command;
  if (signal.aborted) return Promise.reject(interrupted());
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
      reject(interrupted());
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
      // Without the frames of a stack: they would push out the message.
      const said = err
        .replaceAll(/^\s+at .*\n?/gm, '')
        .trim()
        .slice(-300);
      fail(`ended with ${killedBy ?? `exit code ${code}`}${said ? `: ${said}` : ''}`);
    });
  });
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

/* Waits for what can only be looked for again and again: a mail, a decision. */

export interface Patience {
  waitMs: number;
  everyMs: number;
  show?: (line: string) => void;
}

/**
 * Looks until something is found.
 * @param wanted for the person who watches, e.g. `the activation mail to a@example.com`
 * @param look answers what was found, or `undefined`
 * @returns what was found; `undefined` when the time is over
 * @throws {CliError} (exit 130) when it is interrupted
 */
export async function poll<T>(
  wanted: string,
  look: () => Promise<T | undefined>,
  { waitMs, everyMs, show }: Patience,
  signal: AbortSignal,
): Promise<T | undefined> {
  const started = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    const waited = performance.now() - started;
    if (waited >= waitMs) return undefined;
    const [past, whole] = [Math.round(waited / 1000), Math.ceil(waitMs / 1000)];
    show?.(`waiting, ${past} of ${whole} s, for ${wanted}`);
    await pause(Math.min(everyMs, waitMs - waited), signal);
  }
}
