/** Measures the command and the libraries: whole processes, calls of the SDK, answers of the mock. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applicantStates } from '@one-planet/contract';
import { precreatedEmail, precreatedPassword } from '@one-planet/mocks';
import { createClient } from '@one-planet/sdk';
import { Agent, fetch, request } from 'undici';
import { startAdmissions, startProgram, waitUntilServed } from '../support/run-command.ts';
import { atMost, type Figure, inTurn, median, range } from './figures.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const admissions = join(root, 'cli/bin/admissions.js');

/**
 * Measures whole processes, each beside plain undici requests to the same mock: as many as the command sends, in a new
 * process, too.
 */
export async function commandFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-command-'));
  const mock = await startMock(0);
  const list = `${mock.url}/api/contents/private`;
  try {
    const version = await inTurn(
      9,
      () => run([admissions, '--version']),
      () => run(['-e', '0']),
    );
    const report = join(folder, 'report.json');
    run([admissions, 'check', '--target', mock.url, '--report', `json=${report}`]);
    const { requests } = JSON.parse(await readFile(report, 'utf8')) as { requests: number };
    const against = async (command: string, count: number, most: number, what: string) => {
      const { ratios } = await inTurn(
        9,
        () => run([admissions, command, '--target', mock.url]),
        () => run(plain(list, count)),
      );
      const how = `median of 9 pairs in turn, ${range(ratios, 'x', 2)}`;
      return { what, ...atMost(median(ratios), most, `x ${count} requests`, 2), how };
    };
    return [
      {
        what: 'CLI `--version`, whole process',
        ...atMost(median(version.ratios), 1.3, 'x `node -e 0`', 2),
        how: `median of 9 pairs in turn, ${range(version.ratios, 'x', 2)}`,
      },
      await against('journey', journeyRequests, 2, 'a journey, whole process'),
      await against('check', requests, 2.5, 'all checks, whole process'),
      await loadFigure(mock.url, list),
    ];
  } finally {
    await mock.stop();
    await rm(folder, { recursive: true });
  }
}

/** Of one journey, with the bank deposit and its receipt. */
const journeyRequests = 31;
/** As many as `check` has under way. */
const lanes = 4;

/** The arguments of a node process that sends requests and reads their answers. */
function plain(url: string, count: number): string[] {
  const script = `
    import { request } from 'undici';
    let left = ${count};
    const lane = async () => { while (left-- > 0) await (await request('${url}')).body.text(); };
    await Promise.all(Array.from({ length: ${lanes} }, lane));`;
  return ['--input-type=module', '-e', script];
}

function run(args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
}

/** @returns the seconds of processor time that a node process took */
function cpuSeconds(args: string[]): number {
  const script = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null';
  const all = ['-c', script, 'bash', process.execPath, ...args];
  const { status, stderr } = spawnSync('bash', all, { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return user + system;
}

const walked = 300;

async function loadFigure(target: string, list: string): Promise<Figure> {
  const flags = ['--applicants', `${walked}`, '--concurrency', '10'];
  const ratios = Array.from({ length: 5 }, () => {
    const load = cpuSeconds([admissions, 'load', '--target', target, ...flags]);
    return load / cpuSeconds(plain(list, walked * journeyRequests));
  });
  return {
    what: 'processor time of `load`, all answers checked',
    ...atMost(median(ratios), 2, 'x the same number of requests', 2),
    how: `median of 5 pairs of ${walked} journeys, ${range(ratios, 'x', 2)}`,
  };
}

/** Compares the SDK with undici alone, and the mock's answers with few and with many applicants. */
export async function libraryFigures(): Promise<Figure[]> {
  const servers = [await startList(), await startMock(100), await startMock(100_000)] as const;
  const dispatcher = new Agent({ connections: 1 });
  try {
    return await compared(servers, dispatcher);
  } finally {
    await dispatcher.close();
    for (const { stop } of servers) await stop();
  }
}

const calls = 200;

async function compared(
  [list, few, many]: readonly [Server, Server, Server],
  dispatcher: Agent,
): Promise<Figure[]> {
  const viaUndici = ((url: string, init: object) =>
    fetch(url, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
  const url = `${list.url}/api/contents/private`;
  const client = createClient({ baseUrl: list.url, fetch: viaUndici });
  const byFetch = () => repeat(async () => (await fetch(url, { dispatcher })).json());
  const plain = await inTurn(15, () => repeat(() => client.contents.list()), byFetch, 3);
  const reads = await inTurn(
    15,
    await readsOfTheLast(many, 100_000, dispatcher),
    await readsOfTheLast(few, 100, dispatcher),
    3,
  );
  const each = (times: number[]) => `${((median(times) / calls) * 1000).toFixed(0)} µs`;
  return [
    {
      what: 'SDK call against the same call by undici alone',
      ...atMost(median(plain.ratios), 1.3, 'x', 2),
      how: `undici's fetch, median of 15 pairs of ${calls} calls; ${each(plain.a)} against ${each(plain.b)}`,
    },
    {
      what: 'mock answer with 100,000 applicants against 100',
      ...atMost(median(reads.ratios), 1.2, 'x', 2),
      how: `getByEmail of the last applicant, median of 15 pairs of ${calls} calls; ${each(reads.a)} against ${each(reads.b)}`,
    },
  ];
}

async function repeat(call: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < calls; i++) await call();
}

/**
 * Logs in as the last applicant who has a password.
 * @returns a run of calls that read her profile
 */
async function readsOfTheLast(
  { url }: Server,
  count: number,
  dispatcher: Agent,
): Promise<() => Promise<void>> {
  const client = createClient({ baseUrl: url });
  // The states come in turn; the last applicant with a full profile is at most one turn back.
  for (let number = count; number > count - applicantStates.length - 1; number--) {
    const email = precreatedEmail(number);
    const login = await client.auth.login({ body: { email, password: precreatedPassword } });
    if (login.status !== 200) continue;
    const headers = { authorization: `Bearer ${login.body.token}` };
    const address = `${url}/api/applicants/private/get_by_email/${encodeURIComponent(email)}`;
    return () =>
      repeat(async () => {
        const { statusCode, body } = await request(address, { headers, dispatcher });
        await body.dump();
        if (statusCode !== 200) throw new Error(`getByEmail answered ${statusCode}`);
      });
  }
  throw new Error('no pre-created applicant could log in');
}

interface Server {
  url: string;
  stop: () => unknown;
}

/** A mock backend in a process of its own. */
async function startMock(applicants: number): Promise<Server> {
  const mock = startAdmissions('mock', '--port', '0', '--applicants', `${applicants}`);
  const { apiUrl, close } = await waitUntilServed(mock);
  return { url: new URL(apiUrl).origin, stop: close };
}

/** The cheapest server that answers a list of the contract, in a process of its own. */
async function startList(): Promise<Server> {
  const script = `
    import { createServer } from 'node:http';
    const body = JSON.stringify([1, 2, 3].map((id) => ({ id, content: 'Online degrees.' })));
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const server = startProgram(process.execPath, '--input-type=module', '-e', script);
  const port = (await server.waitForOutput(/^\d+\n/)).trim();
  return { url: `http://127.0.0.1:${port}`, stop: server.interrupt };
}
