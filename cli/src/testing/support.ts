/** Folders, servers and the command itself, for tests. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Backend, BackendOptions } from '@one-planet/mocks';
import { onTestFinished, vi } from 'vitest';
import { createTransport } from '../backend/transport.ts';
import { run } from '../commands/program.ts';
import { listen } from '../core/listen.ts';
import { reportFormatNames } from '../report/files.ts';

/** Makes a folder with these files, gone after the test; values that are neither text nor bytes are written as JSON. */
export async function folderWith(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'admissions-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    const isWhole = typeof content === 'string' || content instanceof Uint8Array;
    const whole = isWhole ? content : JSON.stringify(content);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), whole);
  }
  return folder;
}

/** Never aborts. */
export const signal: AbortSignal = new AbortController().signal;

/** Sets variables of the environment until the test ends; `undefined` takes one away. */
export function stubEnv(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Serves a test's own answers; closed after the test. @returns the address */
export async function serveTest(answer: RequestListener): Promise<string> {
  const { url, close } = await listen(createServer(answer), 0);
  onTestFinished(close);
  return url;
}

/** @returns the address of a server that was there a moment ago */
export async function goneServer(): Promise<string> {
  const { url, close } = await listen(createServer(), 0);
  await close();
  return url;
}

interface Asked {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Serves one answer, and writes down what is asked. @param answer gets each question; default: 200 and no body */
export async function serveAndNote(
  answer: (asked: Asked) => { status?: number; type?: string; body?: unknown } = () => ({}),
): Promise<{ url: string; asked: Asked[] }> {
  const all: Asked[] = [];
  const url = await serveTest(async (request, response) => {
    const { method, url: path, headers } = request;
    const asked = { method, path, headers, body: await text(request) };
    all.push(asked);
    const { status = 200, type = 'application/json', body = '' } = answer(asked);
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return { url, asked: all };
}

/** A mock backend until the test ends. @param change what it does otherwise @returns its address */
export async function serveMock(
  options: BackendOptions = {},
  change = (backend: Backend): Partial<Backend> => backend,
): Promise<string> {
  const { createBackend } = await import('@one-planet/mocks');
  const { serve } = await import('@one-planet/mocks/node');
  const backend = await createBackend(options);
  const { url, close } = await serve({ ...backend, ...change(backend) });
  onTestFinished(close);
  return url;
}

/** A mock without the helpers that only mocks have, until the test ends. @returns its address */
export const serveWithoutHelpers = (): Promise<string> =>
  serveMock({}, ({ fetch }) => ({
    fetch: async (request) =>
      new URL(request.url).pathname.startsWith('/_mock')
        ? new Response('{}', { status: 404 })
        : fetch(request),
  }));

/** Makes the requests of tests; its connections end with the servers. */
export const { request } = createTransport();

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

interface Running {
  /** Resolves with stdout so far once it fits; fails when the command ends before. */
  until: (pattern: RegExp) => Promise<string>;
  ended: Promise<Ran>;
}

/** Runs one command line in this process; all it writes is kept, nothing is shown. */
export async function runCli(...args: string[]): Promise<Ran> {
  return startCli(...args).ended;
}

/** Runs a command line as it is typed: its words stand between spaces. */
export const runLine = (line: string): Promise<Ran> => runCli(...line.trim().split(' '));

/** The same with a configuration file, whose folder is answered too. @param files beside it */
export async function runWith(
  config: object,
  args: readonly string[],
  files: Record<string, unknown> = {},
): Promise<Ran & { folder: string }> {
  const folder = await folderWith({ ...files, 'c.json': config });
  const [command = '', ...flags] = args;
  return { ...(await runCli(command, '--config', join(folder, 'c.json'), ...flags)), folder };
}

/** The same for a command that goes on until it is interrupted. One at a time. */
export function startCli(...args: string[]): Running {
  const written = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  const originals = (['stdout', 'stderr'] as const).map((name) => {
    const stream = process[name];
    const write = stream.write;
    stream.write = ((chunk: string | Uint8Array) => {
      written[name] += chunk;
      for (const look of waiting) look();
      return true;
    }) as typeof write;
    return () => {
      stream.write = write;
    };
  });
  const ended = run(args)
    .then((code) => ({ code, ...written }))
    .finally(() => {
      for (const restore of originals) restore();
    });
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(written.stdout) && resolve(written.stdout);
      waiting.add(look);
      look();
      ended.then((ran) => reject(new Error(`ended before: ${ran.stderr}`)), reject);
    });
  return { until, ended };
}

/** @returns the flags that write a report in every format, to files that begin like this and end with its name */
export function reportFlags(prefix: string): string[] {
  return reportFormatNames.flatMap((format) => ['--report', `${format}=${prefix}${format}`]);
}
