import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Listening, listen } from '../../cli/src/core/server-ports.ts';

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

// A proxy in front of a backend that lets a test act on each request before it is forwarded, and after it took effect.

export interface ProxiedCall {
  /** E.g. `POST /api/exams/private/create`, without what belongs to one applicant. */
  name: string;
  phase: 'request' | 'response';
  /** Of the answer. */
  status?: number;
  body?: string;
}

/** @param intercept true stops: the request is not forwarded, or its answer is never seen */
export async function startProxy(
  backend: string,
  intercept: (call: ProxiedCall) => boolean | Promise<boolean>,
): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const name = callNameOf(request);
    const requestBody = await buffer(request);
    if (await intercept({ name, phase: 'request' })) return;
    const { host: _, connection: __, ...headers } = request.headers;
    const backendResponse = await fetch(`${backend}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(requestBody.length > 0 ? { body: new Uint8Array(requestBody) } : {}),
      redirect: 'manual',
    });
    const responseBody = Buffer.from(await backendResponse.arrayBuffer());
    const { status } = backendResponse;
    if (await intercept({ name, phase: 'response', status, body: responseBody.toString('utf8') }))
      return;
    response.writeHead(status, {
      'content-type': backendResponse.headers.get('content-type') ?? 'text/plain',
      'content-length': responseBody.length,
    });
    response.end(responseBody);
  });
  return listen(server, 0);
}

/** Drops tokens, addresses and codes, which follow the operation's name. */
function callNameOf({ method, url = '' }: IncomingMessage): string {
  const path = url.replace(/\?.*/, '').split('/').slice(0, 5).join('/');
  return `${method} ${path}`;
}
