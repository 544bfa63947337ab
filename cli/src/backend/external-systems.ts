/**
 * Uses systems beside the backend: sends a request that the settings describe, runs a program, or looks for something
 * repeatedly.
 */
import { type ChildProcess, type ExecFileException, execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CliError, exitCodes } from '../core/exit.ts';
import { makeInterruptedError, sleepUntilInterrupted } from '../core/interruption.ts';
import type { RequestSettings } from '../core/settings.ts';
import { readSecret } from '../core/terminal.ts';
import { type PageAccess, requestPage } from './page-requests.ts';

interface ConfiguredCall {
  /** The name of the system in messages, e.g. `staff`. */
  systemName: string;
  /** What the request is for, in messages, e.g. `to verify`. */
  purpose: string;
  /** The setting that describes the request, e.g. `staff.requests.verify`. */
  settingKey: string;
  /** The values for the placeholders, by name; `undefined` where the backend has not supplied one. */
  placeholderValues: Readonly<Record<string, string | number | undefined>>;
  /** Whether a response with this status means success; default: below 300. */
  isSuccess?: (status: number) => boolean;
  access: PageAccess;
  signal: AbortSignal;
}

/**
 * Sends a request that the settings describe.
 * @throws {CliError} (exit 2) when the system refuses, or a placeholder has no value; (exit 3) when the system is not
 * reached
 */
export async function sendConfiguredRequest(
  { url, method = 'POST', headers = {}, body }: RequestSettings,
  {
    systemName,
    purpose,
    settingKey,
    placeholderValues,
    isSuccess = (status) => status < 300,
    access,
    signal,
  }: ConfiguredCall,
): Promise<void> {
  const isJsonBody = typeof body === 'object' && body !== null;
  const fillInText = (text: string) => fillPlaceholders(text, systemName, placeholderValues);
  const { status } = await requestPage(
    access,
    fillPlaceholders(url, systemName, placeholderValues, encodeForAddress),
    {
      serverName: `the ${systemName} system at ${new URL(url.replace(/[{}]/g, '')).host}`,
      signal,
      method,
      headers: {
        ...(isJsonBody ? { 'content-type': 'application/json' } : {}),
        ...Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, fillInText(value)]),
        ),
      },
      ...(body === undefined ? {} : { body: makeRequestBody(body, fillInText) }),
    },
  );
  if (!isSuccess(status)) {
    throw new CliError(
      `the ${systemName} system answered ${status} to the request ${purpose}: check ${settingKey} in admissions.config.json`,
    );
  }
}

function makeRequestBody(bodyTemplate: unknown, fillInText: (text: string) => string): string {
  if (typeof bodyTemplate === 'string') return fillInText(bodyTemplate);
  // Values are filled in before the body becomes JSON, so that none of them can change its structure.
  return JSON.stringify(bodyTemplate, (_, bodyValue) =>
    typeof bodyValue === 'string' ? fillInText(bodyValue) : bodyValue,
  );
}

function fillPlaceholders(
  text: string,
  systemName: string,
  placeholderValues: ConfiguredCall['placeholderValues'],
  encodeValue: (value: string) => string | undefined = (value) => value,
): string {
  return text.replace(
    /\{(env:)?(\w+)\}/g,
    (placeholder, variableName: string | undefined, placeholderName: string) => {
      if (variableName)
        return readSecret(
          { variableName: placeholderName },
          `${placeholder} of the ${systemName} request`,
          '',
        );
      if (!Object.hasOwn(placeholderValues, placeholderName)) return placeholder;
      const placeholderValue = placeholderValues[placeholderName];
      if (placeholderValue === undefined) {
        throw new CliError(
          `the ${systemName} request needs ${placeholder}, which the backend has not given`,
        );
      }
      const value = String(placeholderValue);
      const encodedValue = /\p{Surrogate}/u.test(value) ? undefined : encodeValue(value);
      if (encodedValue !== undefined) return encodedValue;
      throw new CliError(
        `the ${systemName} request cannot carry ${placeholder}: the backend gave no valid text`,
        exitCodes.brokenContract,
      );
    },
  );
}

/**
 * @returns the value for an address; `undefined` for dots, however they are encoded: an address leaves such a part of its
 * path out, or the part before it as well, and the request would be for all applicants
 */
function encodeForAddress(value: string): string | undefined {
  return /^\.*$/.test(value) ? undefined : encodeURIComponent(value);
}

/** @returns what is wrong with a program of the settings; `undefined` where it can be started. It is not run. */
export function findProgramProblem(
  [program = '']: readonly string[],
  folder: string,
): string | undefined {
  if (isRunnableProgram(program, folder)) return undefined;
  return `there is no program ${program} in ${folder} or on PATH`;
}

/** Whether a command can be started: a path relative to the folder, or a name on PATH. */
function isRunnableProgram(name: string, folder: string): boolean {
  const candidatePaths = /[\\/]/.test(name)
    ? [resolve(folder, name)]
    : (process.env.PATH ?? '').split(delimiter).map((folderOfPath) => join(folderOfPath, name));
  const programEndings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];
  return candidatePaths.some((candidateFolder) =>
    programEndings.some((programEnding) => isRunnableFile(candidateFolder + programEnding)),
  );
}

function isRunnableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @returns the variables `{env:NAME}` of requests that the environment does not have, as a text */
export function findUnsetVariables(
  requests: readonly (RequestSettings | undefined)[],
): string | undefined {
  const names = [...JSON.stringify(requests).matchAll(/\{env:(\w+)\}/g)].map(
    ([, name = '']) => name,
  );
  const unsetNames = [...new Set(names)].filter((name) => !process.env[name]);
  return unsetNames.length > 0 ? `the environment has no ${unsetNames.join(', ')}` : undefined;
}

export interface Program {
  command: readonly string[];
  folder: string;
  env?: Readonly<NodeJS.ProcessEnv>;
  /** Variables of this process with secrets of other systems, which the program does not get. */
  secretVariables?: readonly string[];
  standardInput?: string;
  /** Default: two minutes. */
  timeoutMs?: number;
}

/** In bytes; far more than a mail with a link. */
const maxOutputBytes = 1024 * 1024;
/** How long a program may take to end after SIGTERM. */
const killDelayMs = 300;

/**
 * Runs a program, without a shell.
 * @param lastArgument added after the command's own arguments
 * @returns its stdout, trimmed
 * @throws {CliError} when it cannot be started, fails (the message has its stderr), prints too much or takes too long
 */
export async function runProgram(
  {
    command,
    folder,
    env: variables,
    secretVariables = [],
    standardInput,
    timeoutMs = 120_000,
  }: Program,
  lastArgument: string,
  { purpose, signal }: { purpose: string; signal: AbortSignal },
): Promise<string> {
  const [program = '', ...args] = command;
  if (signal.aborted) throw makeInterruptedError();
  const timeoutSignal = AbortSignal.timeout(timeoutMs);
  // A run file may come from somebody else, and a program would take it for an option.
  if (lastArgument.startsWith('-'))
    throw new CliError(
      `the ${purpose} command (${program}) cannot be given ${lastArgument.slice(0, 80)}, which begins like an option`,
    );
  const unusableValue = [lastArgument, ...Object.values(variables ?? {})].find((value) =>
    value?.includes('\0'),
  );
  if (unusableValue !== undefined)
    throw new CliError(
      `the ${purpose} command (${program}) cannot be given a value of the backend, which holds a zero character`,
      exitCodes.brokenContract,
    );
  const programRun = promisify(execFile)(program, [...args, lastArgument], {
    cwd: folder,
    env: { ...omitVariables(process.env, secretVariables), ...variables },
    maxBuffer: maxOutputBytes,
    signal: AbortSignal.any([signal, timeoutSignal]),
  });
  const { child } = programRun;
  // A program may end before it has read all of its input.
  child.stdin?.on('error', () => {}).end(standardInput ?? '');
  try {
    return (await programRun).stdout.trim();
  } catch (cause) {
    const { code, signal: killedBy, message, stderr = '' } = cause as ExecFileException;
    // The terminal sends Ctrl-C to the program too, which may end before our own handler runs.
    if (signal.aborted || killedBy === 'SIGINT') throw makeInterruptedError();
    const makeProgramError = (problem: string, exitCode?: CliError['exitCode']) =>
      new CliError(`the ${purpose} command (${program}) ${problem}`, exitCode, { cause });
    if (timeoutSignal.aborted)
      throw makeProgramError(`did not end within ${timeoutMs} ms`, exitCodes.waiting);
    if (code === 'ENOENT')
      throw makeProgramError('does not exist: name a program on PATH, or its full path');
    if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
      throw makeProgramError('printed more than 1 MB');
    if (typeof code === 'string') throw makeProgramError(`cannot be run: ${message}`);
    // Stack frames are left out, because the text is cut and the message would be lost.
    const stderrText = stderr
      .split('\n')
      .filter((line) => !/^\s+at /.test(line))
      .join('\n')
      .trim()
      .slice(-300);
    throw makeProgramError(
      `ended with ${killedBy ?? `exit code ${code}`}${stderrText ? `: ${stderrText}` : ''}`,
    );
  } finally {
    killAfterDelay(child);
  }
}

function omitVariables(
  environment: NodeJS.ProcessEnv,
  omittedNames: readonly string[],
): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !omittedNames.includes(name)),
  );
}

/** Kills a program that was asked to end and does not. */
function killAfterDelay(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const killTimer = setTimeout(() => child.kill('SIGKILL'), killDelayMs);
  child.once('exit', () => clearTimeout(killTimer));
}

/* Waiting for something that has to be looked for repeatedly: a mail, a decision. */

export interface WaitOptions {
  waitMs: number;
  everyMs: number;
  showLine?: (line: string) => void;
}

/**
 * Looks repeatedly until something is found.
 * @param awaitedText what the run waits for, for the progress line, e.g. `the activation mail to a@example.com`
 * @param lookOnce returns what it found, or `undefined`
 * @returns what was found; `undefined` when the time is over
 * @throws {CliError} (exit 130) when it is interrupted
 */
export async function poll<T>(
  awaitedText: string,
  lookOnce: () => Promise<T | undefined>,
  { waitMs, everyMs, showLine }: WaitOptions,
  signal: AbortSignal,
): Promise<T | undefined> {
  const startedAt = performance.now();
  for (;;) {
    const foundValue = await lookOnce();
    if (foundValue !== undefined) return foundValue;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= waitMs) return undefined;
    const [waitedSeconds, waitSeconds] = [Math.round(waitedMs / 1000), Math.ceil(waitMs / 1000)];
    showLine?.(`waiting, ${waitedSeconds} of ${waitSeconds} s, for ${awaitedText}`);
    await sleepUntilInterrupted(Math.min(everyMs, waitMs - waitedMs), signal);
  }
}
