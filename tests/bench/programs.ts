/** Measures the command and the libraries: whole processes, calls of the SDK, answers of the mock. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applicantStates } from '@one-planet/contract';
import { precreatedEmail, precreatedPassword } from '@one-planet/mocks';
import { createClient } from '@one-planet/sdk';
import { Agent, fetch, request } from 'undici';
import { atMost, type Figure, inTurn, median, range, timed } from './figures.ts';

const admissions = fileURLToPath(new URL('../../cli/bin/admissions.js', import.meta.url));

/** Measures whole processes, from spawn to exit. */
export async function commandFigures(): Promise<Figure[]> {
  const version = await inTurn(
    21,
    () => run([admissions, '--version']),
    () => run(['-e', '0']),
  );
  run([admissions, 'journey']);
  const timesOf = async (command: string, runs: number) => {
    const times: number[] = [];
    for (let i = 0; i < runs; i++) times.push(await timed(() => run([admissions, command])));
    return times;
  };
  const [journeys, checks] = [await timesOf('journey', 9), await timesOf('check', 5)];
  return [
    {
      what: 'CLI `--version`, whole process',
      ...atMost(median(version.ratios), 2, 'x `node -e 0`', 2),
      how: `median of 21 pairs in turn; ${median(version.a).toFixed(0)} ms against ${median(version.b).toFixed(0)} ms`,
    },
    {
      what: 'whole journey on the embedded mock, whole process',
      ...atMost(median(journeys) / 1000, 0.5, 's', 2),
      how: `median of ${journeys.length}, ${range(journeys, 'ms')}`,
    },
    {
      what: 'all checks on the embedded mock, whole process',
      ...atMost(median(checks) / 1000, 4, 's', 2),
      how: `median of ${checks.length}, ${range(checks, 'ms')}`,
    },
    ...(await loadFigures()),
  ];
}

function run(args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
}

const walked = 300;

/** Measures what a journey costs the client of a load run, on a mock in another process. */
async function loadFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-load-'));
  const file = join(folder, 'load.json');
  const mock = await startServer('mock', '0');
  const costOf = async (...own: string[]) => {
    const flags = ['--applicants', `${walked}`, '--concurrency', '10', '--report', `json=${file}`];
    run([admissions, 'load', '--target', mock.url, ...flags, ...own]);
    const { client } = JSON.parse(await readFile(file, 'utf8')) as {
      client: { cpuSeconds: number };
    };
    return (client.cpuSeconds * 1000) / walked;
  };
  const costs = { all: [] as number[], sample: [] as number[] };
  try {
    await costOf();
    for (let round = 0; round < 5; round++) {
      costs.all.push(await costOf());
      costs.sample.push(await costOf('--check-answers', 'sample'));
    }
  } finally {
    mock.stop();
    await rm(folder, { recursive: true });
  }
  return [
    {
      what: 'CPU of the load client per journey, all answers checked',
      ...atMost(median(costs.all), 12, 'ms', 1),
      how: `median of 5 runs of ${walked} journeys, 10 at once; ${range(costs.all, 'ms', 1)}`,
    },
    {
      what: 'the same with `--check-answers sample`',
      ...atMost(median(costs.sample), 8, 'ms', 1),
      how: `in turn with it; ${range(costs.sample, 'ms', 1)}`,
    },
  ];
}

/** Compares the SDK with undici alone, and the mock's answers with few and with many applicants. */
export async function libraryFigures(): Promise<Figure[]> {
  const servers = [
    await startServer('list'),
    await startServer('mock', '100'),
    await startServer('mock', '100000'),
  ] as const;
  const dispatcher = new Agent({ connections: 1 });
  try {
    return await compared(servers, dispatcher);
  } finally {
    await dispatcher.close();
    for (const { stop } of servers) stop();
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
  const strict = createClient({ baseUrl: list.url, fetch: viaUndici, validate: 'strict' });
  const byFetch = () => repeat(async () => (await fetch(url, { dispatcher })).json());
  const plain = await inTurn(15, () => repeat(() => client.contents.list()), byFetch, 3);
  const held = await inTurn(15, () => repeat(() => strict.contents.list()), byFetch);
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
      what: 'the same, answers held against the schema',
      ...atMost(median(held.ratios), undefined, 'x', 2),
      how: "`validate: 'strict'`, as the CLI does",
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
  stop: () => void;
}

/** Starts `server.ts` in a process of its own. */
async function startServer(...args: string[]): Promise<Server> {
  const file = fileURLToPath(new URL('server.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=@one-planet/source', file, ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data).trim()));
    child.once('exit', (code) => reject(new Error(`server.ts ended with ${code}`)));
  });
  return { url, stop: () => void child.kill() };
}
