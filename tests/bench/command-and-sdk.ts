/** Measures whole processes of the command, and calls of the SDK. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@one-planet/sdk';
import { Agent, fetch } from 'undici';
import { startAdmissions, startProgram, waitUntilServed } from '../support/run-command.ts';
import { compareWithLimit, type Figure, formatRange, measureInTurn, median } from './figures.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const commandFile = join(root, 'cli/bin/admissions.js');

/** Measures the start of the command, and a journey against a process that sends as many plain undici requests. */
export async function measureCommandFigures(): Promise<Figure[]> {
  const mock = await startMock();
  try {
    const startRatios = await measureInTurn(
      pairCount,
      () => runNode([commandFile, '--version']),
      () => runNode(['-e', '0']),
    );
    const journeyRatios = await measureInTurn(
      pairCount,
      () => runNode([commandFile, 'journey', '--target', mock.url]),
      () => runNode(makeRequestsScriptArguments(`${mock.url}/api/contents/private`)),
    );
    return [
      makeFigure('CLI `--version`, whole process', startRatios, 1.3, 'x `node -e 0`'),
      makeFigure('a journey, whole process', journeyRatios, 2, `x ${requestsPerJourney} requests`),
    ];
  } finally {
    await mock.stop();
  }
}

const pairCount = 9;

function makeFigure(subject: string, ratios: number[], limit: number, unit: string): Figure {
  return {
    subject,
    ...compareWithLimit(median(ratios), limit, unit, 2),
    howMeasured: `median of ${ratios.length} pairs in turn, ${formatRange(ratios, 'x', 2)}`,
  };
}

/** The requests of one journey with an offline payment. */
const requestsPerJourney = 31;

/** @returns the arguments of a node process that sends requests and reads the responses */
function makeRequestsScriptArguments(url: string): string[] {
  const clientScript = `
    import { request } from 'undici';
    for (let count = 0; count < ${requestsPerJourney}; count++)
      await (await request('${url}')).body.text();`;
  return ['--input-type=module', '-e', clientScript];
}

function runNode(args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
}

/** Compares a call of the SDK with the same call by undici alone. */
export async function measureSdkFigures(): Promise<Figure[]> {
  const listServer = await startListServer();
  const dispatcher = new Agent({ connections: 1 });
  const undiciFetch = ((url: string, init: object) =>
    fetch(url, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
  const contentsUrl = `${listServer.url}/api/contents/private`;
  const client = createClient({ baseUrl: listServer.url, fetch: undiciFetch });
  try {
    const ratios = await measureInTurn(
      15,
      () => repeatCall(() => client.contents.list()),
      () => repeatCall(async () => (await fetch(contentsUrl, { dispatcher })).json()),
      3,
    );
    return [makeFigure(`${callCount} SDK calls`, ratios, 1.3, 'x the same calls by undici alone')];
  } finally {
    await dispatcher.close();
    await listServer.stop();
  }
}

const callCount = 200;

async function repeatCall(call: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < callCount; i++) await call();
}

interface Server {
  url: string;
  stop: () => unknown;
}

/** Starts a mock backend in a process of its own. */
async function startMock(): Promise<Server> {
  const { apiUrl, close } = await waitUntilServed(startAdmissions('mock', '--port', '0'));
  return { url: new URL(apiUrl).origin, stop: close };
}

/** Starts the simplest server that responds with a list of the contract, in a process of its own. */
async function startListServer(): Promise<Server> {
  const serverScript = `
    import { createServer } from 'node:http';
    const body = JSON.stringify([1, 2, 3].map((id) => ({ id, content: 'Online degrees.' })));
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const serverProcess = startProgram(process.execPath, '--input-type=module', '-e', serverScript);
  const portText = (await serverProcess.waitForOutput(/^\d+\n/)).trim();
  return { url: `http://127.0.0.1:${portText}`, stop: serverProcess.interrupt };
}
