/** Folders, servers and the command itself, for tests. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Backend, BackendOptions, Fault } from '@one-planet/mocks';
import { onTestFinished, vi } from 'vitest';
import { createTransport } from '../backend/transport.ts';
import { listen } from '../core/server-ports.ts';
import { run } from '../program.ts';
import { reportFormatNames } from '../report/files.ts';

/**
 * Makes a folder with these files, which is removed after the test. A value that is neither text nor bytes is written
 * as JSON.
 */
export async function makeFolderWith(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'admissions-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    const isTextOrBytes = typeof content === 'string' || content instanceof Uint8Array;
    const fileContent = isTextOrBytes ? content : JSON.stringify(content);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), fileContent);
  }
  return folder;
}

/** A signal that never aborts. */
export const signal: AbortSignal = new AbortController().signal;

/** Sets environment variables until the test ends; `undefined` removes one. */
export function stubEnv(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/**
 * Starts a server with the test's request listener; it is closed after the test.
 * @returns its address
 */
export async function serveTest(requestListener: RequestListener): Promise<string> {
  const { url, close } = await listen(createServer(requestListener), 0);
  onTestFinished(close);
  return url;
}

/** @returns the address of a server that was just closed */
export async function makeClosedAddress(): Promise<string> {
  const { url, close } = await listen(createServer(), 0);
  await close();
  return url;
}

interface RecordedRequest {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Starts a server that records its requests.
 * @param respond returns the response to each request; default: 200 without a body
 */
export async function serveAndRecord(
  respond: (request: RecordedRequest) => {
    status?: number;
    contentType?: string;
    body?: unknown;
  } = () => ({}),
): Promise<{ url: string; requests: RecordedRequest[] }> {
  const requests: RecordedRequest[] = [];
  const url = await serveTest(async (request, response) => {
    const { method, url: path, headers } = request;
    const recordedRequest = { method, path, headers, body: await text(request) };
    requests.push(recordedRequest);
    const { status = 200, contentType = 'application/json', body = '' } = respond(recordedRequest);
    response.writeHead(status, { 'content-type': contentType });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return { url, requests };
}

/**
 * Starts a mock backend until the test ends.
 * @param changeBackend options that change its behaviour
 * @param ownFaults faults that only this test needs
 * @returns its address
 */
export async function serveMock(
  options: BackendOptions = {},
  changeBackend = (backend: Backend): Partial<Backend> => backend,
  ownFaults: readonly Fault[] = [],
): Promise<string> {
  const { createBackend } = await import('@one-planet/mocks');
  const { serve } = await import('@one-planet/mocks/node');
  const backend = await createBackend(options, ownFaults);
  const { url, close } = await serve({ ...backend, ...changeBackend(backend) });
  onTestFinished(close);
  return url;
}

/**
 * Starts a mock without the helper pages that only mocks have, until the test ends.
 * @returns its address
 */
export const serveWithoutHelpers = (): Promise<string> =>
  serveMock({}, ({ fetch }) => ({
    fetch: async (request) =>
      new URL(request.url).pathname.startsWith('/_mock')
        ? new Response('{}', { status: 404 })
        : fetch(request),
  }));

/** Sends the requests of tests. Nothing has to close it: its connections end when a test's server stops. */
export const { request } = createTransport();

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

interface RunningCommand {
  /** Resolves with the stdout so far as soon as it matches; rejects when the command ends before. */
  waitForOutput: (pattern: RegExp) => Promise<string>;
  endPromise: Promise<CommandResult>;
}

/** Runs one command line in this process. All its output is collected, and none of it shown. */
export async function runCli(...args: string[]): Promise<CommandResult> {
  return startCli(...args).endPromise;
}

/** Runs a command line that is written as one text; its arguments are separated by spaces. */
export const runLine = (line: string): Promise<CommandResult> => runCli(...line.trim().split(' '));

/**
 * Runs a command with a configuration file, and also returns the file's folder.
 * @param files other files in that folder
 */
export async function runWithConfig(
  configJson: object,
  args: readonly string[],
  files: Record<string, unknown> = {},
): Promise<CommandResult & { folder: string }> {
  const folder = await makeFolderWith({ ...files, 'c.json': configJson });
  const [command = '', ...flags] = args;
  return { ...(await runCli(command, '--config', join(folder, 'c.json'), ...flags)), folder };
}

/** Starts a command that goes on until it is interrupted. Only one can run at a time. */
export function startCli(...args: string[]): RunningCommand {
  const output = { stdout: '', stderr: '' };
  const outputListeners = new Set<() => void>();
  const restoreFunctions = (['stdout', 'stderr'] as const).map((streamName) => {
    const stream = process[streamName];
    const originalWrite = stream.write;
    stream.write = ((chunk: string | Uint8Array) => {
      output[streamName] += chunk;
      for (const resolveIfMatched of outputListeners) resolveIfMatched();
      return true;
    }) as typeof originalWrite;
    return () => {
      stream.write = originalWrite;
    };
  });
  const endPromise = run(args)
    .then((code) => ({ code, ...output }))
    .finally(() => {
      for (const restore of restoreFunctions) restore();
    });
  const waitForOutput = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const resolveIfMatched = () => pattern.test(output.stdout) && resolve(output.stdout);
      outputListeners.add(resolveIfMatched);
      resolveIfMatched();
      endPromise.then(
        (commandResult) => reject(new Error(`ended before: ${commandResult.stderr}`)),
        reject,
      );
    });
  return { waitForOutput, endPromise };
}

/**
 * @returns the flags that write a report in every format, to files that begin with the prefix and end with the format's
 * name
 */
export function makeReportFlags(prefix: string): string[] {
  return reportFormatNames.flatMap((format) => ['--report', `${format}=${prefix}${format}`]);
}
