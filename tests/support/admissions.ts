import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Listening, listen } from '../../cli/src/core/server-ports.ts';

const bin = fileURLToPath(new URL('../../cli/bin/admissions.js', import.meta.url));

export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `admissions` to its end in a process of its own, without a terminal. */
export const admissions = (...args: string[]): Promise<Ended> => startAdmissions(...args).end;

/** Starts `admissions` and lets the test watch it. */
export const startAdmissions = (...args: string[]) => startProgram(process.execPath, bin, ...args);

/** Starts a program without a terminal and lets the test watch it; it ends with the test's process at the latest. */
export function startProgram(program: string, ...args: string[]) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  const collect = (out: string, err: string) => {
    stdout += out;
    stderr += err;
    for (const watcher of watchers) watcher();
  };
  child.stdout.on('data', (data) => collect(String(data), ''));
  child.stderr.on('data', (data) => collect('', String(data)));
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

/** Starts `admissions demo` on free ports. */
export const serveDemo = (...flags: string[]) =>
  untilServed(startAdmissions('demo', '--port', '0', '--api-port', '0', ...flags));

/** Waits for a demo or a mock. @returns where its site and its API are, and how to end it */
export async function untilServed(run: ReturnType<typeof startProgram>) {
  const printed = await run.output(/^Staff page/m);
  const address = (name: string) => new RegExp(`^${name} +(\\S+)`, 'm').exec(printed)?.[1] ?? '';
  const close = () => {
    run.interrupt();
    return run.end;
  };
  return { site: address('Site'), api: address('API'), close };
}

// A proxy in front of a backend that lets a test act on each request before it is forwarded, and after it took effect.

export interface Passing {
  /** E.g. `POST /api/exams/private/create`, without what belongs to one applicant. */
  name: string;
  phase: 'asked' | 'answered';
  /** Of the answer. */
  status?: number;
  body?: string;
}

/** @param act true stops: the request is not forwarded, or its answer is never seen */
export async function startProxy(
  backend: string,
  act: (passing: Passing) => boolean | Promise<boolean>,
): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const name = nameOf(request);
    const sent = await buffer(request);
    if (await act({ name, phase: 'asked' })) return;
    const { host: _, connection: __, ...headers } = request.headers;
    const answer = await fetch(`${backend}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(sent.length > 0 ? { body: new Uint8Array(sent) } : {}),
      redirect: 'manual',
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { status } = answer;
    if (await act({ name, phase: 'answered', status, body: bytes.toString('utf8') })) return;
    response.writeHead(status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
      'content-length': bytes.length,
    });
    response.end(bytes);
  });
  return listen(server, 0);
}

/** Drops tokens, addresses and codes, which follow the operation's name. */
function nameOf({ method, url = '' }: IncomingMessage): string {
  const path = url.replace(/\?.*/, '').split('/').slice(0, 5).join('/');
  return `${method} ${path}`;
}
